/** Where the print lies on the table, everywhere: the field that follows from the lines as they are laid. */
import { isAlongX, type LaidLine, outward } from './as-laid.ts'
import { type LineWidth, widerBy } from './line-width.ts'
import { lineLengthMm, type Pitch } from './pitch.ts'
import type { PitchPoint } from './units.ts'

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
  readonly line: Pick<LaidLine, 'offsetsMm' | 'offsetSigmasMm' | 'stepMm'> | null
  /** How far such a line may be off, mm2: judged by how far it is (empirical Bayes, Robbins 1956), so that what noise explains is not followed. */
  readonly spread: number
}

/** A cloth is taken to lie as it was printed to this, mm, unless its lines say otherwise. */
const AS_PRINTED_MM = 0.05
/** How far a cloth lies off its print where none of its lines is seen, mm, one standard deviation. */
const UNSEEN_MM = 0.5

/** Rails must run along so much of the pitch. */
const WHOLE = 0.6

/**
 * Where the print lies, from the lines as laid: between the lines that cross the whole pitch it is interpolated, so that a thing near a line
 * is put by that line where the print has it, and two things beside each other keep their distance (a stretch of 1 % is 0.2 mm in 20).
 * What is within a line's own noise is not followed. Lines that are wider or narrower than the pitch file says are followed by their outer
 * edge, which is the one that the rules look at; the half-way line by its middle.
 */
export class ClothField {
  private readonly across: readonly Rail[]
  private readonly alongside: readonly Rail[]

  constructor(pitch: Pitch, lines: readonly Omit<LaidLine, 'edges'>[], width: LineWidth | null = null) {
    const wider = widerBy(pitch, width)
    const laid = new Map(lines.map((l) => [l.name, l.name === 'halfway-line' || !wider ? l : byOuterEdge(l, wider, width!.sigmaMm)]))
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

function byOuterEdge(l: Omit<LaidLine, 'edges'>, wider: number, sigmaMm: number): Omit<LaidLine, 'edges'> {
  return { ...l, offsetsMm: l.offsetsMm.map((v) => v + wider / 2), offsetSigmasMm: l.offsetSigmasMm.map((v) => Math.hypot(v, sigmaMm / 2)) }
}

/** Mean square of what is seen of a line, less what noise puts there. */
function spreadOf({ offsetsMm, offsetSigmasMm }: Pick<LaidLine, 'offsetsMm' | 'offsetSigmasMm'>): number {
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
