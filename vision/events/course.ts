/** The last second of all things: where each was at a past time, and how fast. */
import type { Tracks } from '../tracks.ts'
import type { Impulse } from './impulses.ts'
import { along, type Path } from './path.ts'

const HISTORY_S = 1.2
/** A neighbour this far from touching had no part in it, mm. */
const NEAR_MM = 25

export interface Spot {
  readonly x: number
  readonly y: number
}

interface Sight extends Spot {
  readonly tS: number
}

export class Course {
  readonly history: Tracks[] = []
  private readonly seen = new Map<string, readonly Sight[]>()

  /** `decelOf` gives the deceleration of a thing that runs, mm/s2. */
  constructor(private readonly decelOf: (key: string) => number) {}

  add(tracks: Tracks): void {
    this.seen.clear()
    this.history.push(tracks)
    while (this.history[0]!.tS < tracks.tS - HISTORY_S) this.history.shift()
  }

  get now(): Tracks {
    return this.history[this.history.length - 1]!
  }

  /** When a frame was taken, s; undefined when it is too long ago. */
  timeOf(seq: number): number | undefined {
    return this.history.find((h) => h.seq === seq)?.tS
  }

  /**
   * Where a thing was at an impulse that it may have caused, if near enough. Between two frames it may have been flicked, run on or been
   * stopped: of the ways to get from one to the other, that which meets the contact best.
   */
  placeNear(key: string, i: Impulse, contactMm: number): { x: number; y: number } | null {
    let best: { x: number; y: number } | null = null
    let miss = NEAR_MM
    for (const p of this.placesAt(key, i.tS)) {
      const off = Math.abs(Math.hypot(p.x - i.x, p.y - i.y) - contactMm)
      if (off >= miss) continue
      miss = off
      best = p
    }
    return best
  }

  /** Where a thing was at a past time: between the frames that saw it, or at the nearest of them. */
  placeAt(key: string, tS: number): Spot | null {
    const samples = this.samplesOf(key)
    // from the end: what is asked for is nearly always the latest
    const after = samples.findLastIndex((s) => s.tS < tS) + 1
    const [a, b] = [samples[after - 1], samples[after]]
    if (!a || !b) return a ?? b ?? null
    const k = (tS - a.tS) / Math.max(1e-6, b.tS - a.tS)
    return { x: a.x + (b.x - a.x) * k, y: a.y + (b.y - a.y) * k }
  }

  /** Places of a thing at a past time: between the frames that saw it, and carried on from before and from after. */
  placesAt(key: string, tS: number): Spot[] {
    const samples = this.samplesOf(key)
    const out = [this.placeAt(key, tS)].filter((p) => p !== null)
    const after = samples.findLastIndex((s) => s.tS < tS) + 1
    const [a, b] = [samples[after - 1], samples[after]]
    if (!a || !b) return out
    const decel = this.decelOf(key)
    const carried = (from: Sight, p: Sight, q: Sight) => {
      const dt = q.tS - p.tS
      if (dt > 0 && dt < 0.1) out.push(along({ ...from, vx: (q.x - p.x) / dt, vy: (q.y - p.y) / dt, decel, sigmaV: 0 } satisfies Path, tS))
    }
    const prev = samples[after - 2]
    if (prev) carried(a, prev, a)
    const next = samples[after + 1]
    if (next) carried(b, b, next)
    return out
  }

  /** Where the frames of the last second saw a thing; asked for many times while one touch is explained. */
  private samplesOf(key: string): readonly Sight[] {
    let samples = this.seen.get(key)
    if (!samples) {
      samples = this.history.flatMap((h) => {
        const t = key === 'ball' ? h.ball : h.bases.find((b) => b.id === key)
        return t && t.seen === 'now' ? [{ tS: h.tS, x: t.where.at.xMm, y: t.where.at.yMm }] : []
      })
      this.seen.set(key, samples)
    }
    return samples
  }

  speedAt(key: string, tS: number): number {
    const b = this.placeAt(key, tS)
    const since = (s: number) => {
      const a = this.placeAt(key, tS - s)
      return a && b ? Math.hypot(a.x - b.x, a.y - b.y) / s : 0
    }
    // what was flicked just before has run for a part of the time only
    return Math.max(since(0.07), since(0.035))
  }
}
