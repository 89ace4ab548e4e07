import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cameraOver } from '../tables.ts'

const place = fc.record({ xMm: fc.double({ min: -650, max: 650, noNaN: true }), yMm: fc.double({ min: -420, max: 420, noNaN: true }) })
const mount = fc.record({
  tiltX: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
  tiltY: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
  turn: fc.double({ min: -3, max: 3, noNaN: true }),
  k1: fc.double({ min: -0.18, max: 0.08, noNaN: true }),
})

describe('camera', () => {
  test('a place seen and mapped back at its own height lands where it began', () => {
    fc.assert(
      fc.property(place, mount, fc.double({ min: 0, max: 40, noNaN: true }), (p, m, zMm) => {
        const c = cameraOver(m)
        const q = c.toPitch(c.project({ ...p, zMm }), zMm)
        expect(Math.hypot(q.xMm - p.xMm, q.yMm - p.yMm)).toBeLessThan(1e-6)
      }),
    )
  })

  test('parallax: a ball centre 750 mm off axis under a camera at 1500 mm is displaced by 5.5 mm (design section 3)', () => {
    const c = cameraOver({ heightMm: 1500 })
    const seen = c.toPitch(c.project({ xMm: 750, yMm: 0, zMm: 11 }), 0)
    expect(seen.xMm - 750).toBeCloseTo((750 * 11) / (1500 - 11), 3)
  })

  test('a point behind the camera is nowhere', () => {
    expect(cameraOver().project({ xMm: 0, yMm: 0, zMm: 5000 }).xPx).toBeNaN()
  })
})
