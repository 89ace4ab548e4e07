/** The pieces of the game, built from solids: balls, figures, keepers, goals. */
import type { Pitch } from '../../calibration/pitch.ts'
import { fromHsv, mixed, type Rgb, scaled } from './colour.ts'
import { type Random, valueNoise } from './random.ts'
import { Ball, Block, Net, type Owner, type Paint, RoundCone, type Solid } from './shapes.ts'
import { Turned } from './turned.ts'

export const plain =
  (c: Rgb): Paint =>
  () =>
    c

/** Side's kit: base ring and inner colour, shirt, shorts, skin; base profile in mm. */
export interface Kit {
  readonly ring: Rgb
  readonly inner: Rgb
  readonly shirt: Rgb
  readonly shorts: Rgb
  readonly gloss: number
  readonly radiusMm: number
  readonly heightMm: number
  readonly wallFromMm: number
  readonly rimMm: number
  readonly style: 'flat' | 'dome' | 'bevel'
  readonly totalMm: number
}

export const SKINS: readonly Rgb[] = [
  fromHsv(0.06, 0.35, 0.95),
  fromHsv(0.06, 0.45, 0.8),
  fromHsv(0.06, 0.5, 0.6),
  fromHsv(0.055, 0.55, 0.42),
  fromHsv(0.05, 0.5, 0.28),
  fromHsv(0.03, 0.4, 0.9),
]
export const hairColour = (rng: Random): Rgb => fromHsv(0.08, rng.between(0.2, 0.6), rng.between(0.05, 0.6))

export function ballSolid(rng: Random, at: { x: number; y: number; z: number; r: number }, velocity: readonly [number, number], style: string): Solid {
  const owner: Owner = { id: `ball${at.x.toFixed(1)}`, kind: 'ball', velocity }
  return new Ball(owner, { paint: ballPaint(rng, style), gloss: rng.between(0, 0.8) }, at.x, at.y, at.z, at.r)
}

export const BALL_STYLES = ['white', 'white', 'white', 'orange', 'yellow', 'pentagons', 'pentagons', 'twotone', 'orange_pentagons', 'dirty', 'colour'] as const

function ballPaint(rng: Random, style: string): Paint {
  const white: Rgb = scaled([1, rng.between(0.96, 1), rng.between(0.88, 1)], rng.between(0.6, 0.88))
  const orange = fromHsv(rng.between(0.04, 0.1), rng.between(0.75, 0.98), rng.between(0.8, 1))
  const yellow = fromHsv(rng.between(0.12, 0.17), rng.between(0.6, 0.95), rng.between(0.8, 1))
  const dark: Rgb = scaled(fromHsv(rng.next(), rng.between(0, 0.9), rng.between(0.08, 0.5)), 1)
  if (style === 'white') return plain(white)
  if (style === 'orange') return plain(orange)
  if (style === 'yellow') return plain(yellow)
  if (style === 'colour') return plain(fromHsv(rng.next(), rng.between(0.3, 0.9), rng.between(0.5, 1)))
  if (style === 'dirty') {
    const seed = rng.int(0, 1e6)
    return (x, y, z) => scaled(white, 0.85 + 0.2 * valueNoise(2.5 * x + z, 2.5 * y - z, seed))
  }
  const turn = randomAxes(rng)
  if (style === 'twotone')
    return (x, y, z) => {
      const a = turn(x, y, z)
      return a[0] * a[1] > 0 ? white : dark
    }
  // pentagons: twelve spots round the corners of an icosahedron
  const ground = style === 'orange_pentagons' ? orange : white
  const spot: Rgb = rng.chance(0.7) ? [0.02, 0.02, 0.02] : dark
  const g = (1 + Math.sqrt(5)) / 2
  const n = Math.hypot(1, g)
  const corners = [-1, 1].flatMap((i) =>
    [-g, g].flatMap(
      (j) =>
        [
          [0, i / n, j / n],
          [i / n, j / n, 0],
          [j / n, 0, i / n],
        ] as const,
    ),
  )
  const limit = rng.between(0.88, 0.94)
  return (x, y, z) => {
    const a = turn(x, y, z)
    return corners.some((c) => c[0]! * a[0] + c[1]! * a[1] + c[2]! * a[2] > limit) ? spot : ground
  }
}

