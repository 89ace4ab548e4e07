import { describe, expect, test } from 'vitest'
import { type Calibration, calibrate } from '../../calibration/calibration.ts'
import type { Camera } from '../../calibration/camera.ts'
import { type Laid, printedAt } from '../../models/synth/cloth.ts'
import { randomScene } from '../../models/synth/random-scene.ts'
import { sagAt } from '../../models/synth/scene.ts'
import { Block } from '../../models/synth/shapes.ts'
import { cameraOver, photograph, pitch } from '../tables.ts'

const BADLY: Laid = { skew: 0.004, stretch: [0.01, 0.004], bowMm: 2 }
const STRETCHED: Laid = { skew: 0, stretch: [0.01, 0], bowMm: 0 }

/** A table with this cloth, and what is laid over it to hide lines. */
async function calibrated(camera: Camera, laid: Laid, over: Block[] = [], sagMm = 0): Promise<Calibration> {
  const bare = { ...randomScene(7, { randomise: false }), camera, pitch: pitch(), solids: over, balls: [], figures: [], keepers: [] }
  const picture = await photograph({ ...bare, cloth: { ...bare.cloth, laid }, table: { ...bare.table, sagMm } })
  const made = calibrate({ picture, pitch: pitch(), heightMm: camera.centre[2] })
  if (!made.ok) throw new Error(made.problem.message)
  return made.value
}

/** How far off a thing of a height beside each rule line is told, across that line, and what its sigma is; places of the table by (x, y). */
function besideLines(cal: Calibration, camera: Camera, laid: Laid, zMm: number, sagMm = 0) {
  const out: { readonly off: number; readonly ideal: number; readonly sigma: number; readonly x: number; readonly y: number }[] = []
  const { lengthMm, widthMm, shootingLineXMm } = pitch()
  const at = (x: number, y: number, axis: 'xMm' | 'yMm') => {
    // a thing that stands there on the table, where the picture shows it, and what was printed there
    const hangs = sagAt({ pitch: pitch(), table: { colour: [0, 0, 0], grain: 0, borderMm: 0, sagMm } }, x)
    const seen = cal.camera.toPitch(camera.project({ xMm: x, yMm: y, zMm: zMm - hangs }), zMm)
    const [px, py] = printedAt(laid, pitch(), x, y)
    const want = { xMm: px, yMm: py }[axis]
    const told = cal.cloth.toPrint(seen)
    const { varX, varY } = cal.cloth.shift(told)
    const sigma = Math.hypot(cal.systematicSigmaAt(seen, zMm), Math.sqrt(axis === 'xMm' ? varX : varY))
    out.push({ off: told[axis] - want, ideal: seen[axis] - want, sigma, x, y })
  }
  for (const off of [-11, 0, 11]) {
    for (let x = -540; x <= 540; x += 60) for (const s of [-1, 1]) at(x, s * (widthMm / 2 + off), 'yMm')
    for (let y = -340; y <= 340; y += 40) for (const line of [lengthMm / 2, shootingLineXMm!]) for (const s of [-1, 1]) at(s * (line + off), y, 'xMm')
  }
  return out
}
const worst = (v: readonly number[]) => Math.max(...v.map(Math.abs))

describe('a cloth that does not lie as it was printed', () => {
  test.each([
    ['skewed, stretched by 1 % and bowed by 2 mm', BADLY, {}, 0],
    ['the same under a camera that is tilted by 6 degrees', BADLY, { tiltX: 0.1 }, 0],
    ['the same on a table that sags by 1.5 mm', BADLY, { tiltX: 0.03 }, 1.5],
    ['stretched by 1 % along the pitch', STRETCHED, { tiltX: 0.03 }, 0],
  ])(
    '%s: beside every line a thing is told where the print has it, at the height of the ball too, and its sigma stays small',
    async (_n, laid, mount, sagMm) => {
      const camera = cameraOver(mount)
      const cal = await calibrated(camera, laid, [], sagMm)
      for (const zMm of [0, 11]) {
        const all = besideLines(cal, camera, laid, zMm, sagMm)
        const sigmas = all.map((q) => q.sigma).sort((a, b) => a - b)
        expect(worst(all.map((q) => q.ideal))).toBeGreaterThan(1)
        expect(worst(all.map((q) => q.off))).toBeLessThan(0.3)
        expect(sigmas[sigmas.length >> 1]!).toBeLessThan(0.25)
      }
    },
  )

  test('a stretch of a line that is covered, and a whole goal line: what is told beside them is less sure, and no surer than it is right', async () => {
    const camera = cameraOver({ tiltX: 0.03 })
    const owner = { id: 'cover', kind: 'thing', velocity: [0, 0] } as const
    const cover = (x: number, y: number, hx: number, hy: number) => new Block(owner, { paint: () => [0.1, 0.1, 0.12], gloss: 0 }, x, y, 0.5, [hx, hy, 0.5], 0)
    const { lengthMm, widthMm } = pitch()
    const seen = besideLines(await calibrated(camera, BADLY), camera, BADLY, 0)
    const partly = besideLines(await calibrated(camera, BADLY, [cover(0, widthMm / 2, 150, 16)]), camera, BADLY, 0)
    const goalLine = besideLines(await calibrated(camera, BADLY, [cover(lengthMm / 2, 0, 16, 380)]), camera, BADLY, 0)
    for (const [i, q] of [...partly, ...goalLine].entries()) expect(Math.abs(q.off), `${i}: ${q.x}, ${q.y} told to ${q.sigma}`).toBeLessThan(3 * q.sigma + 0.1)
    const at = (all: typeof seen, x: number, y: number) => all.find((q) => q.x === x && q.y === y)!.sigma
    expect(at(partly, 0, widthMm / 2)).toBeGreaterThan(1.3 * at(seen, 0, widthMm / 2))
    expect(at(goalLine, lengthMm / 2, -340 + 8 * 40)).toBeGreaterThan(2 * at(seen, lengthMm / 2, -340 + 8 * 40))
  })
})
