/** One table's live state: what the screens show and what the referee may do. Everything that counts goes through the log first. */
import { randomUUID } from 'node:crypto'
import { otherSide, type PitchPoint, type Side } from '../calibration/units.ts'
import type { Call } from '../rules/judge.ts'
import type { ClockSet, GameEvent } from '../vision/events/game-event.ts'
import { Acts } from './acts.ts'
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
  private readonly acts = new Acts({
    now: () => this.tS,
    nextId: () => `r-${this.log.last + 1}`,
    attacks: () => this.about.attacks,
    knows: (call) => this.calls.some((c) => c.id === call),
    judged: (e) => this.judged(e),
    decide: (d) => this.write(d),
    enter: (id, what, side) => this.writeSheet({ id, what, side, clock: this.played(this.tS) }, false),
    takeOut: (id) => this.takeOut(id),
    endsSwapped: () => this.endsSwapped(),
    offer: (undo, redo) => {
      this.match = { ...this.match, undo, redo }
    },
    told: () => this.told(),
  })
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
      if (e.type === 'decision') this.acts.decidedBefore(e.decision)
      if (e.type === 'sheet') this.acts.enteredBefore(e.entry, e.undone)
    }
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
    return this.acts.do({ kind: 'decided', call, verdict, lastTouch: null, figure: null, at: null }, by)
  }

  /** The last touch before a call was another side's, or another figure's: the call is dismissed, and what stands instead is called. */
  correct(call: string, lastTouch: Side, figure: string | null, by: string): string | null {
    if (this.judge && !this.judge.judged(call))
      return 'what this call was made of was seen before the last start and cannot be judged again: dismiss the call and give the restart by hand'
    return this.acts.do({ kind: 'decided', call, verdict: 'dismissed', lastTouch, figure, at: null }, by)
  }

  /** The call stands, but its restart is taken from another place, or it was another figure; a sentence when it has no restart to be moved. */
  amend(call: string, at: PitchPoint | null, figure: string | null, by: string): string | null {
    if (at && this.calls.some((c) => c.id === call && !c.restart)) return `call ${call} has no restart that could be moved`
    return this.acts.do({ kind: 'decided', call, verdict: 'accepted', lastTouch: null, figure, at }, by)
  }

  /** The referee gives a restart, in place of a call that then does not stand, or where none was made. */
  give(restart: RestartName, side: Side, at: PitchPoint | null, instead: string | null, by: string): string | null {
    return this.acts.do({ kind: 'given', restart, side, at, instead }, by)
  }

  /** An attempt of the shoot-out begins. */
  shootOut(goal: Side): string | null {
    return this.acts.do({ kind: 'shoot-out', goal }, 'referee')
  }

  /** A word of a player or the referee that changes the state of play. */
  said(by: Side | 'referee', words: string, figure?: string): string | null {
    return this.acts.do({ kind: 'said', by, words, ...(figure ? { figure } : {}) }, 'referee')
  }

  /** The referee's clock. */
  clock(running: boolean, half?: ClockSet['half']): string | null {
    // two screens, or a tap that slipped: the ends are swapped once
    if (half === this.match.clock.half) return null
    return this.acts.do({ kind: 'clock', running, half: half ?? null }, 'referee')
  }

  /** Who takes the flick-off, as the toss had it. */
  flickOff(by: Side): string | null {
    return this.acts.do({ kind: 'flick-off', by }, 'referee')
  }

  /** The ball is this side's, whatever was seen. */
  possession(side: Side): string | null {
    return this.acts.do({ kind: 'possession', side }, 'referee')
  }

  /** A line on the match sheet. */
  enter(what: SheetEntry['what'], side: Side): string | null {
    return this.acts.do({ kind: 'entered', what, side }, 'referee')
  }

  private judged(e: GameEvent): readonly string[] {
    const n = this.n
    const known = this.calls.length
    if (this.judge) this.record([e], this.judge.apply(e), this.judge.state)
    if (this.n === n) this.told()
    return this.calls.slice(known).map((c) => c.id)
  }

  /** Takes back the newest of what the referee did that stands; null when there is nothing. */
  undo(by: string): Act | null {
    return this.acts.undo(by)
  }

  /** Brings back what was taken back last, as long as nothing else was done since. */
  redo(by: string): Act | null {
    return this.acts.redo(by)
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

  private takeOut(id: string): void {
    const entry = this.match.sheet.find((e) => e.id === id)
    if (entry) this.writeSheet(entry, true)
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
    this.acts.clear()
    this.told()
  }

  /** Another match at the table, with a log of its own: every screen begins anew. */
  nextMatch(about: TableMessage, log: MatchLog): void {
    this.log = log
    this.match = NO_MATCH_YET
    for (const list of [this.calls, this.decisions]) list.length = 0
    this.acts.clear()
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

/** A call as screens get it: the same data, without what only TypeScript knows of it. */
const asMessage = (c: Call): CallMessage => c as unknown as CallMessage
