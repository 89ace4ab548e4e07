/** Things come to rest: misses, replays, blocked balls, and where figures must be placed (FISTF 2, 4.2.3, 5.1.2, 5.3.5, 6.2.1, 9.2.1, 13.2, 14.2.6, 15.2.3). */
import { otherSide, type PitchPoint, type Side } from '../../calibration/units.ts'
import { type Why, why } from '../../calibration/why.ts'
import type { Placed } from '../../vision/events/game-event.ts'
import { attackSign } from '../common/areas.ts'
import type { MatchSetup } from '../rule.ts'
import { fifthPlay } from './9-reserve-keeper.ts'
import { declaredByBall } from './13-offside.ts'
import { START_OF_ATTEMPT, shooterMissed } from './17-shoot-out.ts'
import { LIMITS } from './limits.ts'
import { changeOfRight } from './phrases.ts'
import { gap, goalAreaOf, inOffsidePosition, movedTo, offencePlace, ownEnd } from './places.ts'
import { award, change, type FistfState, type Flick, isKeeper, offend, type Ruling, say } from './state.ts'

/** Outlines seen from above overlap when ball and base touch, since the ball reaches over the wall (rulebook geometry, section 5); for a base 6 mm high. */
const OVERLAP_AT_CONTACT_MM = 1.2

/** A flicked figure has gone past the ball, or stopped, or left the table, without touching it. */
export function figureDone(s: FistfState, figure: string, setup: MatchSetup, stopped: boolean): FistfState {
  const flick = s.flicks[figure]
  if (!flick) return s
  const judged = judgedFlick(s, flick, setup, stopped)
  if (!stopped) return { ...judged, flicks: { ...judged.flicks, ...(judged.flicks[figure] ? { [figure]: { ...flick, missed: !flick.touchedBall } } : {}) } }
  const { [figure]: _, ...flicks } = judged.flicks
  return { ...judged, flicks }
}

function judgedFlick(s: FistfState, flick: Flick, setup: MatchSetup, stopped: boolean): FistfState {
  if (s.shootOut) return s.shootOut.shooter === flick.figure ? shooterMissed(s) : s
  if (s.offer || flick.missed || flick.hindered) return s
  const { side } = flick
  const foe = otherSide(side)
  if (flick.touchedBall) return stopped ? passive(s, flick, setup) : s
  switch (flick.type) {
    case 'try': {
      if (side !== s.possession || !s.ballInPlay) return s
      // without permission and announcement a flick out of an offside position is a try for the ball (13.4.1)
      const rule = flick.wasOffside ? 'FISTF 13.4.1' : 'FISTF 5.1.2.a'
      const ruling: Ruling = {
        code: 'change',
        rule,
        side: foe,
        restart: null,
        at: null,
        because: why`${flick.figure} was flicked and did not touch the ball`,
        evidence: [flick.event],
      }
      return say({ ...change(s, foe), blockFlick: s.blockFlick === 'available' ? 'lapsed' : 'not_available' }, ruling)
    }
    case 'take':
      return missedRestart(s, side)
    case 'illegal-block':
      if (!stopped || side === s.possession) return s
      return offend(s, {
        code: 'illegal-flicking:back',
        rule: 'FISTF 6.2.1.a',
        side: foe,
        restart: 'back',
        at: null,
        options: ['back', 'play on'],
        because: why`there was no right to a block-flick`,
      })
    default:
      return s
  }
}

/** 11.2.4.1, 12.2.5.1, 14.2.6.1, 16.2.5.1: a missed restart is replayed once; then the right passes. */
function missedRestart(s: FistfState, side: Side): FistfState {
  const r = s.restart
  if (!r) return s
  const base = {
    'flick-in': 'FISTF 14.2.6.1',
    'free-flick': 'FISTF 11.2.4.1',
    'penalty-flick': 'FISTF 12.2.5.1',
    'corner-flick': 'FISTF 16.2.5.1',
    'goal-flick': 'FISTF 15.2.3',
    'flick-off': 'FISTF 4.2.3',
  }[r.type]
  return replayed(s, r, side, base, s.places.ball?.where.at ?? null)
}

function replayed(s: FistfState, r: NonNullable<FistfState['restart']>, side: Side, base: string, at: PitchPoint | null): FistfState {
  const foe = otherSide(side)
  if (r.replays === 0)
    return say(
      { ...s, restart: { ...r, stage: 'authorised', replays: 1 }, ballInPlay: false, direct: null, barred: null },
      { code: 'illegal-flicking:replay', rule: `${base}.a`, side, restart: 'replay', at: null, because: why`the restart was not taken as the rule asks` },
    )
  const ends = r.type === 'penalty-flick' || r.type === 'corner-flick' ? 'free-flick' : r.type
  const place = r.type === 'goal-flick' ? null : r.type === 'flick-off' ? { xMm: 0, yMm: 0 } : at
  return award(
    say(s, {
      code: 'illegal-flicking:change-of-right',
      rule: `${base}.b`,
      phrase: changeOfRight('Illegal flicking', r.type),
      side: foe,
      restart: ends,
      at: place,
      because: why`not taken correctly a second time`,
    }),
    ends,
    foe,
  )
}

