import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { calibrate } from '../../calibration/calibration.ts'
import { Camera } from '../../calibration/camera.ts'
import { parsePitch } from '../../calibration/pitch.ts'
import { parseCalibration } from '../../calibration/stored.ts'
import { calibrationJson } from '../../edge/formats.ts'
import presets from '../../edge/presets.json' with { type: 'json' }
import { readImage } from '../../edge/sources/images.ts'
import type { Frame } from '../../vision/frame.ts'
import { lacks, shared } from '../shared.ts'
import { barePicture, cameraOver, PITCH_FILE, pitch } from '../tables.ts'

/** Worst distance, over a grid of the pitch, between a place and where its true pixel is mapped back to, mm. */
function worstError(truth: Camera, found: Camera, heightMm: number): number {
  let worst = 0
  for (let x = -600; x <= 600; x += 200)
    for (let y = -400; y <= 400; y += 200) {
      const px = truth.project({ xMm: x, yMm: y, zMm: heightMm })
      if (!truth.sees(px)) continue
      const q = found.toPitch(px, heightMm)
      worst = Math.max(worst, Math.hypot(q.xMm - x, q.yMm - y))
    }
  return worst
}

describe('calibration from the lines', () => {
  test.each([
    ['straight down', {}],
    ['tilted 8 degrees (OP-07)', { tiltX: 0.1, tiltY: 0.1 }],
    ['tilted 12 degrees', { tiltX: 0.15, tiltY: 0.15 }],
    ['3840 pixels wide', { width: 3840 }],
    ['barrel distortion (OP-03)', { k1: -0.15 }],
    ['pincushion distortion (OP-03)', { k1: 0.08 }],
    ['turned by 20 degrees', { turn: 0.35, heightMm: 1500 }],
    ['principal point off by 12 pixels', { cx: 971, cy: 530 }],
    ['1280 pixels wide', { width: 1280 }],
  ])('%s: the cloth to 0.5 mm, ball height to 0.7 mm', async (_name, mount) => {
    const truth = cameraOver(mount)
    const r = calibrate({ picture: await barePicture(truth, pitch()), pitch: pitch(), heightMm: truth.centre[2] + 5 })
    if (!r.ok) throw new Error(r.problem.message)
    expect(worstError(truth, r.value.camera, 0)).toBeLessThan(0.5)
    expect(worstError(truth, r.value.camera, 11)).toBeLessThan(0.7)
    expect(r.value.missing.filter((n) => !n.startsWith('corner'))).toEqual([]) // turned, two corners are outside the picture
  })

  test.each([
    ['length entered 10 mm too long', { lengthMm: 1210 }, 1200, null],
    ['width entered 8 mm too short', { widthMm: 792 }, null, 800],
  ])('%s: it is named, with the value that fits', async (_n, wrong, lengthMm, widthMm) => {
    const truth = cameraOver({ tiltX: 0.02 })
    const entered = parsePitch({ ...PITCH_FILE, ...wrong })
    if (!entered.ok) throw new Error(entered.problem.message)
    const r = calibrate({ picture: await barePicture(truth, pitch()), pitch: entered.value, heightMm: truth.centre[2] })
    if (!r.ok) throw new Error(r.problem.message)
    expect(r.value.proportion, r.value.problems.join()).not.toBe(null)
    if (lengthMm !== null) expect(Math.abs(r.value.proportion!.lengthMm - lengthMm)).toBeLessThan(2)
    if (widthMm !== null) expect(Math.abs(r.value.proportion!.widthMm - widthMm)).toBeLessThan(2)
    const right = calibrate({ picture: await barePicture(truth, pitch()), pitch: pitch(), heightMm: truth.centre[2] })
    expect(right.ok && right.value.proportion).toBe(null)
  })

  describe('a dimension that is wrong is named with the value of the print', async () => {
    const truth = cameraOver({ tiltX: 0.02, tiltY: -0.03, k1: -0.08, width: 1280 })
    const picture = await barePicture(truth, pitch())
    test.each([
      [{ penaltyArea: { depthMm: 180, widthMm: 400 } }, 'penaltyArea.depthMm', 150, 180],
      [{ penaltyArea: { depthMm: 150, widthMm: 440 } }, 'penaltyArea.widthMm', 400, 440],
      [{ goalArea: { depthMm: 70, widthMm: 240 } }, 'goalArea.depthMm', 60, 70],
      [{ goalArea: { depthMm: 60, widthMm: 262 } }, 'goalArea.widthMm', 240, 262],
      [{ centreCircleRadiusMm: 113 }, 'centreCircleRadiusMm', 90, 113],
      [{ shootingLineFromGoalLineMm: 280 }, 'shootingLineFromGoalLineMm', 300, 280],
      [{ widthMm: 780 }, 'widthMm', 800, 780],
    ])('%j', (wrong, name, print, entered) => {
      const p = parsePitch({ ...PITCH_FILE, ...wrong })
      if (!p.ok) throw new Error(p.problem.message)
      const r = calibrate({ picture, pitch: p.value, heightMm: truth.centre[2] })
      // a touchline in the wrong place is refused, since calls are made by it
      expect(r.ok).toBe(name !== 'widthMm')
      const said = r.ok ? r.value.problems.join('; ') : r.problem.message
      const [, has, file] = new RegExp(`${name}: the print has (\\d+), the pitch file (\\d+)`).exec(said) ?? []
      expect(Math.abs(Number(has) - print), said).toBeLessThanOrEqual(2)
      expect(Number(file)).toBe(entered)
    })
    test('lines that are covered are no wrong dimension', () => {
      // both goal areas painted over, from their outer edges inward
      const luma = picture.luma.slice()
      for (const end of [-1, 1]) {
        const [a, b] = [truth.project({ xMm: end * 594, yMm: 132, zMm: 0 }), truth.project({ xMm: end * 532, yMm: -132, zMm: 0 })]
        for (let y = Math.round(Math.min(a.yPx, b.yPx)); y < Math.max(a.yPx, b.yPx); y++) {
          const from = y * picture.widthPx
          luma.fill(luma[from + Math.round((a.xPx + b.xPx) / 2)]!, from + Math.round(Math.min(a.xPx, b.xPx)), from + Math.round(Math.max(a.xPx, b.xPx)))
        }
      }
      const r = calibrate({ picture: { ...picture, luma }, pitch: pitch(), heightMm: truth.centre[2] })
      if (!r.ok) throw new Error(r.problem.message)
      expect(r.value.missing).toContain('goal-area+x')
      expect(r.value.problems.filter((q) => q.includes('dimension'))).toEqual([])
    })
    test.each([130, 430, 3000])('and a height of %i mm where it is 1300', (heightMm) => {
      const r = calibrate({ picture, pitch: pitch(), heightMm })
      expect(r.ok ? '' : r.problem.code).toBe('CAL_HEIGHT')
    })
    test('a calibration file goes with the pitch that it was made with', () => {
      const r = calibrate({ picture, pitch: pitch(), heightMm: 1300 })
      if (!r.ok) throw new Error(r.problem.message)
      const stored = JSON.parse(JSON.stringify(calibrationJson(r.value, pitch())))
      expect(parseCalibration(stored, pitch()).ok).toBe(true)
      const other = parsePitch({ ...PITCH_FILE, widthMm: 780 })
      const read = other.ok && parseCalibration(stored, other.value)
      expect(read && !read.ok && read.problem.message).toMatch(/widthMm 800 there, 780 in the pitch file/)
    })
  })

  test.each([
    [900, {}],
    [900, { tiltX: 0.04 }],
    [1500, { tiltX: 0.04 }],
  ])(
    'a camera at %i mm whose height nobody measured: the cloth is as right as ever, and what stands above it as unsure as it is wrong',
    async (heightMm, mount) => {
      const truth = cameraOver({ ...mount, heightMm, width: 1280 })
      const r = calibrate({ picture: await barePicture(truth, pitch()), pitch: pitch(), heightMm: null })
      if (!r.ok) throw new Error(r.problem.message)
      expect(worstError(truth, r.value.camera, 0)).toBeLessThan(0.5)
      expect(r.value.systematicSigmaMm.ballHeight).toBeGreaterThan(worstError(truth, r.value.camera, 11) / 4)
    },
  )

  test('a tape that says 1000 where a tilted camera hangs at 1300 shows in where the lens would look, and is named', async () => {
    const picture = await barePicture(cameraOver({ tiltX: 0.15, tiltY: 0.15, width: 1280 }), pitch())
    const said = (heightMm: number) => {
      const r = calibrate({ picture, pitch: pitch(), heightMm })
      return r.ok ? r.value.problems.filter((q) => q.includes('cameraHeightMm')).length : r.problem.message
    }
    expect([said(1000), said(1300)]).toEqual([1, 0])
  })

  test('the same scene under other noise gives the same camera to 0.05 mm on the cloth', async () => {
    const truth = cameraOver({ tiltX: 0.04 })
    const made = await Promise.all(
      [1, 2, 3].map(async (seed) => calibrate({ picture: await barePicture(truth, pitch(), seed), pitch: pitch(), heightMm: 1300 })),
    )
    const cameras = made.map((r) => (r.ok ? r.value.camera : null)!)
    for (const other of cameras.slice(1)) expect(worstError(cameras[0]!, other, 0)).toBeLessThan(0.05)
  })

  test('x points to the right of the picture even when the camera is mounted the other way round', async () => {
    const truth = cameraOver({ turn: Math.PI })
    const r = calibrate({ picture: await barePicture(truth, pitch()), pitch: pitch(), heightMm: 1300 })
    if (!r.ok) throw new Error(r.problem.message)
    const left = r.value.camera.project({ xMm: -300, yMm: 0, zMm: 0 })
    const right = r.value.camera.project({ xMm: 300, yMm: 0, zMm: 0 })
    const up = r.value.camera.project({ xMm: 0, yMm: 300, zMm: 0 })
    expect(right.xPx).toBeGreaterThan(left.xPx + 400)
    expect(up.yPx).toBeLessThan(left.yPx)
  })

  test.each([
    ['right end', 1, 840, 0],
    ['right end, nearer', 1.3, 600, 0],
    ['far side', 1, 0, 457],
  ])('three fifths of the pitch in the picture (without the %s): its error is known, and so is that there is more of it (OP-01)', async (_n, zoom, x, y) => {
    const { model } = cameraOver({ tiltX: 0.02 })
    const t = [0, 1, 2].map((i) => model.t[i]! + x * model.R[i]![0] + y * model.R[i]![1]) as [number, number, number]
    const camera = new Camera({ ...model, fx: model.fx * zoom, fy: model.fy * zoom, t })
    const r = calibrate({ picture: await barePicture(camera, pitch()), pitch: pitch(), heightMm: 1300 })
    if (!r.ok) throw new Error(r.problem.message)
    expect(r.value.missing.length + r.value.problems.length).toBeGreaterThan(0)
    expect(r.value.systematicSigmaMm.ballHeight).toBeGreaterThan(0.8)
    for (let xMm = -600; xMm <= 600; xMm += 100)
      for (let yMm = -400; yMm <= 400; yMm += 100) {
        const p = { xMm, yMm, zMm: 11 }
        if (!camera.sees(camera.project(p))) continue
        const q = r.value.camera.toPitch(camera.project(p), 11)
        expect(Math.hypot(q.xMm - xMm, q.yMm - yMm), `${xMm}, ${yMm}`).toBeLessThan(3 * r.value.systematicSigmaAt(p, 11))
      }
  })

  test('a tape height off by 10 % changes the ground by less than 0.3 mm (OP-04)', async () => {
    const truth = cameraOver({ tiltX: 0.05 })
    const picture = await barePicture(truth, pitch())
    for (const k of [0.9, 1.1]) {
      const r = calibrate({ picture, pitch: pitch(), heightMm: 1300 * k })
      if (!r.ok) throw new Error(r.problem.message)
      expect(worstError(truth, r.value.camera, 0)).toBeLessThan(0.5)
      expect(worstError(truth, r.value.camera, 11)).toBeLessThan(0.8)
    }
  })

  test('the pitch file of another table is refused, with what was not found', async () => {
    const other = parsePitch({ ...PITCH_FILE, lengthMm: 1000, widthMm: 640, shootingLineFromGoalLineMm: 250 })
    if (!other.ok) throw new Error(other.problem.message)
    const r = calibrate({ picture: await barePicture(cameraOver(), pitch()), pitch: other.value, heightMm: 1300 })
    expect(r.ok).toBe(false)
  })

  test('of the common cloths only the right one is taken, though half of another\u2019s lines can be laid over its own', async () => {
    const cloths = presets.cloths.map((c) => {
      const p = parsePitch(c.pitch)
      if (!p.ok) throw new Error(p.problem.message)
      return { name: c.name, pitch: p.value }
    })
    const own = cloths.at(-1)!
    const picture = await barePicture(cameraOver({ tiltX: 0.1, tiltY: 0.08, heightMm: 1147 }), own.pitch)
    const taken = cloths.filter((c) => calibrate({ picture, pitch: c.pitch, heightMm: 1147 }).ok).map((c) => c.name)
    expect(taken).toEqual([own.name])
  }, 60_000)

  test.each([
    ['black', 0],
    ['white', 255],
    ['grey', 120],
  ])('a %s picture is no pitch', (_name, level) => {
    const picture: Frame = {
      seq: 0,
      tS: 0,
      widthPx: 640,
      heightPx: 360,
      luma: new Uint8Array(640 * 360).fill(level),
      chroma: [new Uint8Array(320 * 180).fill(128), new Uint8Array(320 * 180).fill(128)],
    }
    const r = calibrate({ picture, pitch: pitch(), heightMm: 1300 })
    expect(r.ok).toBe(false)
    if (!r.ok) expect(r.problem.code).toBe('CAL_NO_LINES')
  })

  test.skipIf(lacks('footage/rendered/stills'))('real distances on the shared stills: 720p and defocused, tilted, with arms in the picture', async () => {
    // @ts-expect-error the yardstick is plain JavaScript
    const { pitchFile, tapeHeight, camera, halfTurn, turnedCalibration } = await import('../../../shared/tools/truth.mjs')
    for (const name of ['still-004', 'still-013', 'still-037']) {
      const truth = JSON.parse(readFileSync(shared(`footage/rendered/stills/${name}.json`), 'utf8'))
      const p = parsePitch(pitchFile(truth.pitch))
      if (!p.ok) throw new Error(p.problem.message)
      const r = calibrate({ picture: await readImage(shared(`footage/rendered/stills/${truth.image}`)), pitch: p.value, heightMm: tapeHeight(truth) })
      if (!r.ok) throw new Error(`${name}: ${r.problem.message}`)
      const model = r.value.camera.model
      const ours = camera(turnedCalibration(model, halfTurn(truth.camera, model, truth.pitch)))
      const real = camera(truth.camera)
      for (const [x, y] of [
        [0.4, 0.4],
        [-0.4, 0.4],
        [0.4, -0.4],
        [-0.4, -0.4],
        [0, 0],
      ] as const) {
        const at = [x * truth.pitch.length, y * truth.pitch.width, 0]
        const q = ours.toPitch(real.project(at), 0)
        expect(Math.hypot(q[0] - at[0]!, q[1] - at[1]!)).toBeLessThan(0.6)
      }
    }
  })
})
