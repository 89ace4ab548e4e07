/** Words and hands at restarts: advantage, distances, forcing checks, placing, time (FISTF 2.1.1, 2.6, 4.2.5, 4.3.3, 6.2.3, 9.1, 13.4, 14.2.4). */
import { type Measured, probabilityAbove, sigmaAlongMm } from '../../calibration/estimate.ts'
import { otherSide, type PitchPoint, type Side } from '../../calibration/units.ts'
import { type Why, why } from '../../calibration/why.ts'
import type { Placed, PlacedByHand, RestartGiven, Said } from '../../vision/events/game-event.ts'
import type { MatchSetup } from '../rule.ts'
import { goalkeeperBack, reserveSetDown } from './9-reserve-keeper.ts'
import { declare } from './13-offside.ts'
import { saidReady, shooterSetDown, shootOutTime } from './17-shoot-out.ts'
import { ballOut, settle } from './ball-out.ts'
import { LIMITS } from './limits.ts'
import { changeOfRight } from './phrases.ts'
import { figuresOf, gap, gapSigma, goalAreaOf, inOffsidePosition, movedTo, ownEnd } from './places.ts'
import { positionsAsked } from './positions.ts'
import { besideObstacles } from './rest.ts'
import { award, type FistfState, note, offend, RESTARTS, type RestartKind, type Ruling, say, TAKEN, withSanction } from './state.ts'

export function said(s: FistfState, e: Said, setup: MatchSetup): FistfState {
  if (e.by === 'referee') return byReferee(s, e.words, e.tS, setup)
  if (s.offer && e.by === s.offer.offended) {
    if (e.words === 'play on') return playOn(s, setup)
    if (e.words === 'back' || e.words === 'free-flick' || e.words === 'penalty-flick') return withSanction(s)
  }
  switch (e.words) {
    case 'offside?':
      return { ...s, tick: 'asked' }
    case 'tick':
      return s.tick === 'allowed' ? { ...s, tick: 'announced' } : s
    case 'forcing possible?':
      return forcingCheck(s, e.by, e.figure, setup)
    case 'distance':
      return distance(s, e.by, setup)
    case 'ready':
      return s.shootOut ? saidReady(s, e.by) : ready(s, e.by, setup)
    default:
      return s
  }
}

function byReferee(s: FistfState, words: string, tS: number, setup: MatchSetup): FistfState {
  switch (words) {
    case 'positions?':
      return positionsAsked(s, setup)
    case 'yes':
      return s.tick === 'asked' ? { ...s, tick: 'allowed' } : s
    case 'play':
      if (s.shootOut) return { ...s, shootOut: { ...s.shootOut, authorised: true } }
      return s.restart ? { ...s, restart: { ...s.restart, stage: 'authorised' } } : { ...s, mustWait: null }
    case 'block-flick':
      return { ...s, asked: { what: 'block-flick', ruling: null, sinceS: tS } }
    case 'limited flick':
      return say(
        { ...s, limited: 'announced' },
        note('limited-flick', 'FISTF 5.4.1', why`the attacker hinders the goalkeeper: one flick, then a block-flick`, {
          side: s.possession && otherSide(s.possession),
        }),
      )
    case 'influenced play':
      return s.asked?.what === 'influence' && s.asked.ruling ? offend({ ...s, asked: null }, s.asked.ruling, { blockFlick: true }) : s
    case 'no influence': {
      const r = s.asked?.what === 'influence' ? s.asked.ruling : null
      return r
        ? offend(
            { ...s, asked: null },
            {
              ...r,
              code: 'incorrect-block-flick:back',
              restart: 'back',
              at: null,
              options: ['back', 'play on'],
              needs: 'referee: did it influence play near the ball?',
            },
            { blockFlick: true },
          )
        : s
    }
    case 'deliberate':
      return s.asked?.what === 'deliberate' && s.asked.ruling ? offend({ ...s, asked: null }, s.asked.ruling) : s
    default:
      return s
  }
}

const isRestart = (kind: string): kind is RestartKind => (RESTARTS as readonly string[]).includes(kind)

/** The referee has the last word: play goes on with this restart, whatever was called or not. */
export function restartGiven(s: FistfState, e: RestartGiven): FistfState {
  if (!isRestart(e.restart)) return s
  const ball = s.places.ball?.where.at ?? null
  const at = e.at ?? (e.restart === 'flick-off' ? { xMm: 0, yMm: 0 } : e.restart === 'free-flick' || e.restart === 'flick-in' ? ball : null)
  const ruling: Ruling = { code: e.restart, rule: TAKEN[e.restart], phrase: null, side: e.side, restart: e.restart, at, because: why`given by the referee` }
  return award(say({ ...s, shootOut: null, halfOver: null, asked: null }, ruling), e.restart, e.side)
}

