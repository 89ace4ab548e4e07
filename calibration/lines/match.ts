/**
 * Which seen line is which printed line: hypotheses from two lines of each direction, each tested against everything seen.
 * Orientation follows design section 2 (x to the right of the picture, or up when the pitch stands upright); mirrored readings
 * are never formed, shifted ones lose because their other lines are not there.
 */
import { longSidePx } from '../picture.ts'
import { lineLengthMm, type Pitch, pointOnLine, type StraightLine } from '../pitch.ts'
import type { Chain } from './ridges.ts'
import { type Bend, type SeenLine, straighten } from './straight.ts'

/** Pitch (mm) to straightened pixels about the picture's centre, row by row. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number]

export interface Match {
  readonly h: Homography
  /** Share of the printed lines (those in the picture) that were seen, and of the seen ridge points that it explains. */
  readonly found: number
  readonly explained: number
  /** The best score of a reading that puts the pitch elsewhere, relative to this one's. */
  readonly rival: number
}

export interface MatchLimits {
  readonly widthPx: number
  readonly heightPx: number
  /** Camera height from the tape, mm, or null when not given. */
  readonly heightMm: number | null
}

const CELL_PX = 4
const SAMPLE_MM = 16

export function matchPitch(pitch: Pitch, lines: readonly SeenLine[], chains: readonly Chain[], bend: Bend, limits: MatchLimits): Match | null {
  const seen = new SeenMap(chains, bend, limits)
  const model = pitch.lines.flatMap((l) => {
    const n = Math.max(2, Math.round(lineLengthMm(l) / SAMPLE_MM))
    return Array.from({ length: n }, (_, i) => pointOnLine(l, ((i + 0.5) / n) * lineLengthMm(l)).at)
  })
  const coarse = model.filter((_, i) => i % 5 === 0)
  const straight = pitch.lines.filter((l): l is StraightLine => l.kind === 'straight')
  const modelX = unique(straight.filter((l) => l.a.xMm === l.b.xMm).map((l) => l.a.xMm))
  const modelY = unique(straight.filter((l) => l.a.yMm === l.b.yMm).map((l) => l.a.yMm))

  const best: { h: Homography; score: number }[] = []
  for (const [alongX, alongY] of families(lines)) {
    // pitch lines of constant x run along y: they are the seen lines of the family `alongY`
    const xs = strongest(alongY, 8).sort((p, q) => p.rho - q.rho)
    const ys = strongest(alongX, 7).sort((p, q) => p.rho - q.rho)
    const longPx = longSidePx(limits)
    const scaleMin = limits.heightMm ? (0.38 * longPx) / limits.heightMm : 0.35
    const scaleMax = limits.heightMm ? (1.2 * longPx) / limits.heightMm : 4
    for (const [x0, x1, m0, m1, sx] of pairings(xs, modelX, scaleMin, scaleMax))
      for (const [y0, y1, n0, n1, sy] of pairings(ys, modelY, scaleMin, scaleMax)) {
        if (sx / sy > 1.22 || sy / sx > 1.22) continue
        const h = fromFourLines(x0, x1, m0, m1, y0, y1, n0, n1)
        if (!h) continue
        const quick = seen.score(h, coarse)
        if (best.length > 40 && quick < best[best.length - 1]!.score) continue
        best.push({ h, score: quick })
        best.sort((a, b) => b.score - a.score)
        if (best.length > 80) best.pop()
      }
  }
  if (!best.length) return null
  const full = best
    .map((b) => ({ h: b.h, found: seen.score(b.h, model), explained: seen.explained(b.h, model) }))
    .map((b) => ({ ...b, total: b.found * b.explained }))
  full.sort((a, b) => b.total - a.total)
  const top = full[0]!
  const rival = full.find((b) => differs(top.h, b.h, pitch, limits))
  return { h: top.h, found: top.found, explained: top.explained, rival: rival ? rival.total / top.total : 0 }
}

