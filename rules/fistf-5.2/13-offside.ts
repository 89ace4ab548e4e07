/** FISTF 13: offside. Positions are frozen at each touch by an attacker's figure; declared when the ball passes the last base or touches the figure. */
import { type Measured, probabilityAbove, sigmaAlongMm } from '../../calibration/estimate.ts'
import { otherSide, type PitchPoint, type Side } from '../../calibration/units.ts'
import { why } from '../../calibration/why.ts'
import type { Placed } from '../../vision/events/game-event.ts'
import { attackSign, insideShootingArea } from '../common/areas.ts'
import type { MatchSetup, OffsideNow, Reason } from '../rule.ts'
import { certainly, depth, figuresOf, lastBase, offencePlace, offsideMargin, penaltyAreaOf } from './places.ts'
import { award, type FistfState, type Flick, type OffsideFrame, type Ruling, say } from './state.ts'

/** From this probability on a figure may have been offside, and is kept. */
const POSSIBLE = 0.05
/** A running ball is past the last base when no doubt is left: the next frame tells. */
const SURE = 0.95

/** 13.1.2.3: the position is judged at the last touch by another attacker's figure. Restarts of 13.1.2.4.a freeze nothing. */
export function freeze(s: FistfState, player: string, ball: Placed, setup: MatchSetup): OffsideFrame | null {
  const side = s.possession
  if (!side) return null
  const places = { ...s.places, ball }
  const margins = Object.fromEntries(
    figuresOf(s, side)
      .filter((f) => f.id !== player)
      .map((f) => [f.id, offsideMargin(s, f.id, setup, places)] as const)
      .filter(([, m]) => probabilityAbove(m, 0) >= POSSIBLE),
  )
  const all = Object.keys(margins)
  const figures = all.filter((id) => !s.passive.includes(id))
  const defenders = Object.fromEntries(figuresOf(s, otherSide(side)).map((d) => [d.id, d]))
  const past =
    certainly(insideShootingArea(setup.pitch, attackSign(setup, side), ball)) && certainly(beyondLast(s, side, ball, Object.values(defenders), setup))
  return {
    side,
    player,
    figures,
    all,
    margins,
    past,
    ballAt: ball.where.at,
    playerAt: s.places[player]?.where.at ?? null,
    defenders,
    pushed: [],
    afterBlockFlick: false,
  }
}

/** Attackers farther than this from an offside position are not worth a word, mm. */
const NEAR_MM = 250

/** 13.1.1 as everything stands now. */
export function offsideNow(s: FistfState, setup: MatchSetup): OffsideNow | null {
  const side = s.possession
  if (!side || !s.places.ball) return null
  const last = lastBase(
    s,
    side,
    setup,
    figuresOf(s, otherSide(side)).filter((d) => d.role === 'figure' && !d.lying && !s.unplaced.includes(d.id)),
  )
  if (!Number.isFinite(last.value)) return null
  const figures = figuresOf(s, side)
    .map((f) => ({ id: f.id, margin: offsideMargin(s, f.id, setup) }))
    .filter((f) => f.margin.value > -NEAR_MM)
  return { side, lineXMm: attackSign(setup, side) * last.value, figures }
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
  const passed = beyondLast(s, o.side, ball, now, setup)
  if (!certainly(passed, atRest ? 0.5 : SURE)) return s
  if (o.past) {
    // already past: only a play towards the goal line or parallel counts; without movement the line of centres tells (reading F-R7)
    const dx = sign * (ball.where.at.xMm - o.ballAt.xMm)
    const dy = Math.abs(ball.where.at.yMm - o.ballAt.yMm)
    const still = Math.hypot(dx, dy) < 1
    if (still && !atRest) return s
    const forward = still && o.playerAt ? sign * (o.ballAt.xMm - o.playerAt.xMm) : dx
    if (forward < -0.5) return s
  }
  return declare(s, o.figures, o.past ? 'FISTF 13.1.2.2' : 'FISTF 13.1.2.1.a', setup, [{ what: why`ball past the last base`, measured: passed, limit: 0 }])
}

/** How far the ball's edge is past the last base. */
function beyondLast(s: FistfState, attacker: Side, ball: Placed, defenders: readonly Placed[], setup: MatchSetup): Measured {
  const last = lastBase(s, attacker, setup, defenders)
  return { value: depth(setup, attacker, ball) - last.value, sigma: Math.hypot(sigmaAlongMm(ball.where, 1, 0), last.sigma), unit: 'mm' }
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
  const sure = (id: string) => (s.offside?.margins[id] ? probabilityAbove(s.offside.margins[id], 0) : 1)
  const probability = Math.max(...figures.map(sure))
  // of several the deepest (13.1.2.3 note 1); beyond the line counts as on it (note 2)
  const deepest = figures
    .filter((id) => sure(id) >= Math.min(0.5, probability))
    .sort((a, b) => depth(setup, side, s.places[b]!) - depth(setup, side, s.places[a]!))[0]!
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
    reasons: [
      ...(s.offside?.margins[deepest] ? [{ what: why`base ${deepest} in an offside position`, measured: s.offside.margins[deepest], limit: 0 }] : []),
      ...reasons,
    ],
    probability,
    because: why`${deepest} stood in an offside position when the ball was last played`,
  }
  // more likely onside: the referee is told, and play goes on
  if (probability <= 0.5) return { ...say(s, ruling), offside: null }
  return award(say(s, ruling), 'free-flick', otherSide(side))
}
