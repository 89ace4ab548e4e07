/** Shared facts of a ball that went out: which line, where, who played it, who touched it last. Rules 7, 14, 15 and 16 read them. */
import type { PitchPoint, Side } from '../../calibration/units.ts'
import type { GameEvent, LineCrossed } from '../../vision/events/game-event.ts'
import { betweenPosts, defends } from '../common/areas.ts'
import type { Finding, MatchSetup } from '../rule.ts'
import { PHRASES } from './limits.ts'
import type { FistfState, Touch } from './state.ts'

export interface BallOut {
  readonly event: LineCrossed
  readonly at: PitchPoint
  readonly sign: 1 | -1
  readonly line: 'touchline' | 'goal-line'
  /** Side that defends the goal line crossed (goal lines only). */
  readonly defender: Side
  readonly inGoal: boolean
  readonly played: FistfState['lastPlayed']
  readonly last: Touch | null
  /** Touches by still figures and goalkeepers since it was played. */
  readonly deflections: readonly Touch[]
}

/** The ball has just gone wholly out of play, or null. */
export function ballOut(before: FistfState, event: GameEvent, after: FistfState, setup: MatchSetup): BallOut | null {
  if (event.kind !== 'line-crossed' || !before.ballInPlay || after.ballInPlay) return null
  const sign = event.line.includes('+') ? 1 : -1
  const line = event.line.startsWith('touchline') ? 'touchline' : 'goal-line'
  const ball = { where: event.place, radiusMm: setup.ballRadiusMm }
  const defender = defends(setup, sign)
  // off the goalkeeper over his own goal line, the shot that he met decides (8.1.3, 16.1.1.1)
  const { lastPlayed } = before
  const played = line === 'goal-line' && lastPlayed?.keeper && lastPlayed.side === defender && lastPlayed.keptFrom ? lastPlayed.keptFrom : lastPlayed
  return {
    event,
    at: event.place.at,
    sign,
    line,
    defender,
    inGoal: line === 'goal-line' && betweenPosts(setup.pitch, ball).value >= 0,
    played,
    last: before.lastTouch,
    deflections: before.deflections,
  }
}

/** A finding about a ball that went out; the margin is how far the whole ball went beyond the line. */
export function outFinding(
  out: BallOut,
  f: Pick<Finding, 'rule' | 'code' | 'gains' | 'restart' | 'because'> & { readonly against?: Side | null; readonly probability?: number },
): Finding {
  return {
    phrase: PHRASES[f.code] ?? null,
    against: f.against ?? null,
    reasons: [{ what: `whole ball beyond ${out.event.line}`, measured: out.event.margin, limit: 0 }],
    evidence: [...(out.played ? [out.played.event] : []), ...(out.last ? [out.last.event] : []), out.event.id],
    ...f,
    probability: out.event.probability * (f.probability ?? 1),
  }
}

/** Level with the ball on the outer edge, where a flick-in is taken (14.2.1, reading F-R12). */
export function flickInSpot(out: BallOut, setup: MatchSetup): PitchPoint {
  const half = setup.pitch.lengthMm / 2
  return { xMm: Math.max(-half, Math.min(half, out.at.xMm)), yMm: (out.sign * setup.pitch.widthMm) / 2 }
}

/** The corner on the side where the ball crossed (16.1.1.1). */
export function cornerSpot(out: BallOut, setup: MatchSetup): PitchPoint {
  return { xMm: (out.sign * setup.pitch.lengthMm) / 2, yMm: ((Math.sign(out.at.yMm) || 1) * setup.pitch.widthMm) / 2 }
}
