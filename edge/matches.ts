/** The matches that a device keeps: a folder each, opened one after the other at a table and read again long after. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LOG_FILE, readEntries } from './log.ts'
import { LiveTable } from './table.ts'

/** A folder's name in an address: nothing that leads elsewhere. */
const NAME = /^[\w-][\w.-]{0,80}$/

/** A new folder for a match that begins now. */
export function newMatchDir(base: string, now = new Date(), suffix = ''): string {
  const name = `${now.toISOString().slice(0, 19).replaceAll(':', '-')}${suffix}`
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

/** After a power cut a match goes on; what nobody has written to for so long is over, ms. */
const OVER_MS = 2 * 3600_000

/** The newest match, when it was broken off a while ago at most and nobody has closed it; else null. */
export function brokenOff(base: string, nowMs: number): string | null {
  const [name] = keptMatches(base)
  if (name === undefined) return null
  const log = join(base, name, LOG_FILE)
  if (nowMs - statSync(log).mtimeMs > OVER_MS) return null
  return readEntries(readFileSync(log)).entries.at(-1)?.type === 'closed' ? null : join(base, name)
}

/** The sheet of a match as its log tells it; null when the log does not say at which table it was played. */
export function keptSheet(dir: string): ReturnType<LiveTable['sheet']> | null {
  const { entries } = readEntries(readFileSync(join(dir, LOG_FILE)))
  const told = entries.findLast((e) => e.type === 'table')
  return told?.type === 'table' ? new LiveTable(told.table, { entries, last: 0, append: () => [] }).sheet() : null
}
