import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type BoardPicture, boardSvg, measureLens, parseBoard } from '../../calibration/board.ts'
import { calibrate } from '../../calibration/calibration.ts'
import { Camera, type CameraModel, multiply3, rotationFromVector } from '../../calibration/camera.ts'
import { type Lens, parseLens } from '../../calibration/lens.ts'
import { readImage } from '../../edge/sources/images.ts'
import { lacks, shared } from '../shared.ts'
import { barePicture, cameraOver, pitch } from '../tables.ts'

const BOARD = { squaresX: 6, squaresY: 8, squareMm: 34, markerMm: 27 }
const board = () => {
  const b = parseBoard(BOARD)
  if (!b.ok) throw new Error(b.problem.message)
  return b.value
}
const TRUE = { widthPx: 1280, heightPx: 720, fx: 1010, fy: 1010, cx: 652, cy: 351, k1: -0.21, k2: 0.06, p1: 0.0004, p2: -0.0003, k3: 0 }

/** The printed board as a camera with the true lens sees it, from a distance, tilted about both axes of the picture, mm and radians. */
async function photographed(views: readonly (readonly [distanceMm: number, tiltX: number, tiltY: number, turn: number])[]): Promise<BoardPicture[]> {
  const perMm = 8
  const [w, h] = [BOARD.squaresX * BOARD.squareMm, BOARD.squaresY * BOARD.squareMm]
  const print = await sharp(Buffer.from(await boardSvg(board())), { density: 25.4 * perMm })
    .resize(w * perMm, h * perMm)
    .greyscale()
    .raw()
    .toBuffer()
  return views.map(([distance, tiltX, tiltY, turn], i) => {
    const down = [
      [1, 0, 0],
      [0, -1, 0],
      [0, 0, -1],
    ] as const
    const R = multiply3(rotationFromVector([tiltX, tiltY, 0]), multiply3(down, rotationFromVector([0, 0, turn])))
    // the axis meets the board near its middle
    const aim = [(i % 3) * 25 - 25, (i % 2) * 30 - 15, 0]
    const c = aim.map((v, k) => v - distance * R[2][k]!)
    const t = R.map((r) => -(r[0] * c[0]! + r[1] * c[1]! + r[2] * c[2]!)) as unknown as CameraModel['t']
    const camera = new Camera({ ...TRUE, R, t })
    const luma = new Uint8Array(TRUE.widthPx * TRUE.heightPx)
    for (let y = 0, k = 0; y < TRUE.heightPx; y++)
      for (let x = 0; x < TRUE.widthPx; x++, k++) {
        let sum = 0
        for (const [u, v] of [
          [-0.25, -0.25],
          [0.25, -0.25],
          [-0.25, 0.25],
          [0.25, 0.25],
        ] as const) {
          const q = camera.toPitch({ xPx: x + u, yPx: y + v }, 0)
          const [bx, by] = [Math.floor((q.xMm + w / 2) * perMm), Math.floor((h / 2 - q.yMm) * perMm)]
          sum += bx < 0 || by < 0 || bx >= w * perMm || by >= h * perMm ? 190 : 20 + 0.82 * print[by * w * perMm + bx]!
        }
        luma[k] = sum / 4
      }
    return { name: `view ${i}`, widthPx: TRUE.widthPx, heightPx: TRUE.heightPx, luma }
  })
}

const MIXED = [
  [420, 0, 0, 0],
  [380, 0.45, 0.1, 0.3],
  [430, -0.4, 0.2, -0.4],
  [350, 0.1, 0.5, 0.1],
  [520, 0.15, -0.5, 0.6],
  [300, 0.3, 0.3, 1.4],
  [600, -0.2, -0.3, 0],
] as const

