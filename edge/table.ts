/** One table's live state: what the screens show and what the referee may do. Everything that counts goes through the log first. */
import { randomUUID } from 'node:crypto'
import { otherSide, type PitchPoint, type Side } from '../calibration/units.ts'
import type { Call } from '../rules/judge.ts'
import type { ClockSet, GameEvent } from '../vision/events/game-event.ts'
import { BlindTime } from './blind-time.ts'
import type { LogEntry, MatchLog } from './log.ts'
import {
  type Act,
  type CallMessage,
  callSchema,
  type Decision,
  type MatchMessage,
  NO_MATCH_YET,
  type Numbered,
  PROTOCOL_VERSION,
  type RestartName,
  type Role,
  type ServerMessage,
  type SheetEntry,
  type TableMessage,
} from './protocol.ts'
import { type Shown, standing } from './shown.ts'

const BACKLOG = 400
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

export class LiveTable {
  readonly calls: CallMessage[] = []
  readonly decisions: Decision[] = []
  private match: MatchMessage = NO_MATCH_YET
  private readonly backlog: Numbered[] = []
  private n = 0
  /** Names this run of the server: numbers of another run mean nothing here. */
  private readonly run = randomUUID()
  /** Called with every numbered message once it is on disk. */
  publish: (m: Numbered) => void = () => {}
  /** The rulebook of the running match; what the referee does goes through it like everything else. */
  judge: { apply(e: GameEvent): Call[]; judged(call: string): boolean; readonly state: Shown } | null = null
  /** What the referee did and still stands, newest last, each with the event that carries it; and what was taken back since. */
  private readonly done: Done[] = []
  private takenBack: Act[] = []
  /** Names the pages that the server gives out. */
  build = ''
  private newest = { tS: 0, atMs: 0 }
  private blindTime = new BlindTime()
  /** Whether the camera's time runs on between its pictures, and while it gives none. */
  runsOn: () => boolean = () => false
  /** The sides change ends (FISTF 4.1); the table is another one then. */
  endsSwapped: () => void = () => {}

  constructor(
    private about: TableMessage,
    private log: Pick<MatchLog, 'entries' | 'append' | 'last'>,
  ) {
    this.restoreAll()
  }

  /** A picture was taken at this time on the camera's clock, s. */
  seen(tS: number): void {
    this.newest = { tS, atMs: performance.now() }
  }

  /** Now, on the camera's clock, s: the referee's clock does not stand still because a plug was pulled. */
  get tS(): number {
    const { tS, atMs } = this.newest
    return atMs && this.runsOn() ? tS + (performance.now() - atMs) / 1000 : tS
  }

  private restoreAll(): void {
    for (const e of this.log.entries) {
      this.restore(e)
      // what was done before a restart can still be taken back
      if (e.type === 'decision') this.doneBefore({ ...e.decision, at: e.decision.at ?? null })
      if (e.type === 'sheet') {
        const i = this.done.findIndex((d) => d.id === e.entry.id)
        if (i >= 0) this.done.splice(i, 1)
        if (!e.undone) this.done.push({ act: { kind: 'entered', what: e.entry.what, side: e.entry.side }, id: e.entry.id, made: [], instead: null, older: 0 })
      }
    }
    this.offer()
  }

  private doneBefore({ call, verdict, undone, at }: Decision): void {
    const i = this.done.findIndex((d) => aboutCall(d.act) === call)
    if (i >= 0) this.done.splice(i, 1)
    if (!undone && verdict !== 'withdrawn')
      this.done.push({ act: { kind: 'decided', call, verdict, lastTouch: null, figure: null, at }, id: `before-${call}`, made: [], instead: null, older: 0 })
  }

  private restore(e: LogEntry): void {
    // a log of an earlier version: what screens would not understand is left out of them, and stays in the log
    const call = e.type === 'call' ? callSchema.safeParse(e.call) : null
    if (call?.success) this.calls.push(call.data)
    if (e.type === 'decision') this.decide(e.decision)
    if (e.type === 'event') this.blindTime.heard(e.event)
    if (e.type === 'table') this.blindTime.tableChanged()
    if (e.type === 'sheet') this.entered(e.entry, e.undone)
  }

