/**
 * From told play to film to the right call: every script of tests/clips is filmed and analysed as any video is.
 *   node --import tsx tests/bench/clips.ts [ONLY]        (about a minute a clip)
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COLOURS, type ColourName } from '../../models/synth/script.ts'
import { root } from '../shared.ts'

const only = new RegExp(process.argv[2] ?? '.')
const dir = join(root, '.cache/clips')
mkdirSync(dir, { recursive: true })
const greenline = (...args: string[]) => execFileSync('node', [join(root, 'edge/greenline.mjs'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
const lines = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((l) => JSON.parse(l))

interface Wanted {
  readonly code: string
  readonly for: string
}
console.log('| clip | wanted | suggested | right |\n| --- | --- | --- | --- |')
let right = 0
let all = 0
for (const file of readdirSync(join(root, 'tests/clips')).filter((f) => f.endsWith('.json') && only.test(f))) {
  const script = JSON.parse(readFileSync(join(root, 'tests/clips', file), 'utf8'))
  const film = join(dir, `${script.name}.mp4`)
  if (!existsSync(film)) greenline('simulate', join(root, 'tests/clips', file), '--out', dir, '--quiet')
  const truth = JSON.parse(readFileSync(join(dir, `${script.name}.events.json`), 'utf8'))
  const first = lines(join(dir, `${script.name}.jsonl`))[0]
  const base = (name: string, attacks: string) => {
    const t = first.teams.find((q: { name: string }) => q.name === name)
    const f = first.figures.find((q: { team: string }) => q.team === name)
    const colours = [t.ring, t.inner].map((c: ColourName) => COLOURS[c])
    return {
      attacks,
      baseDiameterMm: 2 * t.base_radius,
      baseHeightMm: t.base_height,
      rimHeightMm: f.base_rim_z,
      wallFromMm: f.base_widest_from_z,
      baseColours: colours,
    }
  }
  // x of the picture points to its right; a camera that was turned half round sees A attack the other way
  const turned = first.camera.R[0][0] < 0
  const [pitch, setup] = [join(dir, 'pitch.json'), join(dir, 'setup.json')]
  writeFileSync(pitch, JSON.stringify(script.pitch))
  writeFileSync(setup, JSON.stringify({ A: base('A', turned ? '-x' : '+x'), B: base('B', turned ? '+x' : '-x') }))
  const out = join(dir, script.name)
  const heightMm = Math.round(truth.camera.height_above_table)
  greenline('analyze', film, '--pitch', pitch, '--setup', setup, '--camera-height-mm', String(heightMm), '--out', out, '--quiet')
  const said = lines(join(out, 'calls.jsonl')).filter((c) => c.verdict === 'suggested')
  const wanted = script.calls as Wanted[]
  const words = (list: readonly Wanted[]) => list.map((c) => `${c.code} for ${c.for}`).join(', ') || '-'
  const made: Wanted[] = said.map((c) => ({ code: c.code, for: c.restart?.for ?? null }))
  const ok = words(made) === words(wanted)
  all++
  if (ok) right++
  console.log(`| ${script.name} | ${words(wanted)} | ${words(made)} | ${ok ? 'yes' : 'no'} |`)
}
console.log(`\n${right} of ${all}`)
