/** Draws a table at random: venue, cloth, light, lens, kits, positions. Ranges follow FISTF Part III and what cameras do. */
import { Camera, multiply3, rotationFromVector } from '../../calibration/camera.ts'
import { type Pitch, parsePitch } from '../../calibration/pitch.ts'
import type { ClothLook } from './cloth.ts'
import { fromHsv, type Rgb, scaled } from './colour.ts'
import { BALL_STYLES, ballSolid, figureSolids, goalSolids, type Kit, keeperSolids, randomKit } from './pieces.ts'
import { Random } from './random.ts'
import type { BallTruth, FigureTruth, KeeperTruth, Lamp, Optics, Scene } from './scene.ts'
import type { Solid } from './shapes.ts'
import { armSolids, clutterSolids, fenceSolids } from './surroundings.ts'

/** Without randomisation everything but positions is fixed: the ablation that shows what variety is worth. */
export interface SceneOptions {
  readonly randomise: boolean
  readonly resolution?: readonly [number, number]
  /** How many balls; otherwise one, sometimes none or two. */
  readonly balls?: number
  /** Share of balls in the goal, at its posts, in its net. */
  readonly goalmouth?: number
  /** Share of lamps that are small: hard shadows. */
  readonly hardLamps?: number
  /** Share of figures that lie. */
  readonly lying?: number
  /** More figures, in more kits, than two sides have: more to learn from in one picture. */
  readonly crowd?: boolean
  /** No cloth of ours: any plain surface, with hands, coins and what else lies about; `bare` with nothing of the game on it, or with balls and figures all the same. */
  readonly strange?: 'bare' | 'with pieces'
}

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

