import { describe, expect, test } from 'vitest'
import { calibrate } from '../../calibration/calibration.ts'
import { readGauge } from '../../calibration/gauge.ts'
import { randomScene } from '../../models/synth/random-scene.ts'
import { Turned } from '../../models/synth/turned.ts'
import { cameraOver, photograph, pitch } from '../tables.ts'

const DISCS = [
  { x: -420, y: 260, mm: 23.25, tone: [0.6, 0.45, 0.15] },
  { x: 0, y: -250, mm: 25.75, tone: [0.55, 0.55, 0.55] },
  { x: 450, y: 150, mm: 20, tone: [0.7, 0.7, 0.68] },
] as const

async function table() {
  const camera = cameraOver({ tiltX: 0.05, k1: -0.1 })
  const solids = DISCS.map(
    ({ x, y, mm, tone }, i) =>
      new Turned(
        { id: `disc${i}`, kind: 'thing', velocity: [0, 0] },
        { paint: () => [...tone] as [number, number, number], gloss: 0.1 },
        [x, y, 0],
        [0, 0, 1],
        [
          [0.01, mm / 2],
          [1.8, mm / 2],
        ],
      ),
  )
  const picture = await photograph({ ...randomScene(7, { randomise: false }), camera, pitch: pitch(), solids, balls: [], figures: [], keepers: [] })
  const cal = calibrate({ picture, pitch: pitch(), heightMm: 1300 })
  if (!cal.ok) throw new Error(cal.problem.message)
  return { camera, picture, cal: cal.value }
}

describe('a gauge of known size on the cloth', () => {
  test('reads its size within three of its sigmas and half a millimetre, from a tap 10 mm beside its middle; bare cloth is named', async () => {
    const { camera, picture, cal } = await table()
    for (const d of DISCS) {
      const r = readGauge(picture, cal, camera.project({ xMm: d.x + 7, yMm: d.y - 7, zMm: 1.8 }), d.mm, 1.8)
      if (!r.ok) throw new Error(r.problem.message)
      expect(Math.abs(r.value.diameterMm - d.mm), `${d.mm} mm`).toBeLessThan(Math.min(0.5, 3 * r.value.sigmaMm))
      expect(Math.hypot(r.value.at.xMm - d.x, r.value.at.yMm - d.y)).toBeLessThan(0.5)
    }
    const nothing = readGauge(picture, cal, camera.project({ xMm: 100, yMm: 100, zMm: 0 }), 23.25)
    expect(!nothing.ok && nothing.problem.message).toMatch(/no disc of about 23.25 mm/)
    // a disc of another size than entered reads as what it is
    const other = readGauge(picture, cal, camera.project({ xMm: 0, yMm: -250, zMm: 1.8 }), 23.25, 1.8)
    expect(other.ok && Math.abs(other.value.diameterMm - 25.75)).toBeLessThan(0.5)
  })
})
