import { expect, test } from 'vitest'
import { Random } from '../../../models/synth/random.ts'
import { Friction } from '../../../vision/events/friction.ts'

/** A run seen at `fps` with 0.3 mm of noise, from `v` mm/s slowing down by `a` mm/s2. */
function run(rng: Random, v: number, a: number, fps = 30) {
  const seconds = Math.min(1.2, (v - 130) / a)
  return Array.from({ length: Math.max(2, Math.floor(seconds * fps)) }, (_, i) => {
    const t = i / fps
    return { seq: i, tS: t, x: 0.8 * (v * t - 0.5 * a * t * t) + rng.normal(0.3), y: 0.6 * (v * t - 0.5 * a * t * t) + rng.normal(0.3), sigma: 0.3 }
  })
}

test('ten free runs tell the friction of a cloth that is 40 % slower or quicker, to 8 %', () => {
  for (const true_ of [150, 350]) {
    const rng = new Random(3)
    const f = new Friction(250)
    for (let k = 0; k < 10; k++) f.learn(run(rng, 500 + 60 * k, true_))
    expect(Math.abs(f.decel - true_) / true_).toBeLessThan(0.08)
  }
})

test('what stands still, is too short, or is thrown about says nothing', () => {
  const rng = new Random(4)
  const f = new Friction(250)
  for (let k = 0; k < 20; k++) {
    f.learn(run(rng, 400, 200).slice(0, 6))
    f.learn(Array.from({ length: 30 }, (_, i) => ({ seq: i, tS: i / 30, x: rng.normal(0.3), y: rng.normal(0.3), sigma: 0.3 })))
  }
  expect(f.decel).toBe(250)
})