const FIXED_OPTICS: Optics = {
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

export function randomScene(seed: number, options: SceneOptions): Scene {
  const rng = new Random(seed)
  const pitch = randomPitch(rng)
  const camera = randomCamera(rng, pitch, options.resolution)
  const varied = options.randomise
  const look = rng // one stream, so that positions are the same with and without randomisation only by accident
  const light = varied
    ? randomLamps(look, options.hardLamps)
    : { lamps: [{ at: [0, 0, 2000], u: [400, 0, 0], v: [0, 400, 0], colour: [0.7, 0.7, 0.68] } as Lamp], sky: [0.3, 0.3, 0.3] as Rgb }
  const solids: Solid[] = []
  const figures: FigureTruth[] = []
  const cloth: ClothLook = options.strange
    ? strangeSurface(look)
    : varied
      ? randomCloth(look)
      : { ...randomCloth(new Random(5)), stripes: { depth: 0, widthMm: 50, along: 'x' }, creases: [], wear: 0 }
  const kits: Record<'A' | 'B', Kit> = varied
    ? { A: randomKit(look, cloth.green), B: randomKit(look, cloth.green) }
    : { A: randomKit(new Random(11), cloth.green), B: randomKit(new Random(12), cloth.green) }
  const taken: { x: number; y: number; r: number }[] = []
  const free = (x: number, y: number, r: number) => taken.every((q) => Math.hypot(q.x - x, q.y - y) > q.r + r + 0.3)
  const sx = pitch.lengthMm / 2 + pitch.surfaceMarginMm.goalLine
  const sy = pitch.widthMm / 2 + pitch.surfaceMarginMm.touchline

  const r = rng.chance(0.9) ? 11 : rng.between(8, 13)
  const balls: BallTruth[] = []
  const bare = options.strange === 'bare'
  const ballPlaces = bare ? 0 : (options.balls ?? (rng.chance(0.85) ? 1 : rng.chance(0.6) ? 0 : 2))
  for (let i = 0; i < ballPlaces; i++) {
    const place = () => (rng.chance(options.goalmouth ?? 0.12) ? goalmouth(rng, pitch, r) : somewhere(rng, pitch, r, sx, sy))
    let [x, y] = place()
    for (let tries = 0; tries < 10 && !free(x, y, r); tries++) [x, y] = place()
    if (!free(x, y, r)) continue
    const moving = rng.chance(0.25)
    const a = rng.between(0, 2 * Math.PI)
    const v = moving ? rng.between(50, 2200) : 0
    const z = rng.chance(0.04) ? r + rng.between(5, 60) : r
    balls.push({ x, y, z, r, velocity: [v * Math.cos(a), v * Math.sin(a)] })
    taken.push({ x, y, r })
  }
  for (const b of balls) solids.push(ballSolid(look, b, b.velocity, varied ? look.pick(BALL_STYLES) : 'white'))

  for (const team of ['A', 'B'] as const) {
    for (let i = 1; i <= (bare ? 0 : options.crowd ? 17 : 10); i++) {
      const kit = options.crowd && varied && rng.chance(0.5) ? randomKit(rng, cloth.green) : kits[team]
      for (let tries = 0; tries < 30; tries++) {
        let [x, y] = somewhere(rng, pitch, kit.radiusMm, sx, sy)
        if (rng.chance(0.2) && taken.length) {
          const q = rng.pick(taken)
          const a = rng.between(0, 2 * Math.PI)
          const d = q.r + kit.radiusMm + (rng.chance(0.4) ? 0.4 : rng.between(0.4, 12))
          x = q.x + d * Math.cos(a)
          y = q.y + d * Math.sin(a)
        }
        if (Math.abs(x) > sx - kit.radiusMm || Math.abs(y) > sy - kit.radiusMm || !free(x, y, kit.radiusMm)) continue
        const lying = rng.chance(options.lying ?? 0.04)
        const a = rng.between(0, 2 * Math.PI)
        const v = rng.chance(0.06) && !lying ? rng.between(50, 2200) : 0
        const velocity = [v * Math.cos(a), v * Math.sin(a)] as const
        solids.push(...figureSolids(rng, kit, `${team}${i}`, x, y, velocity, lying))
        figures.push({
          id: `${team}${i}`,
          team,
          x,
          y,
          r: kit.radiusMm,
          wallFromMm: kit.wallFromMm,
          rimMm: kit.rimMm,
          heightMm: kit.heightMm,
          standing: !lying,
          velocity,
        })
        taken.push({ x, y, r: lying ? 22 : kit.radiusMm })
        break
      }
    }
  }
  const keepers: KeeperTruth[] = []
  for (const end of options.strange ? [] : [-1, 1]) {
    solids.push(...goalSolids(look, pitch, end))
    if (rng.chance(0.1)) continue
    const x = end * (pitch.lengthMm / 2 - rng.between(-12, 70))
    const y = rng.between(-60, 60)
    if (!free(x, y, 11)) continue
    const id = `${end < 0 ? 'A' : 'B'}GK`
    solids.push(
      ...keeperSolids(
        rng,
        id,
        x,
        y,
        end,
        look.chance(0.5) ? fromHsv(look.next(), look.between(0.3, 0.9), look.between(0.15, 0.95)) : kits[end < 0 ? 'A' : 'B'].ring,
        pitch,
      ),
    )
    keepers.push({ id, team: end < 0 ? 'A' : 'B', x, y })
    taken.push({ x, y, r: 11 })
  }
  const arms = options.strange ? rng.int(0, 4) : rng.chance(0.5) ? (rng.chance(0.25) ? 2 : 1) : 0
  for (let i = 0; i < arms; i++) {
    const target =
      balls[0] && rng.chance(0.2) ? balls[0] : rng.chance(0.6) && figures.length ? rng.pick(figures) : { x: rng.between(-sx, sx), y: rng.between(-sy, sy) }
    const off = rng.between(0, 40)
    const a = rng.between(0, 2 * Math.PI)
    solids.push(...armSolids(look, `hand${i}`, { x: target.x + off * Math.cos(a), y: target.y + off * Math.sin(a) }, pitch))
  }
  if (!options.strange) solids.push(...fenceSolids(look, pitch))
  if (varied) {
    const lying = bare ? 150 : options.strange ? 60 : look.chance(0.4) ? look.int(1, 6) : 0
    for (let i = options.strange ? 0 : look.int(0, 4); i > 0; i--) solids.push(...clutterSolids(look, pitch, cloth.green, false))
    for (let i = lying; i > 0; i--) solids.push(...clutterSolids(look, pitch, cloth.green, true))
  }
  return {
    seed,
    camera,
    pitch,
    cloth,
    ...light,
    table: {
      colour: varied ? fromHsv(look.between(0.04, 0.12), look.between(0, 0.7), look.between(0.05, 0.7)) : fromHsv(0.08, 0.5, 0.5),
      grain: 0.25,
      borderMm: rng.between(40, 160),
    },
    floor: {
      colour: varied ? fromHsv(look.next(), look.between(0, 0.5), look.between(0.05, 0.7)) : fromHsv(0.08, 0.3, 0.5),
      grain: look.between(0.02, 0.3),
      z: -rng.between(700, 900),
      plankMm: look.chance(0.5) ? look.between(60, 300) : 0,
    },
    solids,
    optics: varied ? randomOptics(look, light) : FIXED_OPTICS,
    balls,
    figures,
    keepers,
  }
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
function strangeSurface(rng: Random): ClothLook {
  const tone = rng.chance(0.4) ? scaled([1, 0.98, 0.95], rng.between(0.05, 0.85)) : fromHsv(rng.next(), rng.between(0.1, 0.8), rng.between(0.1, 0.8))
  return { ...randomCloth(rng), green: tone, white: tone, blotch: rng.between(0, 0.3) }
}

/** In the goal, at its posts, in its net. */
function goalmouth(rng: Random, pitch: Pitch, r: number): [number, number] {
  const depth = rng.between(-15, Math.max(20, pitch.goal.depthMm - 8))
  let y = rng.between(-62, 62)
  // no ball inside a post: it touches it
  const post = pitch.goal.widthMm / 2 + 2
  if (Math.abs(depth) < r + 2) y = Math.sign(y) * Math.min(Math.abs(y), post - Math.sqrt((r + 2.5) ** 2 - depth ** 2))
  return [(rng.chance(0.5) ? 1 : -1) * (pitch.lengthMm / 2 + depth), y]
}

/** A place on the cloth; half of the time where it matters: near a line, a corner, a goalmouth. */
function somewhere(rng: Random, pitch: Pitch, r: number, sx: number, sy: number): [number, number] {
  const l = pitch.lengthMm / 2
  const w = pitch.widthMm / 2
  const sign = () => (rng.chance(0.5) ? 1 : -1)
  let x = rng.between(-sx + r + 1, sx - r - 1)
  let y = rng.between(-sy + r + 1, sy - r - 1)
  switch (rng.int(0, 9)) {
    case 0:
      y = sign() * (w + rng.between(-30, 30))
      break
    case 1:
      x = sign() * (l + rng.between(-30, 30))
      break
    case 2:
      x = sign() * ((pitch.shootingLineXMm ?? l / 2) + rng.between(-25, 25))
      break
    case 3:
      x = sign() * (l + rng.between(-80, 40))
      y = rng.between(-62, 62) // goalmouth and net
      break
    case 4:
      x = sign() * (l - rng.between(-15, 30))
      y = sign() * (w - rng.between(-15, 30))
      break
    default:
  }
  return [Math.max(-sx + r, Math.min(sx - r, x)), Math.max(-sy + r, Math.min(sy - r, y))]
}
