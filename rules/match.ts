/** A match under a rulebook: events in, calls out; what the referee corrects is put where it belongs in the log, and the log is played again. */
import type { GameEvent, RefereeAct } from '../vision/events/game-event.ts'
import { type Call, judge } from './judge.ts'
import type { MatchSetup, Rulebook } from './rule.ts'

/** Between two events: from here on another table, or the ends swapped. */
interface TableChanged {
  readonly kind: 'table-changed'
  readonly setup: MatchSetup
}

export class Match<S> {
  private current: S
  private now: MatchSetup
  /** Everything that was told, in the order in which it counts: a correction stands before the event that it corrects. */
  private readonly log: (GameEvent | TableChanged)[] = []
  /** The event at which each call was made. */
  private readonly madeAt = new Map<string, string>()
  private readonly initial: S

  constructor(
    readonly book: Rulebook<S>,
    private readonly from: MatchSetup,
    start?: S,
    /** Calls made before, so that numbers go on. */
    private made = 0,
  ) {
    this.initial = start ?? book.start
    this.current = this.initial
    this.now = from
  }

  /** The table as it is now. */
  get setup(): MatchSetup {
    return this.now
  }

  /** The match goes on at another table, or with the ends swapped; what was told before can still be undone and corrected. */
  tableChanged(setup: MatchSetup): void {
    this.log.push({ kind: 'table-changed', setup })
    this.now = setup
    this.current = this.book.resumed(this.current)
  }

  /** Whether the event that a call was made of is known, so that it can be judged again. */
  judged(call: string): boolean {
    return this.madeAt.has(call)
  }

  get state(): S {
    return this.current
  }

  /** Reducer first, then every rule on the state before and after, then the judge. A correction gives the calls that stand instead. */
  apply(event: GameEvent): Call[] {
    switch (event.kind) {
      case 'undone':
      case 'call-dismissed':
        this.log.push(event)
        this.current = this.replayed()
        return []
      case 'last-touch-corrected':
        return this.corrected(event)
      default: {
        this.log.push(event)
        const before = this.current
        this.current = this.book.reduce(before, event, this.now)
        return this.calls(before, event, this.current, this.now)
      }
    }
  }

  private calls(before: S, event: GameEvent, after: S, setup: MatchSetup): Call[] {
    const out: Call[] = []
    for (const rule of this.book.rules)
      for (const finding of rule.find(before, event, after, setup)) {
        const call = judge(finding, event, `c-${String(this.made + 1).padStart(6, '0')}`)
        if (!call) continue
        this.made++
        this.madeAt.set(call.id, event.id)
        out.push(call)
      }
    return out
  }

  /** A wrong last touch is put right just before the event that was judged by it; that event is judged again. */
  private corrected(act: RefereeAct): Call[] {
    const at = this.log.findIndex((e) => e.kind !== 'table-changed' && e.id === this.madeAt.get(act.subject))
    if (at < 0) return []
    this.log.splice(at, 0, act)
    const calls: Call[] = []
    this.current = this.replayed((before, event, after, setup) => {
      if (event === this.log[at + 1]) calls.push(...this.calls(before, event, after, setup))
    })
    return calls
  }

  /** The state after the whole log, without what was undone and without what was decided by dismissed calls. */
  private replayed(seen: (before: S, event: GameEvent, after: S, setup: MatchSetup) => void = () => {}): S {
    const undone = new Set(this.log.flatMap((e) => (e.kind === 'undone' ? [e.subject] : [])))
    const dismissed = new Set(this.log.flatMap((e) => (e.kind === 'call-dismissed' && !undone.has(e.id) ? [this.madeAt.get(e.subject)] : [])))
    let state = this.initial
    let setup = this.from
    for (const e of this.log) {
      if (e.kind === 'table-changed') {
        setup = e.setup
        state = this.book.resumed(state)
        continue
      }
      if (e.kind === 'undone' || e.kind === 'call-dismissed' || undone.has(e.id)) continue
      const before = state
      const after = this.book.reduce(before, e, setup)
      state = dismissed.has(e.id) ? this.book.dismiss(before, after) : after
      seen(before, e, state, setup)
    }
    return state
  }
}
