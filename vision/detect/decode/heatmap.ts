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

/**
 * Peaks of several looks at the same view (turned and mirrored, brought back to one frame) as one: what a look does not see counts as nothing in
 * it. The mean of the looks is steadier than any of them: a faint base is not lost because a pixel fell otherwise.
 */
export function together(looks: readonly (readonly Peak[])[]): Peak[] {
  interface Cluster {
    readonly seen: { readonly look: number; readonly peak: Peak }[]
  }
  const clusters: Cluster[] = []
  const all = looks.flatMap((peaks, look) => peaks.map((peak) => ({ look, peak }))).sort((a, b) => b.peak.score - a.peak.score)
  for (const one of all) {
    const near = clusters.find(
      (c) => c.seen.every((s) => s.look !== one.look) && Math.hypot(c.seen[0]!.peak.i - one.peak.i, c.seen[0]!.peak.j - one.peak.j) < MIN_APART,
    )
    if (near) near.seen.push(one)
    else clusters.push({ seen: [one] })
  }
  const found = clusters.flatMap(({ seen }): Peak[] => {
    const sums: Partial<Record<DetectionKind, number>> = {}
    for (const { peak } of seen)
      for (const [kind, score] of [[peak.kind, peak.score], ...Object.entries(peak.others)] as [DetectionKind, number][])
        sums[kind] = (sums[kind] ?? 0) + score / looks.length
    const [[kind, score], ...others] = (Object.entries(sums) as [DetectionKind, number][]).sort((a, b) => b[1] - a[1]) as [[DetectionKind, number]]
    if (score < MIN_SCORE[kind]) return []
    const total = seen.reduce((s, { peak }) => s + peak.score, 0)
    const mean = (f: (p: Peak) => number) => seen.reduce((s, { peak }) => s + f(peak) * peak.score, 0) / total
    return [{ kind, score, i: mean((p) => p.i), j: mean((p) => p.j), others: Object.fromEntries(others) }]
  })
  return apart(found.sort((a, b) => b.score - a.score))
}

/** Where two are nearer to each other than bodies can be, the weaker one goes. */
function apart(strongestFirst: readonly Peak[]): Peak[] {
  const kept: Peak[] = []
  for (const p of strongestFirst) if (kept.every((q) => Math.hypot(q.i - p.i, q.j - p.j) >= MIN_APART)) kept.push(p)
  return kept
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
