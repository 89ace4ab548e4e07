/** The one reducer of FISTF 5.2: each event goes to the chapter that knows it; what was decided stands in `rulings`. */
import { otherSide, type Side } from '../../calibration/units.ts'
import { why } from '../../calibration/why.ts'
import { type BallMoved, EVERYTHING, type GameEvent, type LineCrossed, type Placed, type RefereeAct } from '../../vision/events/game-event.ts'
import { attackSign, bandOf, insideBand, insideShootingArea } from '../common/areas.ts'
import type { MatchSetup } from '../rule.ts'
import { clockSet, suddenDeath, timeUp } from './3-time.ts'
import { mayReturn, reserveCounted } from './9-reserve-keeper.ts'
import { declaredByBall } from './13-offside.ts'
import { attempt, shootOutGoal } from './17-shoot-out.ts'
import { ballOut } from './ball-out.ts'
import { hand, keeperSeen } from './conduct.ts'
import { figuresTouched } from './contact.ts'
import { flicked } from './flick.ts'
import { certainly, movedTo } from './places.ts'
import { allStill } from './positions.ts'
import { ballDone, figureDone, leftTable } from './rest.ts'
import { restartGiven, said, setDown, timePassed } from './restarts.ts'
import { award, change, type FistfState, START, say, type Touch } from './state.ts'
import { touched } from './touch.ts'

export function reduce(before: FistfState, e: GameEvent, setup: MatchSetup): FistfState {
  const clean: FistfState = before.rulings.length ? { ...before, rulings: [] } : before
  const after = chapter(clean, e, setup)
  return timeUp(suddenDeath(clean, mayReturn(clean, reserveCounted(clean, after))), e.tS)
}

/** Another table, or ends swapped: the clock and the score go on, nothing else does. */
export const resumed = ({ clock, score }: FistfState): FistfState => ({ ...START, clock, score })

/** Play goes on as if nothing had been decided; what was seen at the event stays. */
export function dismiss(before: FistfState, after: FistfState): FistfState {
  return {
    ...before,
    places: after.places,
    flicks: after.flicks,
    lastTouch: after.lastTouch,
    ballMoving: after.ballMoving,
    // the same positions would be declared again with the next move of the ball
    offside: after.rulings.some((r) => r.code === 'offside') ? null : before.offside,
    rulings: [],
  }
}

/** 4.1: who takes the flick-off of a half; with nobody named the first touch tells. */
const begun = (s: FistfState, by: Side | undefined): FistfState => (by ? award(s, 'flick-off', by) : s)

function chapter(s: FistfState, e: GameEvent, setup: MatchSetup): FistfState {
  switch (e.kind) {
    case 'match-started':
      return begun({ ...START, places: s.places, clock: s.clock, score: s.score, possession: e.possession }, e.flickOff)
    case 'positions': {
      const seen = { ...s, places: Object.fromEntries(e.things.map((t) => [t.id, t])) }
      return keeperSeen(s, lyingFound(s, seen), setup)
    }
    case 'flicked':
      return flicked(s, e, setup)
    case 'ball-touched':
      return touched(s, e, setup)
    case 'ball-moved':
      return ballMoved(s, e, setup)
    case 'line-crossed':
      return e.object === 'ball' && e.part === 'whole' ? crossed(s, e, setup) : s
    case 'passed-ball':
      return figureDone(s, e.figure, setup, false)
    case 'at-rest':
      return e.object === 'ball' ? ballDone(shootableNow(s, setup), setup) : figureDone(s, e.object, setup, true)
    case 'figures-touched':
      return figuresTouched(s, e, setup)
    case 'fence-touched':
      return s.flicks[e.object] ? { ...s, flicks: { ...s.flicks, [e.object]: { ...s.flicks[e.object]!, rebounded: true } } } : s
    case 'left-table':
      return leftTable(s, e.object, setup)
    case 'set-down':
      return setDown(s, e, setup)
    case 'hand':
      return hand(s, e, setup)
    case 'said':
      return said(s, e, setup)
    case 'all-still':
      return allStill(s, setup)
    case 'time-passed':
      return timePassed(s, e.seconds)
    case 'clock-set':
      return clockSet(s, e)
    case 'end-signal':
      return s.ballMoving ? { ...s, halfOver: 'signalled' } : { ...s, halfOver: 'over', ballInPlay: false }
    case 'possession-corrected':
      return e.side ? { ...change(s, e.side), blockFlick: s.blockFlick } : s
    case 'last-touch-corrected':
      return lastTouchCorrected(s, e)
    case 'restart-given':
      return restartGiven(s, e)
    case 'shoot-out':
      return attempt(s, e.goal)
    case 'placed':
      return e.object === 'ball' ? { ...s, ballInPlay: true, deflections: [], ballMoving: false } : s
    case 'unblind':
      return e.what === EVERYTHING ? unseen(s) : s
    case 'hand-gone':
    case 'left-cloth':
    case 'back-on-cloth':
    case 'airborne':
    case 'hooked': // positions say so, too
    case 'blind':
    case 'lifted':
    case 'fell':
    case 'call-accepted':
    case 'call-dismissed':
    case 'undone':
      return s
  }
}

