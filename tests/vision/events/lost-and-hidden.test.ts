import { describe, expect, test } from 'vitest'
import { positionsOfTracks } from '../../../edge/formats.ts'
import { Random } from '../../../models/synth/random.ts'
import { exactly } from '../../../vision/events/game-event.ts'
import { Tracker } from '../../../vision/track/tracker.ts'
import { NO_HANDS, of, type Path, rolling, still, watched } from './watched.ts'

const FPS = 30
const lostBy = (share: number, seed: number) => {
  const rng = new Random(seed)
  const gone = Array.from({ length: 1000 }, () => rng.chance(share))
  return (seq: number) => seq > 5 && gone[seq]!
}
const crowd = {
  a1: { kind: 'base', side: 'A', path: still(-300, 100) },
  a2: { kind: 'base', side: 'A', path: still(200, -150) },
  b1: { kind: 'base', side: 'B', path: still(330, 60) },
  b2: { kind: 'base', side: 'B', path: still(-50, 250) },
} as const

describe('pictures are lost', () => {
  test('one in five, while a ball is shot at 3 m/s: the ball is one ball, every base keeps its name (OP-19)', () => {
    for (let seed = 1; seed <= 20; seed++) {
      // struck at 3 m/s by a figure that comes from behind and stops, it meets a keeper's rod at 1.3 s
      const shot = rolling(-400, -100, 1, 2800, 1000, 1500)
      const rod = shot(1.3)!
      const ball: Path = (t) => (t < 1.3 ? shot(t) : rolling(rod.x, rod.y, 1.3, -600, 100, 400)(t))
      const striker: Path = (t) => (t < 1 ? rolling(-516, -141, 0.9, 1100, 390, 800)(t) : { x: -418, y: -107 })
      const things = { ball: { kind: 'ball', path: ball }, ...crowd, a3: { kind: 'base', side: 'A', path: striker } } as const
      const { tracks } = watched(things, 2.5, { seed, lost: lostBy(0.2, seed) })
      expect(new Set(tracks.flatMap((t) => (t.ball ? [t.ball.id] : []))).size, `seed ${seed}`).toBe(1)
      expect([...new Set(tracks.flatMap((t) => t.bases.map((b) => b.id)))].sort(), `seed ${seed}`).toEqual(['A1', 'A2', 'A3', 'B1', 'B2'])
    }
  })

  test('half of them, while a figure runs: it is still the same figure', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { tracks, events } = watched(
        { ball: { kind: 'ball', path: still(0, -200) }, ...crowd, a1: { kind: 'base', side: 'A', path: rolling(-300, 100, 0.8, 700, -50, 800) } },
        2.5,
        {
          seed,
          hand: (t) => (t < 0.9 ? { x: -330, y: 100 } : null),
          lost: lostBy(0.5, seed),
        },
      )
      expect([...new Set(tracks.flatMap((t) => t.bases.map((b) => b.id)))].sort()).toEqual(['A1', 'A2', 'B1', 'B2'])
      expect(of(events, 'left-table')).toEqual([])
    }
  })

  test('none for a second while a figure runs: everything was unseen meanwhile; nothing moves: nothing happened', () => {
    const gap = (seq: number) => seq > 30 && seq < 60
    const told = (path: Path) =>
      watched({ ball: { kind: 'ball', path: still(0, -200) }, ...crowd, a1: { kind: 'base', side: 'A', path } }, 3, { lost: gap }).events.flatMap((e) =>
        e.kind === 'blind' || e.kind === 'unblind' ? [`${e.kind} ${e.what} ${e.tS.toFixed(1)}`] : [],
      )
    expect(told(rolling(-300, 100, 0.8, 500, 0, 800))).toEqual(['blind everything 1.0', 'unblind everything 2.0'])
    expect(told(still(-300, 100))).toEqual([])
  })

  test('facts come in the order in which they happened, though a touch is found only after the gap', () => {
    const hit = 1.1
    const ball: Path = (t) => (t < hit ? { x: 0, y: 250 } : rolling(0, 250, hit, 100, 900, 250)(t))
    const figure: Path = (t) => (t < hit ? rolling(0, 80, 0.9, 0, 900, 800)(t) : still(0, 229)(t))
    const { events } = watched({ ball: { kind: 'ball', path: ball }, a1: { kind: 'base', side: 'A', path: figure } }, 3, {
      lost: (seq) => seq > 34 && seq < 55,
    })
    const times = events.filter((e) => e.kind !== 'positions').map((e) => e.tS)
    expect(times).toEqual([...times].sort((p, q) => p - q))
  })
})

