/**
 * Films a course of play: the table at rest is rendered once, and in each frame only the windows around what moves, so that a clip costs
 * seconds, not hours. Truth of each frame comes with it, in the format of the shared footage.
 */
import type { Camera } from '../../calibration/camera.ts'
import { compressed, develop, type Picture } from './optics.ts'
import type { Body, Course, State } from './physics.ts'
import { BALL_STYLES, ballSolid, figureSolids, goalSolids, type Kit, keeperSolids, randomKit } from './pieces.ts'
import { Random } from './random.ts'
import { randomCamera, randomCloth, randomLamps, randomOptics } from './random-table.ts'
import { FAST, type Rendering, render } from './render.ts'
import type { Scene, Window } from './scene.ts'
import { named, type Script } from './script.ts'
import type { Solid } from './shapes.ts'
import { armSolids, fenceSolids } from './surroundings.ts'

/** The look of a clip: everything but where things are. */
export interface Stage {
  readonly script: Script
  readonly scene: Omit<Scene, 'solids' | 'balls' | 'figures' | 'keepers'>
  readonly kits: Readonly<Record<'A' | 'B', Kit>>
  readonly fixed: readonly Solid[]
}

/** A shadow reaches this far from what casts it, mm. */
const SHADOW_MM = 45
const ARM_SHADOW_MM = 110
/** A hand is over the table this long before and after its flick, s. */
const BEFORE_S = 0.45
const AFTER_S = 0.5
const FINGER_MM = 6
const BASE_MM = 10

export function stageOf(script: Script): Stage {
  const rng = new Random(script.seed)
  const { pitch } = script
  const camera = randomCamera(rng, pitch, script.size)
  const cloth = randomCloth(rng)
  const light = randomLamps(rng)
  const drawn = randomOptics(rng, light)
  const kit = (side: 'A' | 'B'): Kit => {
    const [ring, inner] = script.colours[side]
    return { ...randomKit(rng, cloth.green), radiusMm: BASE_MM, ring: named(ring), inner: named(inner) }
  }
  const kits = { A: kit('A'), B: kit('B') }
  const scene: Stage['scene'] = {
    seed: script.seed,
    camera,
    pitch,
    cloth: { ...cloth, wear: Math.min(cloth.wear, 0.3) },
    ...light,
    table: { colour: [0.25, 0.16, 0.1], grain: 0.2, borderMm: 80 },
    floor: { colour: [0.2, 0.2, 0.22], grain: 0.1, z: -800, plankMm: 0 },
    // a camera as it should be set: sharp, not too dark, a global shutter
    optics: {
      ...drawn,
      readoutS: 0,
      blurPx: Math.min(0.8, drawn.blurPx),
      exposure: Math.max(drawn.exposure, 0.45 / brightness(light)),
      shutterS: Math.min(0.006, drawn.shutterS),
    },
  }
  const fixed = [...goalSolids(rng, pitch, -1), ...goalSolids(rng, pitch, 1), ...fenceSolids(rng, pitch)]
  return { script, scene, kits, fixed }
}

const brightness = (l: Pick<Scene, 'lamps' | 'sky'>) => l.sky[1] + l.lamps.reduce((sum, q) => sum + (q.colour[1] * q.at[2]) / Math.hypot(...q.at), 0)

/** Bodies at the start, for the physics. */
export function bodiesOf(stage: Stage): Body[] {
  const { script, kits } = stage
  const still = { vx: 0, vy: 0, roll: 0 }
  const out: Body[] = []
  if (script.ball) out.push({ id: 'ball', kind: 'ball', radiusMm: 11, rimMm: 0, x: script.ball[0], y: script.ball[1], ...still })
  for (const [id, [x, y]] of Object.entries(script.figures)) {
    const kit = kits[id[0] as 'A' | 'B']
    out.push({ id, kind: 'base', radiusMm: kit.radiusMm, rimMm: kit.rimMm, x, y, ...still })
  }
  for (const side of ['A', 'B'] as const) {
    const at = script.keepers[side]
    if (at) out.push({ id: `${side}GK`, kind: 'keeper', radiusMm: 8, rimMm: 11, x: at[0], y: at[1], ...still })
  }
  return out
}

export interface FilmFrame {
  readonly picture: Picture
  readonly record: Record<string, unknown>
}

