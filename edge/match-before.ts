/** What an earlier run of the same match left: what was entered on its pages, and the referee's clock. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Setup } from '../calibration/setup.ts'
import type { FistfState } from '../rules/fistf-5.2/state.ts'
import type { RULEBOOKS } from '../rules/rulebooks.ts'
import type { Config } from './config.ts'
import { readJsonFile, writeWhole } from './files.ts'
import type { LogEntry } from './log.ts'
import { matchSetup, type Table } from './pipeline.ts'

/** Where a match keeps what was entered on its set-up page. */
const ENTERED = 'table.json'
interface Entered {
  readonly pitch: unknown
  readonly cameraHeightMm: number | null
  /** As entered at the start of the match; without, those of the set-up file. */
  readonly sides?: Setup['sides']
}

export const readEntered = (matchDir: string): Entered | null =>
  existsSync(join(matchDir, ENTERED)) ? (readJsonFile(join(matchDir, ENTERED), 'set-up of the match') as Entered) : null

export const keepEntered = (matchDir: string, entered: Entered): void => writeWhole(join(matchDir, ENTERED), JSON.stringify(entered, null, 1))

/** The referee's clock as a log of this match left it, standing: nobody knows what was played while nothing ran. */
export function clockBefore(entries: readonly LogEntry[], table: Table, book: (typeof RULEBOOKS)[Config['rules']]): FistfState['clock'] {
  let state = book.start
  let tS = 0
  for (const e of entries) {
    if (e.type !== 'event') continue
    tS = e.event.tS
    if (e.event.kind === 'clock-set') state = book.reduce(state, e.event, matchSetup(table))
  }
  if (state.clock.sinceS !== null) state = book.reduce(state, { kind: 'clock-set', id: 'r-0', tS, running: false }, matchSetup(table))
  return state.clock
}
