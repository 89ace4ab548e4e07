/** The printed lines as they are laid: how far the middle and both edges of each run from the ideal along its length, smoothed, with sigma. */
import type { LineWidth } from './line-width.ts'
import { lineLengthMm, type PrintedLine, type StraightLine } from './pitch.ts'
import { medianAbs, type Solution } from './solve.ts'
import type { PitchPoint } from './units.ts'

/** Offsets in mm along the line's normal (outward for boundary lines), every `stepMm` from its start, each with its sigma. */
export interface LaidLine {
  readonly name: string
  readonly residualMm: number
  readonly sigmaMm: number
  readonly foundShare: number
  readonly stepMm: number
  readonly offsetsMm: readonly number[]
  readonly offsetSigmasMm: readonly number[]
  /** Both edges at the same places, from where the pitch file has them: the outer one lies outward of the inner one. */
  readonly edges: { readonly outerMm: readonly number[]; readonly innerMm: readonly number[]; readonly sigmasMm: readonly number[] }
}

const STEP_MM = 40
/** Neighbouring crossings share their errors (fibres, compression, what the lens model leaves): of so many one is independent. */
const SHARED = 40
/** Where the picture does not tell how wide the lines are, what is entered is off by this, mm, one standard deviation. */
const WIDTH_ENTERED_MM = 0.3
/** What lies under a hand or a crease is bridged; a line may bend this much unseen, mm per mm of the gap. */
const BEND_UNSEEN = 0.004

interface Offset {
  readonly along: number
  readonly off: number
}

/** `widthMm` as entered; `measured` as the lines' profile has it, null where that does not tell. */
export function laidLines(s: Solution, widthMm: number, measured: LineWidth | null): LaidLine[] {
  const widths = s.samples.map((q) => q.widthPx - q.expectedPx).sort((a, b) => a - b)
  // half-height widths are too wide by what blur and tone curve make of them: alike for all lines, so only their differences count
  const tooWidePx = widths[widths.length >> 1] ?? 0
  const wider = (measured?.widthMm ?? widthMm) - widthMm
  const widthSigma = measured?.sigmaMm ?? WIDTH_ENTERED_MM
  const groups = new Map<string, (typeof s.samples)[number][]>()
  for (const q of s.samples) {
    const g = groups.get(q.line.name)
    if (g) g.push(q)
    else groups.set(q.line.name, [q])
  }
  const out: LaidLine[] = []
  for (const [name, list] of groups) {
    const line = list[0]!.line
    const length = lineLengthMm(line)
    const offs = list.map((q) => {
      const seen = s.camera.toPitch({ xPx: q.xPx, yPx: q.yPx }, 0)
      return { along: along(line, q.at), off: outwardOf(line, q.at, seen.xMm - q.at.xMm, seen.yMm - q.at.yMm) }
    })
    const median = [...offs].sort((a, b) => a.off - b.off)[offs.length >> 1]!.off
    const asked = s.foundByLine.get(name)!
    const n = Math.max(1, Math.round(length / STEP_MM))
    const knots = smoothed(offs, n, length / n)
    const own = list.map((q) => ({ along: along(line, q.at), off: ((q.widthPx - q.expectedPx - tooWidePx) * widthMm) / q.expectedPx }))
    const half = smoothed(own, n, length / n).map((k) => ({ off: (k.off + wider) / 2, sigma: Math.hypot(k.sigma, widthSigma) / 2 }))
    const round = (v: number) => Math.round(v * 1000) / 1000
    out.push({
      name,
      residualMm: median,
      sigmaMm: 1.4826 * medianAbs(offs.map((o) => o.off - median)),
      foundShare: asked.found / Math.max(1, asked.asked),
      stepMm: length / n,
      offsetsMm: knots.map((k) => round(k.off)),
      offsetSigmasMm: knots.map((k) => round(k.sigma)),
      edges: {
        outerMm: knots.map((k, i) => round(k.off + half[i]!.off)),
        innerMm: knots.map((k, i) => round(k.off - half[i]!.off)),
        sigmasMm: knots.map((k, i) => round(Math.hypot(k.sigma, half[i]!.sigma))),
      },
    })
  }
  return out
}

