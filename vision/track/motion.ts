/**
 * Motion of one thing on the cloth: constant velocity with room for friction and strokes (Kalman filter, Bar-Shalom et al. 2001, ch. 6),
 * and a running average while it lies still.
 */
import type { PitchEstimate } from '../../calibration/estimate.ts'

/** Per axis: position, velocity and their covariance. */
interface Axis {
  p: number
  v: number
  pp: number
  pv: number
  vv: number
}

const REST_MM_S = 25
/** Within noise of one place for so many pictures and so long it lies, s: at many pictures a second what still trickles is near itself, too. */
const REST_AFTER = 4
const REST_AFTER_S = 0.12
const AVERAGE_MAX = 60

/** How fast something slows down, mm/s2: one for all of a kind, as the match teaches it. */
export interface Slowing {
  mmS2: number
}

export class Motion {
  private readonly x: Axis
  private readonly y: Axis
  private systematic: number
  private quiet = 0
  private strays = 0
  private restX = 0
  private restY = 0
  private restVar = 0
  private restCount = 0
  private restSinceS = 0
  private last: PitchEstimate
  /** When it was last measured: a picture's time, and its rows' (rolling shutter). */
  private tS: number

  constructor(
    first: PitchEstimate,
    private frameS: number,
    /** Spread of unforeseen changes of velocity, mm/s per square root of a second. */
    private readonly agility: number,
    lateS = 0,
    private readonly slowing: Slowing = { mmS2: 0 },
  ) {
    this.tS = frameS + lateS
    const axis = (p: number, pp: number): Axis => ({ p, v: 0, pp, pv: 0, vv: 400 ** 2 })
    this.x = axis(first.at.xMm, first.covMm2[0])
    this.y = axis(first.at.yMm, first.covMm2[2])
    this.systematic = first.systematicSigmaMm
    this.last = first
    this.startRest(first)
  }

  /** The same motion, to go back to when what came after was another thing's. */
  copy(): Motion {
    return Object.assign(Object.create(Motion.prototype) as Motion, this, { x: { ...this.x }, y: { ...this.y } })
  }

  get velocity(): [number, number] {
    return this.atRest ? [0, 0] : [this.x.v, this.y.v]
  }
  /** When the place in a picture holds: at the rows of a thing measured in it, else at the picture's own time, s. */
  holdsAt(pictureS: number): number {
    return pictureS === this.frameS ? this.tS : pictureS
  }
  get atRest(): boolean {
    return this.quiet >= REST_AFTER && this.tS - this.restSinceS >= REST_AFTER_S
  }

  /** Place and spread (one standard deviation per axis, mm) expected at a time. */
  predict(tS: number): { x: number; y: number; sigma: number } {
    const dt = Math.max(0, tS - this.tS)
    if (this.atRest) return { x: this.restX / this.restCount, y: this.restY / this.restCount, sigma: 0.5 + 3 * dt }
    const q = this.agility ** 2 * dt
    // friction brakes along the way until it stands
    const speed = Math.hypot(this.x.v, this.y.v)
    const runs = this.slowing.mmS2 > 0 ? Math.min(dt, speed / this.slowing.mmS2) : dt
    const way = speed > 0 ? runs - (this.slowing.mmS2 * runs * runs) / (2 * speed) : 0
    const spread = (a: Axis) => a.pp + 2 * dt * a.pv + dt * dt * a.vv + (q * dt * dt) / 3
    return { x: this.x.p + this.x.v * way, y: this.y.p + this.y.v * way, sigma: Math.sqrt((spread(this.x) + spread(this.y)) / 2) }
  }

  /** `lateS`: how long after the picture's time the rows were taken that show it; `jitterS`: how far that time is off (one standard deviation). */
  update(z: PitchEstimate, frameS: number, lateS = 0, jitterS = 0): void {
    const dt = Math.max(1e-4, frameS + lateS - this.tS)
    this.tS = frameS + lateS
    this.frameS = frameS
    this.systematic = z.systematicSigmaMm
    this.last = z
    step(this.x, dt, this.agility)
    step(this.y, dt, this.agility)
    correct(this.x, z.at.xMm, z.covMm2[0] + (this.x.v * jitterS) ** 2)
    correct(this.y, z.at.yMm, z.covMm2[2] + (this.y.v * jitterS) ** 2)
    const sigma = Math.sqrt((z.covMm2[0] + z.covMm2[2]) / 2)
    const mx = this.restX / this.restCount
    const my = this.restY / this.restCount
    const off = Math.hypot(z.at.xMm - mx, z.at.yMm - my)
    // still lying where it lay: within noise of the average so far
    if (off < Math.max(0.8, 4 * sigma)) {
      this.quiet++
      if (this.restCount < AVERAGE_MAX) {
        this.restX += z.at.xMm
        this.restY += z.at.yMm
        this.restVar += sigma * sigma
        this.restCount++
      } else {
        const k = 1 / AVERAGE_MAX
        this.restX += z.at.xMm - this.restX * k
        this.restY += z.at.yMm - this.restY * k
      }
      this.strays = 0
    } else if (this.atRest && this.strays === 0 && off < Math.max(2.5, 10 * sigma)) {
      this.strays = 1 // one stray measurement of a thing that lies still; a second in a row means that it moves
    } else {
      this.strays = 0
      this.quiet = 0
      this.startRest(z)
    }
    if (this.quiet > 0 && this.quiet < REST_AFTER && Math.hypot(this.x.v, this.y.v) > 8 * REST_MM_S && off > 0.5) this.quiet = 0
  }

  private startRest(z: PitchEstimate): void {
    this.restX = z.at.xMm
    this.restY = z.at.yMm
    this.restVar = (z.covMm2[0] + z.covMm2[2]) / 2
    this.restCount = 1
    this.restSinceS = this.tS
  }

  /**
   * Present estimate: at rest the average (half of a frame's noise is taken to be the same in every frame), moving and seen the
   * measurement itself, which no filter bends at a touch; not seen, the prediction.
   */
  estimate(tS: number): PitchEstimate {
    if (this.atRest) {
      const n = this.restCount
      const v = (this.restVar / n) * (0.5 + 0.5 / n)
      return { at: { xMm: this.restX / n, yMm: this.restY / n }, covMm2: [v, 0, v], systematicSigmaMm: this.systematic }
    }
    if (tS <= this.frameS) return this.last
    const p = this.predict(tS)
    return { at: { xMm: p.x, yMm: p.y }, covMm2: [p.sigma ** 2, 0, p.sigma ** 2], systematicSigmaMm: this.systematic }
  }
}

function step(a: Axis, dt: number, agility: number): void {
  const q = agility ** 2
  a.p += a.v * dt
  a.pp += 2 * dt * a.pv + dt * dt * a.vv + (q * dt ** 3) / 3
  a.pv += dt * a.vv + (q * dt * dt) / 2
  a.vv += q * dt
}

function correct(a: Axis, z: number, r: number): void {
  const k = a.pp / (a.pp + r)
  const l = a.pv / (a.pp + r)
  const e = z - a.p
  a.p += k * e
  a.v += l * e
  a.vv -= l * a.pv
  a.pv *= 1 - k
  a.pp *= 1 - k
}
