/**
 * What is said when pictures are lost: the shared clips measured once, then followed and judged with some of the pictures left out.
 *   node --import tsx tests/bench/lost-pictures.ts [FOLDER] [RUNS]     (FOLDER: the clips as `npm run accuracy` leaves them)
 * Beside each pattern: how often what was said with every picture was said too, was too close, or something else was suggested.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCalibration } from '../../calibration/stored.ts'
import { readPitch, readSetup } from '../../edge/files.ts'
import { modelPaths } from '../../edge/model.ts'
import { Pipeline } from '../../edge/pipeline.ts'
import { openSource } from '../../edge/sources/source.ts'
import { Random } from '../../models/synth/random.ts'
import { fistf52 } from '../../rules/fistf-5.2/index.ts'
import type { Call } from '../../rules/judge.ts'
import { DetectorSession } from '../../vision/detect/session.ts'
import type { Measurements } from '../../vision/measurements.ts'
import { root } from '../shared.ts'

const [folder = join(root, '.cache/accuracy/clips'), count = '20'] = process.argv.slice(2)
const runs = Number(count)

/** Whether a picture arrives; made anew for each run. */
type Pattern = (rng: Random, run: number) => (k: number) => boolean
const gaps =
  (frames: number, chance: number): Pattern =>
  (rng) => {
    let until = -1
    return (k) => {
      if (k > until && rng.chance(chance)) until = k + frames
      return k > until
    }
  }
const PATTERNS: Record<string, Pattern> = {
  'every second arrives': (_, run) => (k) => (k + run) % 2 === 0,
  'every third arrives': (_, run) => (k) => (k + run) % 3 === 0,
  'one in five lost': (rng) => () => !rng.chance(0.2),
  'half lost': (rng) => () => !rng.chance(0.5),
  'seven in ten lost': (rng) => () => !rng.chance(0.7),
  'gaps of 9': gaps(9, 0.03),
  'gaps of 30': gaps(30, 0.012),
}

const said = (c: Call): string => `${c.code} for ${c.restart?.for ?? '-'}`
const session = new DetectorSession(modelPaths(), 1)
console.log('| clip | pictures | runs | said too | too close | somebody else or nobody | other suggestions |\n| --- | --- | --- | --- | --- | --- | --- |')
let wrong = 0
for (const name of ['clip-rally', 'clip-touchline', 'clip-goal', 'clip-leave-area']) {
  const dir = join(folder, name)
  const table = { pitch: readPitch(join(dir, 'pitch.json')), setup: readSetup(join(dir, 'setup.json')) }
  const cal = parseCalibration(JSON.parse(readFileSync(join(dir, 'calibration.json'), 'utf8')), table.pitch)
  if (!cal.ok) throw new Error(cal.problem.message)
  const looks = new Pipeline(session, table, fistf52)
  const all: Measurements[] = []
  for await (const frame of openSource([join(dir, 'film.mp4')]).frames(new AbortController().signal)) {
    const m = await looks.measure(frame, cal.value)
    looks.follow(m)
    all.push(m)
  }
  const judged = (arrives: (k: number) => boolean): Call[] => {
    const p = new Pipeline(session, table, fistf52)
    const calls = all.flatMap((m, k) => (k === 0 || arrives(k) ? (p.follow(m)?.calls ?? []) : []))
    return [...calls, ...p.finish().calls].filter((c) => c.verdict !== 'info' && c.restart !== null)
  }
  const whole = judged(() => true).map(said)
  for (const [pattern, make] of Object.entries(PATTERNS)) {
    const tally = { same: 0, close: 0, open: 0 }
    const other: string[] = []
    for (let run = 0; run < runs; run++)
      for (const c of judged(make(new Random(100 + run), run))) {
        if (c.verdict !== 'suggested') tally.close++
        else if (whole.includes(said(c))) tally.same++
        else if (c.restart?.for === null) tally.open++
        else other.push(said(c))
      }
    wrong += other.length
    console.log(`| ${name} | ${pattern} | ${runs} | ${tally.same} | ${tally.close} | ${tally.open} | ${other.join(', ') || '-'} |`)
  }
}
session.close()
console.log(`\n${wrong} suggestions that were not made with every picture`)