  private entered(entry: SheetEntry, undone: boolean): void {
    const others = this.match.sheet.filter((x) => x.id !== entry.id)
    this.match = { ...this.match, sheet: undone ? others : [...others, entry] }
    this.countScore()
  }

  private decide(d: Decision): void {
    const i = this.decisions.findIndex((x) => x.call === d.call)
    if (i >= 0) this.decisions[i] = d
    else this.decisions.push(d)
    this.countScore()
  }

  /** The score is what the referee accepted and entered. */
  private countScore(): void {
    const score = { A: 0, B: 0 }
    for (const e of this.match.sheet) if (e.what === 'goal') score[e.side]++
    for (const d of this.decisions) {
      const call = this.calls.find((c) => c.id === d.call)
      if (d.verdict === 'accepted' && !d.undone && call?.gains && (call.code === 'goal' || call.code === 'own-goal')) score[call.gains]++
    }
    this.match = { ...this.match, score, shootOut: this.attempts(this.match.shootOut?.goal ?? null) }
  }

  /** Attempts of a shoot-out as the referee accepted and entered them. */
  private attempts(goal: Side | null): MatchMessage['shootOut'] {
    const sides = { A: { taken: 0, scored: 0 }, B: { taken: 0, scored: 0 } }
    const count = (by: Side, scored: boolean) => {
      sides[by].taken++
      if (scored) sides[by].scored++
    }
    for (const e of this.match.sheet) if (e.what === 'shoot-out-goal' || e.what === 'shoot-out-unsuccessful') count(e.side, e.what === 'shoot-out-goal')
    for (const d of this.decisions) {
      const call = d.verdict === 'accepted' && !d.undone ? this.calls.find((c) => c.id === d.call) : undefined
      if (!call?.gains) continue
      if (call.code === 'shoot-out-goal') count(call.gains, true)
      if (call.code === 'shoot-out-unsuccessful') count(otherSide(call.gains), false)
    }
    return goal === null && !sides.A.taken && !sides.B.taken ? null : { goal, ...sides }
  }

  /** Events and calls of a frame: to disk, then to the screens. */
  record(events: readonly GameEvent[], calls: readonly Call[], state: Shown): void {
    for (const e of events) this.blindTime.heard(e)
    const changed = this.follows(state)
    const dated = calls.map((c) => ({ ...c, clock: this.played(c.tS) }))
    const made = this.log.append(...events.map((event) => ({ type: 'event' as const, event })), ...dated.map((call) => ({ type: 'call' as const, call })))
    for (const e of made)
      if (e.type === 'call') {
        const call = asMessage(e.call)
        this.calls.push(call)
        this.send({ v: PROTOCOL_VERSION, kind: 'call', n: ++this.n, call, match: this.match })
      }
    if (changed && !calls.length) this.told()
  }

  /** How things stand, though nothing happened: after a start, or with another table. */
  stands(state: Shown): void {
    if (this.follows(state)) this.told()
  }

  private follows(state: Shown): boolean {
    const before = JSON.stringify(this.match)
    this.match = { ...this.match, ...standing(state), shootOut: this.attempts(state.shootOut?.goal ?? null) }
    return JSON.stringify(this.match) !== before
  }

  /** A moment on the referee's clock. */
  private played(tS: number): SheetEntry['clock'] {
    const { half, playedS, running, tS: sinceS } = this.match.clock
    return { half, playedS: playedS + (running ? Math.max(0, tS - sinceS) : 0) }
  }

  private told(): void {
    this.send({ v: PROTOCOL_VERSION, kind: 'state', n: ++this.n, match: this.match })
  }

