/**
 * The match's log: append-only lines, synced to disk before anything is shown, readable without this program.
 * A power cut can only cost the line that was being written; on opening, such a torn tail is cut off and said so.
 */
import { closeSync, existsSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '../rules/judge.ts'
import type { GameEvent } from '../vision/events/game-event.ts'
import type { Decision, SheetEntry, TableMessage } from './protocol.ts'

export const LOG_FILE = 'log.jsonl'

export type LogEntry =
  | { readonly n: number; readonly type: 'opened'; readonly wall: string; readonly about: Record<string, unknown> }
  /** The referee has gone on to the next match. */
  | { readonly n: number; readonly type: 'closed'; readonly wall: string }
  /** The lock to the table: from here on frames were measured with that calibration, or calls were held. */
  | {
      readonly n: number
      readonly type: 'camera'
      readonly wall: string
      readonly tS: number
      readonly what: string
      readonly words: string
      readonly calibration: string | null
    }
  /** The table and the sides, at the start and whenever something of them was entered. */
  | { readonly n: number; readonly type: 'table'; readonly wall: string; readonly table: TableMessage }
  | { readonly n: number; readonly type: 'event'; readonly event: GameEvent }
  | { readonly n: number; readonly type: 'call'; readonly call: Call }
  | { readonly n: number; readonly type: 'decision'; readonly decision: Decision; readonly wall: string }
  /** A line of the match sheet, entered or taken back. */
  | { readonly n: number; readonly type: 'sheet'; readonly wall: string; readonly entry: SheetEntry; readonly undone: boolean }

type Unnumbered = LogEntry extends infer E ? (E extends LogEntry ? Omit<E, 'n'> : never) : never

export class MatchLog {
  private readonly fd: number
  private n: number
  readonly entries: readonly LogEntry[]
  /** Bytes of a torn last line that were cut off on opening. */
  readonly cutBytes: number

  private constructor(readonly dir: string) {
    mkdirSync(dir, { recursive: true })
    const path = join(dir, LOG_FILE)
    const text = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
    const { entries, goodBytes } = readEntries(text)
    this.entries = entries
    this.cutBytes = text.length - goodBytes
    this.n = entries.length ? entries[entries.length - 1]!.n : 0
    this.fd = openSync(path, 'a')
    if (this.cutBytes) ftruncateSync(this.fd, goodBytes)
  }

  static open(dir: string): MatchLog {
    return new MatchLog(dir)
  }

  /** Appends and syncs; returns the entries' numbers only after they are on disk. */
  append(...what: Unnumbered[]): LogEntry[] {
    if (!what.length) return []
    const made = what.map((w) => ({ n: ++this.n, ...w }) as LogEntry)
    writeSync(this.fd, made.map((e) => `${JSON.stringify(e)}\n`).join(''))
    fsyncSync(this.fd)
    return made
  }

  get last(): number {
    return this.n
  }

  close(): void {
    closeSync(this.fd)
  }
}

/** Whole lines that are whole entries; the first that is not ends the reading. */
export function readEntries(text: Buffer): { entries: LogEntry[]; goodBytes: number } {
  const entries: LogEntry[] = []
  let at = 0
  while (at < text.length) {
    const end = text.indexOf(10, at)
    if (end < 0) break
    try {
      const e = JSON.parse(text.toString('utf8', at, end)) as LogEntry
      if (typeof e.n !== 'number') break
      entries.push(e)
    } catch {
      break
    }
    at = end + 1
  }
  return { entries, goodBytes: at }
}
