/** Draws a table and what looks at it at random: pitch, cloth, camera, lamps, optics. Ranges follow FISTF Part III and what cameras do. */
import { Camera, multiply3, rotationFromVector } from '../../calibration/camera.ts'
import { type Pitch, parsePitch } from '../../calibration/pitch.ts'
import type { ClothLook } from './cloth.ts'
import { fromHsv, type Rgb, scaled } from './colour.ts'
import type { Random } from './random.ts'
import type { Lamp, Optics } from './scene.ts'

export function randomPitch(rng: Random): Pitch {
  const standard = rng.chance(0.4)
  const lengthMm = standard ? 1200 : rng.between(920, 1300)
  const widthMm = standard ? 800 : Math.min(lengthMm - 300, rng.between(600, 880))
  const made = parsePitch({
    lengthMm,
    widthMm,
    lineWidthMm: rng.between(1.7, 3),
    shootingLineFromGoalLineMm: lengthMm / 4,
    penaltyArea: { depthMm: rng.between(120, 180), widthMm: rng.between(300, 480) },
    goalArea: { depthMm: rng.between(50, 70), widthMm: rng.between(220, 260) },
    penaltySpotMm: rng.between(80, 118),
    penaltyArcRadiusMm: rng.chance(0.5) ? rng.between(60, 100) : null,
    centreCircleRadiusMm: rng.between(60, 120),
    cornerRadiusMm: rng.between(20, 30),
    goal: { widthMm: 125, heightMm: 60, depthMm: rng.between(38, 90) },
    surfaceMarginMm: { touchline: rng.between(45, 100), goalLine: rng.between(45, 100) },
  })
  if (!made.ok) throw new Error(made.problem.message)
  return made.value
}

export function randomCamera(rng: Random, pitch: Pitch, resolution?: readonly [number, number]): Camera {
  const [w, h] =
    resolution ??
    rng.pick([
      [1920, 1080],
      [1920, 1080],
      [1920, 1080],
      [1920, 1080],
      [1920, 1080],
      [1280, 720],
      [1280, 720],
      [2560, 1440],
    ] as const)
  const height = rng.between(950, 1900)
  const spanX = pitch.lengthMm + 2 * rng.between(30, 220)
  const f = Math.min((w * height) / spanX, (h * height) / (pitch.widthMm + 2 * rng.between(20, 120)))
  const tilt = rng.chance(0.7) ? 0.07 : 0.14
  const turn = rng.normal(0.05) + (rng.chance(0.5) ? Math.PI : 0)
  const R = multiply3(
    rotationFromVector([rng.normal(tilt * 0.5), rng.normal(tilt * 0.5), 0]),
    multiply3(
      [
        [1, 0, 0],
        [0, -1, 0],
        [0, 0, -1],
      ],
      rotationFromVector([0, 0, turn]),
    ),
  )
  const aim = [rng.normal(25), rng.normal(20)]
  const axis = R[2]!
  // the optical axis meets the cloth at `aim`
  const c = [aim[0]! + (axis[0] / axis[2]) * height, aim[1]! + (axis[1] / axis[2]) * height, height]
  const t = R.map((r) => -(r[0] * c[0]! + r[1] * c[1]! + r[2] * c[2]!)) as unknown as [number, number, number]
  const k1 = rng.between(-0.19, 0.06)
  return new Camera({
    widthPx: w,
    heightPx: h,
    fx: f,
    fy: f,
    cx: w / 2 - 0.5 + rng.normal(8),
    cy: h / 2 - 0.5 + rng.normal(8),
    k1,
    k2: -0.25 * k1 + rng.normal(0.01),
    p1: rng.normal(0.0004),
    p2: rng.normal(0.0004),
    k3: rng.normal(0.003),
    R,
    t,
  })
}

