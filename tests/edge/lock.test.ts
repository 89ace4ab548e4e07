/** The lock to the table over time: bumps, drift, covered lens, frozen picture, light (OP-01 to OP-10). */
import { beforeAll, describe, expect, test } from 'vitest'
import { Camera, type CameraModel } from '../../calibration/camera.ts'
import { english } from '../../calibration/why.ts'
import { CameraLock, type LockChange } from '../../edge/lock.ts'
import type { Frame } from '../../vision/frame.ts'
import { barePicture, cameraOver, pitch } from '../tables.ts'

const m = cameraOver({ tiltX: 0.02, tiltY: -0.03, k1: -0.08, width: 1280 }).model
const shots = new Map<string, Frame>()
/** Two pictures of each place, so that no picture comes twice. */
async function shot(name: string, change: Partial<CameraModel>): Promise<void> {
  for (const n of [0, 1]) shots.set(`${name}${n}`, await barePicture(new Camera({ ...m, ...change }), pitch(), 5 + n))
}
beforeAll(async () => {
  await shot('here', {})
  await shot('bumped', { t: [m.t[0] + 1.5, m.t[1], m.t[2]] })
  await shot('far', { t: [m.t[0] + 30, m.t[1] - 20, m.t[2]] })
  const small = cameraOver({ tiltX: 0.02, tiltY: -0.03, k1: -0.08, width: 1024 })
  for (const n of [0, 1]) shots.set(`small${n}`, await barePicture(small, pitch(), 5 + n))
  await shot('drift', { fx: m.fx * 1.0009, fy: m.fy * 1.0009 })
}, 120_000)

/** Plays places one after the other, each for some seconds at 8 pictures a second; gives what the lock said and when. */
function play(parts: readonly [place: string, seconds: number, change?: (f: Frame) => Frame][]) {
  const said: (LockChange & { tS: number })[] = []
  let tS = 0
  const lock = new CameraLock(pitch(), 1300, (c) => said.push({ ...c, tS }))
  const states: [number, string][] = []
  let seq = 0
  for (const [place, seconds, change] of parts) {
    const end = tS + seconds - 1e-9
    for (; tS < end; tS += 0.125) {
      const f = shots.get(`${place}${seq % 2}`)!
      lock.look({ ...(change ? change({ ...f, tS }) : f), seq, tS })
      seq++
      states.push([tS, lock.state])
    }
  }
  return { said, states, lock, heldFrom: states.find(([, s]) => s === 'held')?.[0] }
}

describe('the lock', () => {
  test('a bump of 1.5 mm: held within a second with its size, locked again by itself when it stands still', () => {
    const { said, heldFrom, lock } = play([
      ['here', 2],
      ['bumped', 3],
    ])
    expect(heldFrom! - 2).toBeLessThan(1)
    expect(said.map((c) => c.what)).toEqual(['calibrated', 'moved', 'locked again'])
    expect(Number(/by ([\d.]+) mm/.exec(english(said[1]!.words))![1])).toBeCloseTo(1.5, 0)
    expect(lock.state).toBe('locked')
  })

  test('knocked aside by 36 mm: held, then solved from nothing', () => {
    const { said, lock } = play([
      ['here', 2],
      ['far', 5],
    ])
    expect(said.map((c) => c.what)).toEqual(['calibrated', 'unseen', 'locked again'])
    expect(lock.state).toBe('locked')
  })

  test('the source changes its resolution: never a place by the old camera, and the lines are found anew (OP-06)', () => {
    const { said, states, lock } = play([
      ['here', 2],
      ['small', 3],
    ])
    expect(said.map((c) => c.what)).toEqual(['calibrated', 'calibrated'])
    expect(states.filter(([t, s]) => t >= 2 && s === 'none').length + states.filter(([t, s]) => t >= 2 && s === 'locked').length).toBe(24)
    expect(lock.calibration!.camera.model.widthPx).toBe(1024)
  })

  test('lens covered and uncovered: held within half a second, the old calibration goes on', () => {
    const { said, heldFrom, lock } = play([
      ['here', 2],
      ['here', 2, (f) => ({ ...f, luma: f.luma.map((_, k) => 10 + (k % 3)) })],
      ['here', 2],
    ])
    expect(heldFrom! - 2).toBeLessThanOrEqual(0.5)
    expect(said.map((c) => c.what).filter((w) => w !== 'frozen' && w !== 'seen again')).toEqual(['calibrated', 'unseen'])
    expect(lock.state).toBe('locked')
  })

  test('the same picture again and again is frozen; the next that differs ends it', () => {
    const tS = { now: 0 }
    const said: string[] = []
    const lock = new CameraLock(pitch(), 1300, (c) => said.push(c.what))
    const look = (name: string) => {
      lock.look({ ...shots.get(name)!, seq: 0, tS: tS.now })
      tS.now += 0.125
    }
    for (let k = 0; k < 8; k++) look(`here${k % 2}`)
    for (let k = 0; k < 6; k++) look('here0')
    expect([said.at(-1), lock.state]).toEqual(['frozen', 'held'])
    look('here1')
    expect([said.at(-1), lock.state]).toEqual(['seen again', 'locked'])
  })

  test('a lens that warms up is followed without an alarm; half the light and an arm are nothing', () => {
    const dim = (f: Frame): Frame => ({ ...f, luma: f.luma.map((v) => v * 0.5) })
    const arm = (f: Frame): Frame => {
      const luma = f.luma.slice()
      for (let y = 0; y < f.heightPx * 0.7; y++) luma.fill(150, y * f.widthPx + 500, y * f.widthPx + 640)
      return { ...f, luma }
    }
    const { said, heldFrom } = play([
      ['here', 3],
      ['here', 3, dim],
      ['here', 3, arm],
      ['here', 12],
      ['drift', 4],
    ])
    expect(heldFrom).toBeUndefined()
    expect(said.map((c) => c.what)).toEqual(['calibrated', 'drift followed'])
  })
})

