/** When and where a thing's leading edge, centre and trailing edge pass a line, interpolated between frames. */
import { probabilityAbove, sigmaAlongMm } from '../../calibration/estimate.ts'
import { distancePast, type Pitch, pointInPrintedRange, ruleEdge } from '../../calibration/pitch.ts'
import type { LineName, PitchPoint } from '../../calibration/units.ts'
import type { Track } from '../tracks.ts'
import type { LineCrossed } from './game-event.ts'

const PARTS = ['leading-edge', 'centre', 'whole'] as const
type Part = (typeof PARTS)[number]

/** Nobody saw it for longer than this: the crossing is known only as between two times. */
const HIDDEN_S = 0.12
/** Pictures that never came, for no longer than this, hide nothing when it is found where it was going, to a part of its way and a little, mm. */
const RAN_ON_S = 0.3
const OFF_COURSE = 0.05
const OFF_COURSE_MM = 3

/** Nothing hid or touched it meanwhile: it is where its speed carried it. */
function ranOn(from: Standing, to: Standing): boolean {
  const dt = to.tS - from.tS
  const { vxMmS, vyMmS, where } = from.track
  const [rx, ry] = [vxMmS * dt, vyMmS * dt]
  const off = Math.hypot(where.at.xMm + rx - to.track.where.at.xMm, where.at.yMm + ry - to.track.where.at.yMm)
  return !to.missed && dt < RAN_ON_S && off < OFF_COURSE_MM + OFF_COURSE * Math.hypot(rx, ry)
}

/** So many sights make a way, at most and at least. */
const WAY = 9
const LEAST_WAY = 4
/** No sight of a straight way is farther beside it than so many spreads of its noise. */
const STRAIGHT_SIGMAS = 2.5
/** Of one sight against the next: what calibration is unsure of is the same in all. */
const noise = (t: Track): number => Math.sqrt((t.where.covMm2[0] + t.where.covMm2[2]) / 2)

/** Least squares of a straight line over time; `zero` is when it passes nothing. */
function lineThrough(t: readonly number[], v: readonly number[]): { at(tS: number): number; readonly zero: number | null } {
  const n = t.length
  const t0 = t.reduce((a, b) => a + b, 0) / n
  const v0 = v.reduce((a, b) => a + b, 0) / n
  let [st, sv] = [0, 0]
  for (const [i, x] of t.entries()) {
    st += (x - t0) ** 2
    sv += (x - t0) * (v[i]! - v0)
  }
  const slope = st > 0 ? sv / st : 0
  return { at: (x) => v0 + slope * (x - t0), zero: slope === 0 ? null : t0 - v0 / slope }
}

interface Standing {
  readonly track: Track
  readonly seq: number
  readonly tS: number
  /** It was looked for before and not seen: something hid it. */
  readonly missed: boolean
}

/** Watches one thing against one line. */
export class CrossingWatch {
  private last: Standing | null = null
  private missed = false
  /** Its last sights while it ran. */
  private way: Standing[] = []
  /** Which parts are taken to be beyond, with hysteresis so that noise at the line makes no events. */
  private readonly beyond: Record<Part, boolean | null> = { 'leading-edge': null, centre: null, whole: null }
  private readonly pending = new Map<Part, { from: Standing; to: Standing }>()

  constructor(
    private readonly pitch: Pitch,
    private readonly line: LineName,
    /** Whether it is known when a picture's rows are taken, one after the other. */
    private readonly rowsKnown: boolean,
  ) {}

  add(track: Track, seq: number): Omit<LineCrossed, 'id'>[] {
    if (track.seen !== 'now') {
      this.missed = true
      return []
    }
    const now: Standing = { track, seq, tS: track.atS, missed: this.missed }
    this.missed = false
    const out: Omit<LineCrossed, 'id'>[] = []
    this.way = track.atRest ? [] : [...this.way.slice(1 - WAY), now]
    for (const part of PARTS) {
      const was = this.beyond[part]
      const m = this.margin(part, track, was === true ? 'in' : 'out')
      const sigma = this.sigma(track)
      if (was === null) {
        if (Math.abs(m) > 2 * sigma) this.beyond[part] = m > 0
        continue
      }
      if (m > 0 === was) {
        this.pending.delete(part)
        continue
      }
      const p = this.pending.get(part) ?? { from: this.last ?? now, to: now }
      this.pending.set(part, p)
      // believed when clearly on the other side; until then it may be noise
      if (Math.abs(m) < Math.max(0.1, 2.05 * sigma)) continue
      this.pending.delete(part)
      this.beyond[part] = !was
      const e = this.event(part, p.from, p.to, now, !was)
      if (e) out.push(e)
    }
    this.last = now
    return out
  }

