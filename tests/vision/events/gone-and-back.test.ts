/** What goes out of sight: who it is when it is back, and what is told of it meanwhile. */
import { describe, expect, test } from 'vitest'
import { EventFinder } from '../../../vision/events/find-events.ts'
import type { GameEvent } from '../../../vision/events/game-event.ts'
import { exactly } from '../../../vision/events/game-event.ts'
import type { Tracks } from '../../../vision/tracks.ts'
import { pitch, setup } from '../../tables.ts'
import { NO_HANDS, of, type Path, rolling, still, type Thing, watch, watched } from './watched.ts'

const ball: Thing = { kind: 'ball', path: still(300, 200) }
const base = (path: Path, side: 'A' | 'B' = 'A'): Thing => ({ kind: 'base', side, path })
const unseen =
  (from: number, to: number, path: Path): Path =>
  (t) =>
    t > from && t < to ? null : path(t)

describe('a second of blindness', () => {
  test.each([600, 900])('a base that ran at %i mm/s and is seen again where friction has left it is who it was', (v) => {
    const runs = unseen(0.85, 1.85, rolling(-450, 0, 0.6, v, 0, 850))
    const { tracks } = watched({ ball, a: base(runs), b: base(still(-300, 120), 'B') }, 3, { fps: 60, hand: (t) => (t < 0.65 ? { x: -480, y: 0 } : null) })
    expect([...new Set(tracks.flatMap((t) => t.bases.map((b) => b.id)))].sort()).toEqual(['A1', 'B1'])
  })
  test('so is a ball at 1.2 m/s, with no hand over it', () => {
    const { tracks } = watched({ ball: { kind: 'ball', path: unseen(0.9, 1.9, rolling(-500, -100, 0.5, 1150, 300, 250)) } }, 3, { fps: 60 })
    expect([...new Set(tracks.flatMap((t) => (t.ball ? [t.ball.id] : [])))]).toEqual(['ball1'])
  })
})

test.each([0, 0.034, 0.1, 0.3])(
  'a ball that was five seconds under a hand, seen past the line %s s after the hand went, has crossed it between two times',
  (late) => {
    const path: Path = (t) => (t < 1 ? { x: 0, y: 370 } : t < 6 + late ? null : { x: 0, y: 440 })
    const events = watch({ ball: { kind: 'ball', path }, a1: base(still(-300, 100)) }, 8, 30, 1, (t) => (t > 0.9 && t < 6 ? { x: 0, y: 380 } : null))
    const out = of(events, 'line-crossed').filter((e) => 'part' in e && e.part === 'whole' && e.direction === 'out') as Extract<
      GameEvent,
      { kind: 'line-crossed' }
    >[]
    expect(out.map((e) => [e.line, e.betweenS !== undefined])).toEqual([['touchline+y', true]])
  },
)

describe('lifted, or only not seen', () => {
  const moves = (events: readonly GameEvent[]) =>
    events.flatMap((e) => (e.kind === 'lifted' || e.kind === 'placed' || e.kind === 'fell' ? [`${e.kind} ${e.object}`] : []))

  test.each([0.35, 0.7, 1])('a figure that runs and is not seen for %s s was lifted by nobody', (gap) => {
    const runs = unseen(0.75, 0.75 + gap, rolling(0, 0, 0.6, 700, 0, 850))
    expect(moves(watch({ ball, a: base(runs) }, 3, 60, 1, (t) => (t < 0.65 ? { x: -30, y: 0 } : null)))).toEqual([])
  })
  test('one that was lost long ago is neither lifted by a hand that passes there later, nor does it fall with its neighbour', () => {
    const gone = base((t) => (t < 2 ? { x: 0, y: 0 } : null))
    expect(moves(watch({ ball, a: gone }, 23, 30, 1, (t) => (t > 20 && t < 21 ? { x: 0, y: 0 } : null)))).toEqual([])
    const falls = base((t) => (t < 20 ? { x: 25, y: 0 } : null), 'B')
    const lies: Thing = { kind: 'fallen', path: (t) => (t < 20.1 ? null : { x: 18, y: 12 }) }
    expect(moves(watch({ ball, a: gone, b: falls, f: lies }, 23))).toEqual(['fell B1'])
  })
})

test('a speck of the hand region in one picture is no hand that reached in: all is still once', () => {
  const { events } = watched({ ball, a: base(still(0, 0)) }, 15, { hand: (t) => (Math.round(t * 30) % 90 === 0 ? { x: -400, y: 0 } : null), handRadiusMm: 6 })
  expect(of(events, 'all-still').length).toBe(1)
})

test('a match has many names: what was dropped is not kept, and a picture late in it costs what one at its start does', () => {
  const finder = new EventFinder(pitch(), setup())
  const kept = () => JSON.stringify(finder, (_k, v) => (v instanceof Map ? [...v] : v)).length
  const play = (from: number, to: number) => {
    for (let seq = from; seq < to; seq++) {
      const tS = seq / 10
      const base = {
        id: `A${Math.floor(tS)}`,
        kind: 'base',
        side: 'A',
        where: exactly({ xMm: 0, yMm: 0 }),
        atS: tS,
        vxMmS: 0,
        vyMmS: 0,
        radiusMm: 10,
        score: 0.9,
        seen: 'now',
        lastSeenS: tS,
        atRest: true,
        reserve: false,
      }
      finder.add({ seq, tS, ball: null, otherBalls: [], bases: [base], keepers: [], fallen: [], hands: NO_HANDS } as unknown as Tracks)
    }
    return kept()
  }
  const early = play(0, 1000)
  expect(play(1000, 4000)).toBeLessThan(1.2 * early)
})

test('a ball that rolls slowly and is lost does not leap to a thing like a ball half a metre away: it crosses nothing on the way', () => {
  const rolls: Path = (t) => (t < 1.5 ? rolling(-400, 380, 0.3, -20, 180, 120)(t) : null)
  const like: Path = (t) => (t > 1.56 ? { x: -640, y: -40 } : null)
  const events = watch({ ball: { kind: 'ball', path: rolls }, like: { kind: 'ball', path: like }, a: base(still(0, 0)) }, 3.5)
  expect(of(events, 'line-crossed').flatMap((e) => ('line' in e && e.tS > 1.3 ? [e.line] : []))).toEqual([])
})
