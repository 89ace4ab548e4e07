/** How things slow down on this cloth: learnt in the match from what runs freely, so that a new cloth or a waxed base needs no setting. */
import type { Sample } from './path.ts'

/** A ball slides before it rolls: what comes sooner after a touch than this says nothing of rolling, s. */
export const BALL_SETTLES_S = 0.25
const LEAST_SAMPLES = 7
const LEAST_MM_S = 60
/** A run whose deceleration is less sure than this share of it is not heard. */
const SURE = 0.3
/** What is known before the match counts as so many runs; the newest so many are kept. */
const BEFORE = 3
const KEPT = 25
/** No cloth is this many times quicker or slower than the usual one. */
const RANGE = 3

export class Friction {
  private readonly runs: number[] = []

  /** `usual`: deceleration taken for granted until runs were seen, mm/s2; after a touch it is another for `settlesS`. */
  constructor(
    private readonly usual: number,
    private readonly settlesS = 0,
  ) {}

  /** Median of the runs, the usual value among them, mm/s2. */
  get decel(): number {
    const all = [...this.runs, ...Array<number>(BEFORE).fill(this.usual)].sort((a, b) => a - b)
    return (all[(all.length - 1) >> 1]! + all[all.length >> 1]!) / 2
  }

  /** Hears a stretch on which nothing was touched, samples in order of time. */
  learn(run: readonly Sample[]): void {
    const d = decelerationOf(run.filter((s) => s.tS >= run[0]!.tS + this.settlesS))
    if (d === null) return
    this.runs.push(Math.max(this.usual / RANGE, Math.min(RANGE * this.usual, d)))
    if (this.runs.length > KEPT) this.runs.shift()
  }
}

/** Deceleration along a straight run by least squares of a parabola in time; null when it stands still, bends or is too short to say. */
function decelerationOf(run: readonly Sample[]): number | null {
  const [first, last] = [run[0], run[run.length - 1]]
  if (!first || !last || run.length < LEAST_SAMPLES) return null
  const length = Math.hypot(last.x - first.x, last.y - first.y)
  const [ux, uy] = [(last.x - first.x) / length, (last.y - first.y) / length]
  const t0 = (first.tS + last.tS) / 2
  // orthogonal polynomials over the sample times: the quadratic part alone is asked for
  const t = run.map((s) => s.tS - t0)
  const along = run.map((s) => (s.x - first.x) * ux + (s.y - first.y) * uy)
  const n = run.length
  const mean = (v: readonly number[]) => v.reduce((a, b) => a + b, 0) / n
  const m1 = mean(t)
  const lin = t.map((v) => v - m1)
  const l2 = lin.reduce((a, v) => a + v * v, 0)
  const slopeOfSquare = lin.reduce((a, v) => a + v * v * v, 0) / l2
  const m2 = mean(lin.map((v) => v * v))
  const quad = lin.map((v) => v * v - m2 - slopeOfSquare * v)
  const q2 = quad.reduce((a, v) => a + v * v, 0)
  const slope = lin.reduce((a, v, i) => a + v * along[i]!, 0) / l2
  const bend = quad.reduce((a, v, i) => a + v * along[i]!, 0) / q2
  const decel = -2 * bend
  const sigma = (2 * Math.max(...run.map((s) => s.sigma))) / Math.sqrt(q2)
  const endSpeed = slope - decel * (last.tS - first.tS) * 0.5
  return decel > 0 && endSpeed > LEAST_MM_S && sigma < SURE * decel ? decel : null
}
