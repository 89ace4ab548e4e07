/** Prints what `accuracy.sh` measured as tables: median, 95 %, worst; misses, ghosts; verdicts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../shared.ts'

interface Stat {
  n: number
  median: number
  p95: number
  worst: number
}
const dir = process.argv[2] ?? '.cache/accuracy'
const { summary: s, perStill } = JSON.parse(readFileSync(join(dir, 'stills.json'), 'utf8'))
const row = (name: string, q: Stat) => `| ${name} | ${q.n} | ${q.median} | ${q.p95} | ${q.worst} |`
console.log('| mm | n | median | 95 % | worst |\n| --- | --- | --- | --- | --- |')
console.log(row('calibration, on the cloth', s.calibrationMm.cloth))
console.log(row('calibration, at ball height', s.calibrationMm.ballHeight))
console.log(row('ball at rest', s.ballMm))
console.log(row('base at rest', s.baseMm))
console.log(
  `\nfailed ${s.failed.length} of ${s.stills}; missed ${s.missedBalls.length} of ${s.visibleBalls} balls, ${s.missedBases.length} of ${s.visibleBases} bases, ${s.missedKeepers.length} of ${s.visibleKeepers} keepers; ghosts ${s.ghosts.filter((g: string) => g.includes(' ball ')).length} balls, ${s.ghosts.filter((g: string) => g.includes(' base ')).length} bases; side wrong ${s.teamWrong}`,
)
console.log(
  `sigma: within one ${s.sigmaCover.ball.within1} ball, ${s.sigmaCover.base.within1} base; beyond three ${s.sigmaCover.ball.beyond3}, ${s.sigmaCover.base.beyond3}; median ${s.sigmaMm.ball.median}, ${s.sigmaMm.base.median} mm`,
)
console.log(
  `verdicts at 0.5 mm or more: ${JSON.stringify(s.verdictsFar)}; nearer: ${JSON.stringify(s.verdictsClose)}; seconds a still, median ${s.secondsMedian}`,
)
/** Errors of one still by what was measured, and what was true of it. */
interface Still {
  readonly name: string
  readonly tags: readonly string[]
  readonly [what: string]: unknown
}
/** Slower than this a thing is at rest, mm/s; the yardstick's own limit. */
const AT_REST_MM_S = 50
const of = (v: readonly number[], p: number) => [...v].sort((a, b) => a - b)[Math.min(v.length - 1, Math.floor(p * v.length))]?.toFixed(2) ?? '-'
const cell = (v: readonly number[]) => (v.length ? `${v.length}: ${of(v, 0.5)} / ${of(v, 0.95)} / ${of(v, 1)}` : '-')

const atRest = (perStill as Still[]).map((still) => {
  const truth = JSON.parse(readFileSync(join(root, '../shared/footage/rendered/stills', `${still.name}.json`), 'utf8'))
  const rests = (v: readonly number[] | undefined) => Math.hypot(...(v ?? [0])) < AT_REST_MM_S
  const measured = (id: string) => (typeof still[id] === 'number' ? [still[id] as number] : [])
  return {
    tags: still.tags,
    ball: truth.ball && rests(truth.ball.velocity) ? measured('ball') : [],
    base: truth.figures.filter((f: { velocity?: number[] }) => rests(f.velocity)).flatMap((f: { id: string }) => measured(f.id)),
  }
})
const tags = [...new Set(atRest.flatMap((q) => q.tags))].sort(
  (a, b) => Number(/^(4k|1080p|720p)$/.test(b)) - Number(/^(4k|1080p|720p)$/.test(a)) || a.localeCompare(b),
)
console.log('\n| at rest, by picture and tag | stills | ball n: median / 95 % / worst | base n: median / 95 % / worst |\n| --- | --- | --- | --- |')
for (const tag of tags) {
  const tagged = atRest.filter((q) => q.tags.includes(tag))
  console.log(`| ${tag} | ${tagged.length} | ${cell(tagged.flatMap((q) => q.ball))} | ${cell(tagged.flatMap((q) => q.base))} |`)
}
for (const c of JSON.parse(readFileSync(join(dir, 'clips.json'), 'utf8'))) {
  if (c.failed) {
    console.log(`\n${c.clip}: ${c.failed}`)
    continue
  }
  const found = (list: { found?: boolean; made?: boolean }[]) => `${list.filter((x) => x.found ?? x.made).length} of ${list.length}`
  console.log(
    `\n${c.clip}: ball moving ${c.ballMovingMm.median} / ${c.ballMovingMm.p95} mm, base still ${c.baseStillMm.median} / ${c.baseStillMm.p95}; missed ${c.ballMissed} balls, ${c.basesMissed} bases; ghosts ${c.ghosts}, ball ghosts ${c.ballGhosts}; identity switches ${c.identitySwitches}; flicks ${found(c.flicks)}, touches ${found(c.touches)}, invented ${c.invented.length}; crossings ${found(c.crossings)}; calls ${found(c.wantedCalls)}, extra ${c.extraCalls.length}; ${c.timesRealTime} of real time`,
  )
}
