import { expect, test } from 'vitest'
import { calibrate } from '../../calibration/calibration.ts'
import { printedAt } from '../../models/synth/cloth.ts'
import { randomScene } from '../../models/synth/random-scene.ts'
import { cameraOver, photograph, pitch } from '../tables.ts'

const laid = { skew: 0.004, stretch: [0.01, 0.004], bowMm: 2 } as const

test('a cloth that lies skewed, stretched by 1 % and bowed by 2 mm: beside every line a place is told where the print has it', async () => {
  const camera = cameraOver({ tiltX: 0.03 })
  const bare = { ...randomScene(7, { randomise: false }), camera, pitch: pitch(), solids: [], balls: [], figures: [], keepers: [] }
  const picture = await photograph({ ...bare, cloth: { ...bare.cloth, laid } })
  const made = calibrate({ picture, pitch: pitch(), heightMm: camera.centre[2] })
  if (!made.ok) throw new Error(made.problem.message)
  const { cloth, camera: found } = made.value
  const { lengthMm, widthMm } = pitch()
  const worst = { told: 0, ideal: 0 }
  const beside = (x: number, y: number, axis: 'xMm' | 'yMm') => {
    // a thing that stands there on the table, where the picture shows it, and what was printed there
    const px = camera.project({ xMm: x, yMm: y, zMm: 0 })
    const seen = found.toPitch(px, 0)
    const [px0, py0] = printedAt(laid, pitch(), x, y)
    const want = { xMm: px0, yMm: py0 }
    worst.ideal = Math.max(worst.ideal, Math.abs(seen[axis] - want[axis]))
    worst.told = Math.max(worst.told, Math.abs(cloth.toPrint(seen)[axis] - want[axis]))
  }
  for (const off of [-11, 0, 11]) {
    for (let x = -540; x <= 540; x += 60) for (const s of [-1, 1]) beside(x, s * (widthMm / 2 + off), 'yMm')
    for (let y = -340; y <= 340; y += 40) for (const s of [-1, 1]) beside(s * (lengthMm / 2 + off), y, 'xMm')
    for (let y = -340; y <= 340; y += 40) for (const s of [-1, 1]) beside(s * (pitch().shootingLineXMm! + off), y, 'xMm')
  }
  expect(worst.ideal).toBeGreaterThan(1.5)
  expect(worst.told).toBeLessThan(0.25)
})