/** 4.3.3: the offended side plays on: what happened meanwhile counts now (4.3.2 notes 1 to 3, 13.1.2.6). */
function playOn(s: FistfState, setup: MatchSetup): FistfState {
  const o = s.offer!
  const open: FistfState = {
    ...s,
    offer: null,
    possession: o.blockFlick ? o.offended : s.possession,
    blockFlick: o.blockFlick ? 'lapsed' : s.blockFlick,
    consecutive: o.blockFlick ? o.countBefore : s.consecutive,
    barred: o.blockFlick ? null : s.barred,
  }
  // offside that existed before the offence is declared after all (13.1.2.6)
  if (o.offsideExists && open.places[o.offsideExists]) return declare(open, [o.offsideExists], 'FISTF 13.1.2.6', setup)
  if (!o.out) return open
  const decided = ballOut({ ...open, rulings: [] }, o.out, setup).rulings[0]
  if (!decided) return open
  const offender = otherSide(o.offended)
  if (o.out.line.startsWith('touchline'))
    return given(open, {
      ...decided,
      rule: 'FISTF 4.3.2 note 1',
      side: o.offended,
      because: why`after an offence with "play on" the ball that went out is for the offended side`,
    })
  const intoOffendersGoal =
    (o.out.line.endsWith('+x') ? 1 : -1) === ownEnd(setup, offender) && Math.abs(o.out.place.at.yMm) + setup.ballRadiusMm <= setup.pitch.goal.widthMm / 2
  if (intoOffendersGoal)
    return given(open, {
      code: 'goal',
      rule: 'FISTF 4.3.2 note 3',
      side: o.offended,
      taker: offender,
      restart: 'flick-off',
      at: { xMm: 0, yMm: 0 },
      because: why`into the goal of the offender after "play on"`,
    })
  return given(open, { ...decided, rule: 'FISTF 4.3.2 note 1', side: o.offended })
}

const given = (s: FistfState, r: Ruling): FistfState => settle(say(s, r), r)

/** 2.1.1.3: measured on request, told to both: of the figure that was pointed at, else of the defender's that is farthest outside. */
function forcingCheck(s: FistfState, by: Side, figure: string | undefined, setup: MatchSetup): FistfState {
  const defenders = figuresOf(s, otherSide(by))
  const pointed = defenders.filter((f) => f.id === figure)
  const asked = pointed.length ? pointed : defenders
  const worst = asked.map((f) => ({ f, outside: outsideLines(f, setup) })).sort((p, q) => q.outside.value - p.outside.value)[0]
  if (!worst) return s
  const { f, outside } = worst
  const over = probabilityAbove(outside, LIMITS.forcingMm)
  return say(
    s,
    note(
      'verifying-forcing',
      'FISTF 2.1.1.3',
      outside.value > 0
        ? why`${f.id} is ${outside.value.toFixed(1)} mm outside the line; up to ${LIMITS.forcingMm} mm can be forced`
        : why`${f.id} is not outside the lines; up to ${LIMITS.forcingMm} mm outside can be forced`,
      {
        answer: outside.value <= LIMITS.forcingMm,
        figure: f.id,
        probability: Math.max(over, 1 - over),
        reasons: [{ what: why`${f.id} outside the line, of ${LIMITS.forcingMm} mm`, measured: outside, limit: 0 }],
      },
    ),
  )
}

/** How far the near edge of a base is outside the nearest outer edge of a touchline or goal line, mm; negative inside. */
function outsideLines(f: Placed, { pitch }: MatchSetup): Measured {
  const beyond = (v: number, half: number) => Math.abs(v) - f.radiusMm - half
  const [x, y] = [beyond(f.where.at.xMm, pitch.lengthMm / 2), beyond(f.where.at.yMm, pitch.widthMm / 2)]
  const sigma = x > y ? sigmaAlongMm(f.where, 1, 0) : sigmaAlongMm(f.where, 0, 1)
  return { value: Math.max(x, y), sigma, unit: 'mm' }
}

