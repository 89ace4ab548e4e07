/** Which measurement goes on with which track: global assignment in millimetres, gated by what is plausible at the game's speeds. */
import { linearSumAssignment } from 'linear-sum-assignment'
import type { PitchPoint, Side } from '../../calibration/units.ts'
import { COUNTS_FROM, type Measurement } from '../measurements.ts'
import type { TrackKind } from '../tracks.ts'
import type { Motion } from './motion.ts'

/** Fastest believable speeds, mm/s: a hard shot; a flicked figure. */
export const MAX_SPEED: Readonly<Record<TrackKind, number>> = { ball: 4500, base: 2500, keeper: 1500, fallen: 1500 }
/** How long a thing may have been unseen and still be looked for as far as it could have gone, s. */
const WIDE_GAP_S = 0.12
/** What the other side's colours cost, when they are sure; and how sure that is. */
const STRANGER_MM = 40
const SURE_SIDE = 0.7
/** What lies still is seen this near to where it lay, mm. */
export const STILL_MM = 5
/** And what hardly counts must lie this near where a track is expected, mm. */
const WEAK_MM = 12
/** What a millimetre short of the expected place costs, beside a millimetre off the way. */
const SHORT_OF_WAY = 0.2
/** Farther from where it is expected, all that may have come here are weighed against each other, mm. */
const TIGHT_MM = 30

/** What assignment must know of a track. */
export interface Followed {
  readonly kind: TrackKind
  readonly side: Side | null
  readonly sideVotes: Readonly<Record<Side, number>>
  readonly motion: Motion
  readonly lastSeenS: number
}

/** The edge of the cloth, mm from the centre spot: nothing that is followed is expected beyond it. */
export interface Bounds {
  readonly xMm: number
  readonly yMm: number
}

/**
 * Pairs of track and measurement at least total cost, mm; `wide` reaches as far as the fastest that a thing may have become (`fastest`, mm/s),
 * `staysPut` says what cannot have moved.
 */
export function assign<T extends Followed>(
  tracks: readonly T[],
  items: readonly Measurement[],
  tS: number,
  wide: boolean,
  staysPut: (t: T) => boolean,
  fastest: (t: T) => number,
  bounds: Bounds | null,
): [T, Measurement][] {
  if (!tracks.length || !items.length) return []
  const FAR = 1e6
  const cost = tracks.map((t) => {
    const p = expected(t, tS, bounds)
    const gap = tS - t.lastSeenS
    const stays = staysPut(t)
    const gate = stays
      ? STILL_MM
      : wide
        ? 12 + fastest(t) * Math.min(WIDE_GAP_S, gap)
        : Math.max(4, Math.min(4 * p.sigma + 2, 6 + MAX_SPEED[t.kind] * gap, TIGHT_MM))
    const last = t.motion.estimate(t.lastSeenS).at
    return items.map((i) => {
      const off = stays ? Math.hypot(i.where.at.xMm - last.xMm, i.where.at.yMm - last.yMm) : Math.hypot(i.where.at.xMm - p.x, i.where.at.yMm - p.y)
      if (off > gate) return FAR
      // what hardly counts may go on with a track where it is expected, and nowhere else; the ball, struck, is a blur
      if (t.kind !== 'ball' && i.score < COUNTS_FROM[t.kind] && (wide || off > (t.motion.atRest ? STILL_MM : WEAK_MM))) return FAR
      // colours that are sure tell figures of two sides apart; what lies where it lay may have a shadow over it
      const stranger = t.side !== null && i.side !== null && t.side !== i.side
      if (stranger && off > STILL_MM && i.sideConfidence > SURE_SIDE && share(t.sideVotes, t.side!) > SURE_SIDE) return FAR
      // what runs may have been stopped anywhere on its way: bodies do not pass through each other, so it is not the one that was pushed on
      const d = toSegment(i.where.at, last, { xMm: p.x, yMm: p.y }) + SHORT_OF_WAY * off
      return d + (stranger ? STRANGER_MM * Math.max(0, 2 * i.sideConfidence - 1) : 0)
    })
  })
  const { rowAssignments } = linearSumAssignment(cost, { maximaze: false })
  const out: [T, Measurement][] = []
  for (const [r, c] of Array.from(rowAssignments as ArrayLike<number>).entries())
    if (c >= 0 && c < items.length && r < tracks.length && cost[r]![c]! < FAR) out.push([tracks[r]!, items[c]!])
  return out
}

/** Share of the votes that a side has, 0..1; none without votes. */
const share = (votes: Readonly<Record<Side, number>>, side: Side): number => votes[side] / (votes.A + votes.B || 1)

function toSegment(q: PitchPoint, a: PitchPoint, b: PitchPoint): number {
  const dx = b.xMm - a.xMm
  const dy = b.yMm - a.yMm
  const k = Math.max(0, Math.min(1, ((q.xMm - a.xMm) * dx + (q.yMm - a.yMm) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(q.xMm - a.xMm - k * dx, q.yMm - a.yMm - k * dy)
}

/** Where a track should be, and how sure that is: on its way, but never beyond the fence. */
function expected(t: Followed, tS: number, bounds: Bounds | null): { x: number; y: number; sigma: number } {
  const p = t.motion.predict(tS)
  const within = (v: number, limit: number) => Math.max(-limit, Math.min(limit, v))
  return bounds ? { ...p, x: within(p.x, bounds.xMm), y: within(p.y, bounds.yMm) } : p
}
