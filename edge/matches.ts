/** The matches that a device keeps: a folder each, opened one after the other at a table and read again long after. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { writeWhole } from './files.ts'
import { LOG_FILE, readEntries } from './log.ts'
import { LiveTable } from './table.ts'

/** A folder's name in an address: nothing that leads elsewhere. */
const NAME = /^[\w-][\w.-]{0,80}$/

/** A new folder for a match that begins now. */
export function newMatchDir(base: string, demo: boolean, now = new Date()): string {
  const name = `${now.toISOString().slice(0, 19).replaceAll(':', '-')}${demo ? '-demo' : ''}`
  let dir = join(base, name)
  for (let k = 2; existsSync(dir); k++) dir = join(base, `${name}-${k}`)
  return opened(dir)
}

/** The folder of a match with what must be in it. */
export function opened(dir: string): string {
  mkdirSync(join(dir, 'evidence'), { recursive: true })
  return dir
}

/** A match's folder by its name; null when there is none. */
export function keptMatch(base: string, name: string): string | null {
  const dir = join(base, name)
  return NAME.test(name) && existsSync(join(dir, LOG_FILE)) ? dir : null
}

/** Names of the matches that are kept, the newest first. */
export const keptMatches = (base: string): string[] =>
  existsSync(base)
    ? readdirSync(base)
        .filter((name) => keptMatch(base, name))
        .sort()
        .reverse()
    : []

/** Which match is played at a table, and by which process: what a power cut leaves behind. */
const CURRENT = 'current.json'
/** What nobody has written to for so long is over, ms. */
const OVER_MS = 2 * 3600_000
const currentSchema = z.object({ match: z.string(), source: z.string(), pid: z.number(), boot: z.string() })

/** One boot of the machine: process numbers mean nothing in another. */
const boot = (): string => (existsSync('/proc/sys/kernel/random/boot_id') ? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() : '')

/** Notes that this process plays a match from a source. */
export function keepCurrent(dir: string, source: string): void {
  writeWhole(join(dirname(dir), CURRENT), JSON.stringify({ match: basename(dir), source, pid: process.pid, boot: boot() }), { lasting: true })
}

/** The match that was played last from this source, when it was broken off a while ago at most, nobody has closed it, and no other process plays it. */
export function brokenOff(base: string, source: string, nowMs: number): string | null {
  const path = join(base, CURRENT)
  const kept = existsSync(path) ? currentSchema.safeParse(json(readFileSync(path, 'utf8'))) : null
  if (!kept?.success || kept.data.source !== source || isAlive(kept.data)) return null
  const dir = keptMatch(base, kept.data.match)
  if (!dir || nowMs - statSync(join(dir, LOG_FILE)).mtimeMs > OVER_MS) return null
  return isClosed(dir) ? null : dir
}

function isAlive({ pid, boot: then }: z.infer<typeof currentSchema>): boolean {
  if (pid === process.pid || then !== boot()) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The referee has gone on from this match to the next. */
export const isClosed = (dir: string): boolean => entriesOf(dir).at(-1)?.type === 'closed'

const entriesOf = (dir: string) => (existsSync(join(dir, LOG_FILE)) ? readEntries(readFileSync(join(dir, LOG_FILE))).entries : [])

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The sheet of a match as its log tells it; null when the log does not say at which table it was played. */
export function keptSheet(dir: string): ReturnType<LiveTable['sheet']> | null {
  const entries = entriesOf(dir)
  const told = entries.findLast((e) => e.type === 'table')
  return told?.type === 'table' ? new LiveTable(told.table, { entries, last: 0, append: () => [] }).sheet() : null
}
