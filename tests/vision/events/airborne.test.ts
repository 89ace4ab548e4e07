import { describe, expect, test } from 'vitest'
import { Random } from '../../../models/synth/random.ts'
import { EventFinder } from '../../../vision/events/find-events.ts'
import type { GameEvent } from '../../../vision/events/game-event.ts'
import { Tracker } from '../../../vision/track/tracker.ts'
import { pitch, setup } from '../../tables.ts'

const LENS = { xMm: 40, yMm: -30, heightMm: 1250 }
const HANDS = { grid: { x0Mm: -700, y0Mm: 500, mmPerCell: 100, width: 14, height: 10 }, covered: new Uint8Array(140) }

/** Facts from a ball that is at (x, y, height above lying) over time, as a camera sees it that takes it to lie. */
function seen(path: (t: number) => readonly [number, number, number], seed = 1, fps = 30): GameEvent[] {
  const rng = new Random(seed)
  const tracker = new Tracker({ setup: setup(), pitch: pitch() })
  const finder = new EventFinder(pitch(), setup())
  const out: GameEvent[] = []
  for (let seq = 0; seq < 2 * fps; seq++) {
    const tS = seq / fps
    const [x, y, z] = path(tS)
    const k = z / (LENS.heightMm - 11 - z)
    const at = { xMm: x + (x - LENS.xMm) * k + rng.normal(0.28), yMm: y + (y - LENS.yMm) * k + rng.normal(0.28) }
    const item = {
      kind: 'ball' as const,
      where: { at, covMm2: [0.08, 0, 0.08] as const, systematicSigmaMm: 0.05 },
      score: 0.9,
      side: null,
      sideConfidence: 0,
      misfit: null,
      radiusMm: 11,
    }
    const tracks = tracker.update({ seq, tS, items: [item], hands: HANDS, looked: null, lens: LENS })
    if (tracks) out.push(...finder.add(tracks))
  }
  return [...out, ...finder.flush()]
}
const overTouchline = (events: GameEvent[]) =>
  events.flatMap((e) => (e.kind === 'line-crossed' && e.line === 'touchline+y' && e.part === 'whole' && e.direction === 'out' ? [e.probability] : []))

describe('rolling or flying', () => {
  test('a ball that is lobbed over the touchline: the crossing is left open; the same ball rolling is told', () => {
    for (const fps of [30, 60])
      for (let seed = 1; seed <= 10; seed++) {
        const t0 = 0.5
        // it rolls already when it takes off
        const run = (t: number) => Math.max(-0.4, t - t0)
        const height = (t: number) => (run(t) > 0 ? Math.max(0, 1500 * run(t) - 0.5 * 9810 * run(t) ** 2) : 0)
        const lobbed = seen((t) => [-420 + 500 * run(t), 310 + 420 * run(t), height(t)], seed, fps)
        const [flight, ...more] = lobbed.flatMap((e) => (e.kind === 'airborne' ? [e] : []))
        expect(more).toEqual([])
        expect(flight!.sinceS).toBeGreaterThan(t0 - 0.1)
        expect(flight!.tS).toBeLessThan(t0 + 0.306 + 0.1)
        const lob = overTouchline(lobbed)
        expect(lob.length).toBeGreaterThan(0)
        for (const p of lob) expect(p).toBeLessThanOrEqual(0.5)
        const roll = overTouchline(seen((t) => [-420 + 500 * run(t), 310 + 420 * run(t), 0], seed, fps))
        expect(roll.some((p) => p > 0.95)).toBe(true)
      }
  })

  test('neither friction, a slide after the touch, nor a rebound from a figure is a flight: forty crossings are all told', () => {
    let told = 0
    for (let seed = 1; seed <= 40; seed++) {
      const rng = new Random(100 + seed)
      const [x0, y0] = [rng.between(-250, 250), rng.between(180, 240)]
      const [vx, vy] = [rng.between(-600, 600), rng.between(450, 900)]
      // slides with 2400 mm/s2 until it has lost two sevenths of its speed, is turned by a figure once, then rolls
      const v = Math.hypot(vx, vy)
      const slide = (2 / 7) * (v / 2400)
      const turnAt = 0.5 + rng.between(0.05, 0.12)
      const path = (t: number): [number, number, number] => {
        const s = Math.max(0, t - 0.5)
        const a = Math.min(s, slide)
        const way = v * a - 1200 * a * a + (s > slide ? (5 / 7) * v * (s - slide) - 125 * (s - slide) ** 2 : 0)
        const turn = Math.max(0, t - turnAt) * 120
        return [x0 + (vx / v) * way + turn, y0 + (vy / v) * way, 0]
      }
      if (overTouchline(seen(path, seed)).some((p) => p > 0.95)) told++
    }
    expect(told).toBe(40)
  })
})
