/** What goes over the edge of the cloth and comes back: a figure that touches the table is off the playing surface (FISTF 2.1.2). */
import { type Measured, probabilityAbove, sigmaAlongMm } from '../../calibration/estimate.ts'
import type { Pitch } from '../../calibration/pitch.ts'
import type { Track, Tracks } from '../tracks.ts'
import type { ClothLeft } from './game-event.ts'

/** Clearly beyond is farther than noise and than a base leaning on the fence along the edge seems to be, mm and sigmas. */
const BEYOND_MM = 0.8
const SIGMAS = 2.5

/** What was last on its old side of the edge, and where. */
interface Stands {
  off: boolean
  seq: number
}

export class ClothWatch {
  private readonly things = new Map<string, Stands>()

  constructor(private readonly pitch: Pitch) {}

  add(now: Tracks): Omit<ClothLeft, 'id'>[] {
    const out: Omit<ClothLeft, 'id'>[] = []
    for (const t of [...(now.ball ? [now.ball] : []), ...now.bases]) {
      if (t.seen !== 'now') continue
      const key = t.kind === 'ball' ? 'ball' : t.id
      const beyond = this.beyond(t)
      const clear = Math.abs(beyond.value) > Math.max(BEYOND_MM, SIGMAS * beyond.sigma)
      const s = this.things.get(key)
      if (!s) {
        this.things.set(key, { off: clear && beyond.value > 0, seq: now.seq })
        continue
      }
      const off = clear ? beyond.value > 0 : s.off
      if (off !== s.off) {
        const margin: Measured = off ? beyond : { ...beyond, value: -beyond.value }
        out.push({
          kind: off ? 'left-cloth' : 'back-on-cloth',
          tS: t.atS,
          frames: [s.seq, now.seq],
          probability: probabilityAbove(margin, 0),
          place: t.where,
          object: key,
          margin,
        })
      }
      Object.assign(s, { off, seq: now.seq })
    }
    return out
  }

  /** A name that is gone for good. */
  forget(id: string): void {
    this.things.delete(id)
  }

  /** How far the outline (of the ball: its lowest point) reaches beyond the edge of the cloth, mm. */
  private beyond(t: Track): Measured {
    const { lengthMm, widthMm, surfaceMarginMm } = this.pitch
    const r = t.kind === 'ball' ? 0 : t.radiusMm
    const x = Math.abs(t.where.at.xMm) + r - lengthMm / 2 - surfaceMarginMm.goalLine
    const y = Math.abs(t.where.at.yMm) + r - widthMm / 2 - surfaceMarginMm.touchline
    return { value: Math.max(x, y), sigma: x > y ? sigmaAlongMm(t.where, 1, 0) : sigmaAlongMm(t.where, 0, 1), unit: 'mm' }
  }
}
