/** The screen's one copy of the match: what the server said, in order, and nothing else. */
import {
  type CallMessage,
  type Decision,
  type HealthMessage,
  type MatchMessage,
  NO_MATCH_YET,
  type Role,
  type ServerMessage,
  type TableMessage,
} from '../edge/protocol.ts'

type Live = Extract<ServerMessage, { kind: 'live' }>

export interface Store {
  readonly run: string | null
  readonly n: number
  readonly role: Role
  /** The server's build of the pages when this one first heard of it. */
  readonly build: string | null
  readonly table: TableMessage | null
  readonly match: MatchMessage
  readonly calls: readonly CallMessage[]
  readonly decisions: readonly Decision[]
  readonly things: Live['things']
  readonly hands: Live['hands']
  /** The camera's clock at the newest positions, s. */
  readonly tS: number
  readonly health: HealthMessage | null
  /** When the newest message came, ms of this screen's own clock. */
  readonly heardMs: number
  readonly connected: boolean
  readonly notice: string | null
  /** When it was said, ms of this screen's own clock. */
  readonly noticeMs: number
}

export const EMPTY: Store = {
  run: null,
  n: 0,
  role: 'viewer',
  build: null,
  table: null,
  match: NO_MATCH_YET,
  tS: 0,
  calls: [],
  decisions: [],
  things: [],
  hands: [],
  health: null,
  heardMs: 0,
  connected: false,
  notice: null,
  noticeMs: 0,
}

/** A numbered message that was already heard changes nothing, so each call appears exactly once. */
export function heard(s: Store, m: ServerMessage, nowMs: number): Store {
  const fresh = { ...s, heardMs: nowMs }
  switch (m.kind) {
    case 'snapshot':
      return {
        ...fresh,
        run: m.run,
        n: m.n,
        role: m.role,
        build: m.build,
        table: m.table,
        match: m.match,
        calls: m.calls,
        decisions: m.decisions,
        notice: null,
      }
    case 'call':
      return m.n <= s.n ? fresh : { ...fresh, n: m.n, calls: [...s.calls, m.call], match: m.match }
    case 'decision': {
      if (m.n <= s.n) return fresh
      return { ...fresh, n: m.n, decisions: [...s.decisions.filter((d) => d.call !== m.decision.call), m.decision], match: m.match }
    }
    case 'state':
      return m.n <= s.n ? fresh : { ...fresh, n: m.n, match: m.match }
    case 'live':
      return { ...fresh, tS: m.tS, things: m.things, hands: m.hands, health: m.health }
    case 'role':
      return { ...fresh, role: m.role, notice: null }
    case 'problem':
      return { ...fresh, notice: m.message, noticeMs: nowMs }
  }
}

/** Calls that still are calls. */
export const standingCalls = (s: Store): CallMessage[] => s.calls.filter((c) => !s.decisions.some((d) => d.call === c.id && d.verdict === 'withdrawn'))

export const decisionOf = (s: Store, call: string): Decision | null => s.decisions.find((d) => d.call === call && !d.undone) ?? null
