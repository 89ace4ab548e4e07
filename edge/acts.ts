/** What the referee did and still stands, newest last; and what was taken back since. Each act goes through the log, the rulebook and to the screens. */
import type { Side } from '../calibration/units.ts'
import type { GameEvent } from '../vision/events/game-event.ts'
import type { Act, Decision, SheetEntry, TableMessage } from './protocol.ts'

/** Words that only ask: they change nothing, and there is nothing to take back. */
const QUESTIONS: ReadonlySet<string> = new Set(['forcing possible?', 'distance', 'positions?'])

interface Done {
  readonly act: Act
  /** The event that carries it. */
  readonly id: string
  /** Calls that came of it. */
  readonly made: readonly string[]
  /** What stood before in its place, and stands again without it; and how many acts were older than that. */
  readonly instead: Done | null
  readonly older: number
}

/** The table on which the referee acts. */
export interface ActedOn {
  /** Now, on the camera's clock, s. */
  now(): number
  /** Id of the next event that the referee causes. */
  nextId(): string
  attacks(): TableMessage['attacks']
  knows(call: string): boolean
  /** Through the rulebook, to the log and the screens; the calls that came of it. */
  judged(e: GameEvent): readonly string[]
  decide(d: Decision): void
  /** A line of the match sheet is written, or taken out again. */
  enter(id: string, what: SheetEntry['what'], side: Side): void
  takeOut(id: string): void
  endsSwapped(): void
  /** What undo and redo would do now. */
  offer(undo: Act | null, redo: Act | null): void
  told(): void
}

export class Acts {
  private readonly done: Done[] = []
  private takenBack: Act[] = []

  constructor(private readonly table: ActedOn) {}

  /** A sentence when it cannot be done. */
  do(act: Act, by: string): string | null {
    const about = aboutCall(act)
    if (about !== null && !this.table.knows(about)) return `call ${about} is not known`
    if (!isQuestion(act)) this.takenBack = []
    this.perform(act, by)
    return null
  }

  /** Takes back the newest that stands; null when there is nothing. */
  undo(by: string): Act | null {
    const last = this.done.pop()
    if (!last) return null
    const { act, id, instead } = last
    this.takenBack.push(act)
    this.offer()
    const about = aboutCall(act)
    // the call of a restart that the referee gave stands unless he says otherwise
    const given = this.done.some((d) => d.act.kind === 'given' && d.made.includes(about ?? ''))
    if (about !== null) this.table.decide({ ...UNDECIDED, call: about, verdict: given ? 'accepted' : 'dismissed', by, undone: !given })
    if (act.kind === 'clock' && act.half) this.table.endsSwapped()
    if (act.kind === 'entered') this.table.takeOut(id)
    else this.withdraw(last)
    if (instead) {
      this.perform(instead.act, by, instead)
      this.done.splice(instead.older, 0, this.done.pop()!)
      this.offer()
      this.table.told()
    }
    return act
  }

  /** Brings back what was taken back last, as long as nothing else was done since. */
  redo(by: string): Act | null {
    const act = this.takenBack.pop()
    if (!act) return null
    this.perform(act, by)
    return act
  }

  /** A decision that a log tells of: made before a restart of the device, it can still be taken back. */
  decidedBefore({ call, verdict, undone, at }: Decision): void {
    this.forget((d) => aboutCall(d.act) === call)
    if (undone || verdict === 'withdrawn') return
    this.stands({ kind: 'decided', call, verdict, lastTouch: null, figure: null, at: at ?? null }, `before-${call}`)
  }

  enteredBefore({ id, what, side }: SheetEntry, undone: boolean): void {
    this.forget((d) => d.id === id)
    if (!undone) this.stands({ kind: 'entered', what, side }, id)
  }

  /** Another match, or a rulebook that has heard nothing: there is nothing that could be taken back. */
  clear(): void {
    this.done.length = 0
    this.takenBack = []
    this.offer()
  }

  private offer(): void {
    this.table.offer(this.done.at(-1)?.act ?? null, this.takenBack.at(-1) ?? null)
  }

