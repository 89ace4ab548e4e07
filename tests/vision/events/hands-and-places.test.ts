import { describe, expect, test } from 'vitest'
import { fistf52 } from '../../../rules/fistf-5.2/index.ts'
import { Match } from '../../../rules/match.ts'
import type { GameEvent } from '../../../vision/events/game-event.ts'
import { HandWatch } from '../../../vision/events/hands.ts'
import type { Tracks } from '../../../vision/tracks.ts'
import { pitch } from '../../tables.ts'
import { of, type Path, rolling, still, type Thing, watch, watched } from './watched.ts'

const ball: Thing = { kind: 'ball', path: still(300, 200) }
const told = (events: readonly GameEvent[], ...kinds: GameEvent['kind'][]) => events.filter((e) => kinds.includes(e.kind))

describe('hands', () => {
  const hand: Path = (t) => (t > 0.5 && t < 2.5 ? { x: t < 1.5 ? -100 : 205, y: 0 } : null)
  const near: Path = (t) => (t > 0.5 && t < 2.5 ? { x: -100 + Math.max(0, Math.min(1, t - 1)) * 120, y: 0 } : null)

  test('one comes over the cloth, reaches a figure, goes: since when, over what, at what', () => {
    const events = watch({ ball, a1: { kind: 'base', side: 'A', path: still(40, 0) } }, 4, 30, 1, near)
    const all = told(events, 'hand', 'hand-gone') as Extract<GameEvent, { kind: 'hand' | 'hand-gone' }>[]
    const [came, gone] = [all[0]!, all.at(-1)!]
    expect(came).toMatchObject({ kind: 'hand', player: null, hand: 'hand-1', at: [], over: ['playing-area', 'half-x', 'quarter-x'] })
    expect(came.tS).toBeCloseTo(0.53, 1)
    const reached = all.find((e) => e.kind === 'hand' && e.at?.includes('A1'))!
    expect(reached).toMatchObject({ hand: 'hand-1', at: ['A1'] })
    expect('over' in reached && reached.over).toContain('half+x')
    expect(gone).toMatchObject({ kind: 'hand-gone', hand: 'hand-1', cameS: expect.closeTo(came.tS, 5) })
    expect(gone.tS).toBeCloseTo(2.47, 1)
    expect(all.length).toBeLessThanOrEqual(5)
  })

  test('two at once are two; a hand alone makes no call', () => {
    const events = watch({ ball, a1: { kind: 'base', side: 'A', path: still(-300, 100) } }, 4, 30, 1, hand)
    // it leaps 300 mm between two pictures: another hand
    expect(told(events, 'hand').map((e) => 'hand' in e && e.hand)).toEqual(['hand-1', 'hand-2'])
    const match = new Match(fistf52, { pitch: pitch(), attacks: { A: '+x', B: '-x' }, ballRadiusMm: 11 })
    expect(events.flatMap((e) => match.apply(e))).toEqual([])
  })
})

test('two hands that meet and part stay two; one that moves on is told where it is; what it hides is told with where it was last', () => {
  const grid = { x0Mm: -700, y0Mm: 500, mmPerCell: 10, width: 140, height: 100 }
  const masks = (t: number) => {
    const places: [number, number][] =
      t < 0.5 || t > 4
        ? []
        : [
            [-400 + 160 * Math.min(2, t - 0.5), 0],
            [-20 + (t > 2.8 ? 150 * (t - 2.8) : 0), 0],
          ]
    return Uint8Array.from({ length: 14000 }, (_, k) =>
      places.some(([x, y]) => Math.hypot(-700 + (k % 140) * 10 - x, 500 - Math.floor(k / 140) * 10 - y) < 35) ? 1 : 0,
    )
  }
  const hands = new HandWatch(pitch())
  const base = { id: 'A1', kind: 'base', where: { at: { xMm: -200, yMm: 0 }, covMm2: [0, 0, 0], systematicSigmaMm: 0 }, radiusMm: 10 }
  const out = Array.from({ length: 150 }, (_, seq) => {
    const tS = seq / 30
    const covered = masks(tS)
    const hidden = covered[50 * 140 + 50] === 1
    const bases = [{ ...base, seen: hidden ? 'coasting' : 'now', lastSeenS: hidden ? 1.4 : tS }]
    return hands.add({ seq, tS, ball: null, otherBalls: [], bases, keepers: [], fallen: [], hands: { grid, covered } } as unknown as Tracks)
  }).flat()
  expect([...new Set(out.map((e) => e.hand))]).toEqual(['hand-1', 'hand-2'])
  expect(out.filter((e) => e.kind === 'hand-gone').map((e) => [e.hand, e.tS.toFixed(1)])).toEqual([
    ['hand-1', '4.0'],
    ['hand-2', '4.0'],
  ])
  const first = out.flatMap((e) => (e.kind === 'hand' && e.hand === 'hand-1' ? [e] : []))
  expect(first[0]!.over).toContain('shooting-area-x')
  expect(first.at(-1)!.over).not.toContain('shooting-area-x')
  expect(first.map((e) => e.at!.join()).filter((at, i, all) => at !== all[i - 1])).toEqual(['', 'A1', ''])
  expect(first.find((e) => e.lastSeen)!.lastSeen).toEqual([{ object: 'A1', at: base.where.at, tS: 1.4 }])
})

