/** A match under a rulebook: events in, calls out; undo by playing the log again without what was undone. */
import type { GameEvent } from '../vision/events/game-event.ts'
import { type Call, judge } from './judge.ts'
import type { MatchSetup, Rulebook } from './rule.ts'

export class Match<S> {
  private current: S
  private readonly log: GameEvent[] = []

  constructor(
    readonly book: Rulebook<S>,
    readonly setup: MatchSetup,
    start?: S,
    /** Calls made before, so that numbers go on. */
    private made = 0,
  ) {
    this.initial = start ?? book.start
    this.current = this.initial
  }
  private readonly initial: S

  get state(): S {
    return this.current
  }

  /** Reducer first, then every rule on the state before and after, then the judge. */
  apply(event: GameEvent): Call[] {
    this.log.push(event)
    if (event.kind === 'undone') {
      this.replayWithout()
      return []
    }
    const before = this.current
    const after = this.book.reduce(before, event, this.setup)
    this.current = after
    const calls: Call[] = []
    for (const rule of this.book.rules)
      for (const finding of rule.find(before, event, after, this.setup)) {
        const call = judge(finding, event, `c-${String(this.made + 1).padStart(6, '0')}`)
        if (call) {
          this.made++
          calls.push(call)
        }
      }
    return calls
  }

  /** State after all events but those that an `undone` took back. */
  private replayWithout(): void {
    const undone = new Set(this.log.flatMap((e) => (e.kind === 'undone' ? [e.subject] : [])))
    let state = this.initial
    for (const e of this.log) if (e.kind !== 'undone' && !undone.has(e.id)) state = this.book.reduce(state, e, this.setup)
    this.current = state
  }
}
