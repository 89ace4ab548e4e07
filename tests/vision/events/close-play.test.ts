/** Short ways, soft touches and hands at work: where everything happens within a picture or two. */
import { describe, expect, test } from 'vitest'
import { type Body, course, type Flick, USUAL } from '../../../models/synth/physics.ts'
import type { GameEvent } from '../../../vision/events/game-event.ts'
import { pitch } from '../../tables.ts'
import { type Path, rolling, still, type Thing, watch, watched } from './watched.ts'

const SAMPLES = 600
/** Distance of ball and base that touch, mm. */
const CONTACT = 10 + Math.sqrt(11 ** 2 - 8 ** 2)

const ballAt = (x: number, y: number): Body => ({ id: 'ball', kind: 'ball', radiusMm: 11, rimMm: 0, x, y, vx: 0, vy: 0, roll: 0 })
const baseAt = (id: string, x: number, y: number): Body => ({ id, kind: 'base', radiusMm: 10, rimMm: 3, x, y, vx: 0, vy: 0, roll: 0 })

/** Bodies as physics moves them. */
function played(bodies: Body[], flicks: Flick[], seconds: number): Record<string, Thing> {
  const times = Array.from({ length: seconds * SAMPLES }, (_, k) => k / SAMPLES)
  const { states } = course(bodies, flicks, pitch(), USUAL, times)
  const path =
    (id: string): Path =>
    (t) => {
      const { x, y } = states[Math.max(0, Math.min(states.length - 1, Math.round(t * SAMPLES)))]!.bodies.find((b) => b.id === id)!
      return { x, y }
    }
  return Object.fromEntries(
    bodies.map((b) => [b.id, b.kind === 'ball' ? { kind: 'ball', path: path('ball') } : { kind: 'base', side: b.id[0] as 'A' | 'B', path: path(b.id) }]),
  )
}

const told = (events: GameEvent[]): string[] =>
  events.flatMap((e) => {
    if (e.kind === 'flicked') return [`flick ${e.figure}`]
    if (e.kind === 'ball-touched') return [`touch ${e.by ?? e.candidates.join('|')}`]
    if (e.kind === 'figures-touched') return [`figures ${[...e.figures].sort().join(' ')}`]
    if (e.kind === 'hand' && e.touches) return [`hand ${e.touches}`]
    return e.kind === 'lifted' || e.kind === 'placed' || e.kind === 'left-table' ? [`${e.kind} ${e.object}`] : []
  })
const SEEDS = [1, 2, 3, 4]
const fingerBehind: Path = (t) => (t < 1.2 ? { x: -78, y: 0 } : null)

describe('a figure and the ball beside it', () => {
  test.each([0.1, 1, 3])('%s mm between them: flicked first, then it touched the ball, running', (gap) => {
    for (const fps of [30, 60])
      for (const seed of SEEDS) {
        const things = played([ballAt(0, 0), baseAt('A1', -CONTACT - gap, 3)], [{ tS: 1, figure: 'A1', at: 'ball', speedMmS: 500 }], 3)
        const events = watch(things, 3, fps, seed, fingerBehind)
        expect(told(events), `${fps}, seed ${seed}`).toEqual(['flick A1', 'touch A1'])
        const touch = events.find((e) => e.kind === 'ball-touched')!
        expect('byMoving' in touch && touch.byMoving).toBe(true)
      }
  })

  test('it comes to the ball so slowly that the ball moves by 3 mm: that is a touch, and not a sure one', () => {
    const speedMmS = Math.sqrt(2 * USUAL.baseDecel * 40 + 40 ** 2)
    for (const seed of SEEDS) {
      const things = played([ballAt(0, 0), baseAt('A1', -CONTACT - 40, 0)], [{ tS: 1, figure: 'A1', at: 'ball', speedMmS }], 3)
      const events = watch(things, 3, 30, seed, (t) => (t < 1.1 ? { x: -105, y: 0 } : null))
      expect(told(events), `seed ${seed}`).toEqual(['flick A1', 'touch A1'])
      expect(events.find((e) => e.kind === 'ball-touched')).toMatchObject({ probability: expect.closeTo(0.6, 1) })
    }
  })

  test.each([
    [10, 10, 500],
    [20, 15, 700],
    [30, 5, 500],
  ])('played over %i mm into another figure %i mm beyond at %i mm/s: that one was flicked by nobody', (gap, beyond, speedMmS) => {
    for (const fps of [30, 60])
      for (const seed of SEEDS) {
        const bodies = [ballAt(0, 0), baseAt('A1', -CONTACT - gap, 0), baseAt('B1', CONTACT + beyond, 2)]
        const events = watch(played(bodies, [{ tS: 1, figure: 'A1', at: 'ball', speedMmS }], 3), 3, fps, seed, (t) =>
          t < 1.2 ? { x: -CONTACT - gap - 46, y: 0 } : null,
        )
        expect(
          told(events).filter((e) => e.startsWith('flick')),
          `${fps}, seed ${seed}`,
        ).toEqual(['flick A1'])
      }
  })
})