describe('the lens from a printed ChArUco board', () => {
  test('the board that we print is found, and the lens comes out within three of its own sigmas', async () => {
    const r = await measureLens(board(), await photographed(MIXED))
    if (!r.ok) throw new Error(r.problem.message)
    const { lens } = r.value
    expect(lens.residualPx).toBeLessThan(0.3)
    expect(lens.sigma.f / lens.f).toBeLessThan(0.005)
    for (const [k, v] of [
      ['f', TRUE.fx],
      ['cx', TRUE.cx],
      ['cy', TRUE.cy],
      ['k1', TRUE.k1],
      ['p1', TRUE.p1],
      ['p2', TRUE.p2],
    ] as const)
      expect(Math.abs(lens[k] - v), k).toBeLessThan(3 * lens.sigma[k])
  }, 60_000)

  test('photographed from one distance and never tilted, it is refused with what to do', async () => {
    const r = await measureLens(board(), await photographed([0, 0.5, 1, 1.6, 2.2].map((turn) => [400, 0.01, 0, turn] as const)))
    expect(r.ok).toBe(false)
    if (!r.ok) {
      expect(r.problem.code).toBe('BOARD_ONE_DISTANCE')
      expect(r.problem.message).toMatch(/tilted by 30 degrees/)
    }
  }, 60_000)

  test('pictures without the board, of two sizes, or a board that cannot be are named', async () => {
    const blank = (name: string, widthPx: number): BoardPicture => ({ name, widthPx, heightPx: 480, luma: new Uint8Array(widthPx * 480).fill(90) })
    const codes = async (pictures: BoardPicture[]) => {
      const r = await measureLens(board(), pictures)
      return r.ok ? '' : r.problem.code
    }
    expect(await codes([])).toBe('BOARD_TOO_FEW')
    expect(await codes([blank('a', 640), blank('b', 640)])).toBe('BOARD_TOO_FEW')
    expect(await codes([blank('a', 640), blank('b', 800)])).toBe('BOARD_SIZES')
    const wrong = parseBoard({ ...BOARD, markerMm: 40 })
    expect(!wrong.ok && wrong.problem.message).toMatch(/markerMm: expected less than squareMm/)
  })

  const dir = 'footage/real/calib-charuco-1080p'
  test.skipIf(lacks(dir))('the real board of 24 markers is found in all seven pictures, a very wide lens', async () => {
    const names = readdirSync(shared(dir)).filter((f) => f.endsWith('.jpg'))
    const pictures = await Promise.all(names.map(async (f) => ({ name: f, ...(await readImage(shared(`${dir}/${f}`))) })))
    const r = await measureLens(board(), pictures)
    if (!r.ok) throw new Error(r.problem.message)
    expect(r.value.lens.views).toBe(7)
    expect(r.value.lens.residualPx).toBeLessThan(1.2)
    expect(r.value.lens.k1).toBeLessThan(-0.25)
  })
})

test('with the lens known no tape is needed: height and ball come from the lines alone', async () => {
  const truth = cameraOver({ tiltX: 0.04, tiltY: -0.05, k1: -0.12, cx: 968 })
  const { widthPx, heightPx, fx, cx, cy } = truth.model
  const sigma = { f: 1, cx: 0.7, cy: 0.7, k1: 0.003, k2: 0.003, p1: 1e-4, p2: 1e-4, k3: 0.003 }
  const lens: Lens = { widthPx, heightPx, f: fx, cx, cy, k1: -0.12, k2: 0, p1: 0, p2: 0, k3: 0, sigma, residualPx: 0.2, views: 9 }
  expect(parseLens(JSON.parse(JSON.stringify(lens))).ok).toBe(true)
  const picture = await barePicture(truth, pitch())
  const r = calibrate({ picture, pitch: pitch(), heightMm: null, lens })
  if (!r.ok) throw new Error(r.problem.message)
  expect(Math.abs(r.value.camera.centre[2] - truth.centre[2])).toBeLessThan(4)
  expect(r.value.problems.join()).not.toMatch(/tape/)
  for (const at of [
    { xMm: 500, yMm: 300 },
    { xMm: -500, yMm: -300 },
  ]) {
    const q = r.value.camera.toPitch(truth.project({ ...at, zMm: 11 }), 11)
    expect(Math.hypot(q.xMm - at.xMm, q.yMm - at.yMm)).toBeLessThan(0.3)
  }
  const other = calibrate({ picture, pitch: pitch(), heightMm: null, lens: { ...lens, heightPx: 1440 } })
  expect(!other.ok && other.problem.code).toBe('LENS_OTHER_PICTURE')
})
