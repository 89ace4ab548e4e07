/** `greenline run`: which source, which table, which match; then it is followed until it is stopped. */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { type Config, readConfig } from './config.ts'
import { LiveRun } from './live-run.ts'
import { startOf } from './match-before.ts'
import { brokenOff, isClosed, newMatchDir, opened } from './matches.ts'
import { modelPaths } from './model.ts'
import { Pairing } from './pairing.ts'
import { openSource } from './sources/source.ts'

const DEMO = { source: 'rally.mp4', pitch: 'pitch.json', setup: 'setup.json', cameraHeightMm: 1147 }
const demoFile = (name: string) => fileURLToPath(new URL(`./demo/${name}`, import.meta.url))

export interface RunOptions {
  readonly source?: string
  readonly config?: string
  readonly port?: number
  readonly pitch?: string
  readonly setup?: string
  readonly cameraHeightMm?: number
  readonly match?: string
}

export async function run(o: RunOptions): Promise<void> {
  const { match, config: file, ...overrides } = o
  const config = withDemo(readConfig(file, overrides))
  const demo = config.source === demoFile(DEMO.source)
  // pictures are drawn on one thread: the cores belong to following the match
  sharp.concurrency(1)
  const source = openSource([config.source])
  const models = modelPaths()
  const matchDir = placeOf(match ?? null, config, source.live, demo)
  const home = match || demo ? null : config.matchDir
  const live = new LiveRun(config, startOf(matchDir, home, config), source, models, matchDir, home, demo, Pairing.open(match ?? config.matchDir))
  await live.start()
}

/** Where the match is kept: where it was asked for, else where a power cut broke one off, else in a new folder. */
function placeOf(asked: string | null, config: Config, live: boolean, demo: boolean): string {
  if (asked !== null && !isClosed(asked)) return opened(asked)
  const base = asked === null ? config.matchDir : dirname(asked)
  // a recording is played from its beginning; what is live goes on
  const goesOn = live ? brokenOff(base, config.source, Date.now()) : null
  if (goesOn === null) return newMatchDir(base, demo)
  process.stdout.write(`Greenline: goes on with the match in ${goesOn}; "Next match" on the referee page begins another\n`)
  return opened(goesOn)
}

function withDemo(c: Config): Config {
  if (c.source !== 'demo') return c
  return {
    ...c,
    source: demoFile(DEMO.source),
    pitch: c.pitch || demoFile(DEMO.pitch),
    setup: c.setup || demoFile(DEMO.setup),
    cameraHeightMm: c.cameraHeightMm || DEMO.cameraHeightMm,
  }
}