/** 13.2.1: a flicked figure that goes from a good to an offside position while the ball moves is free of offside until it stops. */
function passive(s: FistfState, flick: Flick, setup: MatchSetup): FistfState {
  if (flick.side !== s.possession || !s.ballMoving) return s
  const taker = s.direct?.type === 'corner-flick' && s.direct.taker === flick.figure // 13.2.2
  if (flick.wasOffside && !taker) return s
  const offside = s.offside && { ...s.offside, figures: s.offside.figures.filter((f) => f !== flick.figure) }
  return inOffsidePosition(s, flick.figure, setup) || taker ? { ...s, passive: [...s.passive, flick.figure], offside } : s
}

/** The ball lies still. */
export function ballDone(before: FistfState, setup: MatchSetup): FistfState {
  if (before.shootOut && before.ballInPlay)
    return before.shootOut.touched
      ? { ...before, ballMoving: false, ballInPlay: false, shootOut: START_OF_ATTEMPT(before.shootOut.goal) }
      : { ...before, ballMoving: false }
  if (before.offer || !before.ballInPlay || before.halfOver === 'over') return { ...before, ballMoving: false }
  const called = declaredByBall(before, setup, true)
  if (called !== before) return { ...called, ballMoving: false }
  let s: FistfState = { ...before, ballMoving: false, passive: [] }
  if (s.halfOver === 'signalled') return { ...s, halfOver: 'over', ballInPlay: false }
  s = restartReached(s, setup)
  s = blocked(s, setup)
  if (s.offer || s.restart) return s
  s = fifthPlay(s)
  return placings(s, setup)
}

/** 4.2.3, 15.2.3: where the ball of a flick-off and a goal-flick must get to. */
function restartReached(s: FistfState, setup: MatchSetup): FistfState {
  const d = s.direct
  const ball = s.places.ball
  if (!d || !ball) return s
  const again = (base: string) =>
    replayed(s, { type: d.type, side: d.side, taker: d.taker, stage: 'authorised', positional: { A: 0, B: 0 }, replays: s.replays }, d.side, base, d.from)
  if (d.type === 'flick-off') return attackSign(setup, d.side) * ball.where.at.xMm - ball.radiusMm > setup.pitch.lineWidthMm / 2 ? s : again('FISTF 4.2.3')
  if (d.type === 'goal-flick') {
    const { penaltyArea, lengthMm } = setup.pitch
    const x = ownEnd(setup, d.side) * ball.where.at.xMm
    const clear = x + ball.radiusMm < lengthMm / 2 - penaltyArea.depthMm || Math.abs(ball.where.at.yMm) - ball.radiusMm > penaltyArea.widthMm / 2
    return clear ? s : again('FISTF 15.2.3')
  }
  return s
}

/** 5.3.5: a ball at rest on a figure of the attacker and one more must be played free by the next flick. */
function blocked(s: FistfState, setup: MatchSetup): FistfState {
  const ball = s.places.ball
  if (!ball || !s.possession) return s
  const touching = Object.values(s.places).filter(
    (p) => (p.role === 'figure' || p.role === 'reserve-keeper') && gap(p, ball) + OVERLAP_AT_CONTACT_MM <= LIMITS.contactMm,
  )
  const is = touching.length >= 2 && touching.some((p) => p.side === s.possession)
  if (!is) return { ...s, blocked: false }
  if (!s.blocked) return { ...s, blocked: true }
  return offend(
    { ...s, blocked: false },
    {
      code: 'blocked-ball',
      rule: 'FISTF 5.3.5',
      side: otherSide(s.possession),
      restart: 'free-flick',
      at: offencePlace(setup, ball.where.at),
      options: ['free-flick', 'play on'],
      because: why`the ball still lies on ${{ all: touching.map((t) => t.id) }}`,
    },
  )
}