  private forget(which: (d: Done) => boolean): void {
    const i = this.done.findIndex(which)
    if (i < 0) return
    this.done.splice(i, 1)
    this.offer()
  }

  private stands(act: Act, id: string, instead: Done | null = null): string[] {
    const made: string[] = []
    this.done.push({ act, id, made, instead, older: 0 })
    this.offer()
    return made
  }

  private perform(act: Act, by: string, again?: Done): void {
    const { table } = this
    const about = aboutCall(act)
    const instead = again ? again.instead : about === null ? null : this.before(about)
    const fact = { id: table.nextId(), tS: table.now() }
    const did = (e: GameEvent) => {
      const made = this.stands(act, fact.id, instead)
      made.push(...table.judged(e))
      return made
    }
    switch (act.kind) {
      case 'decided': {
        const { call, verdict, lastTouch, figure, at } = act
        table.decide({ ...UNDECIDED, call, verdict, by, at, figure: lastTouch ? null : figure, lastTouch })
        const kind = lastTouch ? 'last-touch-corrected' : verdict === 'accepted' ? 'call-accepted' : 'call-dismissed'
        did({ ...fact, kind, subject: call, side: lastTouch, ...(figure ? { figure } : {}) })
        break
      }
      case 'said': {
        const e = { ...fact, kind: 'said' as const, by: act.by, words: act.words, ...(act.figure ? { figure: act.figure } : {}) }
        if (isQuestion(act)) table.judged(e)
        else did(e)
        break
      }
      case 'clock':
        if (act.half) table.endsSwapped()
        did({ ...fact, kind: 'clock-set', running: act.running, ...(act.half ? { half: act.half } : {}) })
        break
      case 'possession':
        did({ ...fact, kind: 'possession-corrected', subject: 'possession', side: act.side })
        break
      case 'flick-off':
        did({ ...fact, kind: 'match-started', attacks: table.attacks(), possession: act.by, flickOff: act.by })
        break
      case 'given': {
        const { restart, side, at } = act
        if (act.instead) {
          table.decide({ ...UNDECIDED, call: act.instead, verdict: 'dismissed', by })
          table.judged({ id: insteadOf(fact.id), tS: fact.tS, kind: 'call-dismissed', subject: act.instead, side: null })
        }
        for (const call of did({ ...fact, kind: 'restart-given', restart, side, at })) table.decide({ ...UNDECIDED, call, verdict: 'accepted', by })
        break
      }
      case 'shoot-out':
        did({ ...fact, kind: 'shoot-out', goal: act.goal })
        break
      case 'entered':
        this.stands(act, fact.id)
        table.enter(fact.id, act.what, act.side)
    }
  }

  /** What was decided about a call before: it no longer stands, and comes back when what replaces it is taken back. */
  private before(call: string): Done | null {
    const older = this.done.findIndex((d) => aboutCall(d.act) === call)
    if (older < 0) return null
    const [old] = this.done.splice(older, 1)
    this.withdraw(old!)
    return { ...old!, older }
  }

  /** The rulebook forgets an act, and what was called because of it. */
  private withdraw({ act, id, made }: Done): void {
    const undone = (subject: string) => this.table.judged({ id: this.table.nextId(), tS: this.table.now(), kind: 'undone', subject, side: null })
    for (const call of made) {
      this.table.decide({ ...UNDECIDED, call, verdict: 'withdrawn', by: 'referee' })
      this.forget((d) => aboutCall(d.act) === call)
    }
    if (act.kind === 'given' && act.instead) undone(insteadOf(id))
    undone(id)
  }
}

const isQuestion = (act: Act): boolean => act.kind === 'said' && QUESTIONS.has(act.words)
/** The call that an act decides, if it decides one. */
const aboutCall = (act: Act): string | null => (act.kind === 'decided' ? act.call : act.kind === 'given' ? act.instead : null)
/** A decision of which nothing more is said. */
const UNDECIDED = { undone: false, at: null, figure: null, lastTouch: null } as const
/** The event by which a call is dismissed that a given restart replaces. */
const insteadOf = (given: string): string => `${given}-instead`