describe('the edge of the cloth', () => {
  const { lengthMm, surfaceMarginMm } = pitch()
  const edge = lengthMm / 2 + surfaceMarginMm.goalLine

  test('a figure that slides over it has left the cloth, with its margin; one that leans on a fence along it has not', () => {
    const over = rolling(edge - 90, 200, 0.6, 420, 0, 800)
    const leans: Path = (t) => ({ x: Math.min(edge - 10, edge - 60 + Math.max(0, t - 0.5) * 200), y: -200 })
    const events = watch({ ball, a1: { kind: 'base', side: 'A', path: over }, b1: { kind: 'base', side: 'B', path: leans } }, 3)
    const left = of(events, 'left-cloth')
    expect(left.map((e) => ('object' in e ? e.object : ''))).toEqual(['A1'])
    const crossed = 0.6 + (420 - Math.sqrt(420 ** 2 - 2 * 800 * 80)) / 800
    expect(Math.abs(left[0]!.tS - crossed)).toBeLessThan(0.07)
    expect(left[0]).toMatchObject({ margin: { unit: 'mm' } })
    expect(of(events, 'back-on-cloth')).toEqual([])
  })

  test('back from there it is told as well', () => {
    const path: Path = (t) => ({ x: edge + 20 * Math.sin(Math.max(0, t - 1) * 2) - 15, y: 0 })
    const events = watch({ ball, a1: { kind: 'base', side: 'A', path: (t) => (t < 3 ? path(t) : path(3)) } }, 4)
    expect(told(events, 'left-cloth', 'back-on-cloth').map((e) => e.kind)).toEqual(['left-cloth', 'back-on-cloth'])
  })
})

describe('when all lies still', () => {
  const rolls = { kind: 'ball', path: rolling(-100, 0, 0.5, 300, 0, 300) } as const

  test('it is told once, two seconds after the last of it, with everything\u2019s place; a hand that goes in and out makes a new moment', () => {
    const events = watch({ ball: rolls, a1: { kind: 'base', side: 'A', path: still(200, 100) } }, 9, 30, 1, (t) =>
      t > 5 && t < 5.5 ? { x: -300, y: 0 } : null,
    )
    const moments = of(events, 'all-still')
    expect(moments.length).toBe(2)
    expect(moments[0]!.tS).toBeGreaterThan(3.4)
    expect(moments[0]!.tS).toBeLessThan(3.8)
    expect(moments[1]!.tS).toBeCloseTo(7.5, 0)
    const before = events[events.indexOf(moments[0]!) - 1]!
    expect(before.kind === 'positions' && before.things.map((t) => t.id).sort()).toEqual(['A1', 'ball'])
    expect(events.map((e) => e.tS).filter((_, i) => events[i]!.kind !== 'positions')).toEqual(
      [...events.filter((e) => e.kind !== 'positions').map((e) => e.tS)].sort((a, b) => a - b),
    )
  })

  test('what comes to rest is told with the areas it lies in, how far inside', () => {
    const [rest] = of(watch({ ball: rolls }, 3), 'at-rest')
    const at = rest!.kind === 'at-rest' ? rest!.areas! : []
    expect(at.map((a) => a.area)).toEqual(['playing-area', 'half+x', 'quarter+x'])
    expect(at.find((a) => a.area === 'half+x')!.inside.value).toBeCloseTo(50 - 11 - pitch().lineWidthMm / 2, 0)
  })
})