describe('the ball is hidden', () => {
  const covers: Path = (t) => (t > 1 && t < 6 ? { x: 0, y: 0 } : null)

  test('five seconds under a hand, then past the touchline: it went out between two times, and no sharp crossing is told (OP-13)', () => {
    const ball: Path = (t) => (t < 1 ? { x: 0, y: 0 } : t < 6 ? null : { x: 50, y: 440 })
    const { events } = watched({ ball: { kind: 'ball', path: ball }, ...crowd }, 8, { hand: covers })
    const out = of(events, 'line-crossed').filter((e) => e.object === 'ball')
    expect(new Set(out.map((e) => e.part))).toEqual(new Set(['centre', 'leading-edge', 'whole']))
    for (const e of out) {
      expect(e.probability).toBeLessThanOrEqual(0.5)
      expect(e.betweenS![0]).toBeLessThan(1.1)
      expect(e.betweenS![1]).toBeGreaterThan(5.9)
    }
  })

  test('a hand over the touchline with the ball beside it: the line is blind, and where the ball was last is told', () => {
    const ball: Path = (t) => (t < 1 ? { x: 100, y: 380 } : null)
    const { events } = watched({ ball: { kind: 'ball', path: ball }, ...crowd }, 2.5, { hand: (t) => (t > 1 ? { x: 100, y: 395 } : null), handRadiusMm: 60 })
    const blind = of(events, 'blind').find((e) => e.what === 'touchline+y')!
    const [last] = blind.lastSeen!
    expect(last).toMatchObject({ object: 'ball' })
    expect(Math.hypot(last!.at.xMm - 100, last!.at.yMm - 380)).toBeLessThan(0.5)
    expect(last!.tS).toBeCloseTo(29 / FPS, 3)
  })

  test('from the first picture that does not show it on, nobody is told a place as seen (OP-14)', () => {
    const { tracks } = watched({ ball: { kind: 'ball', path: (t) => (t < 1 ? { x: 0, y: 0 } : null) }, ...crowd }, 2, {})
    for (const t of tracks) expect(positionsOfTracks(t).ball !== null && positionsOfTracks(t).ball!.seen === 'now', `${t.seq}`).toBe(t.seq < FPS)
  })
})

test('a ball that rolls over the touchline while a few pictures are lost has crossed there; one that comes out of the gap on another course crossed between two times', () => {
  const crossing = (path: Path) =>
    of(watched({ ball: { kind: 'ball', path }, ...crowd }, 2, { lost: (seq) => seq > 30 && seq < 35 }).events, 'line-crossed').find(
      (e) => e.object === 'ball' && e.part === 'whole' && e.line === 'touchline+y',
    )
  // it lies half out at 1.1 s, in the middle of the gap
  const on: Path = (t) => ({ x: 100 + 60 * t, y: 411 + 500 * (t - 1.1) })
  expect(crossing(on)).toMatchObject({ direction: 'out' })
  expect(crossing(on)!.betweenS).toBeUndefined()
  expect(Math.abs(crossing(on)!.tS - 1.1)).toBeLessThan(0.01)
  // the same way, looked for in every picture and not seen: something hid it
  const hidden = of(watched({ ball: { kind: 'ball', path: (t) => (t > 1.02 && t < 1.19 ? null : on(t)) }, ...crowd }, 2, {}).events, 'line-crossed')
  expect(hidden.find((e) => e.object === 'ball' && e.part === 'whole' && e.line === 'touchline+y')!.betweenS).toBeDefined()
  const turned: Path = (t) => (t < 1.1 ? on(t) : { x: 166 - 700 * (t - 1.1), y: 411 + 200 * (t - 1.1) })
  expect(crossing(turned)!.betweenS).toBeDefined()
})

