/** Prints what `accuracy.sh` measured as tables: median, 95 %, worst; misses, ghosts; verdicts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Stat {
  n: number
  median: number
  p95: number
  worst: number
}
const dir = process.argv[2] ?? '.cache/accuracy'
const { summary: s, byTag } = JSON.parse(readFileSync(join(dir, 'stills.json'), 'utf8'))
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
console.log('\n| tag | stills | ball median / 95 % | base median / 95 % |\n| --- | --- | --- | --- |')
for (const [tag, t] of Object.entries(byTag as Record<string, { stills: number; ball: Stat; base: Stat }>).sort())
  console.log(`| ${tag} | ${t.stills} | ${t.ball.median} / ${t.ball.p95} | ${t.base.median} / ${t.base.p95} |`)
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
