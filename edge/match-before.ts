/** What earlier runs left: what was entered on the pages of this match or of the last one at the table, and the referee's clock. */
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
import type { Occasion } from './protocol.ts'

/** What was entered on the pages: kept with the match, and beside the matches for those that follow at the same table. */
const ENTERED = 'table.json'
interface Entered {
  /** Null while nobody has entered the dimensions. */
  readonly pitch: unknown
  readonly cameraHeightMm: number | null
  readonly sides: Setup['sides']
  /** With what the run was started in which it was entered: what is given otherwise since is newer. */
  readonly given: Given
  /** Left out by earlier builds. */
  readonly occasion?: Occasion
}
interface Given {
  readonly pitch: unknown
  readonly setup: unknown
  readonly cameraHeightMm: number
}

function readEntered(dir: string): Entered | null {
  const path = join(dir, ENTERED)
  if (!existsSync(path)) return null
  try {
    return readJsonFile(path, 'set-up that was entered') as Entered
  } catch (e) {
    // torn by a power cut: the table is set up again, and nothing else is lost
    process.stderr.write(`greenline: ${(e as Error).message}; what it held must be entered again on the set-up page\n`)
    return null
  }
}

export const keepEntered = (dir: string, entered: Entered): void => writeWhole(join(dir, ENTERED), JSON.stringify(entered, null, 1), { lasting: true })

export interface Start {
  readonly table: Table
  readonly pitchFile: unknown
  readonly heightMm: number | null
  readonly given: Given
  /** Nobody has said what the table's dimensions are: those of a common cloth are taken. */
  readonly assumed: boolean
  readonly occasion: Occasion
}

/** From what a match starts: what was entered for it, else for the last one at this table (kept in `home`), else the files given. */
export function startOf(matchDir: string, home: string | null, config: Config): Start {
  const given: Given = {
    pitch: config.pitch ? readJsonFile(config.pitch, 'pitch file') : null,
    setup: config.setup ? readJsonFile(config.setup, 'set-up file') : null,
    cameraHeightMm: config.cameraHeightMm,
  }
  const setup = readSetup(config.setup || undefined)
  const here = readEntered(matchDir)
  const entered = here ?? (home === null ? null : readEntered(home))
  const stands = (what: keyof Given) => entered !== null && isDeepStrictEqual(entered.given[what], given[what])
  const pitchFile = (stands('pitch') ? entered!.pitch : null) ?? given.pitch
  const sides = !stands('setup') ? setup.sides : here ? here.sides : withBases(setup.sides, entered!.sides)
  return {
    table: { pitch: orRaise(parsePitch(pitchFile ?? presets.cloths[0]!.pitch)), setup: { ...setup, sides } },
    pitchFile: pitchFile ?? presets.cloths[0]!.pitch,
    heightMm: stands('cameraHeightMm') ? entered!.cameraHeightMm : config.cameraHeightMm || null,
    given,
    assumed: pitchFile === null,
    occasion: entered?.occasion ?? { competition: '', referee: '' },
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
