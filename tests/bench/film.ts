/** A told course of play, filmed by our own renderer once and analysed as any video is. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COLOURS, type ColourName } from '../../models/synth/script.ts'
import { root } from '../shared.ts'

const greenline = (...args: string[]) => execFileSync('node', [join(root, 'edge/greenline.mjs'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
export const lines = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((l) => JSON.parse(l))

/** Films `script` (a file) in `dir` unless that was done before, and analyses it with the set-up that is true of it. */
export function filmedAndAnalysed(script: string, dir: string) {
  const { name, pitch } = JSON.parse(readFileSync(script, 'utf8'))
  const film = join(dir, `${name}.mp4`)
  if (!existsSync(film)) greenline('simulate', script, '--out', dir, '--quiet')
  const truth = JSON.parse(readFileSync(join(dir, `${name}.events.json`), 'utf8'))
  const states = lines(join(dir, `${name}.jsonl`))
  const [first] = states
  // x of the picture points to its right; under a camera that was turned half round everything is told the other way round
  const turned: boolean = first.camera.R[0][0] < 0
  const side = (team: string, attacks: string) => {
    const t = first.teams.find((q: { name: string }) => q.name === team)
    const f = first.figures.find((q: { team: string }) => q.team === team)
    const heights = { baseHeightMm: t.base_height, rimHeightMm: f.base_rim_z, wallFromMm: f.base_widest_from_z }
    return { attacks, baseDiameterMm: 2 * t.base_radius, ...heights, baseColours: [t.ring, t.inner].map((c: ColourName) => COLOURS[c]) }
  }
  const [pitchFile, setupFile, out] = [join(dir, 'pitch.json'), join(dir, 'setup.json'), join(dir, name)]
  writeFileSync(pitchFile, JSON.stringify(pitch))
  writeFileSync(setupFile, JSON.stringify({ A: side('A', turned ? '-x' : '+x'), B: side('B', turned ? '+x' : '-x') }))
  const height = String(Math.round(truth.camera.height_above_table))
  greenline('analyze', film, '--pitch', pitchFile, '--setup', setupFile, '--camera-height-mm', height, '--out', out, '--quiet')
  return { truth, states, turned, out }
}