export class Film {
  private readonly light: Float32Array
  private readonly size: readonly [number, number]
  /** Where things at rest stand in `light`. */
  private readonly baked = new Map<string, string>()

  constructor(
    private readonly stage: Stage,
    private readonly play: Course,
  ) {
    this.size = stage.script.size
    const first = play.states[0]!
    const resting = first.bodies.filter(isStill)
    for (const b of resting) this.baked.set(b.id, key(b))
    this.light = render(this.scene(this.solids(resting)), { x0: 0, y0: 0, width: this.size[0], height: this.size[1] }, FAST).light
  }

  async frame(k: number): Promise<FilmFrame> {
    const state = this.play.states[k]!
    this.bake(state)
    const arms = this.arms(state.t)
    const moving = state.bodies.filter((b) => !isStill(b))
    const windows = merged([
      ...moving.map((b) => this.around(b.x, b.y, b.radiusMm + SHADOW_MM + Math.hypot(b.vx, b.vy) * this.stage.scene.optics.shutterS)),
      ...arms.map((a) => this.aroundSolids(a)),
    ])
    const [width, height] = this.size
    const light = this.light.slice()
    const hand = new Uint8Array(width * height)
    const scene = this.scene([...this.solids(state.bodies), ...arms.flat()])
    for (const w of windows) {
      const part = render(scene, w, FAST)
      paste(part, light, width)
      for (let y = 0; y < w.height; y++) hand.set(part.hand.subarray(y * w.width, (y + 1) * w.width), (y + w.y0) * width + w.x0)
    }
    const full: Rendering = { window: { x0: 0, y0: 0, width, height }, light, hand, seen: new Map() }
    const picture = await compressed(develop({ ...scene, seed: scene.seed + 7919 * (k + 1) }, full), scene.optics.jpegQuality)
    return { picture, record: this.record(k, state, hand) }
  }

  /** What came to rest is drawn into the still picture, what left is taken out of it. */
  private bake(state: State): void {
    const resting = state.bodies.filter(isStill)
    const dirty: Window[] = []
    for (const b of state.bodies) {
      const was = this.baked.get(b.id)
      const now = isStill(b) ? key(b) : undefined
      if (was === now) continue
      if (was) dirty.push(this.around(...(was.split(',').map(Number) as [number, number]), b.radiusMm + SHADOW_MM))
      if (now) dirty.push(this.around(b.x, b.y, b.radiusMm + SHADOW_MM))
      if (now) this.baked.set(b.id, now)
      else this.baked.delete(b.id)
    }
    const scene = this.scene(this.solids(resting))
    for (const w of merged(dirty)) paste(render(scene, w, FAST), this.light, this.size[0])
  }

  private scene(solids: readonly Solid[]): Scene {
    return { ...this.stage.scene, solids, balls: [], figures: [], keepers: [] }
  }

  private solids(bodies: readonly Readonly<Body>[]): Solid[] {
    const { script, kits, fixed } = this.stage
    return [
      ...fixed,
      ...bodies.flatMap((b, i) => {
        const rng = new Random(script.seed * 131 + hash(b.id))
        if (b.kind === 'ball') return [ballSolid(rng, { x: b.x, y: b.y, z: b.radiusMm, r: b.radiusMm }, [b.vx, b.vy], BALL_STYLES[script.seed % 4]!)]
        if (b.kind === 'base') return figureSolids(rng, kits[b.id[0] as 'A' | 'B'], b.id, b.x, b.y, [b.vx, b.vy], false)
        return keeperSolids(rng, b.id, b.x, b.y, Math.sign(b.x) || (i % 2 ? 1 : -1), kits[b.id[0] as 'A' | 'B'].ring, script.pitch)
      }),
    ]
  }