function randomAxes(rng: Random): (x: number, y: number, z: number) => [number, number, number] {
  let q = [rng.normal(), rng.normal(), rng.normal(), rng.normal()]
  const l = Math.hypot(...q)
  q = q.map((v) => v / l)
  const [w, a, b, c] = q as [number, number, number, number]
  return (x, y, z) => [
    (1 - 2 * (b * b + c * c)) * x + 2 * (a * b - c * w) * y + 2 * (a * c + b * w) * z,
    2 * (a * b + c * w) * x + (1 - 2 * (a * a + c * c)) * y + 2 * (b * c - a * w) * z,
    2 * (a * c - b * w) * x + 2 * (b * c + a * w) * y + (1 - 2 * (a * a + b * b)) * z,
  ]
}

/** A side's kit by chance. Bases of the cloth's own green, and clear plastic ones that let it through, are the hard ones, so they are common here. */
export function randomKit(rng: Random, cloth: Rgb): Kit {
  const style = rng.pick(['flat', 'dome', 'bevel', 'bevel'] as const)
  const heightMm = rng.between(5, 7)
  const tone = (): Rgb =>
    rng.pick<() => Rgb>([
      ...Array<() => Rgb>(2).fill(() => scaled([1, 1, 0.97], rng.between(0.45, 0.88))),
      () => scaled([1, 1, 1], rng.between(0.01, 0.06)),
      () => mixed(scaled(cloth, rng.between(0.5, 1.6)), fromHsv(rng.between(0.3, 0.45), rng.between(0.4, 0.95), rng.between(0.2, 0.7)), rng.between(0, 0.6)),
      ...Array<() => Rgb>(2).fill(() => fromHsv(rng.next(), rng.between(0.2, 0.95), rng.between(0.15, 1))),
      ...Array<() => Rgb>(3).fill(() => fromHsv(rng.next(), rng.between(0.2, 0.9), rng.between(0.6, 1))),
    ])()
  const clothLike = (): Rgb =>
    mixed(scaled(cloth, rng.between(0.45, 1.3)), fromHsv(rng.between(0.25, 0.48), rng.between(0.5, 0.95), rng.between(0.1, 0.5)), rng.between(0, 0.5))
  const clear = rng.chance(0.08)
  const ring = clear ? mixed(scaled(cloth, rng.between(0.7, 1.15)), [1, 1, 1], rng.between(0, 0.12)) : rng.chance(0.3) ? clothLike() : tone()
  return {
    ring,
    inner: clear || rng.chance(0.45) ? ring : tone(),
    shirt: tone(),
    shorts: tone(),
    gloss: rng.between(0, 1),
    radiusMm: rng.between(8, 10.5),
    heightMm,
    wallFromMm: style === 'flat' ? rng.between(0, 0.6) : rng.between(0.4, 1.2),
    rimMm: style === 'flat' ? heightMm - rng.between(0, 0.8) : heightMm * rng.between(0.4, 0.6),
    style,
    totalMm: rng.between(27, 39),
  }
}

function baseProfile(k: Kit): [number, number][] {
  const r = k.radiusMm
  const out: [number, number][] = [
    [0.02, r - Math.min(0.9, k.wallFromMm)],
    [k.wallFromMm + 0.02, r],
    [k.rimMm, r],
  ]
  if (k.style === 'flat') out.push([k.heightMm, r - (k.heightMm - k.rimMm)])
  else if (k.style === 'bevel') out.push([k.heightMm * 0.85, r * 0.72], [k.heightMm, r * 0.6])
  else
    for (let i = 1; i <= 5; i++) {
      const a = (i / 5) * (Math.PI / 2) * 0.92
      out.push([k.rimMm + (k.heightMm - k.rimMm) * Math.sin(a), r * (0.25 + 0.75 * Math.cos(a))])
    }
  return out
}