test('a ball that lay under a hand and is found running elsewhere was played by the figure that ran through its place; nobody near, nobody played it', () => {
  const ball: Path = (t) => (t < 1 ? { x: 0, y: 0 } : t < 2 ? null : { x: 250 + 60 * (t - 2), y: 5 })
  const played = (runs: Path) =>
    of(
      watched({ ball: { kind: 'ball', path: ball }, ...crowd, a1: { kind: 'base', side: 'A', path: runs } }, 3.5, {
        hand: (t) => (t > 0.9 && t < 1.9 ? { x: 0, y: 0 } : null),
      }).events,
      'ball-touched',
    ).map((e) => [e.by, e.probability <= 0.6])
  expect(played(rolling(-150, 0, 1.1, 620, 0, 800))).toEqual([['A1', true]])
  expect(played(rolling(-150, 100, 1.1, 620, 0, 800))).toEqual([])
})

test('struck and deflected under a hand: both touches are told from where things lay and where they came out, and the ball lay still when the figure was flicked', () => {
  const [struck, met] = [0.864, 1.007]
  const seenBut =
    (from: number, to: number, path: Path): Path =>
    (t) =>
      t > from && t < to ? null : path(t)
  const striker: Path = (t) => (t < struck ? rolling(132, 190, 0.8, 0, 680, 720)(t) : rolling(132, 232, struck, 0, 378, 720)(t))
  const ball: Path = (t) => (t < met ? rolling(132, 250, struck, 0, 675, 800)(t) : rolling(132, 338.1, met, -290, 207, 250)(t))
  const deflector = rolling(145, 350, met, 94, 86, 800)
  for (let seed = 1; seed <= 10; seed++) {
    const { events } = watched(
      {
        ball: { kind: 'ball', path: seenBut(0.6, 1.09, ball) },
        a1: { kind: 'base', side: 'A', path: seenBut(0.81, 1.09, striker) },
        b1: { kind: 'base', side: 'B', path: seenBut(0.5, 1.12, deflector) },
        b2: { kind: 'base', side: 'B', path: still(-50, 250) },
      },
      2,
      { seed, hand: (t) => (t > 0.45 && t < 1.09 ? { x: 132, y: 270 } : null), handRadiusMm: 110 },
    )
    const touches = of(events, 'ball-touched')
    expect(
      touches.map((e) => e.by),
      `seed ${seed}`,
    ).toEqual(['A1', 'B1'])
    for (const [k, want] of [
      { tS: struck, x: 132, y: 250 },
      { tS: met, x: 132, y: 338 },
    ].entries()) {
      expect(Math.abs(touches[k]!.tS - want.tS), `seed ${seed}`).toBeLessThan(0.034)
      expect(Math.hypot(touches[k]!.place.at.xMm - want.x, touches[k]!.place.at.yMm - want.y), `seed ${seed}`).toBeLessThan(8)
    }
    expect(
      of(events, 'flicked').map((e) => [e.figure, e.ballMoving]),
      `seed ${seed}`,
    ).toEqual([['A1', false]])
  }
})

test('a figure beside a hand that the very first picture missed was there before the hand; one that comes later may be a finger', () => {
  const beside: Path = () => ({ x: -320, y: 100 })
  const from = (tS: number, score = 0.9) => {
    const { tracks } = watched({ ...crowd, a1: { kind: 'base', side: 'A', score, path: (t) => (t < tS ? null : { x: -300, y: 100 }) } }, 1.5, { hand: beside })
    return tracks.at(-1)!.bases.length
  }
  expect([from(0.01), from(0.5)]).toEqual([4, 3])
  // seen less well, in the hand's shadow
  expect([from(0, 0.4), from(0.5, 0.4)]).toEqual([4, 3])
})