test('a figure that a hand takes away and puts back where it stood was lifted and placed', () => {
  const hand: Path = (t) => ((t > 0.8 && t < 1.4) || (t > 2.4 && t < 3) ? { x: 0, y: 0 } : null)
  const figure: Path = (t) => (t < 0.9 || t > 3 ? { x: 0, y: 0 } : null)
  const events = watch({ ball, A: { kind: 'base', side: 'A', path: figure } }, 5, 30, 1, hand)
  expect(told(events, 'lifted', 'placed').map((e) => e.kind)).toEqual(['lifted', 'placed'])
})

describe('pictures whose times are jittered, and one in four lost', () => {
  const run = (seed: number) => {
    const shot = rolling(-300, 60, 1, 900, 500, 250)
    const striker: Path = (t) => (t < 1 ? rolling(-430, -12, 0.85, 800, 440, 900)(t) : rolling(-319, 49, 1, 60, 30, 800)(t))
    return watched(
      { ball: { kind: 'ball', path: shot }, a1: { kind: 'base', side: 'A', path: striker }, b1: { kind: 'base', side: 'B', path: still(100, -200) } },
      1.84,
      {
        fps: 60,
        seed,
        jitterS: 0.004,
        lost: (seq) => seq > 20 && (seq * 7919 + seed * 104729) % 4 === 0,
        hand: (t) => (t < 0.9 ? { x: -465, y: -30 } : null),
      },
    )
  }

  test('names stay, nothing is invented, the crossing is told with a sigma that covers its error', () => {
    const shot = rolling(-300, 60, 1, 900, 500, 250)
    let true_ = 1
    while (shot(true_)!.y < pitch().widthMm / 2 + 11) true_ += 1e-4
    let within = 0
    for (let seed = 1; seed <= 20; seed++) {
      const { events, tracks } = run(seed)
      expect([...new Set(tracks.flatMap((t) => t.bases.map((b) => b.id)))].sort(), `seed ${seed}`).toEqual(['A1', 'B1'])
      expect(
        of(events, 'flicked').map((e) => ('figure' in e ? e.figure : '')),
        `seed ${seed}`,
      ).toEqual(['A1'])
      expect(
        of(events, 'ball-touched').map((e) => ('by' in e ? e.by : '')),
        `seed ${seed}`,
      ).toEqual(['A1'])
      const out = of(events, 'line-crossed').filter((e) => 'part' in e && e.part === 'whole' && e.direction === 'out' && e.line === 'touchline+y')
      expect(out.length, `seed ${seed}`).toBe(1)
      const e = out[0]! as Extract<GameEvent, { kind: 'line-crossed' }>
      expect(Math.abs(e.tS - true_), `seed ${seed}`).toBeLessThan(0.012)
      if (Math.abs(e.tS - true_) < 3 * e.sigmaS!) within++
    }
    expect(within).toBeGreaterThanOrEqual(19)
  })
})

test('a ball that runs into a corner of the fence meets both sides of it between two pictures, and is told to have', () => {
  const { lengthMm, widthMm, surfaceMarginMm } = pitch()
  const [sx, sy] = [lengthMm / 2 + surfaceMarginMm.goalLine - 11, widthMm / 2 + surfaceMarginMm.touchline - 11]
  // at 1.2 m/s towards the corner: the one side, 8 ms later the other
  const toX = 0.7083
  const toY = toX + 0.008
  const come = (t: number) => ({ x: sx - 850 * (toX - t), y: sy - 850 * (toY - t) })
  const go = (t: number) => ({ x: t < toX ? come(t).x : sx - 500 * (t - toX), y: t < toY ? come(t).y : sy - 500 * (t - toY) })
  const events = watch({ ball: { kind: 'ball', path: (t) => go(Math.max(t, 0.2)) }, a1: { kind: 'base', side: 'A', path: still(0, 0) } }, 1.3, 60)
  const touches = of(events, 'ball-touched').filter((e) => e.tS > 0.5)
  expect(touches.map((e) => ('by' in e ? e.by : ''))).toEqual(['fence', 'fence'])
})
