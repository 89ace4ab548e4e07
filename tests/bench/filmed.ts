/**
 * Random play, filmed by our own renderer and analysed as any video is: what was found of what happened, with the pictures in between.
 *   node --import tsx tests/bench/filmed.ts [COUNT] [SEED] [--list]        (minutes a film; films are kept in .cache/filmed)
 * Each film has another camera, light, cloth, kits, line-up and two flicks on one pitch, at 1280x720 and 30 frames a second, with hands.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventFromJson } from '../../edge/formats.ts'
import { randomScript } from '../../models/synth/rally.ts'
import { root } from '../shared.ts'
import { PITCH_FILE, pitch } from '../tables.ts'
import { filmedAndAnalysed, lines } from './film.ts'
import { compare, Names, type RallyReport, table, tallies } from './rallies.ts'

const [count = '24', seed = '1'] = process.argv.slice(2).filter((a) => a !== '--list')
const list = process.argv.includes('--list')
const dir = join(root, '.cache/filmed')
mkdirSync(dir, { recursive: true })
const FPS = 30
/** A base that is followed is the one that really is this near, mm. */
const SAME_MM = 6

const report: { -readonly [K in keyof RallyReport]: RallyReport[K] } = {
  kinds: tallies(),
  calibration: {},
  switches: 0,
  rallies: Number(count),
  msPerFrame: Number.NaN,
}
let [seen, frames, ghosts] = [0, 0, 0]
const calls = new Map<string, number>()
for (let n = 0; n < Number(count); n++) {
  const name = `play-${seed}-${n}`
  const told = join(dir, `${name}.json`)
  if (!existsSync(told)) writeFileSync(told, JSON.stringify({ ...randomScript(Number(seed) * 7919 + n, PITCH_FILE, pitch(), { fps: FPS }), name }))
  const { truth, states, turned: halfRound, out } = filmedAndAnalysed(told, dir)
  const s = halfRound ? -1 : 1
  const turned = (p: readonly number[]) => [s * p[0]!, s * p[1]!] as const
  const line = (l: string) => (s > 0 ? l : l.replace(/[+-](?=[xy]$)/, (c) => (c === '+' ? '-' : '+')))
  const happenings = truth.events.map((h: { centres: Record<string, number[]> }) => ({
    ...h,
    centres: Object.fromEntries(Object.entries(h.centres).map(([id, c]) => [id, turned(c)])),
  }))
  const crossings = truth.crossings.map((c: { line: string; centre: number[] }) => ({ ...c, line: line(c.line), centre: turned(c.centre) }))
  const names = new Names()
  const last = new Map<string, string>()
  for (const [k, f] of lines(join(out, 'positions.jsonl')).entries()) {
    frames++
    const ball = states[k].ball
    if (f.ball?.seen === 'now') {
      const [x, y] = turned(ball.centre)
      if (Math.hypot(f.ball.xMm - x, f.ball.yMm - y) < 15) seen++
      else ghosts++
    }
    for (const b of f.bases) {
      const t = states[k].figures.find(
        (q: { base_centre: number[] }) => Math.hypot(turned(q.base_centre)[0] - b.xMm, turned(q.base_centre)[1] - b.yMm) < SAME_MM,
      )
      if (!t || b.seen !== 'now') continue
      names.saw(b.id, t.id, f.tS)
      if (last.has(t.id) && last.get(t.id) !== b.id) {
        report.switches++
        if (list) console.log(`${name} frame ${k}: ${t.id} was ${last.get(t.id)}, is ${b.id}`)
      }
      last.set(t.id, b.id)
    }
  }
  for (const c of lines(join(out, 'calls.jsonl'))) calls.set(`${c.code} (${c.verdict})`, (calls.get(`${c.code} (${c.verdict})`) ?? 0) + 1)
  const said = lines(join(out, 'events.jsonl')).map(eventFromJson)
  compare(
    { happenings, crossings },
    said,
    names,
    FPS,
    report.kinds,
    report.calibration as Parameters<typeof compare>[5],
    (l) => list && console.log(`${name} ${l}`),
  )
  process.stderr.write(`\r${n + 1} of ${count}   `)
}
process.stderr.write('\n')
console.log(
  table(report).replace(/; tracking and events.*/, `; the ball seen in ${((100 * seen) / frames).toFixed(1)} % of the frames, elsewhere in ${ghosts}`),
)
console.log(`\ncalls: ${[...calls].map(([code, n]) => `${n} ${code}`).join(', ')}`)