/** How far along a line a place is, mm. */
function along(line: PrintedLine, at: PitchPoint): number {
  if (line.kind === 'straight') {
    const length = lineLengthMm(line)
    return ((at.xMm - line.a.xMm) * (line.b.xMm - line.a.xMm) + (at.yMm - line.a.yMm) * (line.b.yMm - line.a.yMm)) / length
  }
  const a = Math.atan2(at.yMm - line.centre.yMm, at.xMm - line.centre.xMm)
  return ((((a - line.from) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)) * line.radiusMm
}

/** The part of a shift that is along a line's normal, outward. */
export function outwardOf(line: PrintedLine, at: PitchPoint, dx: number, dy: number): number {
  if (line.kind === 'straight') return outward(line) * (isAlongX(line) ? dy : dx)
  const a = Math.atan2(at.yMm - line.centre.yMm, at.xMm - line.centre.xMm)
  return dx * Math.cos(a) + dy * Math.sin(a)
}

export const isAlongX = (line: StraightLine): boolean => line.a.yMm === line.b.yMm
export const outward = (line: StraightLine): number => Math.sign(isAlongX(line) ? line.a.yMm : line.a.xMm) || 1

/** At each of `n + 1` knots a straight line through the neighbourhood (a line bends slowly), outliers cut; knots with nothing near are bridged. */
function smoothed(offs: readonly Offset[], n: number, stepMm: number): { off: number; sigma: number }[] {
  const knots = Array.from({ length: n + 1 }, (_, i) => {
    const near = offs.filter((o) => Math.abs(o.along - i * stepMm) < 2.5 * STEP_MM)
    const middle = near.map((o) => o.off).sort((a, b) => a - b)[near.length >> 1] ?? 0
    const reach = 4.5 * medianAbs(near.map((o) => o.off - middle)) + 0.3
    return localFit(
      near.filter((o) => Math.abs(o.off - middle) < reach),
      i * stepMm,
    )
  })
  return knots.map((k, i) => k ?? bridged(knots, i, stepMm))
}

/** Weighted least squares of a straight line, read at a place; null where too little is near. */
function localFit(offs: readonly Offset[], at: number): { off: number; sigma: number } | null {
  let [sw, st, stt, sv, stv] = [0, 0, 0, 0, 0]
  for (const o of offs) {
    const t = (o.along - at) / STEP_MM
    const w = Math.exp(-t * t)
    sw += w
    st += w * t
    stt += w * t * t
    sv += w * o.off
    stv += w * t * o.off
  }
  if (sw < 1.5) return null
  const det = sw * stt - st * st
  // all on one side: the slope is not asked for more than they can give
  const level = det < 0.05 * sw * sw
  const off = level ? sv / sw : (stt * sv - st * stv) / det
  const slope = level ? 0 : (sw * stv - st * sv) / det
  const spread = Math.max(0.02, 1.4826 * medianAbs(offs.map((o) => o.off - off - (slope * (o.along - at)) / STEP_MM)))
  return { off, sigma: spread * Math.sqrt((level ? 1 / sw : stt / det) * SHARED) }
}

function bridged(knots: readonly ({ off: number; sigma: number } | null)[], i: number, stepMm: number): { off: number; sigma: number } {
  const before = knots.slice(0, i).findLastIndex((k) => k !== null)
  const after = knots.findIndex((k, j) => j > i && k !== null)
  const [a, b] = [knots[before] ?? null, knots[after] ?? null]
  if (!a && !b) return { off: 0, sigma: 1 }
  if (!a || !b) {
    const gap = Math.abs(i - (a ? before : after)) * stepMm
    return { off: (a ?? b)!.off, sigma: Math.hypot((a ?? b)!.sigma, 2 * BEND_UNSEEN * gap) }
  }
  const k = (i - before) / (after - before)
  const gap = Math.min(i - before, after - i) * stepMm
  return { off: a.off + (b.off - a.off) * k, sigma: Math.hypot(Math.max(a.sigma, b.sigma), BEND_UNSEEN * gap) }
}
