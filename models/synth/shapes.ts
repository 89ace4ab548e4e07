/** Solids that a ray can meet, in mm. Each knows where it is met, its normal there and its colour. */
import type { Rgb } from './colour.ts'

export interface Hit {
  nx: number
  ny: number
  nz: number
}

/** Colour at a point given in the solid's own frame (for a solid of revolution: radius and height; else relative to its centre). */
export type Paint = (x: number, y: number, z: number) => Rgb

export interface Surface {
  readonly paint: Paint
  /** 0 is matt, 1 is polished. */
  readonly gloss: number
}

/** What an object belongs to: used for truth (visibility, masks) and for motion during the exposure. */
export interface Owner {
  readonly id: string
  readonly kind: 'ball' | 'figure' | 'keeper' | 'hand' | 'goal' | 'thing'
  readonly velocity: readonly [number, number]
}

export interface Sphere {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly r: number
}

export abstract class Solid {
  /** A sphere that holds the whole solid. */
  abstract readonly bound: Sphere
  /** Spheres that together cover the solid; long ones are covered by a chain. */
  cover(): readonly Sphere[] {
    return [this.bound]
  }
  constructor(
    readonly owner: Owner,
    readonly surface: Surface,
  ) {}
  /** Smallest distance t > 1e-4 along the ray at which it meets the solid, or Infinity. */
  abstract meet(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number
  /** Outward normal at a point of the surface. */
  abstract normal(x: number, y: number, z: number, out: Hit): void
  abstract colour(x: number, y: number, z: number): Rgb
}

export class Ball extends Solid {
  readonly bound
  constructor(
    owner: Owner,
    surface: Surface,
    readonly x: number,
    readonly y: number,
    readonly z: number,
    readonly r: number,
  ) {
    super(owner, surface)
    this.bound = { x, y, z, r }
  }
  meet(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number {
    const px = ox - this.x
    const py = oy - this.y
    const pz = oz - this.z
    const b = px * dx + py * dy + pz * dz
    const h = b * b - (px * px + py * py + pz * pz - this.r * this.r)
    if (h < 0) return Number.POSITIVE_INFINITY
    const q = Math.sqrt(h)
    return -b - q > 1e-4 ? -b - q : -b + q > 1e-4 ? -b + q : Number.POSITIVE_INFINITY
  }
  normal(x: number, y: number, z: number, out: Hit): void {
    out.nx = (x - this.x) / this.r
    out.ny = (y - this.y) / this.r
    out.nz = (z - this.z) / this.r
  }
  colour(x: number, y: number, z: number): Rgb {
    return this.surface.paint((x - this.x) / this.r, (y - this.y) / this.r, (z - this.z) / this.r)
  }
}

/** A rod with round ends, radius `ra` at one and `rb` at the other: limbs, posts, handles. Follows Quilez, "round cone" intersection. */
export class RoundCone extends Solid {
  readonly bound
  constructor(
    owner: Owner,
    surface: Surface,
    readonly a: readonly [number, number, number],
    readonly b: readonly [number, number, number],
    readonly ra: number,
    readonly rb: number,
  ) {
    super(owner, surface)
    const half = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) / 2
    this.bound = { x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2, z: (a[2] + b[2]) / 2, r: half + Math.max(ra, rb) }
  }
  override cover(): readonly Sphere[] {
    return chain(this.a, this.b, Math.max(this.ra, this.rb))
  }
  meet(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number {
    const { a, b, ra, rb } = this
    const bax = b[0] - a[0]
    const bay = b[1] - a[1]
    const baz = b[2] - a[2]
    const oax = ox - a[0]
    const oay = oy - a[1]
    const oaz = oz - a[2]
    const obx = ox - b[0]
    const oby = oy - b[1]
    const obz = oz - b[2]
    const rr = ra - rb
    const m0 = bax * bax + bay * bay + baz * baz
    const m1 = bax * oax + bay * oay + baz * oaz
    const m2 = bax * dx + bay * dy + baz * dz
    const m3 = dx * oax + dy * oay + dz * oaz
    const m5 = oax * oax + oay * oay + oaz * oaz
    const m6 = obx * dx + oby * dy + obz * dz
    const m7 = obx * obx + oby * oby + obz * obz
    const d2 = m0 - rr * rr
    let best = Number.POSITIVE_INFINITY
    const k2 = d2 - m2 * m2
    const k1 = d2 * m3 - m1 * m2 + m2 * rr * ra
    const k0 = d2 * m5 - m1 * m1 + m1 * rr * ra * 2 - m0 * ra * ra
    const h = k1 * k1 - k0 * k2
    if (h >= 0 && Math.abs(k2) > 1e-12) {
      const t = (-Math.sqrt(h) - k1) / k2
      const y = m1 - ra * rr + t * m2
      if (t > 1e-4 && y > 0 && y < d2) best = t
    }
    const h1 = m3 * m3 - m5 + ra * ra
    if (h1 > 0) {
      const t = -m3 - Math.sqrt(h1)
      if (t > 1e-4 && t < best) best = t
    }
    const h2 = m6 * m6 - m7 + rb * rb
    if (h2 > 0) {
      const t = -m6 - Math.sqrt(h2)
      if (t > 1e-4 && t < best) best = t
    }
    return best
  }
  normal(x: number, y: number, z: number, out: Hit): void {
    const { a, b, ra, rb } = this
    const bx = b[0] - a[0]
    const by = b[1] - a[1]
    const bz = b[2] - a[2]
    const m0 = bx * bx + by * by + bz * bz
    let s = m0 < 1e-9 ? 0 : ((x - a[0]) * bx + (y - a[1]) * by + (z - a[2]) * bz) / m0
    s = Math.min(1, Math.max(0, s))
    const r = ra + (rb - ra) * s || 1
    out.nx = (x - a[0] - s * bx) / r
    out.ny = (y - a[1] - s * by) / r
    out.nz = (z - a[2] - s * bz) / r
    const n = Math.hypot(out.nx, out.ny, out.nz) || 1
    out.nx /= n
    out.ny /= n
    out.nz /= n
  }
  colour(x: number, y: number, z: number): Rgb {
    return this.surface.paint(x - this.a[0], y - this.a[1], z - this.a[2])
  }
}

/** A block turned about the vertical. Half sizes in mm. */
export class Block extends Solid {
  readonly bound
  private readonly c: number
  private readonly s: number
  constructor(
    owner: Owner,
    surface: Surface,
    readonly x: number,
    readonly y: number,
    readonly z: number,
    readonly half: readonly [number, number, number],
    yaw: number,
  ) {
    super(owner, surface)
    this.c = Math.cos(yaw)
    this.s = Math.sin(yaw)
    this.bound = { x, y, z, r: Math.hypot(...half) }
  }
  override cover(): readonly Sphere[] {
    const { c, s, half } = this
    const [hx, hy, hz] = half
    const along = Math.max(hx, hy)
    const across = Math.hypot(Math.min(hx, hy), hz)
    const [ux, uy] = hx >= hy ? [c, s] : [-s, c]
    const reach = Math.max(0, along - across / 2)
    return chain([this.x - ux * reach, this.y - uy * reach, this.z], [this.x + ux * reach, this.y + uy * reach, this.z], across * 1.15)
  }
  meet(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number {
    const { c, s, half } = this
    const px = ox - this.x
    const py = oy - this.y
    const ix = 1 / (dx * c + dy * s)
    const iy = 1 / (dy * c - dx * s)
    const iz = 1 / dz
    const x = -(px * c + py * s) * ix
    const y = -(py * c - px * s) * iy
    const z = (this.z - oz) * iz
    const wx = Math.abs(half[0] * ix)
    const wy = Math.abs(half[1] * iy)
    const wz = Math.abs(half[2] * iz)
    const near = Math.max(x - wx, y - wy, z - wz)
    const far = Math.min(x + wx, y + wy, z + wz)
    return near > far || far < 1e-4 ? Number.POSITIVE_INFINITY : near > 1e-4 ? near : far
  }
  normal(x: number, y: number, z: number, out: Hit): void {
    const { c, s, half } = this
    const px = x - this.x
    const py = y - this.y
    const q = [(px * c + py * s) / half[0], (-px * s + py * c) / half[1], (z - this.z) / half[2]]
    const m = Math.max(Math.abs(q[0]!), Math.abs(q[1]!), Math.abs(q[2]!))
    const n = q.map((k) => (Math.abs(k) >= m - 1e-9 ? Math.sign(k) : 0))
    out.nx = n[0]! * c - n[1]! * s
    out.ny = n[0]! * s + n[1]! * c
    out.nz = n[2]!
  }
  colour(x: number, y: number, z: number): Rgb {
    const px = x - this.x
    const py = y - this.y
    return this.surface.paint(px * this.c + py * this.s, -px * this.s + py * this.c, z - this.z)
  }
}

/** A piece of netting: a parallelogram that is met only where a thread is. */
export class Net extends Solid {
  readonly bound
  private readonly n: readonly [number, number, number]
  constructor(
    owner: Owner,
    surface: Surface,
    readonly o: readonly [number, number, number],
    readonly e: readonly [number, number, number],
    readonly f: readonly [number, number, number],
    readonly meshMm: number,
    readonly threadMm: number,
  ) {
    super(owner, surface)
    const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]] as const
    const l = Math.hypot(...n)
    this.n = [n[0] / l, n[1] / l, n[2] / l]
    this.bound = {
      x: o[0] + (e[0] + f[0]) / 2,
      y: o[1] + (e[1] + f[1]) / 2,
      z: o[2] + (e[2] + f[2]) / 2,
      r: (Math.hypot(...e) + Math.hypot(...f)) / 2,
    }
  }
  meet(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number {
    const { n, o, e, f } = this
    const den = n[0] * dx + n[1] * dy + n[2] * dz
    if (Math.abs(den) < 1e-9) return Number.POSITIVE_INFINITY
    const t = (n[0] * (o[0] - ox) + n[1] * (o[1] - oy) + n[2] * (o[2] - oz)) / den
    if (t < 1e-4) return Number.POSITIVE_INFINITY
    const px = ox + t * dx - o[0]
    const py = oy + t * dy - o[1]
    const pz = oz + t * dz - o[2]
    const le = Math.hypot(...e)
    const lf = Math.hypot(...f)
    const a = (px * e[0] + py * e[1] + pz * e[2]) / le
    const b = (px * f[0] + py * f[1] + pz * f[2]) / lf
    if (a < 0 || b < 0 || a > le || b > lf) return Number.POSITIVE_INFINITY
    return a % this.meshMm < this.threadMm || b % this.meshMm < this.threadMm ? t : Number.POSITIVE_INFINITY
  }
  normal(_x: number, _y: number, _z: number, out: Hit): void {
    const s = this.n[2] < 0 ? -1 : 1
    out.nx = s * this.n[0]
    out.ny = s * this.n[1]
    out.nz = s * this.n[2]
  }
  colour(x: number, y: number, z: number): Rgb {
    return this.surface.paint(x, y, z)
  }
}

/** Spheres of radius `r` along a segment, close enough together that a rod of that radius (less 10 %) is covered. */
function chain(a: readonly [number, number, number], b: readonly [number, number, number], r: number): Sphere[] {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2])
  const n = Math.max(1, Math.ceil(length / r))
  return Array.from({ length: n + 1 }, (_, i) => ({
    x: a[0] + ((b[0] - a[0]) * i) / n,
    y: a[1] + ((b[1] - a[1]) * i) / n,
    z: a[2] + ((b[2] - a[2]) * i) / n,
    r: r * 1.15,
  }))
}
