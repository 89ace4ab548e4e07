/** FISTF 17: shoot-outs. Five spots just inside the shooting line; one flick, and what its figure still touches before the ball stops. */
import { otherSide, type PitchPoint, type Side } from '../../calibration/units.ts'
import { type Why, why } from '../../calibration/why.ts'
import type { LineCrossed } from '../../vision/events/game-event.ts'
import { defends } from '../common/areas.ts'
import type { MatchSetup } from '../rule.ts'
import { overGoalAreaLine } from './8-goalkeeper.ts'
import { LIMITS } from './limits.ts'
import { ownEnd } from './places.ts'
import { change, type FistfState, type Ruling, type ShootOut, say } from './state.ts'

/** 17.1.3: by the touchlines, on the penalty area's side lines, in the middle, and mirrored; the ball 1 mm clear of the lines. */
export function shootOutSpots(goal: Side, setup: MatchSetup): PitchPoint[] {
  const { pitch, ballRadiusMm: r } = setup
  const xMm = ownEnd(setup, goal) * ((pitch.shootingLineXMm ?? pitch.lengthMm / 4) + pitch.lineWidthMm / 2 + r + LIMITS.placingGapMm)
  const wing = pitch.widthMm / 2 - pitch.lineWidthMm - r - LIMITS.placingGapMm
  const side = pitch.penaltyArea.widthMm / 2
  return [wing, side, 0, -side, -wing].map((yMm) => ({ xMm, yMm }))
}

const open = (goal: Side): ShootOut => ({ goal, shooter: null, touched: false, replays: 0, ready: [], authorised: false })
export const START_OF_ATTEMPT = open

/** 17.1: the match is over, and this side's goal is shot at. */
export const attempt = (s: FistfState, goal: Side): FistfState => ({
  ...change(s, otherSide(goal)),
  shootOut: open(goal),
  ballInPlay: false,
  ballMoving: false,
  restart: null,
  offer: null,
  asked: null,
  halfOver: null,
})

const over = (s: FistfState): FistfState => ({ ...s, ballInPlay: false, shootOut: s.shootOut && open(s.shootOut.goal) })

function scored(s: FistfState, rule: string, because: Why): FistfState {
  const side = otherSide(s.shootOut!.goal)
  const ruling: Ruling = { code: 'shoot-out-goal', rule, side, restart: null, at: null, because }
  return say(over({ ...s, score: { ...s.score, [side]: s.score[side] + 1 } }), ruling)
}

const unsuccessful = (s: FistfState, rule: string, because: Why, words: Pick<Ruling, 'phrase'> = {}): FistfState =>
  say(over(s), { code: 'shoot-out-unsuccessful', rule, side: s.shootOut!.goal, restart: null, at: null, because, ...words })

/** 17.2.2: after "ready" the shooter's figure may not be moved by hand any more. */
export function shooterSetDown(s: FistfState, figure: string): FistfState {
  const o = s.shootOut!
  const shooting = otherSide(o.goal)
  return s.places[figure]?.side === shooting && o.ready.includes(shooting) ? unsuccessful(s, 'FISTF 17.2.2', why`${figure} was moved after "ready"`) : s
}

export const saidReady = (s: FistfState, by: Side): FistfState => ({ ...s, shootOut: { ...s.shootOut!, ready: [...new Set([...s.shootOut!.ready, by])] } })

/** The one flick of the attempt (17.2.6). */
export function shot(s: FistfState, figure: string): FistfState {
  const o = s.shootOut!
  if (s.places[figure]?.side !== otherSide(o.goal)) return s
  if (o.shooter !== null) return unsuccessful(s, 'FISTF 17.2.6', why`${figure} was flicked a second time`)
  return { ...s, ballInPlay: true, shootOut: { ...o, shooter: figure, authorised: true } }
}

/** The shooter has missed (17.2.4.1): once more, then the attempt is over. */
export function shooterMissed(s: FistfState): FistfState {
  const o = s.shootOut!
  if (o.touched) return s
  const replay: Ruling = {
    code: 'illegal-flicking:replay',
    rule: 'FISTF 17.2.4.1.a',
    side: otherSide(o.goal),
    restart: 'replay',
    at: null,
    because: why`the ball was not clearly touched`,
  }
  if (o.replays === 0) return say({ ...s, shootOut: { ...open(o.goal), replays: 1 } }, replay)
  return unsuccessful(s, 'FISTF 17.2.4.1.b', why`the ball was missed a second time`)
}

/** 17.2.2, 17.2.3, 17.2.5: ten seconds for each. */
export function shootOutTime(s: FistfState, seconds: number): FistfState {
  const o = s.shootOut!
  const shooting = otherSide(o.goal)
  if (seconds <= LIMITS.shootOutS || o.shooter !== null) return s
  if (!o.ready.includes(shooting) && !o.authorised) return unsuccessful(s, 'FISTF 17.2.2', why`not ready within ten seconds`)
  if (!o.ready.includes(o.goal) && !o.authorised) return scored(s, 'FISTF 17.2.3', why`the goalkeeper was not ready within ten seconds`)
  return unsuccessful(s, 'FISTF 17.2.5', why`no shot within ten seconds`)
}

/** 17.2.6: further touches of the shooter before the ball stops count. */
export function shootOutGoal(s: FistfState, e: LineCrossed, setup: MatchSetup): FistfState {
  const sign = e.line.endsWith('+x') ? 1 : -1
  const goal = s.shootOut!.goal
  if (!e.line.startsWith('goal-line') || defends(setup, sign) !== goal || Math.abs(e.place.at.yMm) + setup.ballRadiusMm > setup.pitch.goal.widthMm / 2)
    // a fair shot that misses: the book has no words for it
    return unsuccessful(s, 'FISTF 17.2.6', why`the ball went out beside the goal`, { phrase: null })
  const keeper = overGoalAreaLine(s.places[`keeper:${goal}`], ownEnd(setup, goal), setup)
  return scored(s, keeper ? 'FISTF 17.2.3' : 'FISTF 17.2.6', why`over the goal line before the ball stopped`)
}
