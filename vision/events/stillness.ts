/** When everything lies still and no hand is over the cloth: the moment to look at positions. */
import type { Tracks } from '../tracks.ts'
import type { AllStill } from './game-event.ts'

/** So long nothing moved and nobody reached in, s: between two figures that are put in their places less goes by. */
const STILL_S = 2

export class StillWatch {
  /** Since when nothing moves, s; whether that was told. */
  private sinceS: number | null = null
  private told = true

  add(now: Tracks): Omit<AllStill, 'id'>[] {
    const things = [...(now.ball ? [now.ball] : []), ...now.bases, ...now.keepers]
    const moves = things.some((t) => !t.atRest && t.kind !== 'keeper') || reachedInto(now.hands)
    if (moves || !things.length) {
      this.sinceS = null
      this.told = false
      return []
    }
    this.sinceS ??= now.tS
    if (this.told || now.tS - this.sinceS < STILL_S) return []
    this.told = true
    return [{ kind: 'all-still', tS: now.tS }]
  }
}

/** A speck is no hand, mm^2. */
const LEAST_MM2 = 250
function reachedInto({ grid, covered }: Tracks['hands']): boolean {
  let cells = 0
  for (let k = covered.indexOf(1); k >= 0 && cells * grid.mmPerCell ** 2 < LEAST_MM2; k = covered.indexOf(1, k + 1)) cells++
  return cells * grid.mmPerCell ** 2 >= LEAST_MM2
}