/** Flicks and touches went by unseen: whose the ball is, how often he has played and which block-flick is owed, the next flick tells anew. */
const unseen = (s: FistfState): FistfState => ({
  ...s,
  possession: null,
  flicks: {},
  pushedBy: {},
  consecutive: null,
  tries: null,
  blockFlick: 'unknown',
  tick: null,
  mustWait: null,
  barred: null,
})

/**
 * The referee says whose the last touch was, and may point at the figure. Without, it was the play itself when that side had played the
 * ball, else that one of the other side past which it ran nearest since; where none was near, it is not known where he stood, and nothing
 * can have been forced by it (2.1.1.4).
 */
function lastTouchCorrected(s: FistfState, e: RefereeAct): FistfState {
  const ball = s.places.ball
  if (!ball || e.side === null) return s
  // what was taken for touches after the play were none
  if (!e.figure && s.lastPlayed?.side === e.side) return { ...s, lastTouch: s.lastPlayed, deflections: [] }
  const toucher = e.figure ? (s.places[e.figure] ?? null) : nearestTo(s, e.side, ball)
  const by = e.figure ?? toucher?.id ?? null
  const keeper = toucher?.role === 'keeper'
  const byMoving = toucher?.moving ?? true
  const touch: Touch = { event: e.id, by, candidates: by ? [by] : [], side: e.side, keeper, byMoving, probability: 1, ball, toucher }
  return { ...s, lastTouch: touch, deflections: [...s.deflections, touch], lastPlayed: s.lastPlayed ?? { ...touch, figureBefore: null, keptFrom: null } }
}

/** A ball that passes farther from an outline than this did not touch it, mm. */
const PASSED_MM = 15

function nearestTo(s: FistfState, side: Side, ball: Placed): Placed | null {
  const from = (s.lastPlayed?.ball ?? ball).where.at
  const to = ball.where.at
  const [dx, dy] = [to.xMm - from.xMm, to.yMm - from.yMm]
  const length2 = dx * dx + dy * dy
  const passed = (p: Placed) => {
    const { xMm, yMm } = p.where.at
    const k = length2 ? Math.max(0, Math.min(1, ((xMm - from.xMm) * dx + (yMm - from.yMm) * dy) / length2)) : 0
    return Math.hypot(xMm - from.xMm - k * dx, yMm - from.yMm - k * dy) - p.radiusMm - ball.radiusMm
  }
  const near = Object.values(s.places).filter((p) => p.side === side && passed(p) < PASSED_MM)
  return near.reduce<Placed | null>((a, b) => (a && passed(a) <= passed(b) ? a : b), null)
}

/** 2.4.1, 2.4.3: figures found lying or hooked when the ball is still. */
function lyingFound(before: FistfState, s: FistfState): FistfState {
  if (s.ballMoving) return s
  let next = s
  for (const p of Object.values(s.places)) {
    const old = before.places[p.id]
    if (!old) continue
    if (p.lying && !old.lying)
      next = say(next, {
        code: 'placing',
        rule: 'FISTF 2.4.1',
        side: null,
        restart: null,
        at: null,
        figure: p.id,
        needs: 'recognising that the figure lies',
        because: why`${p.id} lies and is raised about its contact point`,
      })
    if (p.hookedTo && !old.hookedTo)
      next = say(next, {
        code: 'placing',
        rule: 'FISTF 2.4.3',
        side: null,
        restart: null,
        at: null,
        figures: [p.hookedTo, p.id],
        because: why`${p.id} is hooked to ${p.hookedTo}: they are set 1 mm apart`,
      })
  }
  return next
}