test('two bases of nearly the same colours touch for three seconds and part: each is who it was (OP-18)', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const comes: Path = (t) => (t < 1 ? rolling(-120, 0, 0.5, 400, 0, 800)(t) : t < 4 ? { x: -20.1, y: 0 } : rolling(-20.1, 0, 4, -300, 200, 800)(t))
    const unsure = new Random(seed)
    const things = {
      ball: { kind: 'ball', path: still(0, -200) },
      a1: { kind: 'base', side: 'A', confidence: 0.3, path: comes },
      b1: { kind: 'base', side: 'B', confidence: 0.3, path: still(0, 0) },
    } as const
    const { tracks } = watched(things, 5.5, { seed, colours: (side) => (unsure.chance(0.25) ? (side === 'A' ? 'B' : 'A') : side) })
    const last = tracks.at(-1)!.bases
    const first = tracks[14]!.bases
    const at = (all: typeof last, x: number) => all.reduce((p, q) => (Math.abs(q.where.at.xMm - x) < Math.abs(p.where.at.xMm - x) ? q : p))
    expect(last.length).toBe(2)
    expect(at(last, 0).id).toBe(at(first, 0).id)
    expect(at(last, 0).side).toBe(at(first, 0).side)
  }
})

test('a figure is flicked past its neighbour, which one picture misses: each keeps its name', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const flicked: Path = (t) => (t < 0.99 ? { x: 0, y: 0 } : t < 1.02 ? { x: 31, y: 75 } : rolling(40, 97, 1.03, 200, 500, 800)(t))
    const things = {
      ball: { kind: 'ball', path: still(0, -200) },
      a1: { kind: 'base', side: 'A', path: flicked },
      a2: { kind: 'base', side: 'A', path: (t: number) => (t > 0.99 && t < 1.02 ? null : { x: 49, y: 11 }) },
    } as const
    const { tracks } = watched(things, 2.5, { seed, hand: (t) => (t < 1.1 ? { x: 0, y: -20 } : null) })
    const named = (k: number) => new Map(tracks[k]!.bases.map((b) => [b.id, b.where.at.xMm]))
    const [before, after] = [named(20), named(tracks.length - 1)]
    expect([...after.keys()].sort(), `seed ${seed}`).toEqual([...before.keys()].sort())
    for (const [id, x] of before) if (x > 25) expect(Math.abs(after.get(id)! - x), `seed ${seed}`).toBeLessThan(2)
  }
})

test('a figure that a hand carries or pushes to another place was flicked by nobody; one that leaves the finger was', () => {
  const to: Path = (t) => (t < 1 ? { x: 0, y: 0 } : t < 2 ? { x: 200 * (t - 1), y: 80 * (t - 1) } : { x: 200, y: 80 })
  const things = (path: Path) => ({ ball: { kind: 'ball', path: still(0, -250) }, ...crowd, a1: { kind: 'base', side: 'A', path } }) as const
  const beside =
    (path: Path): Path =>
    (t) =>
      t > 0.6 && t < 2.4 ? { x: path(t)!.x - 30, y: path(t)!.y } : null
  const carried = watched(things(to), 3.5, { hand: beside(to) }).events
  expect(of(carried, 'flicked')).toEqual([])
  expect(of(carried, 'hand').flatMap((e) => ('touches' in e ? [e.touches] : []))).toEqual(['A1'])
  const runs = rolling(0, 0, 1, 500, 100, 800)
  const flicked = watched(things(runs), 3.5, { hand: (t) => (t > 0.6 && t < 1.6 ? { x: -40, y: -8 } : null) }).events
  expect(of(flicked, 'flicked').map((e) => e.figure)).toEqual(['A1'])
  expect(of(flicked, 'hand').filter((e) => 'touches' in e)).toEqual([])
})

test('rows that are taken one after the other: with the readout known a crossing has its own time, and without it a sigma that covers the error', () => {
  const readoutS = 0.025
  // wholly out at 1.000 s, at y = 411: ten milliseconds after the picture's time
  const ball: Path = (t) => ({ x: 100, y: 411 + 800 * (t - 1) })
  const outAt = (conditions: object) =>
    of(watched({ ball: { kind: 'ball', path: ball }, ...crowd }, 1.2, conditions).events, 'line-crossed').find(
      (e) => e.object === 'ball' && e.part === 'whole',
    )!
  const known = outAt({ readoutS })
  expect(Math.abs(known.tS - 1)).toBeLessThan(0.002)
  const unknown = outAt({ readoutS, readoutKnown: false })
  const error = Math.abs(unknown.tS - 1)
  expect(error).toBeGreaterThan(0.008)
  expect(error).toBeLessThan(3 * unknown.sigmaS!)
  expect(known.sigmaS).toBeLessThan(unknown.sigmaS!)
})

