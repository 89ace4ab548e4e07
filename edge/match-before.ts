/** What an earlier run of the same match left: what was entered on its pages, and the referee's clock. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parsePitch } from '../calibration/pitch.ts'
import type { Setup } from '../calibration/setup.ts'
import type { FistfState } from '../rules/fistf-5.2/state.ts'
import type { RULEBOOKS } from '../rules/rulebooks.ts'
import type { Config } from './config.ts'
import { readJsonFile, readSetup, writeWhole } from './files.ts'
import type { LogEntry } from './log.ts'
import { matchSetup, type Table } from './pipeline.ts'
import presets from './presets.json' with { type: 'json' }
import { orRaise } from './problems.ts'

/** What was entered on the set-up page: kept with the match, and beside the matches for those that follow at the same table. */
const ENTERED = 'table.json'
interface Entered {
  readonly pitch: unknown
  readonly cameraHeightMm: number | null
  /** As entered at the start of the match; without, those of the set-up file. */
  readonly sides?: Setup['sides']
  /** With what the run was started in which it was entered: when something else is given, that is newer. */
  readonly given?: Given
}
interface Given {
  readonly pitch: unknown
  readonly cameraHeightMm: number
}

const readEntered = (dir: string): Entered | null =>
  existsSync(join(dir, ENTERED)) ? (readJsonFile(join(dir, ENTERED), 'set-up that was entered') as Entered) : null

export const keepEntered = (dir: string, entered: Entered): void => writeWhole(join(dir, ENTERED), JSON.stringify(entered, null, 1))

export interface Start {
  readonly table: Table
  readonly pitchFile: unknown
  readonly heightMm: number | null
  readonly given: Given
  /** Nobody has said what the table's dimensions are: those of a common cloth are taken. */
  readonly assumed: boolean
}

/** From what a match starts: what was entered for it, else for the last one at this table (kept in `home`), else the files given. */
export function startOf(matchDir: string, home: string | null, config: Config): Start {
  const given: Given = { pitch: config.pitch ? readJsonFile(config.pitch, 'pitch file') : null, cameraHeightMm: config.cameraHeightMm }
  const setup = readSetup(config.setup || undefined)
  const here = readEntered(matchDir)
  const before = home === null ? null : readEntered(home)
  const still = before && isDeepStrictEqual(before.given, given) ? before : null
  const entered = here ?? still
  const pitchFile = entered?.pitch ?? given.pitch ?? presets.cloths[0]!.pitch
  const sides = here?.sides ?? (still?.sides && !config.setup ? withBases(setup.sides, still.sides) : setup.sides)
  return {
    table: { pitch: orRaise(parsePitch(pitchFile)), setup: { ...setup, sides } },
    pitchFile,
    heightMm: entered ? entered.cameraHeightMm : config.cameraHeightMm || null,
    given,
    assumed: !entered && given.pitch === null,
  }
}

/** Sides with the bases that were measured before; who plays, and in which colours, is new. */
export function withBases(sides: Setup['sides'], measured: Setup['sides']): Setup['sides'] {
  const one = (side: 'A' | 'B') => ({ ...measured[side], name: sides[side].name, baseColours: sides[side].baseColours })
  return { A: one('A'), B: one('B') }
}

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