/** The two directions of the seen lines, oriented: rho grows with +x for lines along y, with +y for lines along x. Both readings of which is long. */
function families(lines: readonly SeenLine[]): [SeenLine[], SeenLine[]][] {
  const bins = new Float64Array(90)
  const angleOf = (l: SeenLine) => ((((Math.atan2(l.ny, l.nx) * 180) / Math.PI) % 90) + 90) % 90
  for (const l of lines) for (let d = -4; d <= 4; d++) bins[(Math.round(angleOf(l)) + d + 90) % 90]! += l.seenPx * (5 - Math.abs(d))
  const main = bins.indexOf(Math.max(...bins))
  const dist = (a: number, b: number) => Math.abs(((a - b + 270) % 180) - 90)
  const direction = (deg: number) => lines.filter((l) => dist((Math.atan2(l.ny, l.nx) * 180) / Math.PI, deg) < 14)
  const oriented = (list: SeenLine[], ux: number, uy: number) =>
    list.map((l) => (l.nx * ux + l.ny * uy >= 0 ? l : { ...l, nx: -l.nx, ny: -l.ny, rho: -l.rho, from: -l.to, to: -l.from }))
  const out: [SeenLine[], SeenLine[]][] = []
  for (const deg of [main, main + 90]) {
    // x axis of the pitch along `deg` in the picture: to the right, or up when the pitch stands upright
    const a = (deg * Math.PI) / 180
    let ux = Math.cos(a)
    let uy = Math.sin(a)
    const upright = Math.abs(uy) > Math.abs(ux)
    if (upright ? uy > 0 : ux < 0) {
      ux = -ux
      uy = -uy
    }
    const vx = uy // the pitch's y axis: x turned a quarter anticlockwise as seen, that is (uy, -ux) with y down
    const vy = -ux
    const alongY = oriented(direction(deg), ux, uy) // normals along x: these lines have constant x
    const alongX = oriented(direction(deg + 90), vx, vy)
    out.push([alongX, alongY])
  }
  return out
}

const strongest = (lines: readonly SeenLine[], n: number) => [...lines].sort((a, b) => b.seenPx - a.seenPx).slice(0, n)
const unique = (v: number[]) => [...new Set(v.map((x) => Math.round(x * 1000) / 1000))].sort((a, b) => a - b)

/** Pairs of seen lines with pairs of printed ones, in the same order, at a believable scale (px per mm). */
function* pairings(
  seen: readonly SeenLine[],
  model: readonly number[],
  scaleMin: number,
  scaleMax: number,
): Generator<[SeenLine, SeenLine, number, number, number]> {
  for (let i = 0; i < seen.length; i++)
    for (let j = i + 1; j < seen.length; j++) {
      const gap = seen[j]!.rho - seen[i]!.rho
      if (gap < 60) continue
      for (let a = 0; a < model.length; a++)
        for (let b = a + 1; b < model.length; b++) {
          const scale = gap / (model[b]! - model[a]!)
          if (scale >= scaleMin && scale <= scaleMax) yield [seen[i]!, seen[j]!, model[a]!, model[b]!, scale]
        }
    }
}

function cross(a: SeenLine, b: SeenLine): [number, number] | null {
  const det = a.nx * b.ny - b.nx * a.ny
  return Math.abs(det) < 1e-6 ? null : [(a.rho * b.ny - b.rho * a.ny) / det, (a.nx * b.rho - b.nx * a.rho) / det]
}

function fromFourLines(x0: SeenLine, x1: SeenLine, m0: number, m1: number, y0: SeenLine, y1: SeenLine, n0: number, n1: number): Homography | null {
  const p = [cross(x0, y0), cross(x1, y0), cross(x1, y1), cross(x0, y1)]
  if (p.some((q) => q === null)) return null
  const [a, b, c, d] = p as [number, number][] as [[number, number], [number, number], [number, number], [number, number]]
  // unit square to quadrilateral (Heckbert 1989, section 2.2.3), after scaling the pitch rectangle to the unit square
  const sx = a[0] - b[0] + c[0] - d[0]
  const sy = a[1] - b[1] + c[1] - d[1]
  const dx1 = b[0] - c[0]
  const dx2 = d[0] - c[0]
  const dy1 = b[1] - c[1]
  const dy2 = d[1] - c[1]
  const det = dx1 * dy2 - dx2 * dy1
  if (Math.abs(det) < 1e-6) return null
  const g = (sx * dy2 - dx2 * sy) / det
  const h = (dx1 * sy - sx * dy1) / det
  const unit = [b[0] - a[0] + g * b[0], d[0] - a[0] + h * d[0], a[0], b[1] - a[1] + g * b[1], d[1] - a[1] + h * d[1], a[1], g, h, 1]
  const kx = 1 / (m1 - m0)
  const ky = 1 / (n1 - n0)
  const row = (i: number): [number, number, number] => [unit[i]! * kx, unit[i + 1]! * ky, unit[i + 2]! - unit[i]! * kx * m0 - unit[i + 1]! * ky * n0]
  const out = [...row(0), ...row(3), ...row(6)] as unknown as Homography
  // perspective as strong as at 25 degrees of tilt is not ours
  const persp = Math.hypot(out[6], out[7]) / Math.abs(out[8])
  return persp > 5e-4 ? null : out
}

