/** Heat maps to points: one decoder for the heat-map family of models. */
import { DETECTION_KINDS, type DetectionKind } from '../../detections.ts'

/** A peak, in cells of the network's input. */
export interface Peak {
  readonly kind: DetectionKind
  readonly i: number
  readonly j: number
  readonly score: number
  /** What else was nearly seen in the same place: scores of weaker kinds. */
  readonly others: Readonly<Partial<Record<DetectionKind, number>>>
}

export interface Decoded {
  readonly peaks: readonly Peak[]
  /** Hand region, one byte per output cell. */
  readonly hand: Uint8Array
}

/** Balls and bases are looked at in close-up, so faint ones are let through. */
const MIN_SCORE: Record<DetectionKind, number> = { ball: 0.12, base: 0.12, keeper: 0.3, fallen: 0.3 }
const HAND_SCORE = 0.5
/** Two things of these kinds cannot be nearer than this, in input cells: the weaker one is dropped. */
const MIN_APART = 3.4

/** `peaks` holds one map per kind with everything but local maxima zeroed; `offset` is the place within a cell. */
export function decodeHeatmap(peaks: Float32Array, hand: Float32Array, offset: Float32Array, width: number, height: number): Decoded {
  const n = width * height
  const found: (Peak & { others: Partial<Record<DetectionKind, number>> })[] = []
  for (const [c, kind] of DETECTION_KINDS.entries())
    for (let k = 0; k < n; k++) {
      const score = peaks[c * n + k]!
      if (score < MIN_SCORE[kind]) continue
      const x = (k % width) + clamp(offset[k]!)
      const y = Math.floor(k / width) + clamp(offset[n + k]!)
      found.push({ kind, i: 2 * x + 0.5, j: 2 * y + 0.5, score, others: {} })
    }
  found.sort((a, b) => b.score - a.score)
  const kept: typeof found = []
  for (const p of found) {
    const same = kept.find((q) => Math.hypot(q.i - p.i, q.j - p.j) < MIN_APART)
    if (!same) kept.push(p)
    else if (p.kind !== same.kind) same.others[p.kind] ??= p.score
  }
  return { peaks: kept, hand: Uint8Array.from(hand, (v) => (v > HAND_SCORE ? 1 : 0)) }
}

const clamp = (v: number) => Math.max(-1.5, Math.min(1.5, v))
