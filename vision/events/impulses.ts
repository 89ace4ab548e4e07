/** Sudden changes of velocity of one thing: where its samples leave the path they were on, and the path they go on with. */
import type { Friction } from './friction.ts'
import { along, fitPath, meeting, type Path, type Sample } from './path.ts'

export interface Impulse {
  readonly tS: number
  readonly sigmaS: number
  readonly x: number
  readonly y: number
  readonly before: Path
  readonly after: Path
  readonly frames: readonly [number, number]
  /** Whether it lay still before. */
  readonly fromRest: boolean
  /** The two paths do not meet: more than one thing happened between the frames that show it. */
  readonly unclear: boolean
  /** It lay still and lies still again a little beside: put there, or nudged. */
  readonly soft: boolean
  /** Samples between the two frames, on neither path: what was met between them it met twice. */
  readonly between: readonly Sample[]
}

/** Samples that a new path needs before it is believed; this many frames is the delay. */
const CONFIRM = 3
/** A path that bends at once is looked at for so many samples before it is cut. */
const LOOK_ON = 5
const MEMORY = 12
const LONG_RUN = 45
/** Paths that pass each other farther apart than this do not meet, mm. */
const MEET_MM = 25
/** Below this a thing is taken to lie still, mm/s. */
export const STILL_MM_S = 30
/** From this speed on a path says when it ends, mm/s. */
const SURE_MM_S = 60
/** Slower than this even a good fit is noise, mm/s. */
const CREEP_MM_S = 12

/** Watches one thing; feed it samples in order of time. */
export class ImpulseWatch {
  private on: Sample[] = []
  private off: Sample[] = []
  private backOnPath = 0
  private run: Sample[] = []
  /** With `twice` a path that bends at once is told as two impulses between the same frames (a ball; a flicked base bends under the finger). */
  constructor(
    private readonly friction: Friction,
    private readonly twice = false,
  ) {}

  get decel(): number {
    return this.friction.decel
  }

  /** When it comes to rest on the path that it is on, s; null while it lies, or runs too slowly to say. */
  get stopsS(): number | null {
    if (this.on.length < CONFIRM) return null
    const path = this.current()
    const v = Math.hypot(path.vx, path.vy)
    return v > SURE_MM_S ? path.tS + v / path.decel : null
  }

  private current(): Path {
    const path = fitPath(this.on.slice(-8), this.decel)
    if (Math.hypot(path.vx, path.vy) > Math.max(CREEP_MM_S, 3 * path.sigmaV)) return path
    // lying still: the mean of what was seen
    const n = this.on.length
    const mean = (f: (s: Sample) => number) => this.on.reduce((t, s) => t + f(s), 0) / n
    return { tS: this.on[n - 1]!.tS, x: mean((s) => s.x), y: mean((s) => s.y), vx: 0, vy: 0, decel: this.decel, sigmaV: path.sigmaV }
  }

  add(s: Sample): Impulse | null {
    if (this.on.length < 2) {
      this.on.push(s)
      return null
    }
    const path = this.current()
    const p = along(path, s.tS)
    const span = Math.max(0, s.tS - path.tS)
    const tolerance =
      Math.max(1.2, 4 * Math.hypot(s.sigma, Math.min(3, path.sigmaV * span * (this.on.length > 3 ? 1 : 3)))) + 0.02 * Math.hypot(path.vx, path.vy) * span
    // one stray sample between good ones was an error of measurement; after two of them one good one may be where the thing came by again
    const back = Math.hypot(s.x - p.x, s.y - p.y) <= tolerance
    this.backOnPath = back ? this.backOnPath + 1 : 0
    if (back && (this.off.length < 2 || this.backOnPath > 1)) {
      this.off = []
      this.on.push(s)
      if (this.on.length > MEMORY) this.on.shift()
      this.run.push(s)
      if (this.run.length >= LONG_RUN) this.ranOut()
      return null
    }
    this.off.push(s)
    if (this.off.length < CONFIRM) return null
    if (!this.bent(this.off)) return this.split(path, [])
    // a second impulse followed before the new path was long enough: when depends on what comes next
    if (this.twice && this.off.length < LOOK_ON) return null
    if (!this.twice) return this.cut(path, CONFIRM - 1)
    // the last of them are on one path; what is before belongs to the way between the two
    let start = 1
    while (start < this.off.length - CONFIRM && this.bent(this.off.slice(start))) start++
    if (start === 1) return this.split(path, this.off.splice(0, 1))
    return this.cut(path, Math.max(2, start))
  }

  /** The first of the new samples are one path, the rest another that is found next. */
  private cut(path: Path, first: number): Impulse | null {
    const rest = this.off.splice(first)
    const impulse = this.split(path, [])
    for (const q of rest) this.add(q)
    return impulse
  }

  /** A stretch on which nothing was touched is over, or long enough to learn from. */
  private ranOut(): void {
    this.friction.learn(this.run)
    this.run = []
  }

  /** Whether the new samples lie on no one path. */
  private bent(samples: readonly Sample[]): boolean {
    const path = fitPath(samples, this.decel)
    return samples.some((q) => {
      const p = along(path, q.tS)
      return Math.hypot(q.x - p.x, q.y - p.y) > Math.max(1.5, 4 * q.sigma)
    })
  }

  private split(before: Path, between: readonly Sample[]): Impulse | null {
    const after = fitPath(this.off, this.decel)
    const lastOn = this.on[this.on.length - 1]!
    const firstOff = this.off[0]!
    const frame = Math.max(0.004, (firstOff.tS - lastOn.tS) / Math.max(1, firstOff.seq - lastOn.seq))
    const m = meeting(before, after, lastOn.tS - frame, firstOff.tS + 0.2 * frame)
    const vRel = Math.hypot(after.vx - before.vx, after.vy - before.vy)
    const stray = Math.hypot(after.vx, after.vy) < STILL_MM_S && Math.hypot(before.vx, before.vy) < STILL_MM_S
    const impulse: Impulse = {
      tS: m.tS,
      sigmaS: Math.max(0.0005, (1.5 * firstOff.sigma) / Math.max(50, vRel)),
      x: m.x,
      y: m.y,
      before,
      after,
      frames: [lastOn.seq, firstOff.seq],
      fromRest: Math.hypot(before.vx, before.vy) < STILL_MM_S,
      unclear: m.gapMm > MEET_MM || between.length > 0,
      soft: stray,
      between,
    }
    if (this.run.length) this.ranOut()
    this.on = this.off
    this.off = []
    return impulse
  }
}