  /** Arms over the table at a time: each comes in, strikes, and is drawn back. */
  private arms(t: number): Solid[][] {
    const { script } = this.stage
    return script.flicks.flatMap((f, n) => {
      const dt = t - f.tS
      if (dt < -BEFORE_S || dt > AFTER_S) return []
      const at = this.bodyAt(f.figure, Math.min(t, f.tS))
      const after = this.bodyAt(f.figure, f.tS + 0.01)
      if (!at || !after) return []
      const v = Math.hypot(after.vx, after.vy) || 1
      const u = [after.vx / v, after.vy / v] as const
      // the finger waits behind the base, follows it for 15 mm, and goes
      const back = at.radiusMm + FINGER_MM + (dt < 0 ? 26 * Math.min(1, -dt / 0.12) : -Math.min(15, f.speedMmS * dt))
      const away = dt < 0 ? Math.max(0, (-dt - 0.15) / (BEFORE_S - 0.15)) : Math.max(0, (dt - 0.1) / (AFTER_S - 0.1))
      // a player flicks away from himself
      const side = u[1] > 0.3 ? -1 : u[1] < -0.3 || at.y > 0 ? 1 : -1
      const reach = { x: at.x - u[0] * back, y: at.y - u[1] * back + side * 330 * away ** 1.5 }
      return [armSolids(new Random(script.seed * 977 + n), `hand${n}`, reach, script.pitch, side)]
    })
  }

  private bodyAt(id: string, t: number): Readonly<Body> | undefined {
    const { states } = this.play
    const k = Math.max(0, Math.min(states.length - 1, Math.round((t - states[0]!.t) * this.stage.script.fps)))
    return states[k]!.bodies.find((b) => b.id === id)
  }

  private around(x: number, y: number, reachMm: number): Window {
    return this.boxOf([{ x, y, z: 0, r: reachMm }])
  }
  private aroundSolids(solids: readonly Solid[]): Window {
    return this.boxOf(solids.flatMap((s) => s.cover()).map((b) => ({ ...b, r: b.r + ARM_SHADOW_MM })))
  }
  private boxOf(spheres: readonly { x: number; y: number; z: number; r: number }[]): Window {
    const camera: Camera = this.stage.scene.camera
    let [x0, y0, x1, y1] = [1e9, 1e9, -1e9, -1e9]
    for (const s of spheres) {
      if (Math.hypot(s.x, s.y) > 1500 || s.z > 300) continue
      const c = camera.project({ xMm: s.x, yMm: s.y, zMm: Math.max(0, s.z) })
      const r = s.r / camera.mmPerPx({ xMm: s.x, yMm: s.y }) + 2
      x0 = Math.min(x0, c.xPx - r)
      y0 = Math.min(y0, c.yPx - r)
      x1 = Math.max(x1, c.xPx + r)
      y1 = Math.max(y1, c.yPx + r)
    }
    const a = Math.max(0, Math.floor(x0))
    const b = Math.max(0, Math.floor(y0))
    return { x0: a, y0: b, width: Math.max(0, Math.min(this.size[0], Math.ceil(x1)) - a), height: Math.max(0, Math.min(this.size[1], Math.ceil(y1)) - b) }
  }

  private record(k: number, state: State, hand: Uint8Array): Record<string, unknown> {
    const { script, scene, kits } = this.stage
    const { camera } = scene
    const share = (b: Readonly<Body>, z: number) => {
      const c = camera.project({ xMm: b.x, yMm: b.y, zMm: z })
      const r = b.radiusMm / camera.mmPerPx({ xMm: b.x, yMm: b.y })
      let [seen, all] = [0, 0]
      for (let y = Math.round(c.yPx - r); y <= c.yPx + r; y++)
        for (let x = Math.round(c.xPx - r); x <= c.xPx + r; x++) {
          if (Math.hypot(x - c.xPx, y - c.yPx) > r) continue
          all++
          if (x >= 0 && y >= 0 && x < this.size[0] && y < this.size[1]) seen += 1 - hand[y * this.size[0] + x]! / 255
        }
      return all ? round(seen / all, 3) : 0
    }
    const ball = state.bodies.find((b) => b.kind === 'ball')
    return {
      schema: 'footage-rendered/1',
      kind: 'clip-frame',
      name: script.name,
      frame: k,
      fps: script.fps,
      seed: script.seed,
      time_s: state.t,
      shutter_s: scene.optics.shutterS,
      pitch: pitchTruth(script),
      camera: cameraTruth(camera),
      teams: (['A', 'B'] as const).map((name) => ({
        name,
        ring: script.colours[name][0],
        inner: script.colours[name][1],
        base_style: kits[name].style,
        base_radius: kits[name].radiusMm,
        base_height: kits[name].heightMm,
        total_height: kits[name].totalMm,
      })),
      ball: ball
        ? { centre: [ball.x, ball.y, ball.radiusMm], radius: ball.radiusMm, velocity: [ball.vx, ball.vy], visibility: share(ball, ball.radiusMm) }
        : null,
      figures: state.bodies
        .filter((b) => b.kind === 'base')
        .map((b) => {
          const kit = kits[b.id[0] as 'A' | 'B']
          return {
            id: b.id,
            team: b.id[0],
            role: 'figure',
            standing: true,
            base_centre: [b.x, b.y],
            base_radius: kit.radiusMm,
            base_height: kit.heightMm,
            base_widest_from_z: kit.wallFromMm,
            base_rim_z: kit.rimMm,
            total_height: kit.totalMm,
            velocity: [b.vx, b.vy],
            visibility: share(b, 3),
          }
        }),
      goalkeepers: state.bodies.filter((b) => b.kind === 'keeper').map((b) => ({ id: b.id, team: b.id[0], base_centre: [b.x, b.y], visibility: share(b, 3) })),
      picture: { codec: 'h264', jpeg_quality: scene.optics.jpegQuality, blur_sigma_px: scene.optics.blurPx, noise: scene.optics.noise },
    }
  }
}

