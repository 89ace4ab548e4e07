import { expect, test } from 'vitest'
import { calibrate } from '../../calibration/calibration.ts'
import { randomScene } from '../../models/synth/random-scene.ts'
import { ballShape, cutPatch, PATCH_SIDE } from '../../vision/measure/patch.ts'
import { cameraOver, photograph, pitch } from '../tables.ts'

const camera = cameraOver({ tiltX: 0.03 })
const bare = { ...randomScene(7, { randomise: false }), camera, pitch: pitch(), solids: [], balls: [], figures: [], keepers: [] }

async function seen(lateral: number) {
  const picture = await photograph({ ...bare, optics: { ...bare.optics, lateral } })
  const made = calibrate({ picture, pitch: pitch(), heightMm: camera.centre[2] })
  if (!made.ok) throw new Error(made.problem.message)
  return { picture, cal: made.value }
}

test.each([0.0004, -0.0007])('a lens that draws red larger by %s and blue smaller: the lines tell it', async (lateral) => {
  const { cal } = await seen(lateral)
  const { red, green, blue } = cal.lateral!
  for (const told of [(red - green) / lateral, (blue - green) / -lateral]) {
    expect(told).toBeGreaterThan(0.7)
    expect(told).toBeLessThan(1.35)
  }
})

test('a lens that keeps the colours together has none', async () => {
  const { lateral } = (await seen(0)).cal
  expect(lateral === null || Math.max(Math.abs(lateral.red), Math.abs(lateral.green), Math.abs(lateral.blue)) * 960 < 0.1).toBe(true)
})

test('in a close-up the colours of a line at the edge of the picture lie over each other again', async () => {
  const { picture, cal } = await seen(0.001)
  const at = { xMm: pitch().lengthMm / 2 - pitch().lineWidthMm / 2, yMm: 150 }
  const shape = { ...ballShape(11), planeMm: 0 }
  const n = PATCH_SIDE * PATCH_SIDE
  // how far red stands from blue across the line, in cells
  const apart = (lateral: typeof cal.lateral) => {
    const out = new Uint8Array(3 * n)
    cutPatch(picture, cal.camera, { at, ux: 1, uy: 0 }, shape, out, 0, lateral)
    const middle = (colour: (luma: number, cb: number, cr: number) => number) => {
      let [sum, moment] = [0, 0]
      for (let k = 0; k < n; k++) {
        const ground = Math.floor(k / PATCH_SIDE) * PATCH_SIDE + 8
        const value = (i: number) => colour(out[i]!, out[n + i]! - 128, out[2 * n + i]! - 128)
        const v = value(k) - value(ground)
        if (Math.abs((k % PATCH_SIDE) - (PATCH_SIDE - 1) / 2) > 8) continue
        sum += v
        moment += v * (k % PATCH_SIDE)
      }
      return moment / sum
    }
    return middle((y, _b, r) => y + 1.402 * r) - middle((y, b) => y + 1.772 * b)
  }
  expect(Math.abs(apart(null))).toBeGreaterThan(1)
  expect(Math.abs(apart(cal.lateral))).toBeLessThan(0.35 * Math.abs(apart(null)))
})