/** 2.1.2, 2.1.3, 2.2.1, 2.4.1: what must be placed once the ball lies still. */
function placings(s: FistfState, setup: MatchSetup): FistfState {
  const out: Ruling[] = []
  const places: Record<string, Placed> = { ...s.places }
  const set = (p: Placed, rule: string, at: PitchPoint, because: Why) => {
    const free = besideObstacles(p, at, places, setup)
    const taken = Math.hypot(free.xMm - at.xMm, free.yMm - at.yMm) > 0.01
    out.push({ code: 'placing', rule: taken ? 'FISTF 2.3.1' : rule, side: null, restart: null, at: free, figure: p.id, because })
    places[p.id] = movedTo(p, free)
  }
  for (const p of Object.values(s.places)) {
    if (p.role !== 'figure' && p.role !== 'reserve-keeper') continue
    if (p.lying)
      out.push({
        code: 'placing',
        rule: 'FISTF 2.4.1',
        side: null,
        restart: null,
        at: p.where.at,
        figure: p.id,
        needs: 'recognising that the figure lies',
        because: why`${p.id} lies and is raised about its contact point`,
      })
    else if (s.unplaced.includes(p.id)) set(p, 'FISTF 2.1.3.1', onSurface(p, setup, true), why`${p.id} rebounded off the fence`)
    else if (offSurface(p, setup)) set(p, 'FISTF 2.1.2.1', onSurface(p, setup, false), why`${p.id} touches the table beyond the surface`)
    else if (p.role === 'figure') {
      const end = goalAreaOf(setup, p)
      const keeperAway = end !== null && s.reserveInPlay.some((side) => ownEnd(setup, side) === end)
      if (end !== null && !keeperAway)
        set(
          p,
          'FISTF 2.2.1',
          { xMm: end * (setup.pitch.lengthMm / 2 - setup.pitch.goalArea.depthMm - p.radiusMm - LIMITS.placingGapMm), yMm: p.where.at.yMm },
          why`${p.id} is in the goal area`,
        )
    }
  }
  return say(s, ...out)
}

function offSurface(p: Placed, setup: MatchSetup): boolean {
  const { xMm, yMm } = p.where.at
  const m = setup.pitch.surfaceMarginMm
  return Math.abs(xMm) + p.radiusMm > setup.pitch.lengthMm / 2 + m.goalLine || Math.abs(yMm) + p.radiusMm > setup.pitch.widthMm / 2 + m.touchline
}

/** The inner limit of the surface at the nearest line, level with where it is (2.1.2.1); a rebounder goes to the limit it bounced from. */
function onSurface(p: Placed, setup: MatchSetup, toLimit: boolean): PitchPoint {
  const hx = setup.pitch.lengthMm / 2 + setup.pitch.surfaceMarginMm.goalLine - p.radiusMm
  const hy = setup.pitch.widthMm / 2 + setup.pitch.surfaceMarginMm.touchline - p.radiusMm
  const { xMm, yMm } = p.where.at
  const sign = (v: number) => (v < 0 ? -1 : 1)
  if (toLimit) return hy - Math.abs(yMm) <= hx - Math.abs(xMm) ? { xMm, yMm: sign(yMm) * hy } : { xMm: sign(xMm) * hx, yMm }
  return { xMm: Math.max(-hx, Math.min(hx, xMm)), yMm: Math.max(-hy, Math.min(hy, yMm)) }
}

/** 2.3.1: where the place is taken, 1 mm from the obstacle towards the own goal. */
export function besideObstacles(p: Placed, at: PitchPoint, places: Readonly<Record<string, Placed>>, setup: MatchSetup): PitchPoint {
  const goal: PitchPoint = { xMm: (p.side ? ownEnd(setup, p.side) : 1) * (setup.pitch.lengthMm / 2), yMm: 0 }
  let here = at
  for (let i = 0; i < 12; i++) {
    const moved = movedTo(p, here)
    const obstacle = Object.values(places).find((o) => o.id !== p.id && !isKeeper(o.id) && gap(moved, o) < (i === 0 ? 0 : LIMITS.placingGapMm - 1e-6))
    if (!obstacle) return here
    here = clearOf(obstacle, p.radiusMm, goal)
  }
  return here
}

function clearOf(o: Placed, radiusMm: number, goal: PitchPoint): PitchPoint {
  const dx = goal.xMm - o.where.at.xMm
  const dy = goal.yMm - o.where.at.yMm
  const d = Math.hypot(dx, dy) || 1
  const k = (o.radiusMm + radiusMm + LIMITS.placingGapMm) / d
  return { xMm: o.where.at.xMm + dx * k, yMm: o.where.at.yMm + dy * k }
}

/** 2.1.4.1: a figure that left the table stands outside the touchline on that side, level with the half-way line, on the inner limit. */
export function leftTable(s: FistfState, figure: string, setup: MatchSetup): FistfState {
  const p = s.places[figure]
  const missed = figureDone(s, figure, setup, true)
  if (!p) return missed
  const y = (Math.sign(p.where.at.yMm) || 1) * (setup.pitch.widthMm / 2 + setup.pitch.surfaceMarginMm.touchline - p.radiusMm)
  return say(missed, {
    code: 'placing',
    rule: 'FISTF 2.1.4.1',
    side: null,
    restart: null,
    at: { xMm: 0, yMm: y },
    figure,
    because: why`${figure} left the table`,
  })
}
