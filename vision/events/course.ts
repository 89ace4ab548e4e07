/** The last second of all things: where each was at a past time, and how fast. */
import type { Tracks } from '../tracks.ts'
import { type Impulse, STILL_MM_S } from './impulses.ts'
import { along, type Path } from './path.ts'

const HISTORY_S = 1.2
/** A neighbour this far from touching had no part in it, mm. */
const NEAR_MM = 25

/** Between two sights nearer in time than this a thing is taken to have run evenly, s. */
const EVENLY_S = 0.1

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
  constructor(readonly decelOf: (key: string) => number) {}

  add(tracks: Tracks): void {
    this.seen.clear()
    this.history.push(tracks)
    while (this.history[0]!.tS < tracks.tS - HISTORY_S) this.history.shift()
  }

  get now(): Tracks {
    return this.history[this.history.length - 1]!
  }

  /** Between the last two pictures, s. */
  get frameS(): number {
    return this.history.length > 1 ? this.now.tS - this.history[this.history.length - 2]!.tS : 1 / 30
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
    const samples = this.sightsOf(key)
    // from the end: what is asked for is nearly always the latest
    const after = samples.findLastIndex((s) => s.tS < tS) + 1
    const [a, b] = [samples[after - 1], samples[after]]
    if (!a || !b) return a ?? b ?? null
    const k = (tS - a.tS) / Math.max(1e-6, b.tS - a.tS)
    return { x: a.x + (b.x - a.x) * k, y: a.y + (b.y - a.y) * k }
  }

  /** Places of a thing at a past time, one for each of its ways. */
  placesAt(key: string, tS: number): Spot[] {
    return this.waysOf(key)
      .map((way) => way(tS))
      .filter((p) => p !== null)
  }

  /** The ways that a thing may have gone between the frames that saw it, the likeliest first: as it went on before, straight, and as it came from after. */
  waysOf(key: string): readonly ((tS: number) => Spot | null)[] {
    const samples = this.sightsOf(key)
    const carried = (tS: number, shift: 0 | 1): Spot | null => {
      const after = samples.findLastIndex((s) => s.tS < tS) + 1
      if (!samples[after - 1] || !samples[after]) return null
      const [p, q] = [samples[after - 2 + 2 * shift], samples[after - 1 + 2 * shift]]
      const dt = p && q ? q.tS - p.tS : 0
      if (!p || !q || dt <= 0 || dt >= EVENLY_S) return null
      const v = { vx: (q.x - p.x) / dt, vy: (q.y - p.y) / dt }
      // what lies still lay still: noise has no past
      const lies = Math.hypot(v.vx, v.vy) < STILL_MM_S
      return lies ? (shift ? p : q) : along({ ...(shift ? p : q), ...v, decel: this.decelOf(key), sigmaV: 0 } satisfies Path, tS)
    }
    // out of sight for long it did not go evenly from the one place to the other: friction, and whatever stopped it, say otherwise
    const straight = (tS: number) => {
      const after = samples.findLastIndex((s) => s.tS < tS) + 1
      const [a, b] = [samples[after - 1], samples[after]]
      return a && b && b.tS - a.tS > EVENLY_S && carried(tS, 1) ? null : this.placeAt(key, tS)
    }
    return [(tS) => carried(tS, 0), straight, (tS) => carried(tS, 1)]
  }

  /** Where the frames of the last second saw a thing; asked for many times while one touch is explained. */
  sightsOf(key: string): readonly Sight[] {
    let samples = this.seen.get(key)
    if (!samples) {
      samples = this.history.flatMap((h) => {
        const t = key === 'ball' ? h.ball : h.bases.find((b) => b.id === key)
        return t && t.seen === 'now' ? [{ tS: t.atS, x: t.where.at.xMm, y: t.where.at.yMm }] : []
      })
      this.seen.set(key, samples)
    }
    return samples
  }

  speedAt(key: string, tS: number): number {
    return speedOn((t) => this.placeAt(key, t), tS) ?? 0
  }

  /** Whether it ran on any way that it may have gone; what was never seen may have. */
  mayHaveRun(key: string, tS: number, mmS: number): boolean {
    return !this.sightsOf(key).length || this.waysOf(key).some((way) => (speedOn(way, tS) ?? 0) > mmS)
  }

  /** Whether it ran on every way that it may have gone: what lay still and went out of sight is not taken to have run. */
  surelyRan(key: string, tS: number, mmS: number): boolean {
    return this.sightsOf(key).length > 0 && this.waysOf(key).every((way) => (speedOn(way, tS) ?? Number.POSITIVE_INFINITY) > mmS)
  }
}

function speedOn(way: (tS: number) => Spot | null, tS: number): number | null {
  const b = way(tS)
  const since = (s: number) => {
    const a = way(tS - s)
    return a && b ? [Math.hypot(a.x - b.x, a.y - b.y) / s] : []
  }
  // what was flicked just before has run for a part of the time only
  const speeds = [...since(0.07), ...since(0.035)]
  return speeds.length ? Math.max(...speeds) : null
}
