/** For what share of a match each line could not be seen: from the facts as they were told, so that a kept match has it too. */
import type { GameEvent } from '../vision/events/game-event.ts'

/** What the referee does is told at once, facts a little later: time that runs back by more than this is another start of the device, s. */
const ANOTHER_START_S = 5

export class BlindTime {
  private firstS: number | null = null
  private lastS = 0
  private readonly lines = new Map<string, { sinceS: number | null; totalS: number }>()

  heard(e: GameEvent): void {
    // which counts its time from nothing: only what goes on counts
    if (this.firstS === null || e.tS < this.lastS - ANOTHER_START_S) {
      this.firstS = e.tS - (this.firstS === null ? 0 : this.lastS - this.firstS)
      for (const l of this.lines.values()) l.sinceS = null
      this.lastS = e.tS
    }
    this.lastS = Math.max(this.lastS, e.tS)
    if (e.kind !== 'blind' && e.kind !== 'unblind') return
    const l = this.lines.get(e.what) ?? { sinceS: null, totalS: 0 }
    if (e.kind === 'blind') l.sinceS ??= e.tS
    else if (l.sinceS !== null) Object.assign(l, { totalS: l.totalS + e.tS - l.sinceS, sinceS: null })
    this.lines.set(e.what, l)
  }

  /** Followed anew from here on: what was hidden is seen until it is told to be hidden again. */
  tableChanged(): void {
    for (const l of this.lines.values()) if (l.sinceS !== null) Object.assign(l, { totalS: l.totalS + this.lastS - l.sinceS, sinceS: null })
  }

  /** 0..1 by line, of those that were ever hidden. */
  get shares(): Readonly<Record<string, number>> {
    const all = this.firstS === null ? 0 : this.lastS - this.firstS
    return Object.fromEntries([...this.lines].map(([name, l]) => [name, all > 0 ? (l.totalS + (l.sinceS === null ? 0 : this.lastS - l.sinceS)) / all : 0]))
  }
}
