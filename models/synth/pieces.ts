/** The things on and around a table, built from solids: balls, figures, keepers, goals, hands, fences, clutter. */
import type { Pitch } from '../../calibration/pitch.ts'
import { fromHsv, mixed, type Rgb, scaled } from './colour.ts'
import { type Random, valueNoise } from './random.ts'
import { Ball, Block, Net, type Owner, type Paint, RoundCone, type Solid, Turned } from './shapes.ts'

const plain =
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
const hairColour = (rng: Random): Rgb => fromHsv(0.08, rng.between(0.2, 0.6), rng.between(0.05, 0.6))

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

export function randomKit(rng: Random): Kit {
  const style = rng.pick(['flat', 'dome', 'bevel', 'bevel'] as const)
  const heightMm = rng.between(5, 7)
  const tone = (): Rgb =>
    rng.chance(0.14)
      ? scaled([1, 1, 0.97], rng.between(0.65, 0.85))
      : rng.chance(0.14)
        ? scaled([1, 1, 1], rng.between(0.01, 0.06))
        : rng.chance(0.14)
          ? fromHsv(rng.between(0.33, 0.42), rng.between(0.4, 0.9), rng.between(0.2, 0.6))
          : fromHsv(rng.next(), rng.between(0.2, 0.95), rng.between(0.15, 1))
  const ring = tone()
  return {
    ring,
    inner: rng.chance(0.3) ? ring : tone(),
    shirt: tone(),
    shorts: tone(),
    gloss: rng.between(0, 1),
    radiusMm: rng.between(8, 10.5),
    heightMm,
    wallFromMm: style === 'flat' ? rng.between(0, 0.6) : rng.between(0.4, 1.2),
    rimMm: style === 'flat' ? heightMm - rng.between(0, 0.4) : heightMm * rng.between(0.4, 0.6),
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

/** A person's arm reaching over the table to a place, with hand, sleeve, sometimes a head. */
export function armSolids(rng: Random, id: string, reach: { x: number; y: number }, pitch: Pitch): Solid[] {
  const owner: Owner = { id, kind: 'hand', velocity: [0, 0] }
  const skin = rng.pick(SKINS)
  const seed = rng.int(0, 1e6)
  const skinPaint: Paint = (x, y) => scaled(skin, 1 + 0.06 * valueNoise(x / 6, y / 6, seed))
  const side = rng.chance(0.8) ? Math.sign(reach.y) || 1 : -(Math.sign(reach.y) || 1)
  const from = rng.chance(0.75)
    ? { x: reach.x + rng.normal(160), y: side * (pitch.widthMm / 2 + rng.between(220, 420)) }
    : { x: (Math.sign(reach.x) || 1) * (pitch.lengthMm / 2 + rng.between(220, 420)), y: reach.y + rng.normal(150) }
  const dx = reach.x - from.x
  const dy = reach.y - from.y
  const len = Math.hypot(dx, dy)
  const ux = dx / len
  const uy = dy / len
  const z0 = rng.between(14, 38)
  const z1 = rng.between(40, 160)
  const at = (back: number, sideways: number, z: number): [number, number, number] => [
    reach.x - ux * back - uy * sideways,
    reach.y - uy * back + ux * sideways,
    z,
  ]
  const skinSurface = { paint: skinPaint, gloss: 0.25 }
  const solids: Solid[] = []
  const limb = (a: [number, number, number], b: [number, number, number], ra: number, rb: number, surface: { paint: Paint; gloss: number } = skinSurface) =>
    solids.push(new RoundCone(owner, surface, a, b, ra, rb))
  const scale = rng.between(0.85, 1.12)
  const flick = rng.int(-1, 3) // the stretched finger, or none
  const curl = rng.between(0.25, 0.9)
  const mirror = rng.chance(0.5) ? 1 : -1
  for (let f = 0; f < 4; f++) {
    const s = mirror * (f - 1.5) * 17 * scale
    const stretched = f === flick
    const l = (stretched ? 1 : 1 - 0.55 * curl) * [66, 76, 72, 56][f]! * scale
    const knuckle = at(72 * scale, s, z0 + 22)
    const mid = at(72 * scale - l * 0.55, s * 1.02, z0 + (stretched ? 12 : 20))
    const tip = stretched ? at(72 * scale - l, s * 1.02, Math.max(7, z0 - 8)) : at(72 * scale - l * rng.between(0.3, 0.6), s, z0 + 2)
    limb(knuckle, mid, 9.5 * scale, 8.5 * scale)
    limb(mid, tip, 8.5 * scale, 7 * scale)
    if (rng.chance(0.7))
      solids.push(new Ball(owner, { paint: plain(mixed(skin, [0.8, 0.6, 0.55], 0.4)), gloss: 0.7 }, tip[0], tip[1], tip[2] + 1.5, 6.4 * scale))
    limb(at(130 * scale, s * 0.55, z0 + 24), knuckle, 14 * scale, 11 * scale)
  }
  const thumb = mirror * rng.between(30, 44) * scale
  limb(at(125 * scale, thumb * 0.5, z0 + 14), at(85 * scale, thumb, z0 + 8), 12 * scale, 9 * scale)
  limb(at(85 * scale, thumb, z0 + 8), at(55 * scale, thumb * rng.between(0.5, 0.95), z0 + 3), 9 * scale, 7.5 * scale)
  const wrist = at(150 * scale, 0, z0 + 24)
  const elbow: [number, number, number] = [from.x, from.y, z1]
  limb(wrist, elbow, 24 * scale, 38 * scale)
  const sleeved = rng.chance(0.6)
  if (sleeved) {
    const start = rng.between(0.05, 0.7)
    const tone = fromHsv(rng.next(), rng.chance(0.4) ? rng.between(0, 0.15) : rng.between(0.4, 0.95), rng.between(0.05, 0.95))
    const stripe = rng.chance(0.3) ? fromHsv(rng.next(), 0.5, 0.8) : tone
    const q: [number, number, number] = [0, 1, 2].map((i) => wrist[i]! + (elbow[i]! - wrist[i]!) * start) as [number, number, number]
    const paint: Paint = (x, y) =>
      Math.floor((x * ux + y * uy) / 14) & 1
        ? scaled(stripe, 1 + 0.15 * valueNoise(x / 9, y / 9, seed))
        : scaled(tone, 1 + 0.15 * valueNoise(x / 9, y / 9, seed))
    limb(q, elbow, (24 + 14 * start + 8) * scale, 52 * scale, { paint, gloss: 0.05 })
    limb(elbow, [from.x - ux * 250, from.y - uy * 250, z1 + 120], 52 * scale, 75 * scale, { paint, gloss: 0.05 })
  } else {
    limb(elbow, [from.x - ux * 250, from.y - uy * 250, z1 + 120], 38 * scale, 60 * scale)
    if (rng.chance(0.35)) {
      const q = (t: number): [number, number, number] => [0, 1, 2].map((i) => wrist[i]! + (elbow[i]! - wrist[i]!) * t) as [number, number, number]
      limb(q(0.02), q(0.09), 27 * scale, 27.5 * scale, { paint: plain(rng.chance(0.5) ? [0.02, 0.02, 0.02] : [0.5, 0.5, 0.45]), gloss: 0.8 })
    }
  }
  if (rng.chance(0.35)) {
    const hx = from.x + ux * rng.between(-20, 130) + rng.normal(60)
    const hy = from.y + uy * rng.between(-20, 130) + rng.normal(60)
    const hair = hairColour(rng)
    const paint: Paint = (x, y, z) => (z > -0.1 ? scaled(hair, 1 + 0.4 * valueNoise(x * 9, y * 9, seed)) : skin)
    solids.push(new Ball(owner, { paint, gloss: 0.15 }, hx, hy, rng.between(180, 300), rng.between(75, 95)))
  }
  return solids
}

export function fenceSolids(rng: Random, pitch: Pitch): Solid[] {
  const owner: Owner = { id: 'fence', kind: 'thing', velocity: [0, 0] }
  const h = rng.between(20, 70) / 2
  const t = rng.between(5, 35) / 2
  const x = pitch.lengthMm / 2 + pitch.surfaceMarginMm.goalLine
  const y = pitch.widthMm / 2 + pitch.surfaceMarginMm.touchline
  const tone: Rgb = rng.chance(0.3)
    ? [0.03, 0.03, 0.04]
    : rng.chance(0.3)
      ? fromHsv(0.08, 0.5, rng.between(0.2, 0.8))
      : fromHsv(rng.next(), rng.between(0, 0.9), rng.between(0.1, 0.9))
  const print = fromHsv(rng.next(), rng.between(0, 0.8), rng.between(0.3, 1))
  const printed = rng.chance(0.4)
  const seed = rng.int(0, 1e6)
  const paint: Paint = (a, b, z) => (printed && z > -h * 0.8 && z < h * 0.95 && valueNoise((a + b) / 14, z / 7, seed) > 0.25 ? print : tone)
  const gloss = rng.between(0, 0.6)
  const block = (cx: number, cy: number, hx: number, hy: number) => new Block(owner, { paint, gloss }, cx, cy, h, [hx, hy, h], 0)
  return [block(0, y + t, x + 2 * t, t), block(0, -y - t, x + 2 * t, t), block(x + t, 0, t, y), block(-x - t, 0, t, y)]
}

/** Things that are no part of the game: cups, books, phones, coins, spare balls and figures, cloths, tags. */
export function clutterSolids(rng: Random, pitch: Pitch, onCloth: boolean): Solid[] {
  const owner: Owner = { id: `thing${rng.int(0, 1e9)}`, kind: 'thing', velocity: [0, 0] }
  const tone = rng.chance(0.3) ? scaled([1, 1, 1], rng.between(0.03, 0.8)) : fromHsv(rng.next(), rng.between(0.1, 0.95), rng.between(0.1, 0.95))
  const sx = pitch.lengthMm / 2 + pitch.surfaceMarginMm.goalLine
  const sy = pitch.widthMm / 2 + pitch.surfaceMarginMm.touchline
  let x = rng.between(-sx, sx)
  let y = rng.between(-sy, sy)
  if (!onCloth) {
    if (rng.chance(0.5)) x = (rng.chance(0.5) ? 1 : -1) * (sx + rng.between(40, 180))
    else y = (rng.chance(0.5) ? 1 : -1) * (sy + rng.between(40, 180))
  }
  const gloss = rng.between(0, 0.9)
  const seed = rng.int(0, 1e6)
  const mottled: Paint = (a, b, c) => scaled(tone, 1 + 0.3 * valueNoise((a + c) / 5, (b - c) / 5, seed))
  if (onCloth) {
    switch (rng.int(0, 3)) {
      case 0: {
        // coin: flat, metal, with a rim
        const r = rng.between(8, 13)
        const metal = fromHsv(rng.between(0.06, 0.13), rng.between(0.05, 0.7), rng.between(0.4, 0.8))
        return [
          new Turned(
            owner,
            { paint: (rho) => (rho > r * 0.75 ? metal : scaled(metal, 0.75)), gloss: 0.9 },
            [x, y, 0],
            [0, 0, 1],
            [
              [0.01, r],
              [1.8, r],
            ],
          ),
        ]
      }
      case 1: // price tag, strip of paper or tape
        return [new Block(owner, { paint: mottled, gloss: 0.1 }, x, y, 0.2, [rng.between(3, 14), rng.between(2, 20), 0.15], rng.between(0, 3))]
      case 2: // shirt button, bead, crumb
        return [new Ball(owner, { paint: mottled, gloss }, x, y, 1.5, rng.between(2, 6))]
      default: // chalk or gauge ring
        return [
          new Turned(
            owner,
            { paint: mottled, gloss },
            [x, y, 0],
            [0, 0, 1],
            [
              [0.01, rng.between(4, 7)],
              [rng.between(4, 30), rng.between(3, 6)],
            ],
          ),
        ]
    }
  }
  switch (rng.int(0, 4)) {
    case 0: {
      const r = rng.between(28, 50)
      const hgt = rng.between(50, 130)
      return [
        new Turned(
          owner,
          { paint: plain(tone), gloss },
          [x, y, 0],
          [0, 0, 1],
          [
            [0, r * 0.8],
            [hgt, r],
            [hgt, r * 0.9],
            [hgt * 0.5, r * 0.85],
          ].sort((a, b) => a[0]! - b[0]!) as [number, number][],
        ),
      ]
    }
    case 1:
      return [new Block(owner, { paint: mottled, gloss }, x, y, 8, [rng.between(25, 110), rng.between(20, 80), 8], rng.between(0, 3))]
    case 2:
      return ballAt(rng, x, y)
    case 3:
      return figureSolids(rng, randomKit(rng), owner.id, x, y, [0, 0], rng.chance(0.5))
    default:
      return [new Ball(owner, { paint: mottled, gloss }, x, y, rng.between(5, 30), rng.between(5, 40))]
  }
}

const ballAt = (rng: Random, x: number, y: number) => [ballSolid(rng, { x, y, z: 11, r: 11 }, [0, 0], rng.pick(BALL_STYLES))]