/** 2.6: the defender's figures that are too near, and where each goes. */
function distance(s: FistfState, by: Side, setup: MatchSetup): FistfState {
  const r = s.restart
  const ball = s.places.ball
  const need = r ? LIMITS.distanceMm[r.type] : undefined
  if (!r || !ball || need === undefined || r.side !== by || r.stage === 'no-flicks') return s
  const measured = (f: Placed): Measured => ({ value: gap(f, ball), sigma: gapSigma(f, ball), unit: 'mm' })
  const tooNear = (f: Placed) => 1 - probabilityAbove(measured(f), need)
  const near = figuresOf(s, otherSide(by)).filter((f) => tooNear(f) > PERHAPS)
  return say(
    s,
    ...near.map((f) => {
      const to = distancePlace(s, f, ball, need, by, setup)
      return note('distance', to.rule, why`${f.id} is ${gap(f, ball).toFixed(1)} mm from the ball, ${need} mm are asked`, {
        figure: f.id,
        at: to.at,
        minGapMm: need,
        probability: tooNear(f),
        reasons: [{ what: why`from ${f.id} to the ball, of ${need} mm`, measured: measured(f), limit: 0 }],
      })
    }),
  )
}
/** A figure that may be too near by this much of a chance is named, as too close to say. */
const PERHAPS = 0.05

/** 2.6.4 to 2.6.6, 2.3.1: straight away from the ball; else the nearest place that meets every condition (reading F-R25). */
function distancePlace(s: FistfState, f: Placed, ball: Placed, need: number, attacker: Side, setup: MatchSetup): { at: PitchPoint; rule: string } {
  const angle = Math.atan2(f.where.at.yMm - ball.where.at.yMm, f.where.at.xMm - ball.where.at.xMm)
  const reach = ball.radiusMm + f.radiusMm + need
  const at = (a: number, d = reach): PitchPoint => ({ xMm: ball.where.at.xMm + d * Math.cos(a), yMm: ball.where.at.yMm + d * Math.sin(a) })
  const attackers = figuresOf(s, attacker).map((a) => a.id)
  const was = new Map(attackers.map((id) => [id, inOffsidePosition(s, id, setup)]))
  const lawful = (p: PitchPoint) => {
    const moved = movedTo(f, p)
    if (goalAreaOf(setup, moved)) return false
    if (Math.abs(p.xMm) - f.radiusMm > setup.pitch.lengthMm / 2 + 1 || Math.abs(p.yMm) - f.radiusMm > setup.pitch.widthMm / 2 + 1) return false
    return attackers.every((id) => inOffsidePosition(s, id, setup, { ...s.places, [f.id]: moved }) === was.get(id))
  }
  const keeps = (p: PitchPoint) => attackers.every((id) => inOffsidePosition(s, id, setup, { ...s.places, [f.id]: movedTo(f, p) }) === was.get(id))
  const straight = at(angle)
  if (lawful(straight)) {
    const free = besideObstacles(f, straight, s.places, setup)
    return { at: free, rule: Math.hypot(free.xMm - straight.xMm, free.yMm - straight.yMm) > 0.01 ? 'FISTF 2.3.1' : 'FISTF 2.6.4' }
  }
  const rule = keeps(straight) ? 'FISTF 2.6.4' : [...was.values()].some((v) => v) ? 'FISTF 2.6.5' : 'FISTF 2.6.6'
  let best: PitchPoint | null = null
  let near = Number.POSITIVE_INFINITY
  for (let d = reach; d < reach + 160; d += 2)
    for (let a = 0; a < 2 * Math.PI; a += Math.PI / 180) {
      const p = at(angle + a, d + 0.05)
      const far = Math.hypot(p.xMm - f.where.at.xMm, p.yMm - f.where.at.yMm)
      if (far < near && lawful(p) && Object.values(s.places).every((o) => o.id === f.id || gap(movedTo(f, p), o) >= LIMITS.placingGapMm)) {
        near = far
        best = p
      }
    }
  return { at: best ?? straight, rule: rule === 'FISTF 2.6.5' || keeps(straight) ? (keeps(straight) ? 'FISTF 2.6.6' : 'FISTF 2.6.5') : rule }
}

/** 14.2.4: the taker's base completely off the playing area, the ball central on the touchline. */
function ready(s: FistfState, by: Side, setup: MatchSetup): FistfState {
  const r = s.restart
  const ball = s.places.ball
  if (r?.type !== 'flick-in' || r.side !== by || !ball) return s
  const middle = setup.pitch.widthMm / 2 - setup.pitch.lineWidthMm / 2
  const sign = Math.sign(ball.where.at.yMm) || 1
  const taker = r.taker ? s.places[r.taker] : undefined
  const wrong =
    Math.abs(Math.abs(ball.where.at.yMm) - middle) > LIMITS.centralMm ||
    (taker !== undefined && sign * taker.where.at.yMm - taker.radiusMm <= setup.pitch.widthMm / 2)
  if (!wrong) return s
  const at = { xMm: ball.where.at.xMm, yMm: sign * middle }
  return award(
    say(s, {
      code: 'foul-flick-in',
      rule: 'FISTF 14.2.4',
      side: otherSide(by),
      restart: 'flick-in',
      at,
      because: why`taker or ball is not where a flick-in is taken`,
    }),
    'flick-in',
    otherSide(by),
  )
}

