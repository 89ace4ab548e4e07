/** Tables and cameras for tests: an exact pitch, an exact camera over it, pictures of it from our own renderer. */
import { Camera, multiply3, rotationFromVector } from '../calibration/camera.ts'
import { type Pitch, parsePitch } from '../calibration/pitch.ts'
import { parseSetup, type Setup } from '../calibration/setup.ts'
import { compressed, develop } from '../models/synth/optics.ts'
import { randomScene } from '../models/synth/random-scene.ts'
import { FAST, render } from '../models/synth/render.ts'
import type { Scene } from '../models/synth/scene.ts'
import { type Frame, framePlanes } from '../vision/frame.ts'

export const PITCH_FILE = {
  ruleset: 'fistf-5.2',
  lengthMm: 1200,
  widthMm: 800,
  lineWidthMm: 2.5,
  shootingLineFromGoalLineMm: 300,
  penaltyArea: { depthMm: 150, widthMm: 400 },
  goalArea: { depthMm: 60, widthMm: 240 },
  penaltySpotMm: 110,
  penaltyArcRadiusMm: null,
  centreCircleRadiusMm: 90,
  cornerRadiusMm: 25,
  goal: { widthMm: 125, heightMm: 60, depthMm: 75 },
  surfaceMarginMm: { touchline: 70, goalLine: 70 },
  measuredTo: 'outer-edge',
}

export function pitch(): Pitch {
  const p = parsePitch(PITCH_FILE)
  if (!p.ok) throw new Error(p.problem.message)
  return p.value
}

export function setup(): Setup {
  const s = parseSetup({ A: { attacks: '+x', baseDiameterMm: 20 }, B: { baseDiameterMm: 20 } })
  if (!s.ok) throw new Error(s.problem.message)
  return s.value
}

/** A camera above the table: tilt about the picture's axes and turn about the vertical, radians. */
export function cameraOver(
  o: { tiltX?: number; tiltY?: number; turn?: number; k1?: number; heightMm?: number; width?: number; cx?: number; cy?: number } = {},
): Camera {
  const w = o.width ?? 1920
  const h = (w * 9) / 16
  const heightMm = o.heightMm ?? 1300
  const R = multiply3(
    rotationFromVector([o.tiltX ?? 0, o.tiltY ?? 0, 0]),
    multiply3(
      [
        [1, 0, 0],
        [0, -1, 0],
        [0, 0, -1],
      ],
      rotationFromVector([0, 0, o.turn ?? 0]),
    ),
  )
  const axis = R[2]
  const c = [(axis[0] / axis[2]) * heightMm, (axis[1] / axis[2]) * heightMm, heightMm]
  const t = R.map((r) => -(r[0] * c[0]! + r[1] * c[1]! + r[2] * c[2]!)) as unknown as [number, number, number]
  const f = (0.92 * h * heightMm) / 990
  return new Camera({
    widthPx: w,
    heightPx: h,
    fx: f,
    fy: f,
    cx: o.cx ?? (w - 1) / 2,
    cy: o.cy ?? (h - 1) / 2,
    k1: o.k1 ?? 0,
    k2: 0,
    p1: 0,
    p2: 0,
    k3: 0,
    R,
    t,
  })
}

/** A bare cloth as a camera sees it (no things on it, so it renders fast), with noise and compression. */
export async function barePicture(camera: Camera, p: Pitch, seed = 7): Promise<Frame> {
  const scene: Scene = { ...randomScene(seed, { randomise: false }), camera, pitch: p, solids: [], balls: [], figures: [], keepers: [] }
  return photograph(scene)
}

export async function photograph(scene: Scene): Promise<Frame> {
  const { widthPx: width, heightPx: height } = scene.camera.model
  const picture = await compressed(develop(scene, render(scene, { x0: 0, y0: 0, width, height }, FAST)), scene.optics.jpegQuality)
  return { seq: 0, tS: 0, widthPx: width, heightPx: height, ...framePlanes(picture.rgb, width, height) }
}