export function mapPoint(h: Homography, x: number, y: number): [number, number] {
  const w = h[6] * x + h[7] * y + h[8]
  return [(h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w]
}

/**
 * Whether two readings put the part of the pitch that is in the picture at different places on the whole: what lies outside is only
 * extrapolated, and readings through other pairs of the same lines differ by some pixels; the nearest wrong reading is a goal area's depth off.
 */
function differs(a: Homography, b: Homography, pitch: Pitch, { widthPx, heightPx }: MatchLimits): boolean {
  const grid = [-0.5, -0.3, -0.1, 0.1, 0.3, 0.5]
  const off = grid.flatMap((i) =>
    grid.flatMap((j) => {
      const p = mapPoint(a, i * pitch.lengthMm, j * pitch.widthMm)
      if (Math.abs(p[0]) > widthPx / 2 || Math.abs(p[1]) > heightPx / 2) return []
      const q = mapPoint(b, i * pitch.lengthMm, j * pitch.widthMm)
      return [Math.hypot(p[0] - q[0], p[1] - q[1])]
    }),
  )
  return off.reduce((sum, d) => sum + d, 0) > DIFFERENT * widthPx * off.length
}
/** Readings that lie this share of the picture's width apart are different ones. */
const DIFFERENT = 0.01

/** Where ridge points were seen, as a coarse grid in straightened pixels. */
class SeenMap {
  private readonly w: number
  private readonly h: number
  private readonly hit: Uint8Array
  private readonly points: [number, number][] = []
  private readonly halfW: number
  private readonly halfH: number

  constructor(chains: readonly Chain[], bend: Bend, limits: MatchLimits) {
    const corner = straighten(bend, { xPx: 0, yPx: 0 })
    this.halfW = Math.max(limits.widthPx / 2, -corner[0]) + 20
    this.halfH = Math.max(limits.heightPx / 2, -corner[1]) + 20
    this.w = Math.ceil((2 * this.halfW) / CELL_PX)
    this.h = Math.ceil((2 * this.halfH) / CELL_PX)
    this.hit = new Uint8Array(this.w * this.h)
    for (const c of chains)
      for (const [n, p] of c.entries()) {
        const [x, y] = straighten(bend, p)
        if (n % 4 === 0) this.points.push([x, y])
        const i = Math.floor((x + this.halfW) / CELL_PX)
        const j = Math.floor((y + this.halfH) / CELL_PX)
        for (let b = -1; b <= 1; b++)
          for (let a = -1; a <= 1; a++) if (i + a >= 0 && j + b >= 0 && i + a < this.w && j + b < this.h) this.hit[(j + b) * this.w + i + a] = 1
      }
  }

  /** Share of model points inside the picture that fall on something seen; 0 when hardly any is inside. */
  score(h: Homography, model: readonly { xMm: number; yMm: number }[]): number {
    let inside = 0
    let hits = 0
    for (const m of model) {
      const [x, y] = mapPoint(h, m.xMm, m.yMm)
      const i = Math.floor((x + this.halfW) / CELL_PX)
      const j = Math.floor((y + this.halfH) / CELL_PX)
      if (i < 0 || j < 0 || i >= this.w || j >= this.h) continue
      inside++
      hits += this.hit[j * this.w + i]!
    }
    return inside < 0.4 * model.length ? 0 : hits / inside
  }

  /** Share of seen points near some model point. */
  explained(h: Homography, model: readonly { xMm: number; yMm: number }[]): number {
    const near = new Uint8Array(this.hit.length)
    const reach = 3
    for (const m of model) {
      const [x, y] = mapPoint(h, m.xMm, m.yMm)
      const i = Math.floor((x + this.halfW) / CELL_PX)
      const j = Math.floor((y + this.halfH) / CELL_PX)
      for (let b = -reach; b <= reach; b++)
        for (let a = -reach; a <= reach; a++) if (i + a >= 0 && j + b >= 0 && i + a < this.w && j + b < this.h) near[(j + b) * this.w + i + a] = 1
    }
    let n = 0
    for (const [x, y] of this.points) n += near[Math.floor((y + this.halfH) / CELL_PX) * this.w + Math.floor((x + this.halfW) / CELL_PX)] ?? 0
    return this.points.length ? n / this.points.length : 0
  }
}
