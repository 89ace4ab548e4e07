/** What runs over the edge of the cloth and is not seen again has left the table; a fence would have sent it back. */
import type { Pitch } from '../../calibration/pitch.ts'
import type { Track, Tracks } from '../tracks.ts'
import { handNear } from '../tracks.ts'
import type { LeftTable } from './game-event.ts'

/** Not seen for so long with nothing over its place, it is gone, s. */
const GONE_S = 0.35
/** It would have come to the edge within this long after it was last seen, s. */
const WITHIN_S = 0.25
const LEAST_MM_S = 80
/** What was not there this long before may be a passing shadow, or something that was lost and found, s. */
const KNOWN_S = 0.5

type Told = Omit<LeftTable, 'id'>
interface Ran {
  readonly track: Track
  readonly seq: number
  told: boolean
}

export class LeftTableWatch {
  private readonly running = new Map<string, Ran>()
  private readonly knownSince = new Map<string, number>()

  constructor(private readonly pitch: Pitch) {}

  add(now: Tracks): Told[] {
    const things = [...(now.ball ? [now.ball] : []), ...now.bases]
    for (const t of things) {
      if (t.seen !== 'now') continue
      const since = this.knownSince.get(t.id) ?? this.came(t, now.tS)
      if (now.tS - since > KNOWN_S && this.leaving(t)) this.running.set(t.id, { track: t, seq: now.seq, told: false })
      else this.running.delete(t.id)
    }
    const out: Told[] = []
    for (const [id, ran] of this.running) {
      const { track } = ran
      if (ran.told || now.tS - track.lastSeenS < GONE_S) continue
      // the ball that is seen may be this one, about to be found again
      if (track.kind === 'ball' && now.otherBalls.length) continue
      const { at } = track.where
      if (handNear(now.hands, at.xMm, at.yMm, track.radiusMm + 10)) {
        this.running.delete(id) // a hand took it, or hides it
        continue
      }
      ran.told = true
      out.push({
        kind: 'left-table',
        tS: track.lastSeenS,
        frames: [ran.seq, now.seq],
        probability: 0.8,
        place: track.where,
        object: track.kind === 'ball' ? 'ball' : id,
      })
    }
    return out
  }

  /** A name that is gone for good. */
  forget(id: string): void {
    this.knownSince.delete(id)
    this.running.delete(id)
  }

  /** What appears as another one of its kind just after one was lost may be that one, thrown back by the fence between two pictures. */
  private came(t: Track, tS: number): number {
    for (const [id, ran] of this.running) if (ran.track.kind === t.kind) this.running.delete(id)
    this.knownSince.set(t.id, tS)
    return tS
  }

  /** Whether it runs so that it comes over the edge of the cloth at once. */
  private leaving(t: Track): boolean {
    if (t.atRest || Math.hypot(t.vxMmS, t.vyMmS) < LEAST_MM_S) return false
    const sx = this.pitch.lengthMm / 2 + this.pitch.surfaceMarginMm.goalLine
    const sy = this.pitch.widthMm / 2 + this.pitch.surfaceMarginMm.touchline
    const { xMm, yMm } = t.where.at
    return Math.abs(xMm + t.vxMmS * WITHIN_S) > sx + t.radiusMm || Math.abs(yMm + t.vyMmS * WITHIN_S) > sy + t.radiusMm
  }
}