  /** The referee accepts or dismisses a call; returns a sentence when it cannot be. */
  verdict(call: string, verdict: 'accepted' | 'dismissed', by: string): string | null {
    return this.does({ kind: 'decided', call, verdict, lastTouch: null, figure: null, at: null }, by)
  }

  /** The last touch before a call was another side's, or another figure's: the call is dismissed, and what stands instead is called. */
  correct(call: string, lastTouch: Side, figure: string | null, by: string): string | null {
    if (this.judge && !this.judge.judged(call))
      return 'what this call was made of was seen before the last start and cannot be judged again: dismiss the call and give the restart by hand'
    return this.does({ kind: 'decided', call, verdict: 'dismissed', lastTouch, figure, at: null }, by)
  }

  /** The call stands, but its restart is taken from another place, or it was another figure; a sentence when it has no restart to be moved. */
  amend(call: string, at: PitchPoint | null, figure: string | null, by: string): string | null {
    if (at && this.calls.some((c) => c.id === call && !c.restart)) return `call ${call} has no restart that could be moved`
    return this.does({ kind: 'decided', call, verdict: 'accepted', lastTouch: null, figure, at }, by)
  }

  /** The referee gives a restart, in place of a call that then does not stand, or where none was made. */
  give(restart: RestartName, side: Side, at: PitchPoint | null, instead: string | null, by: string): string | null {
    return this.does({ kind: 'given', restart, side, at, instead }, by)
  }

  /** An attempt of the shoot-out begins. */
  shootOut(goal: Side): string | null {
    return this.does({ kind: 'shoot-out', goal }, 'referee')
  }

  /** A word of a player or the referee that changes the state of play. */
  said(by: Side | 'referee', words: string, figure?: string): string | null {
    return this.does({ kind: 'said', by, words, ...(figure ? { figure } : {}) }, 'referee')
  }

  /** The referee's clock. */
  clock(running: boolean, half?: ClockSet['half']): string | null {
    // two screens, or a tap that slipped: the ends are swapped once
    if (half === this.match.clock.half) return null
    return this.does({ kind: 'clock', running, half: half ?? null }, 'referee')
  }

  /** Who takes the flick-off, as the toss had it. */
  flickOff(by: Side): string | null {
    return this.does({ kind: 'flick-off', by }, 'referee')
  }

  /** The ball is this side's, whatever was seen. */
  possession(side: Side): string | null {
    return this.does({ kind: 'possession', side }, 'referee')
  }

  /** A line on the match sheet. */
  enter(what: SheetEntry['what'], side: Side): string | null {
    return this.does({ kind: 'entered', what, side }, 'referee')
  }

  private does(act: Act, by: string): string | null {
    const about = aboutCall(act)
    if (about !== null && !this.calls.some((c) => c.id === about)) return `call ${about} is not known`
    if (!isQuestion(act)) this.takenBack = []
    this.perform(act, by)
    return null
  }