/** The ball has run on: offside by passing the last base, quarters of a flick-in, the shooting area. */
function ballMoved(before: FistfState, e: BallMoved, setup: MatchSetup): FistfState {
  const ball = before.places.ball
  const moved: FistfState = ball
    ? {
        ...before,
        places: { ...before.places, ball: { ...movedTo(ball, e.to), where: { ...e.place, at: e.to } } },
        ballMoving: true,
        ballMovedSinceTouch: true,
      }
    : before
  if (moved.offer || !moved.ballInPlay || moved.halfOver === 'over') return moved
  const called = declaredByBall(moved, setup, false)
  if (called !== moved) return called
  const quarter = flickInQuarter(moved, setup)
  if (quarter !== moved) return quarter
  return shootableNow(moved, setup)
}

/** 7.1.2 as it is now: completely inside the area that the side with the ball attacks. */
function shootableNow(s: FistfState, setup: MatchSetup): FistfState {
  const ball = s.places.ball
  const is = s.possession !== null && s.ballInPlay && ball !== undefined && certainly(insideShootingArea(setup.pitch, attackSign(setup, s.possession), ball))
  if (is === s.shootable) return s
  const next = { ...s, shootable: is }
  return is && s.ballMoving
    ? say(next, {
        code: 'shootable',
        rule: 'FISTF 7.1.2',
        side: s.possession,
        restart: null,
        at: null,
        because: why`the whole ball is past the shooting line`,
        reasons: [
          { what: why`whole ball beyond the shooting line`, measured: insideShootingArea(setup.pitch, attackSign(setup, s.possession!), ball!), limit: 0 },
        ],
      })
    : next
}

/** 14.2.9: the ball may not enter completely a quarter that is not adjacent; from between two quarters it may not leave those two. */
function flickInQuarter(s: FistfState, setup: MatchSetup): FistfState {
  const d = s.direct
  const ball = s.places.ball
  if (d?.type !== 'flick-in' || !ball) return s
  const { pitch } = setup
  const start = ([0, 1, 2, 3] as const).filter((b) => insideBand(pitch, b, { ...ball, where: { ...ball.where, at: d.from } }).value > 0)
  const now = ([0, 1, 2, 3] as const).find((b) => certainly(insideBand(pitch, b, ball)))
  if (now === undefined) return s
  const from = start[0] ?? null
  const left = bandOf(pitch, d.from.xMm - ball.radiusMm)
  const right = bandOf(pitch, d.from.xMm + ball.radiusMm)
  const wrong = from !== null ? Math.abs(now - from) >= 2 : now !== left && now !== right
  if (!wrong) return s
  const foe = otherSide(d.side)
  return say(
    { ...change(s, foe), direct: null },
    {
      code: 'illegal-flicking:change',
      rule: 'FISTF 14.2.9',
      side: foe,
      restart: null,
      at: null,
      because: why`the flick-in went into a quarter that is not adjacent`,
    },
  )
}

function crossed(s: FistfState, e: LineCrossed, setup: MatchSetup): FistfState {
  if (e.line === 'halfway-line') return s
  if (e.line.startsWith('shooting-line')) return lineOfShooting(s, e, setup)
  if (e.direction !== 'out' || e.margin.value <= 0 || !s.ballInPlay || s.halfOver === 'over') return s
  if (s.offer) return s.offer.out ? s : { ...s, offer: { ...s.offer, out: e } }
  if (s.shootOut) return shootOutGoal(s, e, setup)
  return ballOut(s, e, setup)
}

/** Live, the crossing itself carries the margin; the area decides. */
function lineOfShooting(s: FistfState, e: LineCrossed, setup: MatchSetup): FistfState {
  if (s.offer || !s.ballInPlay) return s
  const sign = e.line.endsWith('+x') ? 1 : -1
  const into = e.direction === 'out' && s.possession !== null && attackSign(setup, s.possession) === sign
  if (into === s.shootable) return s
  const next = { ...s, shootable: into }
  return into
    ? say(next, {
        code: 'shootable',
        rule: 'FISTF 7.1.2',
        side: s.possession,
        restart: null,
        at: null,
        probability: e.probability,
        reasons: [{ what: why`whole ball beyond ${e.line}`, measured: e.margin, limit: 0 }],
        because: why`the whole ball is past the shooting line`,
      })
    : next
}