/** Something was set down by hand: reserve keepers (9.1), balls on occupied spots (2.3.1), replays. */
export function setDown(s: FistfState, e: PlacedByHand, setup: MatchSetup): FistfState {
  const p = s.places[e.object]
  if (!p) return s
  if (e.object === 'ball') return ballSetDown({ ...s, ballMoving: false }, p, setup)
  if (e.by === 'referee') return s
  if (s.shootOut) return shooterSetDown(s, e.object)
  if (p.role === 'keeper' && p.side) return goalkeeperBack(s, p.side)
  if (s.restart) return placedInTurn(s, p, e.by, s.restart)
  return p.role === 'reserve-keeper' ? reserveSetDown(s, p, setup) : s
}

/** 4.2.2, 15.2.1.1: the attacker places first, all but the taker; once the defender places, the attacker's figures stay. */
function placedInTurn(s: FistfState, p: Placed, by: Side, r: NonNullable<FistfState['restart']>): FistfState {
  if ((r.type !== 'flick-off' && r.type !== 'goal-flick') || r.stage !== 'placing' || p.role === 'keeper') return s
  if (by !== r.side) return { ...s, restart: { ...r, defenderPlaces: true } }
  if (!r.defenderPlaces || p.id === r.taker) return s
  const foe = otherSide(r.side)
  return award(
    say(s, {
      code: 'illegal-manipulation:change-of-right',
      rule: r.type === 'flick-off' ? 'FISTF 4.2.2' : 'FISTF 15.2.1.1',
      phrase: changeOfRight('Illegal manipulation', r.type),
      side: foe,
      restart: r.type,
      at: r.type === 'flick-off' ? { xMm: 0, yMm: 0 } : null,
      figure: p.id,
      because: why`${p.id} was moved after the defender had begun to place`,
    }),
    r.type,
    foe,
  )
}

/** 2.3.1: figures under the place of the ball make room, 1 mm, towards their own goal. */
function ballSetDown(s: FistfState, ball: Placed, setup: MatchSetup): FistfState {
  const under = Object.values(s.places).filter((p) => (p.role === 'figure' || p.role === 'reserve-keeper') && p.side && gap(p, ball) < 0)
  if (s.restart?.type !== 'free-flick') return s
  return say(
    s,
    ...under.map((p) => ({
      ...note('placing', 'FISTF 2.3.1', why`${p.id} stands where the ball is placed`, {
        figure: p.id,
        at: { xMm: ball.where.at.xMm + ownEnd(setup, p.side!) * (ball.radiusMm + p.radiusMm + LIMITS.placingGapMm), yMm: ball.where.at.yMm },
      }),
      phrase: null,
    })),
  )
}

/** Time limits: a block-flick that is waited for (6.2.3), the flick-off after a goal (4.2.5). */
export function timePassed(s: FistfState, seconds: number): FistfState {
  if (s.shootOut) return shootOutTime(s, seconds)
  if (s.asked?.what === 'block-flick' && seconds > LIMITS.blockFlickS) return { ...s, asked: null, blockFlick: 'lapsed', mustWait: null }
  if (s.mustWait && s.blockFlick === 'available' && seconds > LIMITS.blockFlickS) return { ...s, blockFlick: 'lapsed', mustWait: null }
  const r = s.restart
  if (r?.stage !== 'placing') return s
  if (r.type === 'flick-off' && s.afterGoal && seconds > LIMITS.flickOffS)
    return tooSlow(s, r, 'FISTF 4.2.5.a', why`not lined up within ten seconds after the goal`)
  if (r.type === 'goal-flick' && !r.defenderPlaces && seconds > LIMITS.goalFlickS)
    return tooSlow(s, r, 'FISTF 15.2.1.5.a', why`the attacker has not placed his figures within ten seconds`)
  return s
}

function tooSlow(s: FistfState, r: NonNullable<FistfState['restart']>, rule: string, because: Why): FistfState {
  const foe = otherSide(r.side)
  const ruling: Ruling = {
    code: 'time-wasting',
    rule,
    phrase: changeOfRight('Time wasting', r.type),
    side: foe,
    restart: r.type,
    at: null,
    needs: 'referee: start of the count',
    because,
  }
  return { ...award(say(s, ruling), r.type, foe), afterGoal: s.afterGoal }
}