test('calibrated with an arm over the lines: when it goes the lines are seen whole, in many pictures, and what lay hidden is as sure as the rest', () => {
  // over a stretch of the upper touchline; and another one that wanders over the lower
  const arm = (x0: number) => (f: Frame) => {
    const luma = f.luma.slice()
    for (let y = 0; y < f.heightPx * 0.4; y++) luma.fill(90, y * f.widthPx + x0, y * f.widthPx + x0 + 160)
    return { ...f, luma }
  }
  const first = play([['here', 1, arm(500)]]).lock.calibration!
  const { said, lock } = play([
    ['here', 1, arm(500)],
    ['here', 1, arm(250)],
    ['here', 1, arm(850)],
    ['here', 4],
  ])
  expect(said.map((c) => c.what)).toEqual(['calibrated', 'seen whole'])
  const found = (c: typeof first) => c.lines.find((l) => l.name === 'touchline+y')!
  const worst = (c: typeof first) => Math.max(...found(c).offsetSigmasMm)
  expect(found(first).foundShare).toBeLessThan(0.9)
  expect(found(lock.calibration!).foundShare).toBeGreaterThan(0.95)
  expect(worst(first)).toBeGreaterThan(1.4 * worst(lock.calibration!))
})

test('lamps that flicker are named, strong flicker holds the calls until it ends; light that only changes is none', () => {
  // bands of a 100 Hz lamp under a shutter that takes 30 ms from top to bottom
  const bands = (depth: number) => (f: Frame) => {
    const luma = f.luma.slice()
    for (let y = 0; y < f.heightPx; y++) {
      const gain = 1 + depth * Math.sin(2 * Math.PI * 100 * (f.tS * 1.07 + (y / f.heightPx) * 0.03))
      for (let k = y * f.widthPx; k < (y + 1) * f.widthPx; k++) luma[k] = Math.min(255, luma[k]! * gain)
    }
    return { ...f, luma }
  }
  const weak = play([
    ['here', 2],
    ['here', 3, bands(0.08)],
  ])
  expect(english(weak.lock.warning!)).toMatch(/flicker/)
  expect(weak.lock.state).toBe('locked')
  const strong = play([
    ['here', 2],
    ['here', 3, bands(0.25)],
    ['here', 4],
  ])
  expect(strong.said.map((c) => c.what)).toEqual(['calibrated', 'flicker', 'seen again'])
  const brighter = play([
    ['here', 2],
    ['here', 3, (f) => ({ ...f, luma: f.luma.map((v) => Math.min(255, 1.4 * v)) })],
  ])
  expect(brighter.lock.warning).toBeNull()
  expect(brighter.said).toHaveLength(1)
})