describe('a ball that bounces', () => {
  const hit = 1.013
  const turned = (deg: number, at = 300): Path => {
    const a = (deg * Math.PI) / 180
    return (t) => {
      const before = { x: 100, y: at + 800 * (t - hit) }
      return t < hit ? before : { x: 100 + 700 * Math.sin(a) * (t - hit), y: at + 700 * Math.cos(a) * (t - hit) }
    }
  }
  const touches = (deg: number, conditions: object) => {
    // it stands where it turns the ball that way: against the change of velocity, at the distance of contact
    const [vx, vy] = [700 * Math.sin((deg * Math.PI) / 180), 700 * Math.cos((deg * Math.PI) / 180) - 800]
    const k = 20.4 / Math.hypot(vx, vy)
    const base: Path = still(100 - k * vx, 300 - k * vy)
    const things = { ball: { kind: 'ball' as const, path: turned(deg) }, ...crowd, met: { kind: 'base' as const, side: 'B' as const, path: base } }
    return of(watched(things, 2, conditions).events, 'ball-touched').length
  }

  test('is found as well with the readout of a rolling shutter known as with a global one', () => {
    for (const deg of [10, 16, 25]) expect(touches(deg, { readoutS: 0.02 }), `${deg} degrees`).toBe(touches(deg, {}))
    expect(touches(25, {})).toBe(1)
  })

  test('just before a line: the place of the crossing is on the way after the touch', () => {
    // it turns 30 degrees along the line two pictures before it is wholly out
    const path = turned(30, 411 - 700 * Math.cos(Math.PI / 6) * 0.07)
    const out = of(watched({ ball: { kind: 'ball', path }, ...crowd }, 1.6, {}).events, 'line-crossed').find(
      (e) => e.object === 'ball' && e.part === 'whole' && e.line === 'touchline+y',
    )!
    const truth = path(hit + 0.07)!
    expect(Math.hypot(out.place.at.xMm - truth.x, out.place.at.yMm - truth.y)).toBeLessThan(2)
  })
})

test('a ball that runs out slower than the cloth was thought to be has not come to rest before it crosses the line', () => {
  for (const decel of [60, 100, 250])
    for (const fps of [30, 60]) {
      const v = Math.sqrt(2 * decel * 113.5) // it stops 2.5 mm beyond
      const { events } = watched({ ball: { kind: 'ball', path: rolling(0, 300, 0.5, 0, v, decel) }, ...crowd }, 1 + v / decel + 0.8, { fps })
      const rest = of(events, 'at-rest').find((e) => e.object === 'ball')
      const out = of(events, 'line-crossed').find((e) => e.object === 'ball' && e.part === 'whole')
      if (rest && out) expect(rest.tS, `${decel} mm/s2, ${fps} pictures a second`).toBeGreaterThan(out.tS)
    }
})

test('what lies where nobody looked in this picture holds for this picture, though its rows were measured in an earlier one', () => {
  const tracker = new Tracker()
  const item = { kind: 'base' as const, where: exactly({ xMm: 0, yMm: 200 }), score: 0.9, side: 'A' as const, sideConfidence: 0.9, misfit: null, radiusMm: 10 }
  const looks = [null, null, [{ x0Mm: -600, x1Mm: -500, y0Mm: -400, y1Mm: -300 }]] as const
  const atS = looks.map((looked, seq) => {
    const items = looked ? [] : [{ ...item, lateS: 0.004 }]
    return tracker.update({ seq, tS: seq / 30, items, hands: NO_HANDS, looked })!.bases[0]!.atS
  })
  expect(atS.map((v) => Number(v.toFixed(4)))).toEqual([0.004, 0.0373, 0.0667])
})
