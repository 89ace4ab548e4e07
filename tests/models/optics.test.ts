import { expect, test } from 'vitest'
import { develop } from '../../models/synth/optics.ts'
import { randomScene } from '../../models/synth/random-scene.ts'
import { cameraOver } from '../tables.ts'

test('a lens that draws colours apart puts red farther from its middle, blue nearer, green where it is', () => {
  const camera = cameraOver()
  const { cx, cy } = camera.model
  const lateral = 0.001
  const scene = randomScene(3, { randomise: false })
  const window = { x0: Math.round(cx + 700) - 20, y0: Math.round(cy) - 20, width: 40, height: 40 }
  const light = new Float32Array(3 * 40 * 40)
  for (let y = 17; y <= 23; y++) for (let x = 17; x <= 23; x++) light.fill(0.5, 3 * (y * 40 + x), 3 * (y * 40 + x) + 3)
  const { rgb } = develop(
    { ...scene, camera, optics: { ...scene.optics, lateral, noise: 0, sharpen: 0, vignette: 0 } },
    { window, light, hand: new Uint8Array(1600), seen: new Map() },
  )
  const middle = (c: number) => {
    let [sum, at] = [0, 0]
    for (let y = 0; y < 40; y++)
      for (let x = 0; x < 40; x++) {
        sum += rgb[3 * (y * 40 + x) + c]!
        at += x * rgb[3 * (y * 40 + x) + c]!
      }
    return at / sum
  }
  expect(middle(1)).toBeCloseTo(20, 1)
  expect(middle(0) - middle(1)).toBeCloseTo(700 * lateral, 1)
  expect(middle(2) - middle(1)).toBeCloseTo(-700 * lateral, 1)
})
