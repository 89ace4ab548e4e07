/** Which lines cannot be judged because a hand or arm is over them: since when, and when they can be seen again. */
import type { PitchEstimate } from '../../calibration/estimate.ts'
import { lineLengthMm, type Pitch, pointOnLine } from '../../calibration/pitch.ts'
import { LINE_NAMES, type LineName, type PitchPoint } from '../../calibration/units.ts'
import type { Track, Tracks } from '../tracks.ts'
import { handNear } from '../tracks.ts'
import type { Blind } from './game-event.ts'

const STEP_MM = 20
/** This much of a line under a hand is more than a finger at work beside it, mm; and for this long, s. */
const LEAST_MM = 60
const FOR_S = 0.2
/** About a cell of the hand region, mm. */
const REACH_MM = 5

/** What lay so near to a line when it was covered may be on it since, mm. */
const BESIDE_MM = 40

interface Watched {
  readonly name: LineName
  readonly spots: readonly { readonly xMm: number; readonly yMm: number }[]
  blind: boolean
  /** Since when it looks the other way round than `blind` says. */
  sinceS: number | null
  sinceSeq: number
}

export class BlindWatch {
  private readonly lines: Watched[]
  /** Where each thing was when it was last seen. */
  private readonly sights = new Map<string, { readonly object: string; readonly at: PitchPoint; readonly tS: number }>()

  constructor(pitch: Pitch) {
    this.lines = LINE_NAMES.flatMap((name) => {
      const line = pitch.lines.find((l) => l.name === name)
      if (!line) return []
      const n = Math.max(1, Math.round(lineLengthMm(line) / STEP_MM))
      const spots = Array.from({ length: n }, (_, k) => pointOnLine(line, ((k + 0.5) / n) * lineLengthMm(line)).at)
      return [{ name, spots, blind: false, sinceS: null, sinceSeq: 0 }]
    })
  }

  add(tracks: Tracks): Omit<Blind, 'id'>[] {
    const { hands, tS, seq } = tracks
    const things = [...(tracks.ball ? [tracks.ball] : []), ...tracks.bases, ...tracks.keepers]
    for (const t of things) if (t.seen === 'now') this.sights.set(t.id, { object: t.kind === 'ball' ? 'ball' : t.id, at: t.where.at, tS })
    return this.lines.flatMap((l) => {
      const under = l.spots.filter((s) => handNear(hands, s.xMm, s.yMm, REACH_MM))
      const now = under.length * STEP_MM >= LEAST_MM
      if (now === l.blind) {
        l.sinceS = null
        return []
      }
      if (l.sinceS === null) {
        l.sinceS = tS
        l.sinceSeq = seq
      }
      if (tS - l.sinceS < FOR_S) return []
      l.blind = now
      const since = l.sinceS
      l.sinceS = null
      const middle = (now ? under : l.spots)[(now ? under : l.spots).length >> 1]!
      const place: PitchEstimate = { at: middle, covMm2: [(LEAST_MM / 2) ** 2, 0, (LEAST_MM / 2) ** 2], systematicSigmaMm: 0 }
      const told = { tS: since, frames: [l.sinceSeq, seq] as const, probability: 0.9, place, what: l.name }
      return [now ? { ...told, kind: 'blind' as const, lastSeen: this.beside(things, under) } : { ...told, kind: 'unblind' as const }]
    })
  }

  /** A name that is gone for good. */
  forget(id: string): void {
    this.sights.delete(id)
  }

  /** Things that cannot be seen any more beside a covered stretch, where they were last. */
  private beside(things: readonly Track[], spots: readonly PitchPoint[]): NonNullable<Blind['lastSeen']> {
    return things.flatMap((t) => {
      const last = t.seen === 'coasting' ? this.sights.get(t.id) : undefined
      return last && spots.some((s) => Math.hypot(s.xMm - last.at.xMm, s.yMm - last.at.yMm) < BESIDE_MM) ? [last] : []
    })
  }
}
