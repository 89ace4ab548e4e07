/** Flicks and touches where things stand close together. */
import { describe, expect, test } from 'vitest'
import { of, rolling, still, type Thing, watch } from './watched.ts'

const ball: Thing = { kind: 'ball', path: still(300, 200) }
const starts = (things: Record<string, Thing>, hand: { x: number; y: number }) =>
  watch(things, 2.5, 60, 1, (t) => (t < 1.05 ? hand : null)).flatMap((e) =>
    e.kind === 'flicked' ? [`flicked ${e.figure}`] : e.kind === 'figures-touched' || e.kind === 'fence-touched' || e.kind === 'ball-touched' ? [e.kind] : [],
  )
const base = (path: Thing['path'], side: 'A' | 'B' = 'A'): Thing => ({ kind: 'base', side, path })

describe('what stands beside a figure all the time has not started it', () => {
  test.each([0.2, 1, 2, 4])('another figure %s mm behind it', (gap) => {
    for (const [vx, vy] of [
      [700, 0],
      [500, 500],
      [0, 700],
    ] as const)
      expect(starts({ ball, a1: base(rolling(0, 0, 1, vx, vy, 850)), a2: base(still(-20 - gap, 0)) }, { x: -10, y: -40 })).toEqual(['flicked A1'])
  })
  test.each([0.2, 2, 8])('the fence %s mm behind it', (gap) => {
    expect(starts({ ball, a1: base(rolling(0, 460 - gap, 1, 0, -700, 850)) }, { x: 0, y: 460 })).toEqual(['flicked A1'])
  })
  test.each([0.2, 2, 6])('the ball %s mm behind it', (gap) => {
    expect(starts({ ball: { kind: 'ball', path: still(-17.9 - gap, 0) }, a1: base(rolling(0, 0, 1, 700, 0, 850)) }, { x: 0, y: 35 })).toEqual(['flicked A1'])
  })
  test.each([16, 20, 28])('its goalkeeper %s mm behind it', (d) => {
    const keeper: Thing = { kind: 'keeper', path: still(-585, 0) }
    expect(starts({ ball, keeper, a1: base(rolling(-585 + d, 0, 1, 700, 0, 850)) }, { x: -570, y: -40 })).toEqual(['flicked A1'])
  })
})

test('a figure that runs into a still one 2 mm before it has touched it, and that one was flicked by nobody', () => {
  const hit = 1 + (700 - Math.sqrt(700 ** 2 - 2 * 850 * 60)) / 850
  const v = 700 - 850 * (hit - 1)
  const runs: Thing['path'] = (t) => (t < hit ? rolling(-80, 0, 1, 700, 0, 850)(t) : rolling(-20, 0, hit, 0.2 * v, 0, 850)(t))
  const events = watch({ ball, a1: base(runs), b1: base(rolling(0, 0, hit, 0.75 * v, 0, 850), 'B') }, 2.5, 60, 1, (t) => (t < 1.05 ? { x: -115, y: 0 } : null))
  expect(of(events, 'flicked').map((e) => 'figure' in e && e.figure)).toEqual(['A1'])
  expect(of(events, 'figures-touched').map((e) => 'figures' in e && [...e.figures].sort())).toEqual([['A1', 'B1']])
})
