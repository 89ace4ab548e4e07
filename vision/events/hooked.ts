/** Bases that hang on one another. */
import { sigmaPerAxisMm } from '../../calibration/estimate.ts'
import type { Setup } from '../../calibration/setup.ts'
import type { Track, Tracks } from '../tracks.ts'
import type { Hooked } from './game-event.ts'

/** Two bases at rest cannot overlap as seen from above unless one hangs on the other; so much, and so many sigmas, beyond their error. */
const HOOKED_MM = 0.8
const HOOKED_SIGMAS = 3

export function hookedTo(b: Track, all: readonly Track[], setup: Setup): string | null {
  // what nobody measured may be smaller than it is taken to be
  const sized = (t: Track) => t.side !== null && setup.sides[t.side].measured
  if (!sized(b) || !b.atRest || b.seen !== 'now') return null
  const other = all.find((o) => {
    if (o.id >= b.id || !sized(o) || !o.atRest || o.seen !== 'now') return false
    const overlap = b.radiusMm + o.radiusMm - Math.hypot(b.where.at.xMm - o.where.at.xMm, b.where.at.yMm - o.where.at.yMm)
    return overlap > Math.max(HOOKED_MM, HOOKED_SIGMAS * Math.hypot(sigmaPerAxisMm(b.where), sigmaPerAxisMm(o.where)))
  })
  return other?.id ?? null
}

/** One picture in which they overlap may be an error of measurement, s. */
const FOR_S = 0.3

export class HookWatch {
  private readonly pairs = new Map<string, { readonly on: string; readonly sinceS: number; readonly seq: number; told: boolean }>()

  constructor(private readonly setup: Setup) {}

  add(now: Tracks): Omit<Hooked, 'id'>[] {
    return now.bases.flatMap((b) => {
      const on = hookedTo(b, now.bases, this.setup)
      if (!on) {
        this.pairs.delete(b.id)
        return []
      }
      let pair = this.pairs.get(b.id)
      if (pair?.on !== on) this.pairs.set(b.id, (pair = { on, sinceS: now.tS, seq: now.seq, told: false }))
      if (pair.told || now.tS - pair.sinceS < FOR_S) return []
      pair.told = true
      return [{ kind: 'hooked', tS: pair.sinceS, frames: [pair.seq, now.seq], probability: 0.9, place: b.where, object: b.id, on }]
    })
  }

  /** A name that is gone for good. */
  forget(id: string): void {
    this.pairs.delete(id)
  }
}