  /** To the log, through the rulebook, and what follows to the screens. */
  private perform(act: Act, by: string, again?: Done): void {
    const about = aboutCall(act)
    const instead = again ? again.instead : about === null ? null : this.before(about)
    const fact = { id: `r-${this.log.last + 1}`, tS: this.tS }
    switch (act.kind) {
      case 'decided': {
        this.write({ ...UNDECIDED, call: act.call, verdict: act.verdict, by, at: act.at, figure: act.lastTouch ? null : act.figure, lastTouch: act.lastTouch })
        const kind = act.lastTouch ? 'last-touch-corrected' : act.verdict === 'accepted' ? 'call-accepted' : 'call-dismissed'
        this.did(act, fact.id, instead, { ...fact, kind, subject: act.call, side: act.lastTouch, ...(act.figure ? { figure: act.figure } : {}) })
        break
      }
      case 'said': {
        const e = { ...fact, kind: 'said' as const, by: act.by, words: act.words, ...(act.figure ? { figure: act.figure } : {}) }
        if (isQuestion(act)) this.judged(e)
        else this.did(act, fact.id, null, e)
        break
      }
      case 'clock':
        if (act.half) this.endsSwapped()
        this.did(act, fact.id, null, { ...fact, kind: 'clock-set', running: act.running, ...(act.half ? { half: act.half } : {}) })
        break
      case 'possession':
        this.did(act, fact.id, null, { ...fact, kind: 'possession-corrected', subject: 'possession', side: act.side })
        break
      case 'flick-off':
        this.did(act, fact.id, null, { ...fact, kind: 'match-started', attacks: this.about.attacks, possession: act.by, flickOff: act.by })
        break
      case 'given': {
        const { restart, side, at } = act
        if (act.instead) {
          this.write({ ...UNDECIDED, call: act.instead, verdict: 'dismissed', by })
          this.judged({ id: insteadOf(fact.id), tS: fact.tS, kind: 'call-dismissed', subject: act.instead, side: null })
        }
        const made = this.did(act, fact.id, instead, { ...fact, kind: 'restart-given', restart, side, at })
        for (const call of made) this.write({ ...UNDECIDED, call, verdict: 'accepted', by })
        break
      }
      case 'shoot-out':
        this.did(act, fact.id, null, { ...fact, kind: 'shoot-out', goal: act.goal })
        break
      case 'entered':
        this.done.push({ act, id: fact.id, made: [], instead: null, older: 0 })
        this.offer()
        this.writeSheet({ id: fact.id, what: act.what, side: act.side, clock: this.played(this.tS) }, false)
    }
  }

  /** What was decided about a call before: it no longer stands, and comes back when what replaces it is taken back. */
  private before(call: string): Done | null {
    const i = this.done.findIndex((d) => aboutCall(d.act) === call)
    if (i < 0) return null
    const [old] = this.done.splice(i, 1)
    this.withdraw(old!)
    return { ...old!, older: i }
  }

  /** An act is carried out; returns the calls that came of it. */
  private did(act: Act, id: string, instead: Done | null, e: GameEvent): readonly string[] {
    const known = this.calls.length
    const entry = { act, id, made: [] as string[], instead, older: 0 }
    this.done.push(entry)
    this.offer()
    this.judged(e)
    entry.made.push(...this.calls.slice(known).map((c) => c.id))
    return entry.made
  }

  /** The rulebook forgets an act, and what was called because of it. */
  private withdraw({ act, id, made }: Done): void {
    for (const call of made) {
      this.write({ ...UNDECIDED, call, verdict: 'withdrawn', by: 'referee' })
      const i = this.done.findIndex((d) => aboutCall(d.act) === call)
      if (i >= 0) this.done.splice(i, 1)
    }
    if (act.kind === 'given' && act.instead) this.judged({ id: `r-${this.log.last + 1}`, tS: this.tS, kind: 'undone', subject: insteadOf(id), side: null })
    this.judged({ id: `r-${this.log.last + 1}`, tS: this.tS, kind: 'undone', subject: id, side: null })
  }

  /** What undo and redo would do now. */
  private offer(): void {
    this.match = { ...this.match, undo: this.done.at(-1)?.act ?? null, redo: this.takenBack.at(-1) ?? null }
  }

  private judged(e: GameEvent): void {
    const n = this.n
    if (this.judge) this.record([e], this.judge.apply(e), this.judge.state)
    if (this.n === n) this.told()
  }

