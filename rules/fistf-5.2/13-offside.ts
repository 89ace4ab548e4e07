/** FISTF 13: offside. Positions are frozen at each touch by an attacker's figure; declared when the ball passes the last base or touches the figure. */
import { otherSide, type PitchPoint } from '../../calibration/units.ts'
import type { Placed } from '../../vision/events/game-event.ts'
import { attackSign, insideShootingArea } from '../common/areas.ts'
import type { MatchSetup, Reason } from '../rule.ts'
import { certainly, depth, figuresOf, inOffsidePosition, lastBaseDepth, offencePlace, penaltyAreaOf } from './places.ts'
import { award, type FistfState, type Flick, type OffsideFrame, type Ruling, say } from './state.ts'

/** 13.1.2.3: the position is judged at the last touch by another attacker's figure. Restarts of 13.1.2.4.a freeze nothing. */
export function freeze(s: FistfState, player: string, ball: Placed, setup: MatchSetup): OffsideFrame | null {
  const side = s.possession
  if (!side) return null
  const places = { ...s.places, ball }
  const all = figuresOf(s, side)
    .filter((f) => f.id !== player && inOffsidePosition(s, f.id, setup, places))
    .map((f) => f.id)
  const figures = all.filter((id) => !s.passive.includes(id))
  const defenders = Object.fromEntries(figuresOf(s, otherSide(side)).map((d) => [d.id, d]))
  const last = lastBaseDepth(s, side, setup, Object.values(defenders))
  const past = certainly(insideShootingArea(setup.pitch, attackSign(setup, side), ball)) && depth(setup, side, ball) > last
  return {
    side,
    player,
    figures,
    all,
    past,
    ballAt: ball.where.at,
    playerAt: s.places[player]?.where.at ?? null,
    defenders,
    pushed: [],
    afterBlockFlick: false,
  }
}

/** 13.1.2.1.a and 13.1.2.2, when the ball has run to where it is now, or lies still after the touch. */
export function declaredByBall(s: FistfState, setup: MatchSetup, atRest: boolean): FistfState {
  const o = s.offside
  const ball = s.places.ball
  if (!o?.figures.length || o.side !== s.possession || !ball) return s
  const sign = attackSign(setup, o.side)
  if (!certainly(insideShootingArea(setup.pitch, sign, ball))) return s
  // a defender pushed by the attack since the touch counts where he was (13.1.2.1 note); others where they are (reading F-R6)
  const now = figuresOf(s, otherSide(o.side)).map((d) => (o.pushed.includes(d.id) ? (o.defenders[d.id] ?? d) : d))
  const last = lastBaseDepth(s, o.side, setup, now)
  if (!(depth(setup, o.side, ball) > last)) return s
  if (o.past) {
    // already past: only a play towards the goal line or parallel counts; without movement the line of centres tells (reading F-R7)
    const dx = sign * (ball.where.at.xMm - o.ballAt.xMm)
    const dy = Math.abs(ball.where.at.yMm - o.ballAt.yMm)
    const still = Math.hypot(dx, dy) < 1
    if (still && !atRest) return s
    const forward = still && o.playerAt ? sign * (o.ballAt.xMm - o.playerAt.xMm) : dx
    if (forward < -0.5) return s
  }
  const reach = sign * ball.where.at.xMm + ball.radiusMm - last
  return declare(s, o.figures, o.past ? 'FISTF 13.1.2.2' : 'FISTF 13.1.2.1.a', setup, [
    {
      what: 'ball past the last base',
      measured: { value: reach, sigma: Math.sqrt(ball.where.covMm2[0]) + ball.where.systematicSigmaMm, unit: 'mm' },
      limit: 0,
    },
  ])
}

/** 13.1.2.1.b: the figure in an offside position is touched by the ball. */
export function declaredByTouch(s: FistfState, figure: string, setup: MatchSetup): FistfState {
  return s.offside?.figures.includes(figure) && s.offside.side === s.possession ? declare(s, [figure], 'FISTF 13.1.2.1.b', setup) : s
}

/** 13.2.1: a passive figure plays the ball while it still moves; punished where it was flicked. */
export function declaredPassive(s: FistfState, flick: Flick, setup: MatchSetup): FistfState {
  return declare(s, [flick.figure], 'FISTF 13.2.1', setup, [], flick.from?.where.at)
}

export function declare(
  s: FistfState,
  figures: readonly string[],
  rule: string,
  setup: MatchSetup,
  reasons: readonly Reason[] = [],
  from?: PitchPoint,
): FistfState {
  const side = s.possession!
  // of several the deepest (13.1.2.3 note 1); beyond the line counts as on it (note 2)
  const deepest = [...figures].sort((a, b) => depth(setup, side, s.places[b]!) - depth(setup, side, s.places[a]!))[0]!
  const at = from ?? s.places[deepest]!.where.at
  const place = offencePlace(setup, at)
  const inArea = penaltyAreaOf(setup, at) !== null
  const outside = Math.hypot(place.xMm - at.xMm, place.yMm - at.yMm) > 0.01
  const cited =
    figures.length > 1
      ? 'FISTF 13.1.2.3 note 1'
      : inArea
        ? 'FISTF 11.1.3'
        : outside
          ? 'FISTF 13.1.2.3'
          : s.offside?.afterBlockFlick && rule.endsWith('.a')
            ? 'FISTF 13.1.2.3'
            : rule
  const ruling: Ruling = {
    code: 'offside',
    rule: cited,
    side: otherSide(side),
    restart: 'free-flick',
    at: place,
    figure: deepest,
    reasons,
    because: `${deepest} stood in an offside position when the ball was last played`,
  }
  return award(say(s, ruling), 'free-flick', otherSide(side))
}