  /** Where the outline is unsure, over how fast it ran; and rows that nobody knows the time of (any readout up to a picture's time, any row). */
  private timeSigma(from: Standing, to: Standing, wayMm: number, scatterS: number): number {
    const dt = to.tS - from.tS
    const outline = wayMm > 0 ? Math.min(1, this.sigma(to.track) / wayMm) * dt : dt
    return Math.hypot(outline, this.rowsKnown ? 0 : dt / Math.max(1, to.seq - from.seq) / 6, scatterS)
  }

  /** How far its last sights lie off any even way, in time, s: the pictures' times are not what they seem, or it was touched there. */
  private scatterS(part: Part, direction: 'in' | 'out'): number {
    const sights = this.way.slice(-LEAST_WAY)
    if (sights.length < LEAST_WAY) return 0
    const m = sights.map((q) => this.margin(part, q.track, direction))
    const line = lineThrough(
      sights.map((q) => q.tS),
      m,
    )
    const rest = sights.reduce((sum, q, i) => sum + (m[i]! - line.at(q.tS)) ** 2, 0) / (LEAST_WAY - 2)
    const speed = Math.abs(line.at(1) - line.at(0))
    return speed > 0 ? Math.sqrt(rest) / speed : 0
  }

  /** Of the half-way line that edge counts which is reached last. */
  private margin(part: Part, t: Track, direction: 'in' | 'out'): number {
    const d = distancePast(this.pitch, this.line, t.where.at, direction)
    return part === 'leading-edge' ? d + t.radiusMm : part === 'centre' ? d : d - t.radiusMm
  }

  private sigma(t: Track): number {
    const e = ruleEdge(this.pitch, this.line)
    return e.axis === 'x' ? sigmaAlongMm(t.where, 1, 0) : sigmaAlongMm(t.where, 0, 1)
  }

  /** The line through its sights before and after: no single picture's noise decides when; null when they lie on none (it was touched, or runs out). */
  private straight(part: Part, direction: 'in' | 'out', from: Standing, to: Standing): { tS: number; at: PitchPoint } | null {
    for (let n = this.way.length; n >= LEAST_WAY; n--) {
      const sights = this.way.slice(-n)
      // as much of it before as after, as far as there is
      if (sights[0]!.tS > from.tS) return null
      const times = sights.map((q) => q.tS)
      const through = (of: (q: Standing) => number) => lineThrough(times, sights.map(of))
      const [margin, x, y] = [through((q) => this.margin(part, q.track, direction)), through((q) => q.track.where.at.xMm), through((q) => q.track.where.at.yMm)]
      const off = (q: Standing) => Math.hypot(q.track.where.at.xMm - x.at(q.tS), q.track.where.at.yMm - y.at(q.tS))
      if (sights.some((q) => off(q) > STRAIGHT_SIGMAS * noise(q.track))) continue
      const tS = margin.zero
      const slack = to.tS - from.tS
      if (tS === null || tS < from.tS - slack || tS > to.tS + slack) return null
      return { tS, at: { xMm: x.at(tS), yMm: y.at(tS) } }
    }
    return null
  }

  private event(part: Part, from: Standing, to: Standing, now: Standing, out: boolean): Omit<LineCrossed, 'id'> | null {
    const direction = out ? 'out' : 'in'
    const a = this.margin(part, from.track, direction)
    const b = this.margin(part, to.track, direction)
    const k = a === b ? 1 : Math.min(1, Math.max(0, a / (a - b)))
    const p = from.track.where.at
    const q = to.track.where.at
    const chord = { tS: from.tS + (to.tS - from.tS) * k, at: { xMm: p.xMm + (q.xMm - p.xMm) * k, yMm: p.yMm + (q.yMm - p.yMm) * k } }
    const straight = this.straight(part, direction, from, to)
    const { tS, at } = straight ?? chord
    if (!pointInPrintedRange(this.pitch, this.line, at)) return null
    const value = this.margin(part, now.track, direction)
    const margin = { value: out ? value : -value, sigma: this.sigma(now.track), unit: 'mm' as const }
    const hidden = to.tS - from.tS > HIDDEN_S && !ranOn(from, to)
    return {
      kind: 'line-crossed',
      tS,
      frames: [from.seq, now.seq],
      probability: hidden ? 0.5 : probabilityAbove(margin, 0),
      place: { ...to.track.where, at },
      object: now.track.kind === 'ball' ? 'ball' : now.track.id,
      line: this.line,
      part,
      direction,
      margin,
      // any time between the two sights is as good as another
      sigmaS: hidden ? (to.tS - from.tS) / Math.sqrt(12) : this.timeSigma(from, to, Math.abs(a - b), straight ? 0 : this.scatterS(part, direction)),
      ...(hidden ? { betweenS: [from.tS, to.tS] as const } : {}),
    }
  }
}
