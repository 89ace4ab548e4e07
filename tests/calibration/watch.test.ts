/** A camera that has moved is noticed and sized; light, arms and a lens that is covered are told apart from it. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Calibration, calibrate } from '../../calibration/calibration.ts'
import { Camera } from '../../calibration/camera.ts'
import { ClothField } from '../../calibration/cloth-field.ts'
import { CalibrationWatch, stillHolds } from '../../calibration/watch.ts'
import { randomScene } from '../../models/synth/random-scene.ts'
import type { Frame } from '../../vision/frame.ts'
import { barePicture, cameraOver, photograph, pitch } from '../tables.ts'

const camera = cameraOver({ tiltX: 0.02, tiltY: -0.03, k1: -0.08, width: 1280 })
const m = camera.model
let still: Frame
let watch: CalibrationWatch

/** The picture of a camera that has changed a little. */
const seenBy = (change: Partial<typeof m>) => barePicture(new Camera({ ...m, ...change }), pitch(), 8)
beforeAll(async () => {
  still = await barePicture(camera, pitch())
  watch = new CalibrationWatch({ camera, cloth: new ClothField(pitch(), []) }, pitch(), still)
}, 60_000)

test('another picture from the same place: it has not moved', async () => {
  const w = watch.check(await seenBy({}))
  expect(w.found).toBeGreaterThan(0.9)
  expect(w.movedMm).toBeLessThan(0.15)
})

test.each([1.5, 4])('pushed by %s mm on the cloth: noticed, with its size', async (mm) => {
  const w = watch.check(await seenBy({ t: [m.t[0] + mm, m.t[1], m.t[2]] }))
  expect(Math.abs(w.movedMm! - mm)).toBeLessThan(0.25)
})

test('a focus that changes by 0.3 %: 2 mm at the corners, told as scale', async () => {
  const w = watch.check(await seenBy({ fx: m.fx * 1.003, fy: m.fy * 1.003 }))
  expect(w.scale).toBeCloseTo(0.003, 3)
  expect(w.movedMm).toBeGreaterThan(1.5)
})

test('half the light, and an arm over three lines: no alarm', () => {
  const darker = { ...still, luma: still.luma.map((v) => v * 0.5) }
  expect(watch.check(darker).movedMm).toBeLessThan(0.2)
  const arm = { ...still, luma: still.luma.slice() }
  for (let y = 0; y < still.heightPx * 0.7; y++) arm.luma.fill(150, y * still.widthPx + 500, y * still.widthPx + 640)
  const w = watch.check(arm)
  expect(w.movedMm).toBeLessThan(0.2)
  expect(w.found).toBeGreaterThan(0.7)
})

test('lens covered: nothing is found, and no movement is claimed', () => {
  const w = watch.check({ ...still, luma: new Uint8Array(still.luma.length).fill(12) })
  expect(w).toMatchObject({ found: 0, movedMm: null })
})

test('a calibration from before holds for pictures from the same place; another size, another view and a push since are named', async () => {
  const made = (picture: Frame): Calibration => {
    const c = calibrate({ picture, pitch: pitch(), heightMm: 1300 })
    if (!c.ok) throw new Error(c.problem.message)
    return c.value
  }
  const cal = made(still)
  const said = (picture: Frame, by = cal) => {
    const r = stillHolds(by, pitch(), picture)
    return r.ok ? 'holds' : `${r.problem.code}: ${r.problem.message}`
  }
  expect(said(await seenBy({}))).toBe('holds')
  expect(said(await seenBy({ t: [m.t[0] + 4, m.t[1], m.t[2]] }))).toMatch(/^CAL_MOVED: .*moved by (3\.[5-9]|4\.[0-5]) mm/)
  expect(said(await seenBy({ t: [m.t[0] + 22, m.t[1] + 14, m.t[2]] }))).toMatch(/^CAL_MOVED: .*another view/)
  expect(said(await barePicture(cameraOver({ width: 1024 }), pitch()))).toMatch(/^CAL_OTHER_SIZE: .*1280x720, these are 1024x576/)
  // a cloth that lies crooked has not moved since
  const scene = { ...randomScene(7, { randomise: false }), camera, pitch: pitch(), solids: [], balls: [], figures: [], keepers: [] }
  const crooked = await photograph({ ...scene, cloth: { ...scene.cloth, laid: { skew: 0.004, stretch: [0.01, 0.004], bowMm: 2 } } })
  expect(said(crooked, made(crooked))).toBe('holds')
})

describe('knocked aside farther than lines are looked for', () => {
  const crowded = { ...randomScene(7, { randomise: false }), camera, pitch: pitch() }
  const aside = (x: number, y: number) => new Camera({ ...m, t: m.R.map((r, k) => m.t[k]! - r[0] * x - r[1] * y) as unknown as [number, number, number] })

  test.each([
    [15, 0],
    [-20, 0],
    [30, 0],
    [60, 0],
    [0, 15],
    [0, -20],
    [0, 60],
    [100, 100],
  ])('by %i and %i mm: it is never taken to stand', async (x, y) => {
    for (const empty of [true, false]) {
      const scene = empty ? { ...crowded, solids: [], balls: [], figures: [], keepers: [] } : crowded
      const before = empty ? watch : new CalibrationWatch({ camera, cloth: new ClothField(pitch(), []) }, pitch(), await photograph(scene))
      const w = before.check(await photograph({ ...scene, camera: aside(x, y), seed: 9 }))
      expect(w.movedMm === null || w.movedMm > 4 * w.sigmaMm + 1, `${empty ? 'bare' : 'with figures'}: ${JSON.stringify(w)}`).toBe(true)
    }
  })
})
