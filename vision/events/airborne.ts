/**
 * Whether the ball rolls or flies. A place is measured as if the ball lay on the cloth; while it flies, gravity bends what is seen of its path
 * towards the foot of the lens by g d / H (d: distance from the foot, H: height of the lens), which no cloth does. Friction only brakes along
 * the path, so what bends across it decides. Straight out from the foot, or near it, a flight cannot be told from rolling.
 */
import type { Track, Tracks } from '../tracks.ts'
import type { Airborne } from './game-event.ts'

const G_MM_S2 = 9810
/** The stretch that is looked at, s, seen in at least so many pictures, no longer apart than this, s. */
const STRETCH_S = 0.175
const SAMPLES = 6
const GAP_S = 0.05
/** Less than this across the path could be anything, mm/s2. */
const LEAST_MM_S2 = 700
/** The bend must be known this well, as a share of what gravity would do (one standard deviation). */
const KNOWN = 0.1
/** What is seen may be this share less or more of what gravity would do. */
const SHARE = [0.7, 1.35] as const
/** A flight leaves no more than noise beside its parabola, and a share of the bend, since what is seen of it is not quite one; a touch leaves a kink. */
const REST_SIGMAS = 1.5
const REST_OF_BEND = 0.03
/** It flew a little before and after it was sure, s. */
const AROUND_S = 0.2
const REMEMBER_S = 2

interface Sample {
  readonly seq: number
  readonly tS: number
  readonly x: number
  readonly y: number
  readonly sigma: number
}

/** A time in the air, with what shows it. */
interface Stretch {
  from: number
  to: number
  readonly firstSeq: number
  lastSeq: number
  track: Track
  sureSinceS: number
  told: boolean
}

export class AirborneWatch {
  private samples: Sample[] = []
  private stretches: Stretch[] = []

  add(now: Tracks): Omit<Airborne, 'id'>[] {
    this.look(now)
    const down = this.stretches.filter((s) => !s.told && now.tS > s.to)
    for (const s of down) s.told = true
    this.stretches = this.stretches.filter((s) => now.tS - s.to < REMEMBER_S)
    return down.map((s) => ({
      kind: 'airborne',
      tS: s.to - AROUND_S,
      frames: [s.firstSeq, s.lastSeq],
      probability: 0.9,
      place: s.track.where,
      object: 'ball',
      sinceS: s.sureSinceS,
    }))
  }

  private look(now: Tracks): void {
    const { ball, lens } = now
    if (ball?.atRest) this.samples = []
    if (ball?.seen !== 'now' || ball.atRest || !lens) return
    const { at, covMm2 } = ball.where
    const last = this.samples.at(-1)
    if (last && now.tS - last.tS > GAP_S) this.samples = []
    this.samples = [...this.samples, { seq: now.seq, tS: now.tS, x: at.xMm, y: at.yMm, sigma: Math.sqrt((covMm2[0] + covMm2[2]) / 2) }].filter(
      (s) => now.tS - s.tS <= STRETCH_S,
    )
    const first = this.samples[0]!
    if (this.samples.length < SAMPLES || now.tS - first.tS < 0.9 * STRETCH_S || !flies(this.samples, lens)) return
    const from = first.tS - AROUND_S
    const open = this.stretches.at(-1)
    if (open && !open.told && from <= open.to) Object.assign(open, { to: now.tS + AROUND_S, lastSeq: now.seq, track: ball })
    else this.stretches.push({ from, to: now.tS + AROUND_S, firstSeq: first.seq, lastSeq: now.seq, track: ball, sureSinceS: first.tS, told: false })
  }

  /** Whether the ball was in the air at a time of the last seconds. */
  at(tS: number): boolean {
    return this.stretches.some((s) => tS >= s.from && tS <= s.to)
  }
}

function flies(samples: readonly Sample[], lens: NonNullable<Tracks['lens']>): boolean {
  const t0 = samples.reduce((s, q) => s + q.tS, 0) / samples.length
  const t = samples.map((q) => q.tS - t0)
  const px = parabola(
    t,
    samples.map((q) => q.x),
  )
  const py = parabola(
    t,
    samples.map((q) => q.y),
  )
  const speed = Math.hypot(px.v, py.v)
  if (speed < 100) return false
  // across the path
  const [nx, ny] = [-py.v / speed, px.v / speed]
  const [dx, dy] = [px.at - lens.xMm, py.at - lens.yMm]
  const expected = (-G_MM_S2 / lens.heightMm) * (dx * nx + dy * ny)
  const seen = px.a * nx + py.a * ny
  if (Math.abs(expected) < LEAST_MM_S2 || seen / expected < SHARE[0] || seen / expected > SHARE[1]) return false
  const sigma = Math.max(...samples.map((q) => q.sigma))
  if (sigma * px.sigmaA > KNOWN * Math.abs(expected)) return false
  const rest = Math.sqrt((px.rest + py.rest) / (2 * (samples.length - 3)))
  const bend = (Math.abs(seen) * (t.at(-1)! - t[0]!) ** 2) / 8
  return rest < REST_SIGMAS * sigma + REST_OF_BEND * bend
}

/** Least-squares parabola: place and velocity at time 0 and acceleration, its deviation for samples of deviation 1, and the sum of squares left. */
function parabola(t: readonly number[], v: readonly number[]): { at: number; v: number; a: number; sigmaA: number; rest: number } {
  const n = t.length
  const sum = (f: (i: number) => number) => t.reduce((s, _, i) => s + f(i), 0)
  const [s1, s2, s3, s4] = [1, 2, 3, 4].map((k) => sum((i) => t[i]! ** k)) as [number, number, number, number]
  const [b0, b1, b2] = [sum((i) => v[i]!), sum((i) => v[i]! * t[i]!), sum((i) => v[i]! * t[i]! ** 2)]
  const det = n * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s2 * s3) + s2 * (s1 * s3 - s2 * s2)
  const c0 = (b0 * (s2 * s4 - s3 * s3) - s1 * (b1 * s4 - s3 * b2) + s2 * (b1 * s3 - s2 * b2)) / det
  const c1 = (n * (b1 * s4 - b2 * s3) - b0 * (s1 * s4 - s2 * s3) + s2 * (s1 * b2 - s2 * b1)) / det
  const c2 = (n * (s2 * b2 - s3 * b1) - s1 * (s1 * b2 - s2 * b1) + b0 * (s1 * s3 - s2 * s2)) / det
  const sigmaA = 2 * Math.sqrt((n * s2 - s1 * s1) / det)
  return { at: c0, v: c1, a: 2 * c2, sigmaA, rest: sum((i) => (v[i]! - c0 - c1 * t[i]! - c2 * t[i]! ** 2) ** 2) }
}
