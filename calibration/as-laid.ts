/** The printed lines as they are laid: how far each runs from the ideal along its length, smoothed, with sigma; and the field that follows from it. */
import { lineLengthMm, type Pitch, type PrintedLine, type StraightLine } from './pitch.ts'
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
}

const STEP_MM = 40
/** Neighbouring crossings share their errors (fibres, compression, what the lens model leaves): of so many one is independent. */
const SHARED = 40
/** A cloth is taken to lie as it was printed to this, mm, unless its lines say otherwise. */
const AS_PRINTED_MM = 0.05
/** What lies under a hand or a crease is bridged; a line may bend this much unseen, mm per mm of the gap. */
const BEND_UNSEEN = 0.004

interface Offset {
  readonly along: number
  readonly off: number
}

export function laidLines(s: Solution): LaidLine[] {
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
    const round = (v: number) => Math.round(v * 1000) / 1000
    out.push({
      name,
      residualMm: median,
      sigmaMm: 1.4826 * medianAbs(offs.map((o) => o.off - median)),
      foundShare: asked.found / Math.max(1, asked.asked),
      stepMm: length / n,
      offsetsMm: knots.map((k) => round(k.off)),
      offsetSigmasMm: knots.map((k) => round(k.sigma)),
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

const isAlongX = (line: StraightLine): boolean => line.a.yMm === line.b.yMm
const outward = (line: StraightLine): number => Math.sign(isAlongX(line) ? line.a.yMm : line.a.xMm) || 1

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

/** How far the print lies from where it should, at a place, mm, with its variances, mm2. */
export interface Shift {
  readonly xMm: number
  readonly yMm: number
  readonly varX: number
  readonly varY: number
}

/** A line across the whole pitch, by which the print's shift along one axis is known; or would be, were it seen. */
interface Rail {
  readonly at: number
  readonly from: number
  readonly sign: number
  readonly line: LaidLine | null
  /** How far such a line may be off, mm2: judged by how far it is (empirical Bayes, Robbins 1956), so that what noise explains is not followed. */
  readonly spread: number
}

/** How far a cloth lies off its print where none of its lines is seen, mm, one standard deviation. */
const UNSEEN_MM = 0.5

/** Rails must run along so much of the pitch. */
const WHOLE = 0.6

/**
 * Where the print lies, from the lines as laid: between the lines that cross the whole pitch it is interpolated, so that a thing near a line
 * is put by that line where the print has it, and two things beside each other keep their distance (a stretch of 1 % is 0.2 mm in 20).
 * What is within a line's own noise is not followed.
 */
export class ClothField {
  private readonly across: readonly Rail[]
  private readonly alongside: readonly Rail[]

  constructor(pitch: Pitch, lines: readonly LaidLine[]) {
    const laid = new Map(lines.map((l) => [l.name, l]))
    const rails = (alongX: boolean): Rail[] =>
      pitch.lines
        .flatMap((l) => {
          if (l.kind !== 'straight' || isAlongX(l) !== alongX) return []
          if (lineLengthMm(l) < WHOLE * (alongX ? pitch.lengthMm : pitch.widthMm)) return []
          const line = laid.get(l.name) ?? null
          return [{ at: alongX ? l.a.yMm : l.a.xMm, from: alongX ? l.a.xMm : l.a.yMm, sign: outward(l), line, spread: line ? spreadOf(line) : 0 }]
        })
        .sort((a, b) => a.at - b.at)
    this.across = rails(false)
    this.alongside = rails(true)
  }

  /** At a place of the print. */
  shift({ xMm, yMm }: PitchPoint): Shift {
    const x = between(this.across, xMm, yMm)
    const y = between(this.alongside, yMm, xMm)
    return { xMm: x.off, yMm: y.off, varX: x.variance, varY: y.variance }
  }

  /** The place of the print under a place of the table as the camera has it. */
  toPrint(p: PitchPoint): PitchPoint {
    const first = this.shift(p)
    const s = this.shift({ xMm: p.xMm - first.xMm, yMm: p.yMm - first.yMm })
    return { xMm: p.xMm - s.xMm, yMm: p.yMm - s.yMm }
  }

  /** And back. */
  toTable(p: PitchPoint): PitchPoint {
    const s = this.shift(p)
    return { xMm: p.xMm + s.xMm, yMm: p.yMm + s.yMm }
  }
}

/** Mean square of what is seen of a line, less what noise puts there. */
function spreadOf({ offsetsMm, offsetSigmasMm }: LaidLine): number {
  const squares = offsetsMm.map((v, i) => v * v - offsetSigmasMm[i]! ** 2)
  const weights = offsetSigmasMm.map((s) => 1 / (s * s + AS_PRINTED_MM ** 2))
  const mean = squares.reduce((sum, v, i) => sum + v * weights[i]!, 0) / weights.reduce((sum, w) => sum + w, 0)
  return Math.max(AS_PRINTED_MM ** 2, mean)
}

interface Off {
  readonly off: number
  readonly variance: number
}

/** Between the two seen rails on either side; beyond the last of them its own, less surely the farther away. */
function between(rails: readonly Rail[], at: number, along: number): Off {
  const seen = rails.filter((r) => r.line !== null)
  // no line says anything of this direction: as laid as cloths are
  if (!seen.length) return { off: 0, variance: rails.length ? UNSEEN_MM ** 2 : 0 }
  const after = seen.findIndex((r) => r.at > at)
  if (after <= 0) {
    const end = after === 0 ? seen[0]! : seen.at(-1)!
    const last = after === 0 ? rails[0]! : rails.at(-1)!
    // as unlike the ends of the pitch as its seen lines are
    const unlike = Math.max(...seen.map((r) => r.spread))
    const far = last === end ? 0 : Math.abs(at - end.at) / Math.max(1, Math.abs(last.at - end.at))
    const p = read(end, along)
    return { off: p.off, variance: p.variance + unlike * far * far }
  }
  const [a, b] = [seen[after - 1]!, seen[after]!]
  const [p, q] = [read(a, along), read(b, along)]
  const k = (at - a.at) / (b.at - a.at)
  return { off: p.off * (1 - k) + q.off * k, variance: p.variance * (1 - k) ** 2 + q.variance * k * k }
}

function read({ line, from, sign, spread }: Rail, along: number): Off {
  const { offsetsMm, offsetSigmasMm, stepMm } = line!
  const last = offsetsMm.length - 1
  const t = Math.max(0, Math.min(last, (along - from) / stepMm))
  const i = Math.min(Math.max(0, last - 1), Math.floor(t))
  const mix = (v: readonly number[]) => (last === 0 ? v[0]! : v[i]! * (1 - (t - i)) + v[i + 1]! * (t - i))
  const variance = mix(offsetSigmasMm) ** 2
  const share = spread / (spread + variance)
  return { off: sign * share * mix(offsetsMm), variance: share * variance }
}