export function pitchTruth(script: Script): Record<string, unknown> {
  const p = script.pitch
  return {
    length: p.lengthMm,
    width: p.widthMm,
    line_width: p.lineWidthMm,
    margin_x: p.surfaceMarginMm.goalLine,
    margin_y: p.surfaceMarginMm.touchline,
    penalty_area_depth: p.penaltyArea.depthMm,
    penalty_area_width: p.penaltyArea.widthMm,
    goal_area_depth: p.goalArea.depthMm,
    goal_area_width: p.goalArea.widthMm,
    centre_circle_radius: p.centreCircleRadiusMm,
    corner_radius: p.cornerRadiusMm,
    shooting_line_x: p.shootingLineXMm ?? p.lengthMm / 4,
    penalty_spot_distance: p.penaltySpotMm,
    penalty_arc: p.penaltyArcRadiusMm !== null,
    goal_width: p.goal.widthMm,
    goal_height: p.goal.heightMm,
    goal_depth: p.goal.depthMm,
    surface_x: p.lengthMm / 2 + p.surfaceMarginMm.goalLine,
    surface_y: p.widthMm / 2 + p.surfaceMarginMm.touchline,
  }
}

export function cameraTruth(camera: Camera): Record<string, unknown> {
  const { widthPx, heightPx, ...m } = camera.model
  return {
    width: widthPx,
    height: heightPx,
    ...m,
    centre: camera.centre,
    height_above_table: camera.centre[2],
    tilt_deg: (Math.acos(-m.R[2]![2]!) * 180) / Math.PI,
  }
}

const isStill = (b: Readonly<Body>) => b.vx === 0 && b.vy === 0
const key = (b: Readonly<Body>) => `${b.x},${b.y}`
const hash = (s: string) => [...s].reduce((h, c) => (h * 31 + c.charCodeAt(0)) >>> 0, 7)
const round = (v: number, n: number) => Number(v.toFixed(n))

function paste(part: Rendering, light: Float32Array, width: number): void {
  const w = part.window
  for (let y = 0; y < w.height; y++) light.set(part.light.subarray(3 * y * w.width, 3 * (y + 1) * w.width), 3 * ((y + w.y0) * width + w.x0))
}

/** Windows that overlap become one, so that nothing is rendered twice. */
function merged(list: readonly Window[]): Window[] {
  const out: Window[] = []
  for (const w of list) {
    if (w.width <= 0 || w.height <= 0) continue
    let now = w
    for (let i = 0; i < out.length; i++) {
      const q = out[i]!
      if (q.x0 > now.x0 + now.width || now.x0 > q.x0 + q.width || q.y0 > now.y0 + now.height || now.y0 > q.y0 + q.height) continue
      const x0 = Math.min(q.x0, now.x0)
      const y0 = Math.min(q.y0, now.y0)
      now = { x0, y0, width: Math.max(q.x0 + q.width, now.x0 + now.width) - x0, height: Math.max(q.y0 + q.height, now.y0 + now.height) - y0 }
      out.splice(i, 1)
      i = -1
    }
    out.push(now)
  }
  return out
}
