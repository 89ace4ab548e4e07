import { expect, test } from 'vitest'
import { areasOf, insideArea } from '../../calibration/areas.ts'
import { exactly } from '../../vision/events/game-event.ts'
import { pitch } from '../tables.ts'

const table = pitch()
const disc = (xMm: number, yMm: number, radiusMm = 10) => ({ where: { ...exactly({ xMm, yMm }), systematicSigmaMm: 0.1 }, radiusMm })

test('a half and a quarter end before the line between them; a penalty area has its lines within', () => {
  const h = table.lineWidthMm / 2
  expect(insideArea(table, 'half+x', disc(h + 10, 0)).value).toBeCloseTo(0, 9)
  expect(insideArea(table, 'half-x', disc(-h - 10.5, 300)).value).toBeCloseTo(0.5, 9)
  const front = table.lengthMm / 2 - table.penaltyArea.depthMm
  expect(insideArea(table, 'penalty-area+x', disc(front + 10, 0)).value).toBeCloseTo(0, 9)
  expect(insideArea(table, 'penalty-area-x', disc(-front, 0))).toEqual({ value: expect.closeTo(-10, 9), sigma: 0.1, unit: 'mm' })
})

test('across the nearest limit the sigma counts', () => {
  const wide = { where: { ...exactly({ xMm: 0, yMm: table.widthMm / 2 - 15 }), covMm2: [4, 0, 0.09] as const }, radiusMm: 10 }
  expect(insideArea(table, 'playing-area', wide)).toEqual({ value: expect.closeTo(5, 9), sigma: expect.closeTo(0.3, 9), unit: 'mm' })
})

test('the areas that an outline lies in or reaches into', () => {
  expect(areasOf(table, disc(table.lengthMm / 2 - 20, 0, 5)).map((a) => a.area)).toEqual([
    'playing-area',
    'half+x',
    'shooting-area+x',
    'penalty-area+x',
    'goal-area+x',
  ])
  // astride the half-way line it reaches into both halves and is wholly inside neither
  const astride = areasOf(table, disc(2, 0))
  expect(astride.map((a) => a.area)).toEqual(['playing-area', 'half-x', 'half+x', 'quarter-x', 'quarter+x'])
  expect(astride.filter((a) => a.inside.value > 0).map((a) => a.area)).toEqual(['playing-area'])
})
