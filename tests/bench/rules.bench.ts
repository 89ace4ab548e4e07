/** Milliseconds per random match under FISTF 5.2, and what memory does: node --expose-gc --import tsx tests/bench/rules.bench.ts [MATCHES] */

import { Random } from '../../models/synth/random.ts'
import { fistf52 } from '../../rules/fistf-5.2/index.ts'
import { Match } from '../../rules/match.ts'
import { exactly, type GameEvent, type Placed } from '../../vision/events/game-event.ts'
import { pitch } from '../tables.ts'

const matches = Number(process.argv[2] ?? 10_000)
const setup = { pitch: pitch(), attacks: { A: '+x', B: '-x' }, ballRadiusMm: 11 } as const

/** A plausible match of 200 flicks: place, flick, touch, run, stop; sometimes off a figure, sometimes out. */
function play(seed: number): GameEvent[] {
  const rng = new Random(seed)
  const out: GameEvent[] = [{ kind: 'match-started', id: 'e0', tS: 0, attacks: setup.attacks, possession: 'A' }]
  const at = () => ({ xMm: rng.between(-600, 600), yMm: rng.between(-410, 410) })
  const figures: Placed[] = (['A', 'B'] as const).flatMap((side) =>
    Array.from({ length: 10 }, (_, i): Placed => ({ id: `${side}${i + 1}`, side, role: 'figure', radiusMm: 10, where: exactly(at()), moving: false })),
  )
  let n = 0
  for (let k = 0; k < 200; k++) {
    const ball = at()
    const seen = (p: { xMm: number; yMm: number }) => ({ id: `e${++n}`, tS: n / 10, frames: [n, n] as const, probability: 1, place: exactly(p) })
    const by = rng.pick(figures).id
    const to = at()
    out.push({
      kind: 'positions',
      id: `e${++n}`,
      tS: n / 10,
      things: [...figures, { id: 'ball', side: null, role: 'ball', radiusMm: 11, where: exactly(ball), moving: false }],
    })
    out.push({ ...seen(ball), kind: 'flicked', figure: by, ballMoving: false })
    if (rng.chance(0.9))
      out.push(
        { ...seen(ball), kind: 'ball-touched', by, candidates: [by], byMoving: true, ballMoving: false },
        { ...seen(to), kind: 'ball-moved', from: ball, to },
      )
    if (rng.chance(0.3)) out.push({ ...seen(to), kind: 'ball-touched', by: rng.pick(figures).id, candidates: [], byMoving: false, ballMoving: true })
    if (rng.chance(0.2))
      out.push({
        ...seen(to),
        kind: 'line-crossed',
        object: 'ball',
        line: rng.pick(['touchline+y', 'goal-line+x', 'goal-line-x'] as const),
        part: 'whole',
        direction: 'out',
        margin: { value: 3, sigma: 0.2, unit: 'mm' },
      })
    out.push({ ...seen(to), kind: 'at-rest', object: by }, { ...seen(to), kind: 'at-rest', object: 'ball' })
  }
  return out
}

const times: number[] = []
let calls = 0
const heap = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1e6
}
const before = heap()
for (let i = 0; i < matches; i++) {
  const events = play(i + 1)
  const t = performance.now()
  const match = new Match(fistf52, setup)
  for (const e of events) calls += match.apply(e).length
  times.push(performance.now() - t)
}
times.sort((a, b) => a - b)
console.log(
  `${matches} matches of about 1,200 events: median ${times[matches >> 1]!.toFixed(2)} ms, p99 ${times[Math.floor(matches * 0.99)]!.toFixed(2)} ms a match; ${(calls / matches).toFixed(0)} calls a match; heap ${before.toFixed(0)} -> ${heap().toFixed(0)} MB`,
)
