/**
 * Lateral chromatic aberration: a lens draws red and blue a little larger or smaller than green. White lines show it, since they have edges in
 * all three colours; coloured balls and bases are put right by it, because their edges are in one or two.
 */
import { Matrix, solve } from 'ml-matrix'
import { blueOf, greenOf, redOf } from './colour.ts'
import { longSidePx, lumaAt, type PicturePlanes } from './picture.ts'
import type { Solution } from './solve.ts'

/** How much larger each colour is drawn than the lines by which the camera was found (their luma), shares, about the principal point. */
export interface Lateral {
  readonly red: number
  readonly green: number
  readonly blue: number
}

const STEP_PX = 0.5
/** Across a line so far to both sides, px and half widths of the line: the ground begins before. */
const REACH_PX = 5
/** Crossings that are asked, at most: every so many'th. */
const MOST = 1200
/** Lines fainter than this in a colour, levels times px, tell nothing of it. */
const FAINT = 20
/** Offsets farther from the rest than so many of their spreads are something else than the line. */
const OUTLIER = 3
/** Less than this at the side of the picture is nothing, px. */
const LEAST_PX = 0.06

/** Null where it is too little to matter or too few lines tell. */
export function lateralColour(p: PicturePlanes, { camera, samples }: Pick<Solution, 'camera' | 'samples'>): Lateral | null {
  const { cx, cy } = camera.model
  const every = Math.max(1, Math.ceil(samples.length / MOST))
  const rows: { readonly along: number; readonly nx: number; readonly ny: number; readonly off: readonly [number, number, number] }[] = []
  for (let i = 0; i < samples.length; i += every) {
    const q = samples[i]!
    const off = offsets(p, q.xPx, q.yPx, q.nxPx, q.nyPx, REACH_PX + q.expectedPx / 2)
    if (off) rows.push({ along: (q.xPx - cx) * q.nxPx + (q.yPx - cy) * q.nyPx, nx: q.nxPx, ny: q.nyPx, off })
  }
  if (rows.length < MOST / 10) return null
  // where chroma is sampled between the pixels differs from source to source: a shift of the whole, which is no aberration
  const scaleOf = (colour: 0 | 1 | 2): number => {
    let kept = rows
    let fit = [0, 0, 0]
    for (let turn = 0; turn < 3; turn++) {
      const a = new Matrix(kept.map((r) => [r.along / 1000, r.nx, r.ny]))
      fit = solve(a, Matrix.columnVector(kept.map((r) => r.off[colour]))).to1DArray()
      const rest = rows.map((r) => Math.abs(r.off[colour] - (fit[0]! * r.along) / 1000 - fit[1]! * r.nx - fit[2]! * r.ny))
      const spread = 1.4826 * [...rest].sort((x, y) => x - y)[rest.length >> 1]!
      kept = rows.filter((_, k) => rest[k]! < OUTLIER * spread)
      if (kept.length < MOST / 20) return 0
    }
    return fit[0]! / 1000
  }
  const lateral = { red: scaleOf(0), green: scaleOf(1), blue: scaleOf(2) }
  const most = Math.max(Math.abs(lateral.red), Math.abs(lateral.green), Math.abs(lateral.blue))
  return (most * longSidePx(p)) / 2 < LEAST_PX ? null : lateral
}

/** Where red, green and blue have the middle of a line, from where luma has it, along its normal, px (centroids over the ground on both sides). */
function offsets(p: PicturePlanes, x: number, y: number, nx: number, ny: number, reachPx: number): [number, number, number] | null {
  const n = Math.ceil(reachPx / STEP_PX)
  const values: [number, number, number, number][] = []
  for (let k = -n; k <= n; k++) {
    const [u, v] = [x + k * STEP_PX * nx, y + k * STEP_PX * ny]
    const luma = lumaAt(p, u, v)
    const [cb, cr] = [chromaAt(p, 0, u, v) - 128, chromaAt(p, 1, u, v) - 128]
    if (Number.isNaN(luma + cb + cr)) return null
    values.push([redOf(luma, cr), greenOf(luma, cb, cr), blueOf(luma, cb), luma])
  }
  const middles = [0, 1, 2, 3].map((c) => {
    const at = (k: number) => values[k]![c]!
    const [first, last] = [(at(0) + at(1)) / 2, (at(2 * n) + at(2 * n - 1)) / 2]
    let [sum, moment] = [0, 0]
    for (let k = 0; k <= 2 * n; k++) {
      const v = at(k) - first - ((last - first) * k) / (2 * n)
      sum += v
      moment += v * (k - n)
    }
    return Math.abs(sum) * STEP_PX < FAINT ? Number.NaN : (moment / sum) * STEP_PX
  }) as [number, number, number, number]
  const out: [number, number, number] = [middles[0] - middles[3], middles[1] - middles[3], middles[2] - middles[3]]
  return out.some((v) => !(Math.abs(v) < reachPx / 3)) ? null : out
}

/** Chroma between its samples (bilinear), at a place of the full picture. */
function chromaAt(p: PicturePlanes, plane: 0 | 1, x: number, y: number): number {
  const [w, h] = [(p.widthPx + 1) >> 1, (p.heightPx + 1) >> 1]
  return lumaAt({ ...p, widthPx: w, heightPx: h, luma: p.chroma[plane] }, (x - 0.5) / 2, (y - 0.5) / 2)
}
