/** One table's live state: what the screens show and what the referee may do. Everything that counts goes through the log first. */
import { randomUUID } from 'node:crypto'
import type { Side } from '../calibration/units.ts'
import type { FistfState } from '../rules/fistf-5.2/state.ts'
import type { Call } from '../rules/judge.ts'
import type { ClockSet, GameEvent, RefereeAct } from '../vision/events/game-event.ts'
import type { LogEntry, MatchLog } from './log.ts'
import type { Table } from './pipeline.ts'
import {
  type CallMessage,
  callSchema,
  type Decision,
  type MatchMessage,
  NO_MATCH_YET,
  type Numbered,
  PROTOCOL_VERSION,
  type ServerMessage,
  type TableMessage,
} from './protocol.ts'

const BACKLOG = 400

/** What of the state of play the screens show. */
export type Shown = Pick<FistfState, 'possession' | 'shootable' | 'blockFlick' | 'asked' | 'clock'>

const QUESTIONS: Readonly<Record<string, { text: string; answers: string[] }>> = {
  influence: { text: 'Did the block-flick influence play near the ball?', answers: ['influenced play', 'no influence'] },
  deliberate: { text: 'Was it on purpose?', answers: ['deliberate'] },
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
  judge: { apply(e: GameEvent): Call[]; readonly state: Shown } | null = null
  /** The act by which a call was decided, so that it can be undone. */
  private readonly acts = new Map<string, string>()
  /** Time of the newest frame on the camera's clock, s. */
  tS = 0

  constructor(
    private about: TableMessage,
    private readonly log: MatchLog,
  ) {
    for (const e of log.entries) this.restore(e)
  }

  private restore(e: LogEntry): void {
    // a log of an earlier version: what screens would not understand is left out of them, and stays in the log
    const call = e.type === 'call' ? callSchema.safeParse(e.call) : null
    if (call?.success) this.calls.push(call.data)
    if (e.type === 'decision') this.decide(e.decision)
  }

  private decide(d: Decision): void {
    const i = this.decisions.findIndex((x) => x.call === d.call)
    if (i >= 0) this.decisions[i] = d
    else this.decisions.push(d)
    this.countScore()
  }

  /** The score is what the referee accepted. */
  private countScore(): void {
    const score = { A: 0, B: 0 }
    for (const d of this.decisions) {
      const call = this.calls.find((c) => c.id === d.call)
      if (d.verdict === 'accepted' && !d.undone && call?.gains && (call.code === 'goal' || call.code === 'own-goal')) score[call.gains]++
    }
    this.match = { ...this.match, score }
  }

  /** Events and calls of a frame: to disk, then to the screens. */
  record(events: readonly GameEvent[], calls: readonly Call[], state: Shown): void {
    const before = JSON.stringify(this.match)
    this.match = {
      ...this.match,
      possession: state.possession,
      shootable: state.shootable,
      blockFlick: state.blockFlick === 'available',
      question: state.asked ? (QUESTIONS[state.asked.what] ?? null) : null,
      clock: { half: state.clock.half, playedS: state.clock.playedS, running: state.clock.sinceS !== null, tS: state.clock.sinceS ?? 0 },
    }
    const changed = JSON.stringify(this.match) !== before
    const made = this.log.append(...events.map((event) => ({ type: 'event' as const, event })), ...calls.map((call) => ({ type: 'call' as const, call })))
    for (const e of made)
      if (e.type === 'call') {
        const call = asMessage(e.call)
        this.calls.push(call)
        this.send({ v: PROTOCOL_VERSION, kind: 'call', n: ++this.n, call, match: this.match })
      }
    if (changed && !calls.length) this.send({ v: PROTOCOL_VERSION, kind: 'state', n: ++this.n, match: this.match })
  }

  /** The referee accepts or dismisses a call; returns a sentence when it cannot be. */
  verdict(call: string, verdict: Decision['verdict'], by: string): string | null {
    return this.settled(call, verdict, by, { kind: verdict === 'accepted' ? 'call-accepted' : 'call-dismissed', side: null })
  }

  /** The last touch before a call was another side's: the call is dismissed, and what stands instead is called. */
  correct(call: string, lastTouch: Side, by: string): string | null {
    return this.settled(call, 'dismissed', by, { kind: 'last-touch-corrected', side: lastTouch })
  }

  /** A word of a player or the referee that changes the state of play. */
  said(by: Side | 'referee', words: string): null {
    this.act({ ...this.fact(), kind: 'said', by, words })
    return null
  }

  /** The referee's clock. */
  clock(running: boolean, half?: ClockSet['half']): null {
    this.act({ ...this.fact(), kind: 'clock-set', running, ...(half ? { half } : {}) })
    return null
  }

  private settled(call: string, verdict: Decision['verdict'], by: string, what: Pick<RefereeAct, 'kind' | 'side'>): string | null {
    if (!this.calls.some((c) => c.id === call)) return `call ${call} is not known`
    const before = this.acts.get(call)
    if (before) this.act({ ...this.fact(), kind: 'undone', subject: before, side: null })
    this.write({ call, verdict, by, undone: false })
    const e: RefereeAct = { ...this.fact(), ...what, subject: call }
    this.acts.set(call, e.id)
    this.act(e)
    return null
  }

  private fact() {
    return { id: `r-${this.log.last + 1}`, tS: this.tS }
  }

  /** What the referee does: to the log, through the rulebook, and what follows to the screens. */
  private act(e: GameEvent): void {
    if (!this.judge) return
    const calls = this.judge.apply(e)
    this.record([e], calls, this.judge.state)
  }

  /** Takes back the newest decision that stands; says what, or null when there is none. */
  undo(by: string): Decision | null {
    const standing = [...this.decisions].reverse().find((d) => !d.undone)
    if (!standing) return null
    this.write({ ...standing, by, undone: true })
    const act = this.acts.get(standing.call)
    if (act) this.act({ ...this.fact(), kind: 'undone', subject: act, side: null })
    this.acts.delete(standing.call)
    return standing
  }

  private write(decision: Decision): void {
    this.log.append({ type: 'decision', decision, wall: new Date().toISOString() })
    // an accepted decision moves to the end, so that undo takes back the newest
    const i = this.decisions.findIndex((x) => x.call === decision.call)
    if (i >= 0) this.decisions.splice(i, 1)
    this.decide(decision)
    this.send({ v: PROTOCOL_VERSION, kind: 'decision', n: ++this.n, decision, match: this.match })
  }

  private send(m: Numbered): void {
    this.backlog.push(m)
    if (this.backlog.length > BACKLOG) this.backlog.shift()
    this.publish(m)
  }

  /** Another table, or the same with other dimensions: every screen is told all anew. */
  retold(about: TableMessage): void {
    this.about = about
    this.n++
    this.backlog.length = 0
    this.publish(this.snapshot('viewer'))
  }

  private snapshot(role: 'viewer' | 'referee'): Extract<ServerMessage, { kind: 'snapshot' }> {
    return {
      v: PROTOCOL_VERSION,
      kind: 'snapshot',
      run: this.run,
      n: this.n,
      role,
      table: this.about,
      match: this.match,
      calls: this.calls.slice(-60),
      decisions: this.decisions,
    }
  }

  /** What a client that saw everything up to `last` missed; a snapshot when that is too long ago or it comes from another run. */
  since(run: string | undefined, last: number, role: 'viewer' | 'referee'): ServerMessage[] {
    const first = this.backlog[0]?.n ?? this.n + 1
    if (run === this.run && last <= this.n && last >= first - 1) return [{ v: PROTOCOL_VERSION, kind: 'role', role }, ...this.backlog.filter((m) => m.n > last)]
    return [this.snapshot(role)]
  }
}

/** A call as screens get it: the same data, without what only TypeScript knows of it. */
const asMessage = (c: Call): CallMessage => c as unknown as CallMessage

/** What a page must know of a table to draw it. */
export function aboutTable(t: Table, book: { readonly title: string; readonly edition: string }): TableMessage {
  const p = t.pitch
  const { A, B } = t.setup.sides
  return {
    lengthMm: p.lengthMm,
    widthMm: p.widthMm,
    lineWidthMm: p.lineWidthMm,
    marginXMm: p.surfaceMarginMm.goalLine,
    marginYMm: p.surfaceMarginMm.touchline,
    goalWidthMm: p.goal.widthMm,
    goalArea: p.goalArea,
    attacks: { A: A.attacks, B: B.attacks },
    lines: [...p.lines],
    rulebook: `${book.title} ${book.edition}`,
    names: { A: A.name, B: B.name },
    colours: { A: [...A.baseColours], B: [...B.baseColours] },
  }
}