/** A figure on its base; lying when `tilt` is set (radians from upright, direction `heading`). */
export function figureSolids(rng: Random, kit: Kit, id: string, x: number, y: number, velocity: readonly [number, number], lying: boolean): Solid[] {
  const owner: Owner = { id, kind: 'figure', velocity }
  const heading = rng.between(0, 2 * Math.PI)
  const ringInside = kit.radiusMm * rng.between(0.5, 0.85)
  const slots = rng.chance(0.2) ? rng.int(2, 6) : 0
  const paint: Paint = (rho, angle) => (rho > ringInside ? (slots && Math.sin(angle * slots) > 0.75 ? kit.inner : kit.ring) : kit.inner)
  const up: [number, number, number] = lying ? lyingAxis(rng, heading) : [0, 0, 1]
  const foot: [number, number, number] = lying
    ? [x - up[0] * kit.rimMm * 0.5, y - up[1] * kit.rimMm * 0.5, kit.radiusMm * Math.hypot(up[0], up[1]) * 0.96]
    : [x, y, 0]
  const at = (h: number, side: number, front: number): [number, number, number] => {
    // a frame with `up`: sideways and forward across it
    const c = Math.cos(heading)
    const s = Math.sin(heading)
    const f: [number, number, number] = lying ? [-s * 0.2, c * 0.2, 0.96] : [c, s, 0]
    const r: [number, number, number] = [up[1] * f[2] - up[2] * f[1], up[2] * f[0] - up[0] * f[2], up[0] * f[1] - up[1] * f[0]]
    return [0, 1, 2].map((i) => foot[i]! + up[i]! * h + r[i]! * side + f[i]! * front) as [number, number, number]
  }
  const skin = rng.pick(SKINS)
  const limb = (a: [number, number, number], b: [number, number, number], ra: number, rb: number, c: Rgb) =>
    new RoundCone(owner, { paint: plain(c), gloss: 0.25 }, a, b, ra, rb)
  const h0 = kit.heightMm
  const h = kit.totalMm - h0
  const stride = rng.between(0.5, 3.5)
  const lean = rng.between(-2.5, 2.5)
  const arms = rng.between(0.5, 5.5)
  const reach = rng.between(-4, 5)
  const solids: Solid[] = [
    new Turned(owner, { paint, gloss: kit.gloss }, foot, up, baseProfile(kit)),
    limb(at(h0, -1.2, -stride), at(h0 + 0.4 * h, -1.2, lean * 0.4), 1.1, 1.6, mixed(skin, kit.shorts, 0.3)),
    limb(at(h0, 1.2, stride), at(h0 + 0.4 * h, 1.2, lean * 0.4), 1.1, 1.6, kit.shorts),
    limb(at(h0 + 0.42 * h, 0, lean * 0.45), at(h0 + 0.72 * h, 0, lean), 2.3, 2.8, kit.shirt),
    limb(at(h0 + 0.74 * h, -2.6, lean), at(h0 + 0.5 * h, -2.8 - arms, lean + reach), 1.1, 0.9, rng.chance(0.5) ? kit.shirt : skin),
    limb(at(h0 + 0.74 * h, 2.6, lean), at(h0 + 0.5 * h, 2.8 + arms, lean - reach), 1.1, 0.9, rng.chance(0.5) ? kit.shirt : skin),
  ]
  const head = at(h0 + 0.9 * h, 0, lean)
  const hair = hairColour(rng)
  solids.push(new Ball(owner, { paint: (_x, _y, z) => (z > 0.1 ? hair : skin), gloss: 0.2 }, head[0], head[1], head[2], rng.between(1.9, 2.6)))
  return solids
}

function lyingAxis(rng: Random, heading: number): [number, number, number] {
  const tip = rng.between(0.03, 0.16)
  return [Math.cos(heading) * Math.cos(tip), Math.sin(heading) * Math.cos(tip), Math.sin(tip)]
}