export function randomLamps(rng: Random, hardShare = 0.2): { lamps: Lamp[]; sky: Rgb } {
  const warm = (): Rgb => scaled([1, rng.between(0.88, 1), rng.between(0.72, 1.05)], 1)
  const lamps: Lamp[] = []
  const n = rng.int(1, 3)
  for (let i = 0; i < n; i++) {
    const hard = rng.chance(hardShare)
    const s = hard ? rng.between(15, 60) : rng.between(150, 700)
    lamps.push({
      at: [rng.normal(700), rng.normal(700), rng.between(1500, 2600)],
      u: [s, 0, 0],
      v: [0, s * rng.between(0.2, 1), 0],
      colour: scaled(warm(), rng.between(0.35, 1) / n),
    })
  }
  if (rng.chance(0.25)) {
    const a = rng.between(0, 2 * Math.PI)
    lamps.push({
      at: [2500 * Math.cos(a), 2500 * Math.sin(a), rng.between(700, 1500)],
      u: [-600 * Math.sin(a), 600 * Math.cos(a), 0],
      v: [0, 0, 500],
      colour: scaled([0.9, 0.97, 1.1], rng.between(0.3, 1.2)),
    })
  }
  return { lamps, sky: scaled(warm(), rng.between(0.08, 0.55)) }
}

/** Spread of lateral chromatic aberration among lenses, share: 0.3 px at the side of 1920 pixels, up to a whole one. */
const LATERAL = 0.00035

/** Exposure is set as a camera would: relative to the light that falls on the middle of the cloth. */
export function randomOptics(rng: Random, light: { lamps: readonly Lamp[]; sky: Rgb }): Optics {
  const falling = light.sky[1] + light.lamps.reduce((sum, l) => sum + (l.colour[1] * l.at[2]) / Math.hypot(...l.at), 0)
  return {
    shutterS: rng.chance(0.3) ? rng.between(0.008, 0.02) : rng.between(0.002, 0.008),
    readoutS: rng.chance(0.5) ? rng.between(0.005, 0.025) : 0,
    exposure: (rng.chance(0.15) ? rng.between(1.3, 2) : rng.chance(0.25) ? rng.between(0.12, 0.5) : rng.between(0.5, 1.3)) / falling,
    whiteBalance: [rng.between(0.88, 1.12), 1, rng.between(0.85, 1.15)],
    vignette: rng.between(0, 0.45),
    blurPx: rng.chance(0.16) ? rng.between(2.2, 4) : rng.chance(0.3) ? rng.between(0.8, 2.4) : rng.between(0.35, 0.8),
    noise: rng.between(0.2, 1.6),
    sharpen: rng.chance(0.6) ? rng.between(0, 1.2) : 0,
    contrast: rng.between(-0.1, 0.6),
    jpegQuality: rng.chance(0.3) ? rng.int(45, 75) : rng.int(75, 96),
    lateral: rng.normal(LATERAL),
  }
}

export const FIXED_OPTICS: Optics = {
  shutterS: 0.006,
  readoutS: 0,
  exposure: 1,
  whiteBalance: [1, 1, 1],
  vignette: 0.15,
  blurPx: 0.5,
  noise: 0.6,
  sharpen: 0.4,
  contrast: 0.2,
  jpegQuality: 90,
  lateral: 0,
}

export function randomCloth(rng: Random): ClothLook {
  return {
    green: fromHsv(rng.between(0.26, 0.46), rng.between(0.45, 0.85), rng.between(0.25, 0.62)),
    white: scaled([1, rng.between(0.97, 1), rng.between(0.85, 1)], rng.between(0.55, 0.85)),
    seed: rng.int(1, 1e6),
    fibre: rng.between(0.02, 0.12),
    blotch: rng.between(0, 0.12),
    stripes: { depth: rng.chance(0.2) ? rng.between(0.02, 0.1) : 0, widthMm: rng.between(40, 120), along: rng.pick(['x', 'y'] as const) },
    wear: rng.chance(0.35) ? rng.between(0.1, 0.7) : 0,
    creases: Array.from({ length: rng.chance(0.4) ? rng.int(1, 6) : 0 }, () => ({
      angle: rng.pick([0, Math.PI / 2]) + rng.normal(0.03),
      offsetMm: rng.normal(250),
      depth: rng.between(-0.2, 0.2),
      widthMm: rng.between(2, 8),
    })),
    wrinkles: { depth: rng.chance(0.4) ? rng.between(0.03, 0.15) : 0, waveMm: rng.between(15, 70) },
  }
}

/** A surface that is no cloth of ours: a desk, a sheet of paper, a floor; nothing is printed on it. */
export function strangeSurface(rng: Random): ClothLook {
  const tone = rng.chance(0.4) ? scaled([1, 0.98, 0.95], rng.between(0.05, 0.85)) : fromHsv(rng.next(), rng.between(0.1, 0.8), rng.between(0.1, 0.8))
  return { ...randomCloth(rng), green: tone, white: tone, blotch: rng.between(0, 0.3) }
}
