/** Views and tables that a hall offers and that are no reason to refuse: upright, soft and wide pictures, things lying about, other lines near. */
import { describe, expect, test } from 'vitest'
import { calibrate } from '../../calibration/calibration.ts'
import { Camera, type CameraModel } from '../../calibration/camera.ts'
import { linesInSight } from '../../calibration/lines-in-sight.ts'
import { withDimensions } from '../../calibration/pitch.ts'
import { findSharpness, sampleLines } from '../../calibration/solve.ts'
import { randomScene } from '../../models/synth/random-scene.ts'
import type { Scene } from '../../models/synth/scene.ts'
import { Block } from '../../models/synth/shapes.ts'
import type { Frame } from '../../vision/frame.ts'
import { cameraOver, photograph, pitch } from '../tables.ts'

const bare: Scene = { ...randomScene(7, { randomise: false }), pitch: pitch(), solids: [], balls: [], figures: [], keepers: [] }
const DARK: readonly [number, number, number] = [0.1, 0.1, 0.12]
const lying = (x: number, y: number, hx: number, hy: number, tone: readonly [number, number, number] = DARK, halfHeight = 2) =>
  new Block({ id: 'thing', kind: 'thing', velocity: [0, 0] }, { paint: () => tone, gloss: 0 }, x, y, halfHeight, [hx, hy, halfHeight], 0)

const seenBy = (camera: Camera, more: Partial<Scene> = {}) => photograph({ ...bare, camera, ...more })

/** Worst error on the cloth and at ball height, mm, and over what is claimed; what is said. */
function told(picture: Frame, truth: Camera) {
  const made = calibrate({ picture, pitch: pitch(), heightMm: truth.centre[2] })
  if (!made.ok) throw new Error(`${made.problem.code}: ${made.problem.message}`)
  const { camera, cloth, systematicSigmaAt, problems } = made.value
  let [worstMm, worstSigmas] = [0, 0]
  for (let i = -4; i <= 4; i++)
    for (let j = -4; j <= 4; j++)
      for (const zMm of [0, 11]) {
        const at = { xMm: i * 150, yMm: j * 100 }
        const seen = camera.toPitch(truth.project({ ...at, zMm }), zMm)
        const off = Math.hypot(seen.xMm - at.xMm, seen.yMm - at.yMm)
        const { varX, varY } = cloth.shift(at)
        worstMm = Math.max(worstMm, off)
        worstSigmas = Math.max(worstSigmas, off / Math.hypot(systematicSigmaAt(at, zMm), Math.sqrt((varX + varY) / 2)))
      }
  return { worstMm, worstSigmas, problems: problems.join('; ') }
}

const wide = (fovDeg: number, k1: number, k2: number): Camera => {
  const half = Math.tan((fovDeg * Math.PI) / 360)
  const { model } = cameraOver({ width: 1280, heightMm: (620 * 1.02) / half, k1 })
  const f = model.widthPx / 2 / half
  return new Camera({ ...model, fx: f, fy: f, k2 })
}
const upright = (): Camera => {
  const { model } = cameraOver({ turn: Math.PI / 2 })
  const size = { widthPx: 1080, heightPx: 1920, cx: 539.5, cy: 959.5 }
  const scale = (1920 * 0.8) / model.fx
  return new Camera({ ...model, ...size, fx: scale * model.fx, fy: scale * model.fy } as CameraModel)
}

describe('calibrates, and claims no more than is true', () => {
  test.each([
    ['a picture that stands upright', upright()],
    ['80 degrees wide, and strongly bent', wide(80, -0.35, 0.12)],
    ['95 degrees wide', wide(95, -0.22, 0.05)],
  ])('%s', async (_n, camera) => {
    const t = told(await seenBy(camera), camera)
    expect(t.worstMm).toBeLessThan(0.6)
    expect(t.worstSigmas).toBeLessThan(4)
  })

  test.each([1.7, 2, 3])('out of focus by %s px at 1280 pixels', async (blurPx) => {
    const camera = cameraOver({ tiltX: 0.05, width: 1280, k1: -0.08 })
    expect(told(await seenBy(camera, { optics: { ...bare.optics, blurPx } }), camera).worstMm).toBeLessThan(0.4)
  })

  test.each([15, 30, 45])('a lens whose middle is %i px off under a camera that looks straight down', async (off) => {
    const camera = cameraOver({ cx: 959.5 + off, cy: 539.5 - off / 2, k1: -0.08 })
    expect(told(await seenBy(camera), camera).worstSigmas).toBeLessThan(4)
  })

  test.each([
    ['one end under a bag', [lying(575, 0, 125, 500)]],
    ['a third under a cloth', [lying(480, 0, 220, 500)]],
    ['both penalty areas under paper', [lying(530, 0, 110, 240, [0.8, 0.8, 0.8]), lying(-530, 0, 110, 240, [0.8, 0.8, 0.8])]],
    ['a corner under a box', [lying(450, -250, 150, 150)]],
  ])('%s: said to lie on the lines', async (_n, solids) => {
    const camera = cameraOver({ tiltX: 0.03, width: 1280, k1: -0.08 })
    const t = told(await seenBy(camera, { solids }), camera)
    expect(t.worstMm).toBeLessThan(0.5)
    expect(t.worstSigmas).toBeLessThan(4)
    expect(t.problems).toContain('something lies on these lines')
    expect(t.problems).not.toContain('dimension')
  })

  test.each([10, 20])('a white border %i mm outside the lines: the lines inside tell which are the pitch', async (mm) => {
    const camera = cameraOver({ tiltX: 0.05, k1: -0.08 })
    const { lengthMm, widthMm } = pitch()
    const [x, y] = [lengthMm / 2 + mm, widthMm / 2 + mm]
    const white = [0.75, 0.75, 0.73] as const
    const strip = (cx: number, cy: number, hx: number, hy: number) => lying(cx, cy, hx, hy, white, 0.1)
    const solids = [strip(0, y, x, 1.25), strip(0, -y, x, 1.25), strip(x, 0, 1.25, y), strip(-x, 0, 1.25, y)]
    expect(told(await seenBy(camera, { solids }), camera).worstMm).toBeLessThan(0.4)
  })
})

test('a pitch file whose length and width are both 1.5 % too large is refused', async () => {
  const camera = cameraOver({ tiltX: 0.05, width: 1280 })
  const file = pitch()
  const larger = withDimensions(file, { lengthMm: 1218, widthMm: 812, shootingLineXMm: 309 })
  const made = calibrate({ picture: await seenBy(camera), pitch: larger, heightMm: camera.centre[2] })
  expect(made.ok ? '' : made.problem.code).toMatch(/CAL_BAD_FIT|CAL_DIMENSION|CAL_LINES_MISSING/)
})

test('three quarters of the lines under a cloth: refused, and what is in the way is said', async () => {
  const camera = cameraOver({ width: 1280 })
  const picture = await seenBy(camera, { solids: [lying(-150, 0, 570, 480)] })
  const seen = sampleLines(picture, pitch(), camera, 4, findSharpness(picture, pitch(), camera, 4))
  const made = linesInSight({ camera, ...seen }, pitch(), picture)
  expect(made.ok ? '' : made.problem.message).toMatch(/something lies on [6-9]\d % of the pitch's lines/)
})
