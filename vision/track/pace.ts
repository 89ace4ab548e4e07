/** How evenly pictures come: what their times are off, where a camera or its driver does not date them well. */

/** So many steps tell. */
const STEPS = 30
const LEAST = 8
/** Less is rounding, s. */
const NOTHING_S = 0.0005
/** Of the middle of absolute errors, to one standard deviation. */
const TO_SIGMA = 1.4826

export class Pace {
  private steps: { readonly dt: number; readonly n: number }[] = []
  private last: { readonly seq: number; readonly tS: number } | null = null
  /** How far a picture's time is off, s (one standard deviation); zero as long as they come evenly. */
  jitterS = 0

  add(seq: number, tS: number): void {
    const { last } = this
    this.last = { seq, tS }
    if (!last || tS <= last.tS) return
    this.steps = [...this.steps.slice(1 - STEPS), { dt: tS - last.tS, n: seq - last.seq }]
    if (this.steps.length < LEAST) return
    const period = middle(this.steps.map((s) => s.dt / s.n))
    // a step has the errors of both its ends
    const off = (TO_SIGMA * middle(this.steps.map((s) => Math.abs(s.dt - s.n * period)))) / Math.SQRT2
    this.jitterS = off > NOTHING_S ? off : 0
  }
}

const middle = (v: readonly number[]): number => [...v].sort((a, b) => a - b)[v.length >> 1]!
