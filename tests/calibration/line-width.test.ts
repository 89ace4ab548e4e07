import { expect, test } from 'vitest'
import { calibrate } from '../../calibration/calibration.ts'
import { distancePast, parsePitch } from '../../calibration/pitch.ts'
import { randomScene } from '../../models/synth/random-scene.ts'
import { cameraOver, PITCH_FILE, photograph, pitch } from '../tables.ts'

const PRINTED = 2.5
const camera = cameraOver({ tiltX: 0.03 })
const withWidth = (lineWidthMm: number) => {
  const made = parsePitch({ ...PITCH_FILE, lineWidthMm })
  if (!made.ok) throw new Error(made.problem.message)
  return made.value
}
const bare = { ...randomScene(7, { randomise: false }), camera, pitch: pitch(), solids: [], balls: [], figures: [], keepers: [] }
const told = async (entered: number, blurPx = 0.5) => {
  const picture = await photograph({ ...bare, optics: { ...bare.optics, blurPx } })
  const made = calibrate({ picture, pitch: withWidth(entered), heightMm: camera.centre[2] })
  if (!made.ok) throw new Error(made.problem.message)
  return made.value
}

test('lines as wide as entered: measured, and nothing is said of them', async () => {
  const cal = await told(PRINTED)
  expect(Math.abs(cal.lineWidth!.widthMm - PRINTED)).toBeLessThan(2 * cal.lineWidth!.sigmaMm)
  expect(cal.problems.join()).not.toContain('lineWidthMm')
})

test('both edges of every line are told along it, as far apart as the line is wide', async () => {
  for (const l of (await told(PRINTED)).lines) {
    const width = l.edges.outerMm.map((v, i) => v - l.edges.innerMm[i]! + PRINTED)
    for (const [i, w] of width.entries()) expect(Math.abs(w - PRINTED), `${l.name} ${i}: ${w}`).toBeLessThan(4 * l.edges.sigmasMm[i]!)
    expect(l.edges.sigmasMm).toHaveLength(l.offsetsMm.length)
  }
})

test.each([1.5, 3.5])('lines entered %s mm wide that are printed 2.5: named, and calls go by the outer edge as printed', async (entered) => {
  const cal = await told(entered)
  expect(cal.problems.join()).toMatch(/lineWidthMm .* print's lines are 2\.[3-7] wide/)
  const file = withWidth(entered)
  const { lengthMm, widthMm } = file
  for (const s of [-1, 1]) {
    for (const x of [-400, 0, 300]) {
      const at = cal.cloth.toPrint(cal.camera.toPitch(camera.project({ xMm: x, yMm: (s * widthMm) / 2, zMm: 0 }), 0))
      expect(Math.abs(distancePast(file, s > 0 ? 'touchline+y' : 'touchline-y', at))).toBeLessThan(0.2)
    }
    const at = cal.cloth.toPrint(cal.camera.toPitch(camera.project({ xMm: (s * lengthMm) / 2, yMm: 200, zMm: 0 }), 0))
    expect(Math.abs(distancePast(file, s > 0 ? 'goal-line+x' : 'goal-line-x', at))).toBeLessThan(0.2)
  }
})

test('out of focus the width is not told, and what is entered stands', async () => {
  const cal = await told(2, 2.5)
  expect(cal.lineWidth).toBeNull()
  expect(cal.problems.join()).not.toContain('lineWidthMm')
})
