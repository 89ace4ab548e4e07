/** Pictures that did not come: what happened meanwhile nobody saw, unless everything lies where it lay. */
import type { PitchEstimate } from '../../calibration/estimate.ts'
import type { Track, Tracks } from '../tracks.ts'
import { type Blind, EVERYTHING } from './game-event.ts'

/** Longer without a picture, and a flick with its touch fits in, s. */
export const GAP_S = 0.25
/** Noise moves nothing this far, mm. */
const MOVED_MM = 3

const NOWHERE: PitchEstimate = { at: { xMm: 0, yMm: 0 }, covMm2: [0, 0, 0], systematicSigmaMm: 0 }

export class GapWatch {
  private last: Tracks | null = null

  add(now: Tracks): Omit<Blind, 'id'>[] {
    const before = this.last
    this.last = now
    if (!before || now.tS - before.tS < GAP_S || !somethingHappened(before, now)) return []
    const found = { frames: [before.seq, now.seq] as const, probability: 1, place: NOWHERE, what: EVERYTHING }
    return [
      { ...found, kind: 'blind', tS: before.tS },
      { ...found, kind: 'unblind', tS: now.tS },
    ]
  }
}

/** Whether anything ran when it was last seen, or lies elsewhere now; what is hidden now may have been moved too. */
function somethingHappened(before: Tracks, now: Tracks): boolean {
  const things = (t: Tracks): Track[] => [...(t.ball ? [t.ball] : []), ...t.bases].filter((q) => q.seen === 'now')
  const after = new Map(things(now).map((t) => [t.id, t.where.at]))
  return things(before).some((t) => {
    const at = after.get(t.id)
    return !t.atRest || !at || Math.hypot(at.xMm - t.where.at.xMm, at.yMm - t.where.at.yMm) > MOVED_MM
  })
}
