import { expect, test } from 'vitest'
import { USUAL } from '../../models/synth/physics.ts'
import { randomRally, randomScript } from '../../models/synth/rally.ts'
import { Random } from '../../models/synth/random.ts'
import { parseScript } from '../../models/synth/script.ts'
import { PITCH_FILE, pitch } from '../tables.ts'

test('random play is a clip script that is kept: the same seed gives the same, another another', () => {
  const script = randomScript(7, PITCH_FILE, pitch(), { flicks: 2 })
  const parsed = parseScript(JSON.parse(JSON.stringify(script)))
  expect(parsed.ok && [Object.keys(parsed.value.figures).length, parsed.value.flicks.length]).toEqual([20, 2])
  expect(randomScript(7, PITCH_FILE, pitch(), { flicks: 2 })).toEqual(script)
  expect(randomScript(8, PITCH_FILE, pitch(), { flicks: 2 }).figures).not.toEqual(script.figures)
})

test('a base that turns as it slides bends its way and loses no more speed than friction takes', () => {
  const bent = [...Array(40).keys()].flatMap((n) => {
    const rally = randomRally(new Random(n), pitch(), 1, 60)
    const [f] = rally.flicks
    if (!f?.curl || typeof f.at === 'string') return []
    const states = rally.course.states.filter((s) => s.t >= f.tS).map((s) => s.bodies.find((b) => b.id === f.figure)!)
    if (rally.course.happenings.filter((h) => h.pair.includes(f.figure)).length !== 2) return [] // the finger and the stop alone
    const [first, later] = [states[1]!, states[9]!]
    const left = Math.hypot(first.vx, first.vy) - USUAL.baseDecel * (8 / 60)
    if (left < 20) return []
    const turn = Math.atan2(first.vx * later.vy - first.vy * later.vx, first.vx * later.vx + first.vy * later.vy)
    return [{ sign: Math.sign(turn) * Math.sign(f.curl), speed: Math.hypot(later.vx, later.vy) / left }]
  })
  expect(bent.length).toBeGreaterThan(0)
  for (const b of bent) {
    expect(b.sign).toBe(1)
    expect(b.speed).toBeCloseTo(1, 2)
  }
})