  /** Takes back the newest of what the referee did that stands; null when there is nothing. */
  undo(by: string): Act | null {
    const last = this.done.pop()
    if (!last) return null
    const { act, id, instead } = last
    this.takenBack.push(act)
    this.offer()
    const about = aboutCall(act)
    // the call of a restart that the referee gave stands unless he says otherwise
    const given = this.done.some((d) => d.act.kind === 'given' && d.made.includes(about ?? ''))
    if (about !== null) this.write({ ...UNDECIDED, call: about, verdict: given ? 'accepted' : 'dismissed', by, undone: !given })
    if (act.kind === 'clock' && act.half) this.endsSwapped()
    if (act.kind === 'entered') {
      const entry = this.match.sheet.find((e) => e.id === id)
      if (entry) this.writeSheet(entry, true)
    } else this.withdraw(last)
    if (instead) {
      this.perform(instead.act, by, instead)
      this.done.splice(instead.older, 0, this.done.pop()!)
      this.offer()
      this.told()
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

  private write(decision: Decision): void {
    this.log.append({ type: 'decision', decision, wall: new Date().toISOString() })
    // an accepted decision moves to the end: the newest is last
    const i = this.decisions.findIndex((x) => x.call === decision.call)
    if (i >= 0) this.decisions.splice(i, 1)
    this.decide(decision)
    this.send({ v: PROTOCOL_VERSION, kind: 'decision', n: ++this.n, decision, match: this.match })
  }

  private writeSheet(entry: SheetEntry, undone: boolean): void {
    this.log.append({ type: 'sheet', entry, undone, wall: new Date().toISOString() })
    this.entered(entry, undone)
    this.told()
  }

  /** Everything that a match sheet prints. */
  sheet() {
    return { table: this.about, match: this.match, calls: this.calls, decisions: this.decisions, blind: this.blindTime.shares }
  }

  private send(m: Numbered): void {
    this.backlog.push(m)
    if (this.backlog.length > BACKLOG) this.backlog.shift()
    this.publish(m)
  }

  /** A film begins anew, under a rulebook that has heard nothing: there is nothing that it could take back. */
  filmAnew(): void {
    this.done.length = 0
    this.takenBack = []
    this.offer()
    this.told()
  }

  /** Another match at the table, with a log of its own: every screen begins anew. */
  nextMatch(about: TableMessage, log: MatchLog): void {
    this.log = log
    this.match = NO_MATCH_YET
    for (const list of [this.calls, this.decisions, this.done]) list.length = 0
    this.takenBack = []
    this.blindTime = new BlindTime()
    this.restoreAll()
    this.retold(about)
  }

  /** Another table, or the same with other dimensions: every screen is told all anew. */
  retold(about: TableMessage): void {
    this.about = about
    this.blindTime.tableChanged()
    this.keepTable()
    this.n++
    this.backlog.length = 0
    this.publish(this.snapshot('viewer'))
  }

  /** What the screens are told of the table, for those who read the log one day. */
  keepTable(): void {
    this.log.append({ type: 'table', wall: new Date().toISOString(), table: this.about })
  }

  private snapshot(role: Role): Extract<ServerMessage, { kind: 'snapshot' }> {
    return {
      v: PROTOCOL_VERSION,
      kind: 'snapshot',
      run: this.run,
      n: this.n,
      role,
      build: this.build,
      table: this.about,
      match: this.match,
      calls: this.calls.slice(-60),
      decisions: this.decisions,
    }
  }

  /** What a client that saw everything up to `last` missed; a snapshot when that is too long ago or it comes from another run. */
  since(run: string | undefined, last: number, role: Role): ServerMessage[] {
    const first = this.backlog[0]?.n ?? this.n + 1
    if (run === this.run && last <= this.n && last >= first - 1) return [{ v: PROTOCOL_VERSION, kind: 'role', role }, ...this.backlog.filter((m) => m.n > last)]
    return [this.snapshot(role)]
  }
}

const isQuestion = (act: Act): boolean => act.kind === 'said' && QUESTIONS.has(act.words)
/** The call that an act decides, if it decides one. */
const aboutCall = (act: Act): string | null => (act.kind === 'decided' ? act.call : act.kind === 'given' ? act.instead : null)
/** A decision of which nothing more is said. */
const UNDECIDED = { undone: false, at: null, figure: null, lastTouch: null } as const
/** The event by which a call is dismissed that a given restart replaces. */
const insteadOf = (given: string): string => `${given}-instead`
/** A call as screens get it: the same data, without what only TypeScript knows of it. */
const asMessage = (c: Call): CallMessage => c as unknown as CallMessage