test('two players flick at the same moment, 39 mm apart: two flicks, and no figure touched another', () => {
  for (const after of [0, 0.03])
    for (const seed of SEEDS) {
      const bodies = [ballAt(0, 0), baseAt('A1', -70, 0), baseAt('B1', -60, 38)]
      const flicks: Flick[] = [
        { tS: 1, figure: 'A1', at: 'ball', speedMmS: 700 },
        { tS: 1 + after, figure: 'B1', at: [200, 80], speedMmS: 500 },
      ]
      const all = told(watch(played(bodies, flicks, 2.5), 2.5, 30, seed, (t) => (t < 1.2 ? { x: -115, y: 20 } : null)))
      expect(all).toContain('flick A1')
      expect(all).toContain('flick B1')
      expect(all.filter((e) => e.startsWith('figures'))).toEqual([])
    }
})

describe('what hands do is nobody’s play', () => {
  test.each([107, 150, 250])('a figure pushed by a hand that stays on it, at %i mm/s', (mmS) => {
    const path: Path = (t) => ({ x: -120 + Math.min(100, Math.max(0, t - 1) * mmS), y: 0 })
    const until = 1.4 + 100 / mmS
    const hand: Path = (t) => (t > 0.6 && t < until ? { x: path(t)!.x, y: 38 } : null)
    for (const seed of SEEDS)
      expect(told(watch({ ball: { kind: 'ball', path: still(200, 200) }, A1: { kind: 'base', side: 'A', path } }, until + 1, 30, seed, hand))).toEqual([
        'hand A1',
      ])
  })

  test('the ball carried in the fingertips and laid down beside a figure', () => {
    const path: Path = (t) => (t < 1 ? { x: 0, y: 0 } : t < 2 ? { x: 300 * (t - 1), y: 150 * (t - 1) } : { x: 300, y: 150 })
    const hand: Path = (t) => (t > 0.7 && t < 2.6 ? { x: path(t)!.x, y: path(t)!.y + 50 } : null)
    const things: Record<string, Thing> = { ball: { kind: 'ball', path }, B2: { kind: 'base', side: 'B', path: still(322, 150) } }
    for (const seed of SEEDS) expect(told(watch(things, 4, 30, seed, hand)).filter((e) => e.startsWith('touch'))).toEqual([])
  })
})

test('pictures that show nothing for a second: nobody lifted anything, and all keep their names', () => {
  const blank =
    (path: Path): Path =>
    (t) =>
      t > 1.2 && t < 2.4 ? null : path(t)
  const figures = Array.from({ length: 12 }, (_, k) => [`f${k}`, { kind: 'base', side: k % 2 ? 'A' : 'B', path: blank(still(-330 + 60 * k, 100)) }] as const)
  const things: Record<string, Thing> = { ball: { kind: 'ball', path: blank(still(0, 0)) }, ...Object.fromEntries(figures) }
  const { events, tracks } = watched(things, 4, { hand: (t) => (t > 0.5 && t < 1 ? { x: -270, y: 90 } : null) })
  expect(told(events)).toEqual([])
  const names = (k: number) => tracks[k]!.bases.map((b) => b.id).sort()
  expect(names(tracks.length - 1)).toEqual(names(20))
})

test('a figure whose first pictures show the wrong colours is still itself when it is flicked', () => {
  let looks = 0
  const path = rolling(0, 0, 8, 700, 0, 850)
  const things: Record<string, Thing> = { ball: { kind: 'ball', path: still(300, 200) }, A1: { kind: 'base', side: 'A', path } }
  const { events } = watched(things, 10, { hand: (t) => (t > 7.5 && t < 8.1 ? { x: -45, y: 0 } : null), colours: (side) => (looks++ < 3 ? 'B' : side) })
  expect(told(events)).toHaveLength(1)
  expect(told(events)[0]).toMatch(/^flick/)
})

test('a ball seen elsewhere for one picture while it rolls has not left the table', () => {
  const roll = rolling(0, 0, 1, 600, 0, 250)
  const path: Path = (t) => (t > 1.5 && t < 1.54 ? { x: 260, y: 90 } : roll(t))
  for (const seed of SEEDS) expect(told(watch({ ball: { kind: 'ball', path } }, 4, 30, seed)).filter((e) => e.startsWith('left'))).toEqual([])
})
