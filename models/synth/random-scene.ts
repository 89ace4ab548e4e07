import type { ClothLook } from './cloth.ts'
import { fromHsv, type Rgb } from './colour.ts'
import { BALL_STYLES, ballSolid, figureSolids, goalSolids, type Kit, keeperSolids, randomKit } from './pieces.ts'
import { Random } from './random.ts'
import { goalmouth, somewhere } from './random-places.ts'
import { FIXED_OPTICS, randomCamera, randomCloth, randomLamps, randomOptics, randomPitch, strangeSurface } from './random-table.ts'
import type { BallTruth, FigureTruth, KeeperTruth, Lamp, Scene } from './scene.ts'
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