/** A goalkeeper on a rod through the goal of one end (`end` +1 or -1). */
export function keeperSolids(rng: Random, id: string, x: number, y: number, end: number, tone: Rgb, pitch: Pitch): Solid[] {
  const owner: Owner = { id, kind: 'keeper', velocity: [0, 0] }
  const yaw = rng.normal(0.25)
  const hx = rng.between(3, 6.5)
  const hy = rng.between(5, 10)
  const hz = rng.between(1.5, 4)
  const solids: Solid[] = [new Block(owner, { paint: plain(tone), gloss: 0.3 }, x, y, hz + 0.4, [hx, hy, hz], yaw)]
  const skin = rng.pick(SKINS)
  const body = rng.chance(0.6) ? tone : fromHsv(rng.next(), 0.8, 0.8)
  const c = Math.cos(yaw)
  const s = Math.sin(yaw)
  const spread = rng.between(2, 9)
  const top = rng.between(24, 34)
  const limb = (dy0: number, z0: number, dy1: number, z1: number, ra: number, rb: number, col: Rgb) =>
    new RoundCone(owner, { paint: plain(col), gloss: 0.2 }, [x - dy0 * s, y + dy0 * c, z0], [x - dy1 * s, y + dy1 * c, z1], ra, rb)
  solids.push(
    limb(-1.5, 2 * hz, -1, 16, 1.4, 1.7, scaled(body, 0.4)),
    limb(1.5, 2 * hz, 1, 16, 1.4, 1.7, scaled(body, 0.4)),
    limb(0, 16, 0, top - 6, 2.6, 3, body),
  )
  solids.push(
    limb(-2.5, top - 6, -2.5 - spread, top + rng.between(-8, 2), 1.2, 1.1, body),
    limb(2.5, top - 6, 2.5 + spread, top + rng.between(-8, 2), 1.2, 1.1, body),
  )
  const hair = hairColour(rng)
  solids.push(new Ball(owner, { paint: (_x, _y, z) => (z > 0 ? hair : skin), gloss: 0.1 }, x, y, top - 1, 2.3))
  const gx = end * (pitch.lengthMm / 2 + rng.between(150, 240))
  const gy = y + rng.normal(35)
  const rodZ = hz + rng.between(0.5, 3)
  const lift = rng.between(4, 50)
  const metal: Rgb = scaled([1, 1, 1], rng.between(0.2, 0.6))
  solids.push(new RoundCone(owner, { paint: plain(metal), gloss: 0.9 }, [x, y, rodZ], [gx, gy, rodZ + lift], 1, 1))
  const k = rng.between(0.25, 0.6)
  solids.push(
    new RoundCone(
      owner,
      { paint: plain(rng.chance(0.6) ? [0.02, 0.02, 0.02] : fromHsv(rng.next(), 0.7, 0.5)), gloss: 0.3 },
      [gx, gy, rodZ + lift],
      [gx + (gx - x) * k, gy + (gy - y) * k, rodZ + lift * (1 + k)],
      5,
      5,
    ),
  )
  return solids
}

export function goalSolids(rng: Random, pitch: Pitch, end: number): Solid[] {
  const owner: Owner = { id: `goal${end}`, kind: 'goal', velocity: [0, 0] }
  const white: Rgb = rng.chance(0.85) ? [0.75, 0.75, 0.73] : fromHsv(rng.next(), 0.6, 0.7)
  const post = rng.between(1.5, 2.5)
  const x = end * (pitch.lengthMm / 2 - pitch.lineWidthMm / 2)
  const y = pitch.goal.widthMm / 2 + post
  const h = pitch.goal.heightMm + post
  const back = x + end * rng.between(0.5, 1) * pitch.goal.depthMm
  const topBack = rng.between(20, h)
  const topX = x + end * rng.between(5, 25)
  const bar = (a: [number, number, number], b: [number, number, number], r = post) => new RoundCone(owner, { paint: plain(white), gloss: 0.5 }, a, b, r, r)
  const solids: Solid[] = [bar([x, -y, 0], [x, -y, h]), bar([x, y, 0], [x, y, h]), bar([x, -y, h], [x, y, h])]
  for (const s of [-y, y])
    solids.push(bar([x, s, h], [topX, s, h], post * 0.8), bar([topX, s, h], [back, s, 1], post * 0.8), bar([x, s, 1.5], [back, s, 1.5], post * 0.8))
  solids.push(bar([back, -y, 1.5], [back, y, 1.5], post * 0.8), bar([topX, -y, h], [topX, y, h], post * 0.8))
  if (topBack > h) return solids
  const thread: Rgb = rng.chance(0.6) ? [0.7, 0.7, 0.7] : fromHsv(rng.next(), rng.between(0.1, 0.9), rng.between(0.1, 0.9))
  const mesh = rng.between(4, 9)
  const d = rng.between(0.3, 0.9)
  const net = (o: [number, number, number], e: [number, number, number], f: [number, number, number]) =>
    new Net(owner, { paint: plain(thread), gloss: 0 }, o, e, f, mesh, d)
  solids.push(net([topX, -y, h], [0, 2 * y, 0], [back - topX, 0, 1 - h]), net([x, -y, h], [0, 2 * y, 0], [topX - x, 0, 0]))
  for (const s of [-y, y]) solids.push(net([x, s, 0], [back - x, 0, 0], [0, 0, h * 0.8]))
  return solids
}
