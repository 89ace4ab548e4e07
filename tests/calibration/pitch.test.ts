import { describe, expect, test } from 'vitest'
import { distancePast, parsePitch, pointOnLine } from '../../calibration/pitch.ts'
import { PITCH_FILE, pitch } from '../tables.ts'

describe('pitch file', () => {
  test.each([
    ['width over length', { widthMm: 1300 }, /widthMm 1300 must be less than lengthMm 1200/],
    ['a pitch of 21 m', { lengthMm: 21000 }, /lengthMm.*2500/],
    ['an unknown key', { lenght: 5 }, /lenght/],
    [
      'a goal area wider than the penalty area',
      { goalArea: { depthMm: 60, widthMm: 500 } },
      /goalArea\.widthMm is 500, expected less than penaltyArea\.widthMm/,
    ],
    ['a missing dimension', { penaltySpotMm: undefined }, /penaltySpotMm/],
    ['not an object', null, /expected object/i],
  ])('refuses %s, saying which', (_name, change, message) => {
    const r = parsePitch(change === null ? null : { ...PITCH_FILE, ...change })
    expect(r.ok).toBe(false)
    if (!r.ok) expect(r.problem.message).toMatch(message)
  })

  test('measured to the middle of the lines: the outer edge lies half a line further out (OP-09)', () => {
    const r = parsePitch({ ...PITCH_FILE, measuredTo: 'line-centre' })
    if (!r.ok) throw new Error(r.problem.message)
    expect(r.value.lengthMm).toBe(1202.5)
    const ball = { xMm: 0, yMm: 400 + 11 + 1 }
    expect(distancePast(pitch(), 'touchline+y', ball) - 11).toBeCloseTo(1)
    expect(distancePast(r.value, 'touchline+y', ball) - 11).toBeCloseTo(-0.25)
  })

  test('every printed line lies inside the outer edges', () => {
    const p = pitch()
    for (const l of p.lines)
      for (const s of [0.01, 1, 5]) {
        const { at } = pointOnLine(l, s)
        expect(Math.abs(at.xMm)).toBeLessThanOrEqual(p.lengthMm / 2)
        expect(Math.abs(at.yMm)).toBeLessThanOrEqual(p.widthMm / 2)
      }
  })

  test.each([
    ['touchline+y', { xMm: 0, yMm: 401 }, 1],
    ['touchline-y', { xMm: 0, yMm: -401 }, 1],
    ['goal-line+x', { xMm: 602, yMm: 0 }, 2],
    ['goal-line-x', { xMm: 602, yMm: 0 }, -1202],
    ['shooting-line+x', { xMm: 301.25, yMm: 0 }, 0],
    ['shooting-line-x', { xMm: -302.25, yMm: 0 }, 1],
    ['halfway-line', { xMm: 1.25, yMm: 0 }, 0],
  ] as const)('distance past %s counts from its rule edge', (line, at, mm) => {
    expect(distancePast(pitch(), line, at)).toBeCloseTo(mm, 9)
  })
})
