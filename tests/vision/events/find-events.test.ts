import { describe, expect, test } from 'vitest'
import { fistf52 } from '../../../rules/fistf-5.2/index.ts'
import { Match } from '../../../rules/match.ts'
import { ballContactMm } from '../../../vision/events/contacts.ts'
import type { GameEvent } from '../../../vision/events/game-event.ts'
import { Tracker } from '../../../vision/track/tracker.ts'
import { pitch, setup } from '../../tables.ts'
import { handAt, NO_HANDS, of, type Path, rolling, still, type Thing, watch } from './watched.ts'

describe('facts from measured places', () => {
  test('a flicked figure plays a resting ball: flick, touch by that figure, place to 3 mm, time to a frame', () => {
    const contact = ballContactMm(11, { radiusMm: 10, rimMm: 3 })
    const a = rolling(-150, 0, 0.5, 900, 0, 800)
    const hit = 0.5 + (900 - Math.sqrt(900 ** 2 - 2 * 800 * (150 - contact))) / 800
    const figure: Path = (t) => (t < hit ? a(t) : rolling(-contact, 0, hit, 250, 0, 800)(t))
    const events = watch(
      {
        ball: { kind: 'ball', path: rolling(0, 0, hit, 700, 60, 250) },
        a1: { kind: 'base', side: 'A', path: figure },
        b1: { kind: 'base', side: 'B', path: still(300, 200) },
      },
      2.5,
    )
    const [flick] = of(events, 'flicked')
    const touches = of(events, 'ball-touched')
    expect(flick?.figure).toBe('A1')
    expect(Math.abs(flick!.tS - 0.5)).toBeLessThan(1 / 30)
    expect(touches.map((t) => t.by)).toEqual(['A1'])
    expect(touches[0]!.byMoving).toBe(true)
    expect(Math.abs(touches[0]!.tS - hit)).toBeLessThan(1 / 30)
    expect(Math.hypot(touches[0]!.place.at.xMm, touches[0]!.place.at.yMm)).toBeLessThan(3)
  })

  test.each([30, 60])('crossings of the touchline at %i pictures a second: all three parts, time to 8 ms', (fps) => {
    const events = watch({ ball: { kind: 'ball', path: rolling(100, 300, 0.4, 100, 700, 250) } }, 2.2, fps).filter(
      (e) => e.kind === 'line-crossed' && e.line === 'touchline+y' && e.direction === 'out',
    )
    const crossed = of(events, 'line-crossed')
    expect(crossed.map((c) => c.part)).toEqual(['leading-edge', 'centre', 'whole'])
    const at = (y: number) => 0.4 + (Math.hypot(100, 700) - Math.sqrt(Math.hypot(100, 700) ** 2 - (2 * 250 * ((y - 300) * Math.hypot(100, 700))) / 700)) / 250
    for (const [i, y] of [389, 400, 411].entries()) expect(Math.abs(crossed[i]!.tS - at(y))).toBeLessThan(0.008)
  })

  test('a ball that rolls along the line overlapping it by 1 mm is never out (OP-16); 2 mm beyond it is', () => {
    const along = (y: number) => watch({ ball: { kind: 'ball', path: rolling(-150, y, 0.3, 600, 0, 250) } }, 2.5)
    const out = (events: GameEvent[]) => of(events, 'line-crossed').filter((e) => e.part === 'whole')
    expect(out(along(410))).toEqual([])
    const drift: Path = (t) => ({ x: -150 + 200 * t, y: Math.min(413, 405 + 8 * t) })
    expect(out(watch({ ball: { kind: 'ball', path: drift } }, 2)).map((e) => e.direction)).toEqual(['out'])
  })

  test('a ball-like thing for two frames beyond the goal line while the ball lies at the centre: nothing happened (OP-11)', () => {
    const events = watch({ ball: { kind: 'ball', path: still(0, 0) }, ghost: { kind: 'ball', path: (t) => (t > 1 && t < 1.06 ? { x: 630, y: 0 } : null) } }, 2)
    expect(events.filter((e) => e.kind === 'line-crossed' || e.kind === 'ball-touched')).toEqual([])
  })

  test('a resting ball makes no event in two minutes of noise (OP-12)', () => {
    const events = watch({ ball: { kind: 'ball', path: still(250, 388.6) }, b1: { kind: 'base', side: 'B', path: still(275, 388) } }, 120)
    expect(events.filter((e) => e.kind !== 'positions' && e.kind !== 'at-rest' && e.kind !== 'ball-moved').map((e) => e.kind)).toEqual(['all-still'])
  })

  test('two opposed bases at the same distance from the ball: unknown with both candidates, 20 times out of 20 (OP-17)', () => {
    const contact = ballContactMm(11, { radiusMm: 10, rimMm: 3 })
    for (let seed = 1; seed <= 20; seed++) {
      const angle = 0.62
      const a = { x: -contact * Math.cos(angle), y: contact * Math.sin(angle) }
      const events = watch(
        {
          ball: { kind: 'ball', path: rolling(0, 0, 0.7, 650, 0, 250) },
          a1: { kind: 'base', side: 'A', path: still(a.x, a.y) },
          b1: { kind: 'base', side: 'B', path: still(a.x, -a.y) },
        },
        1.8,
        30,
        seed,
      )
      const [touch] = of(events, 'ball-touched')
      expect(touch?.by).toBeNull()
      expect([...touch!.candidates].sort()).toEqual(['A1', 'B1'])
    }
  })

  test('a figure that comes out from under a hand running was flicked, to two frames; without a hand nothing is claimed', () => {
    const run = rolling(-200, 0, 0.5, 900, 0, 800)
    const figure: Path = (t) => (run(t)!.x > -160 ? run(t) : null)
    const things: Record<string, Thing> = { b1: { kind: 'base', side: 'B', path: still(300, 200) }, a1: { kind: 'base', side: 'A', path: figure } }
    const flicks = of(
      watch(things, 2, 30, 1, (t) => (t < 0.7 ? { x: -200, y: 0 } : null)),
      'flicked',
    )
    expect(flicks.map((f) => f.figure)).toEqual(['A1'])
    expect(Math.abs(flicks[0]!.tS - 0.5)).toBeLessThan(4 / 30)
    expect(of(watch(things, 2), 'flicked')).toEqual([])
  })

  test('a figure under a hand does not leap to the fingertip beside it', () => {
    const under = (t: number) => t > 1 && t < 1.4
    const things: Record<string, Thing> = {
      a1: { kind: 'base', side: 'A', path: (t) => (under(t) ? null : { x: 0, y: 0 }) },
      fingertip: { kind: 'base', side: 'B', score: 0.45, path: (t) => (under(t) ? { x: 30, y: 0 } : null) },
    }
    const events = watch(things, 2.5, 30, 1, (t) => (under(t) ? { x: 0, y: 10 } : null))
    expect(events.filter((e) => e.kind === 'flicked' || e.kind === 'line-crossed')).toEqual([])
    const last = events.filter((e) => e.kind === 'positions').at(-1)
    expect(last?.kind === 'positions' && last.things.map((p) => p.id)).toEqual(['A1'])
  })

  test('what runs under an arm and is not seen again does not run off the table', () => {
    const tracker = new Tracker()
    const arm = handAt(() => ({ x: 60, y: 0 }), 0)
    let last = null
    for (let seq = 0; seq < 40; seq++) {
      const at = { xMm: -200 + 60 * seq, yMm: 0 }
      const seen =
        seq < 5
          ? [
              {
                kind: 'base' as const,
                where: { at, covMm2: [0.06, 0, 0.06] as const, systematicSigmaMm: 0.05 },
                score: 0.9,
                side: 'A' as const,
                sideConfidence: 0.9,
                misfit: null,
                radiusMm: 10,
              },
            ]
          : []
      last = tracker.update({ seq, tS: seq / 30, items: seen, hands: arm, looked: null })
    }
    expect(Math.max(0, ...last!.bases.map((b) => b.where.at.xMm))).toBeLessThan(900)
  })

  test('a ball that is played and meets the fence before the next picture shows it was touched twice, first by the figure', () => {
    const contact = ballContactMm(11, setup().sides.A)
    let right = 0
    for (let k = 0; k < 20; k++) {
      const [start, speed, hit] = [430, 1000, 0.9 + k / 600]
      const wall = hit + (459 - start) / speed
      const events = watch(
        {
          a1: {
            kind: 'base',
            side: 'A',
            path: (t) => ({ x: 0, y: start - contact - 900 * (hit - Math.max(0.7, Math.min(hit, t))) + 150 * Math.max(0, Math.min(0.2, t - hit)) }),
          },
          ball: { kind: 'ball', path: (t) => ({ x: 0, y: t < hit ? start : t < wall ? start + speed * (t - hit) : 459 - 500 * Math.min(0.3, t - wall) }) },
        },
        2,
        30,
        k + 1,
      )
      const touches = events.flatMap((e) => (e.kind === 'ball-touched' ? [e.by] : []))
      if (touches[0] === 'A1' && touches[1] === 'fence') right++
    }
    expect(right).toBe(20)
  })

  test('what runs over the edge and is gone has left the table; what the fence sends back has not, nor what an arm hides', () => {
    const over: Path = (t) => (t < 1 ? { x: -300 * t, y: 300 } : t < 1.3 ? { x: -300, y: 300 + 600 * (t - 1) } : null)
    const left = (path: Path, hand: Path | null = null) => of(watch({ ball: { kind: 'ball', path } }, 3, 30, 1, hand), 'left-table').map((e) => e.object)
    expect(left(over)).toEqual(['ball'])
    expect(left((t) => over(t) ?? { x: -300, y: 459 - 200 * Math.min(1, t - 1.3) })).toEqual([])
    expect(left(over, (t) => (t > 1.2 ? { x: -300, y: 470 } : null))).toEqual([])
  })

  test('two bases that overlap as seen from above are hooked; two that touch are not', () => {
    const hooked = (gapMm: number) => {
      const at = 20 + gapMm
      const things: Record<string, Thing> = {
        a1: { kind: 'base', side: 'A', path: still(0, 0) },
        b1: { kind: 'base', side: 'B', path: still(at, 0) },
        ball: { kind: 'ball', path: (t) => ({ x: 400 * t - 300, y: 200 }) },
      }
      const events = watch(things, 2)
      const last = of(events, 'positions').at(-1)!
      return [
        ...last.things.flatMap((p) => (p.hookedTo ? [[p.id, p.hookedTo]] : [])),
        ...events.flatMap((e) => (e.kind === 'hooked' ? [['told', e.object, e.on]] : [])),
      ]
    }
    expect(hooked(-2)).toEqual([
      ['B1', 'A1'],
      ['told', 'B1', 'A1'],
    ])
    expect(hooked(0)).toEqual([])
  })

  test('a base in neither side\u2019s colours is the reserve keeper of the side at whose goal it was set down', () => {
    const things: Record<string, Thing> = {
      a1: { kind: 'base', side: 'A', path: still(100, 0) },
      strange: { kind: 'base', side: 'B', misfit: 7, path: still(setup().sides.A.attacks === '+x' ? -550 : 550, 20) },
    }
    const last = watch({ ...things, ball: { kind: 'ball', path: (t) => ({ x: 400 * t - 300, y: 200 }) } }, 2)
      .filter((e) => e.kind === 'positions')
      .at(-1)
    const figures = last?.kind === 'positions' ? last.things.filter((p) => p.role !== 'ball') : []
    expect(figures.map((p) => [p.side, p.role]).sort()).toEqual([
      ['A', 'figure'],
      ['A', 'reserve-keeper'],
    ])
  })

  test('frames sent twice and out of order change nothing (OP-38)', () => {
    const t = new Tracker()
    const frame = (seq: number) => ({ seq, tS: seq / 30, items: [], hands: NO_HANDS, looked: null })
    expect(t.update(frame(0))).not.toBeNull()
    expect(t.update(frame(0))).toBeNull()
    expect(t.update(frame(2))).not.toBeNull()
    expect(t.update(frame(1))).toBeNull()
  })

  test('an arm over a touchline makes it blind, since when it came; when it goes the line is seen again', () => {
    const arm: Path = (t) => (t > 0.6 && t < 1.5 ? { x: 100, y: 395 } : null)
    const events = watch({ ball: { kind: 'ball', path: still(0, 0) } }, 3, 30, 1, arm)
    const told = events.filter((e) => e.kind === 'blind' || e.kind === 'unblind')
    expect(told.map((e) => [e.kind, 'what' in e && e.what])).toEqual([
      ['blind', 'touchline+y'],
      ['unblind', 'touchline+y'],
    ])
    expect(told[0]!.tS).toBeCloseTo(0.63, 1)
    expect(told[1]!.tS).toBeCloseTo(1.5, 1)
  })
})

