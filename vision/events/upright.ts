/** Whether figures stand: one that goes over where it stood fell, one that is gone after a hand was on it was lifted, one that is back was placed. */
import type { PitchPoint } from '../../calibration/units.ts'
import type { Track, Tracks } from '../tracks.ts'
import { handNear } from '../tracks.ts'
import type { Moved } from './game-event.ts'

/** A figure that was seen this long stood there, s. */
const STOOD_S = 0.4
/** Not seen for so long with nothing over its place, it is gone, s. */
const GONE_S = 0.3
/** A hand this long ago may have done it, s; and how near it must have been, mm. */
const HAND_S = 1.2
const HAND_MM = 25
/** A hand was at it when it was last seen so long before, s. */
const HAND_AT_S = 0.05
/** A figure is about this tall: lying, its middle is this near to where it stood, mm. */
const LIES_WITHIN_MM = 45
/** What comes back this near and soon was only hidden, mm. */
const SAME_MM = 3

/** What was not seen for so long, with nothing over its place, is forgotten, s; what was lifted, after so long. */
const FORGET_S = 3
const LIFTED_S = 120

interface Stood {
  track: Track
  seq: number
  readonly sinceS: number
  /** When a hand was last near it, s. */
  handS: number
  /** When a hand last covered its place while it was not seen, s. */
  coveredS: number
  told: 'fell' | 'lifted' | null
}

type Told = Omit<Moved, 'id'>

export class UprightWatch {
  private readonly figures = new Map<string, Stood>()
  /** Where figures lay already: one that lies there later did not fall now. */
  private lying: PitchPoint[] = []
  /** Figures that fell and still lie, with where; nobody has raised them yet. */
  get down(): ReadonlyMap<string, Track> {
    return this.fallen
  }
  private readonly fallen = new Map<string, Track>()
  private readonly seenLyingS = new Map<string, number>()
  private handAt: { tS: number; hands: Tracks['hands'] }[] = []

  add(now: Tracks): Told[] {
    const out: Told[] = []
    this.handAt = [...this.handAt, { tS: now.tS, hands: now.hands }].filter((h) => now.tS - h.tS < HAND_S)
    for (const b of now.bases) {
      if (b.seen !== 'now') continue
      this.fallen.delete(b.id)
      const s = this.figures.get(b.id)
      const hand = handNear(now.hands, b.where.at.xMm, b.where.at.yMm, b.radiusMm + HAND_MM) ? now.tS : Number.NEGATIVE_INFINITY
      if (s?.told && (s.told === 'lifted' || far(s.track.where.at, b.where.at) > SAME_MM)) out.push(this.moved('placed', b, now, now.seq))
      // a new identity under a hand that has just lifted another: the same figure, put down elsewhere
      else if (!s && this.figures.size && [...this.figures.values()].some((f) => f.told === 'lifted' && f.track.side === b.side) && this.handWas(b.where.at)) {
        out.push(this.moved('placed', b, now, now.seq))
      }
      if (!s || s.told) this.figures.set(b.id, { track: b, seq: now.seq, sinceS: now.tS, handS: hand, coveredS: Number.NEGATIVE_INFINITY, told: null })
      else Object.assign(s, { track: b, seq: now.seq, handS: Math.max(s.handS, hand) })
    }
    for (const s of this.figures.values()) {
      const { at } = s.track.where
      const shown = now.bases.find((b) => b.id === s.track.id)
      if (s.told || shown?.seen === 'now' || s.track.lastSeenS - s.sinceS < STOOD_S) continue
      const covered = handNear(now.hands, at.xMm, at.yMm, s.track.radiusMm)
      if (covered) {
        s.handS = now.tS
        s.coveredS = now.tS
        continue
      }
      const lies = now.fallen.find(
        (f) => f.seen === 'now' && far(f.where.at, at) < LIES_WITHIN_MM && this.lying.every((p) => far(p, f.where.at) > LIES_WITHIN_MM / 2),
      )
      if (lies) {
        s.told = 'fell'
        const down = { ...s.track, where: lies.where }
        this.fallen.set(down.id, down)
        this.seenLyingS.set(down.id, now.tS)
        out.push(this.moved('fell', down, now, s.seq))
      } else if (now.tS - s.track.lastSeenS > GONE_S && now.tS - s.handS < HAND_S + GONE_S && taken(s)) {
        s.told = 'lifted'
        // under a hand nobody saw when: it was gone when the hand was
        out.push(this.moved('lifted', { ...s.track, lastSeenS: Math.max(s.track.lastSeenS, s.coveredS) }, now, s.seq))
      }
      // gone otherwise: nobody knows how, and nothing that happens there later has to do with it
      else if (now.tS - s.track.lastSeenS > FORGET_S && now.tS - s.coveredS > FORGET_S && !shown) this.figures.delete(s.track.id)
    }
    for (const [id, s] of this.figures) if (s.told !== null && now.tS - s.track.lastSeenS > LIFTED_S) this.figures.delete(id)
    for (const [id, tS] of this.seenLyingS) if (!this.fallen.has(id) && now.tS - tS > FORGET_S) this.seenLyingS.delete(id)
    this.lying = now.fallen.map((f) => f.where.at)
    this.raised(now)
    return out
  }

  /** One that is not seen lying any more, with nothing over it, stands again or was taken off, under whatever name. */
  private raised(now: Tracks): void {
    for (const [id, f] of this.fallen) {
      const { at } = f.where
      const seen = now.fallen.some((q) => far(q.where.at, at) < LIES_WITHIN_MM) || handNear(now.hands, at.xMm, at.yMm, HAND_MM)
      if (seen) this.seenLyingS.set(id, now.tS)
      else if (now.tS - (this.seenLyingS.get(id) ?? now.tS) > GONE_S) this.fallen.delete(id)
    }
  }

  private handWas(p: PitchPoint): boolean {
    return this.handAt.some((h) => handNear(h.hands, p.xMm, p.yMm, HAND_MM))
  }

  /** Told when it is clear, dated when it was last seen otherwise. */
  private moved(kind: Told['kind'], t: Track, now: Tracks, seq: number): Told {
    return { kind, tS: kind === 'placed' ? now.tS : t.lastSeenS, frames: [seq, now.seq], probability: 0.8, place: t.where, object: t.id }
  }
}

/** It lay still when it was last seen, or a hand was at it: what ran out of sight was not taken away. */
const taken = (s: Stood): boolean => s.track.atRest || s.coveredS > s.track.lastSeenS || s.handS >= s.track.lastSeenS - HAND_AT_S

const far = (a: PitchPoint, b: PitchPoint): number => Math.hypot(a.xMm - b.xMm, a.yMm - b.yMm)
