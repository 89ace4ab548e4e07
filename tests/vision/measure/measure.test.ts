/** The measuring step with the real networks on pictures that they have not seen; the camera is the true one, so that only this step is tried. */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Calibration } from '../../../calibration/calibration.ts'
import { Camera } from '../../../calibration/camera.ts'
import { ClothField } from '../../../calibration/cloth-field.ts'
import { modelPaths } from '../../../edge/model.ts'
import { Detector, DetectorSession } from '../../../vision/detect/session.ts'
import { type Frame, framePlanes } from '../../../vision/frame.ts'
import { measureFrame } from '../../../vision/measure/measure.ts'
import { SideColours } from '../../../vision/measure/side.ts'
import { COUNTS_FROM, type Measurement } from '../../../vision/measurements.ts'
import { SECOND_BALL_SCORE } from '../../../vision/track/tracker.ts'
import { lacks, shared } from '../../shared.ts'
import { pitch, setup } from '../../tables.ts'

interface Truth {
  readonly image: string
  readonly camera: ConstructorParameters<typeof Camera>[0]
  readonly pitch: { length: number; width: number; margin_x: number; margin_y: number }
  readonly ball: { centre: [number, number] }
  readonly figures: {
    team: string
    standing: boolean
    visibility: number
    base_centre: [number, number]
  }[]
}
const STILLS = 'footage/rendered/stills'
let session: DetectorSession

/** What counts in a still, and its truth. */
async function measured(name: string): Promise<{ truth: Truth; items: Measurement[] }> {
  const truth: Truth = JSON.parse(readFileSync(shared(`${STILLS}/${name}.json`), 'utf8'))
  const { data, info } = await sharp(shared(`${STILLS}/${truth.image}`))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const frame: Frame = { seq: 0, tS: 0, widthPx: info.width, heightPx: info.height, ...framePlanes(data, info.width, info.height) }
  const camera = new Camera({ ...truth.camera, widthPx: info.width, heightPx: info.height })
  const cal = { camera, cloth: new ClothField(pitch(), []), systematicSigmaAt: () => 0 } as unknown as Calibration
  const { length, width, margin_x, margin_y } = truth.pitch
  const table = { ...pitch(), lengthMm: length, widthMm: width, surfaceMarginMm: { touchline: margin_y, goalLine: margin_x } }
  const seen = await new Detector(session, camera, table).detect(frame)
  const m = await measureFrame(frame, cal, seen, setup(), new SideColours(setup()), [], (...a) => session.refine(...a))
  return { truth, items: m.items.filter((i) => i.score >= COUNTS_FROM[i.kind]) }
}
const far = (i: Measurement, [x, y]: readonly [number, number]) => Math.hypot(i.where.at.xMm - x, i.where.at.yMm - y)

describe.skipIf(lacks(STILLS))('what a still shows', () => {
  beforeAll(() => {
    session = new DetectorSession(modelPaths(), 1)
  })
  afterAll(() => session.close())

  test.each(['still-010', 'still-020', 'still-039'])('%s, bases that look like balls: one ball, and it is the ball', async (name) => {
    const { truth, items } = await measured(name)
    const balls = items.filter((i) => i.kind === 'ball').sort((a, b) => b.score - a.score)
    // a second one is told only when it is well seen
    expect(balls.slice(1).filter((b) => b.score >= SECOND_BALL_SCORE)).toEqual([])
    expect(far(balls[0]!, truth.ball.centre)).toBeLessThan(2)
  })

  test('still-002, nothing in the way: every figure once, none invented, median error below 0.8 mm though the set-up has other bases, sides apart', async () => {
    const { truth, items } = await measured('still-002')
    const bases = items.filter((i) => i.kind === 'base')
    const pairs = truth.figures.map((f) => ({ f, b: bases.filter((b) => far(b, f.base_centre) < 5) }))
    expect(pairs.map((p) => p.b.length)).toEqual(truth.figures.map(() => 1))
    expect(bases).toHaveLength(truth.figures.length)
    const errors = pairs.map((p) => far(p.b[0]!, p.f.base_centre)).sort((p, q) => p - q)
    expect(errors[errors.length >> 1]).toBeLessThan(0.8)
    const wrong = (a: 'A' | 'B') => pairs.filter((p) => (p.b[0]!.side === a) !== (p.f.team === 'A')).length
    expect(Math.min(wrong('A'), wrong('B'))).toBe(0)
  })
})
