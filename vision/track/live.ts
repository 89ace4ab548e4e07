/** One thing that is followed: what is known of it, whether it counts, whose it is. */
import type { PitchPoint, Side } from '../../calibration/units.ts'
import { handNear } from '../detections.ts'
import { COUNTS_FROM, type Measurement, type Measurements } from '../measurements.ts'
import type { Track, TrackKind } from '../tracks.ts'
import type { Motion } from './motion.ts'
import type { Strangeness } from './strangeness.ts'

/** A new ball must be seen this often in a row before it counts: a single-frame ghost never makes a call (OP-11). */
const BALL_CONFIRM = 3
const BASE_CONFIRM = 2
/** A track whose mean score has fallen below this share of what counts is no longer shown. */
const FADED = 0.7
/** A ball that was not seen for so long may be another one that is, s. */
export const LOST_BALL_S = 0.4
/** Seen to move so far, mm, a ball has rolled. */
const ROLLED_MM = 60
/** So many looks say whose a figure is; so many of them still count once it was covered. */
const VOTES = 40
const AFTER_COVER = 3
/** What is not seen is carried on along its way for so long and then stays: nobody knows where it stopped, and nothing runs off the table. */
const RUN_ON_S = 0.3

export interface Live {
  readonly id: string
  readonly kind: TrackKind
  side: Side | null
  sideVotes: Record<Side, number>
  readonly strangeness: Strangeness
  readonly began: PitchPoint
  motion: Motion
  /** From where it leapt out of rest, when, and how it lay there before. */
  leapt: { readonly from: PitchPoint; readonly tS: number; readonly motion: Motion } | null
  radiusMm: number
  score: number
  seen: 'now' | 'coasting'
  lastSeenS: number
  /** When something last covered its place, and when its colours were last looked at, s. */
  hiddenS: number
  votedS: number
  hits: number
  /** How often it was really looked at (what stands there from the start begins with credit in `hits`). */
  looks: number
  /** How far it has been seen to move, mm. */
  travelledMm: number
  /** Looks clear of any hand that it still needs before it counts. */
  doubt: number
}

/** Whose a figure is, by what its last looks say; what was covered may have been exchanged. */
export function vote(t: Live, side: Side, confidence: number): void {
  const sum = t.sideVotes.A + t.sideVotes.B
  const keep = Math.min(1, (t.hiddenS > t.votedS ? AFTER_COVER : VOTES) / (sum || 1))
  t.sideVotes = { A: t.sideVotes.A * keep, B: t.sideVotes.B * keep }
  t.sideVotes[side] += confidence
  t.votedS = t.lastSeenS
  if (t.side === null || t.sideVotes[side] > t.sideVotes[t.side]) t.side = side
}

/** Seen often enough, and clear of any hand, to count. */
export const established = (t: Live): boolean =>
  t.doubt === 0 && t.hits >= (t.kind === 'ball' ? BALL_CONFIRM : BASE_CONFIRM) && t.score >= FADED * COUNTS_FROM[t.kind]

/** How much speaks for a track being the ball: what the detector says of it on the whole, and that it has been seen to roll. */
export const credit = (t: Live): number => t.score + (t.travelledMm > ROLLED_MM ? 0.5 : 0)

export function asTrack(t: Live, tS: number, reserveOf: Side | undefined): Track {
  const [vx, vy] = t.motion.velocity
  return {
    id: t.id,
    kind: t.kind,
    side: reserveOf ?? t.side,
    where: t.motion.estimate(Math.min(tS, t.lastSeenS + RUN_ON_S)),
    atS: t.motion.holdsAt(tS),
    vxMmS: vx,
    vyMmS: vy,
    radiusMm: t.radiusMm,
    score: t.score,
    seen: t.seen,
    lastSeenS: t.lastSeenS,
    atRest: t.motion.atRest,
    reserve: reserveOf !== undefined,
  }
}

export function distance(t: Live, i: Measurement, tS: number): number {
  const p = t.motion.predict(tS)
  return Math.hypot(i.where.at.xMm - p.x, i.where.at.yMm - p.y)
}

/** Whether a hand or arm covers the place (or its neighbourhood) where a track was last. */
export function hidden(t: Live, m: Measurements): boolean {
  const { at } = t.motion.estimate(t.lastSeenS)
  return handNear(m.hands, at.xMm, at.yMm, t.radiusMm + 6)
}