test('a figure that is stopped by the goalkeeper touched it', () => {
  // it runs at the keeper in front of the goal and stops dead against it
  const run = rolling(420, 0, 0.5, 700, 0, 800)
  const stop = 580 - 17
  const path: Path = (t) => {
    const p = run(t)!
    return p.x < stop ? p : { x: stop, y: 0 }
  }
  const events = watch(
    {
      ball: { kind: 'ball', path: () => ({ x: 0, y: 200 }) },
      A: { kind: 'base', side: 'A', path },
      k: { kind: 'keeper', path: () => ({ x: 580, y: 0 }) },
    },
    2.5,
    60,
    1,
    (t) => (t < 0.7 ? { x: 380, y: 0 } : null),
  )
  expect(of(events, 'figures-touched').map((e) => e.figures)).toEqual([['A1', 'keeper:B']])
})

describe('whether figures stand', () => {
  const still =
    (x: number, y: number): Path =>
    () => ({ x, y })
  const ball: Thing = { kind: 'ball', path: still(300, 200) }
  const moves = (events: GameEvent[]) =>
    events.flatMap((e) => (e.kind === 'fell' || e.kind === 'lifted' || e.kind === 'placed' ? [`${e.kind} ${e.object}`] : []))

  test('one goes over where it stood: it fell, once, and nobody lifted it', () => {
    const stands: Path = (t) => (t < 1 ? { x: 0, y: 0 } : null)
    const lies: Path = (t) => (t < 1.1 ? null : { x: 18, y: 8 })
    const events = watch({ ball, A: { kind: 'base', side: 'A', path: stands }, F: { kind: 'fallen', path: lies } }, 3)
    expect(moves(events)).toEqual(['fell A1'])
    expect(events.find((e) => e.kind === 'fell')!.tS).toBeCloseTo(1, 1)
    // the rules are told that it lies, and ask for it to be raised (FISTF 2.4.1)
    expect(
      of(events, 'positions')
        .at(-1)!
        .things.find((q) => q.id === 'A1')?.lying,
    ).toBe(true)
    const match = new Match(fistf52, { pitch: pitch(), attacks: { A: '+x', B: '-x' }, ballRadiusMm: 11 })
    expect(events.flatMap((e) => match.apply(e)).map((c) => `${c.code} ${c.rule} ${c.figure}`)).toContain('placing FISTF 2.4.1 A1')
  })
  test('a hand takes one away and puts it down elsewhere', () => {
    const hand: Path = (t) => (t > 0.8 && t < 1.6 ? { x: 0, y: 0 } : t > 2.2 && t < 3 ? { x: 200, y: -150 } : null)
    const figure: Path = (t) => (t < 0.9 ? { x: 0, y: 0 } : t > 3 ? { x: 200, y: -150 } : null)
    expect(moves(watch({ ball, A: { kind: 'base', side: 'A', path: figure } }, 5, 30, 1, hand))).toEqual(['lifted A1', 'placed A2'])
  })
  test('a hand goes over one that stays: nothing happened; nor when it is flicked', () => {
    const hand: Path = (t) => (t > 1 && t < 2 ? { x: 0, y: 0 } : null)
    const hidden: Path = (t) => (t > 1 && t < 2 ? null : { x: 0, y: 0 })
    expect(moves(watch({ ball, A: { kind: 'base', side: 'A', path: hidden } }, 4, 30, 1, hand))).toEqual([])
    const slid: Path = (t) => ({ x: t < 1 ? 0 : Math.min(1, t - 1) * 300 - 150 * Math.min(1, t - 1) ** 2, y: 0 })
    expect(moves(watch({ ball, A: { kind: 'base', side: 'A', path: slid } }, 4, 30, 1, (t) => (t > 0.7 && t < 1.05 ? { x: -40, y: 0 } : null)))).toEqual([])
  })
  test('a figure that is missed now and then by itself is neither lifted nor fallen', () => {
    const blinks: Path = (t) => (Math.floor(t * 30) % 4 === 0 ? null : { x: 0, y: 0 })
    expect(moves(watch({ ball, A: { kind: 'base', side: 'A', path: blinks }, F: { kind: 'fallen', path: still(30, 10) } }, 4))).toEqual([])
  })
})
