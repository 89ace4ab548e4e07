/**
 * From told play to film to the right call: every script of tests/clips is filmed and analysed as any video is.
 *   node --import tsx tests/bench/clips.ts [ONLY]        (about a minute a clip)
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../shared.ts'
import { filmedAndAnalysed, lines } from './film.ts'

const only = new RegExp(process.argv[2] ?? '.')
const dir = join(root, '.cache/clips')
mkdirSync(dir, { recursive: true })
interface Wanted {
  readonly code: string
  readonly for: string
}
console.log('| clip | wanted | suggested | right |\n| --- | --- | --- | --- |')
let right = 0
let all = 0
for (const file of readdirSync(join(root, 'tests/clips')).filter((f) => f.endsWith('.json') && only.test(f))) {
  const path = join(root, 'tests/clips', file)
  const script = JSON.parse(readFileSync(path, 'utf8'))
  const { out } = filmedAndAnalysed(path, dir)
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
