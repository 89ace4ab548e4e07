import { expect, test } from 'vitest'
import { normalCdf, probabilityAbove } from '../../calibration/estimate.ts'
import { Random } from '../../models/synth/random.ts'

test('the normal distribution function agrees with its table', () => {
  for (const [z, p] of [
    [0, 0.5],
    [1, 0.841345],
    [-1, 0.158655],
    [1.959964, 0.975],
    [3, 0.99865],
  ] as const)
    expect(normalCdf(z)).toBeCloseTo(p, 5)
})

test('of margins said to be positive with probability p, a share p is (10,000 draws)', () => {
  const rng = new Random(3)
  const bins = Array.from({ length: 10 }, () => ({ n: 0, yes: 0, p: 0 }))
  for (let i = 0; i < 10_000; i++) {
    const sigma = rng.between(0.1, 1)
    const truth = rng.normal(50) // nearly flat against sigma, so that the measured value is unbiased about it
    const value = truth + rng.normal(sigma)
    if (Math.abs(value) > 3 * sigma) continue
    const p = probabilityAbove({ value, sigma, unit: 'mm' }, 0)
    const b = bins[Math.min(9, Math.floor(10 * p))]!
    b.n++
    b.p += p
    if (truth > 0) b.yes++
  }
  for (const b of bins) if (b.n > 30) expect(Math.abs(b.yes / b.n - b.p / b.n)).toBeLessThan(0.2)
})

test('an exact place exactly at the limit is not beyond it', () => {
  expect(probabilityAbove({ value: 0, sigma: 0, unit: 'mm' }, 0)).toBe(0)
  expect(probabilityAbove({ value: 1e-9, sigma: 0, unit: 'mm' }, 0)).toBe(1)
})
