/** What a lathe makes. */
import type { Rgb } from './colour.ts'
import { type Hit, type Owner, Solid, type Surface } from './shapes.ts'

/** A turned piece: radius as a polyline over height along an axis. Bases, coins, cups. Paint gets (radius, angle, height). */
export class Turned extends Solid {
  readonly bound
  private readonly u: readonly [number, number, number]
  private readonly v: readonly [number, number, number]
  private readonly rMax: number
  constructor(
    owner: Owner,
    surface: Surface,
    readonly foot: readonly [number, number, number],
    readonly axis: readonly [number, number, number],
    /** [height, radius] from the foot up, closed at both ends. */
    readonly profile: readonly (readonly [number, number])[],
  ) {
    super(owner, surface)
    const [ax, ay, az] = axis
    const n = Math.hypot(ay, ax) > 1e-6 ? [-ay, ax, 0] : [1, 0, 0]
    const l = Math.hypot(n[0]!, n[1]!, n[2]!)
    this.u = [n[0]! / l, n[1]! / l, n[2]! / l]
    this.v = [ay * this.u[2] - az * this.u[1], az * this.u[0] - ax * this.u[2], ax * this.u[1] - ay * this.u[0]]
    const height = profile[profile.length - 1]![0]
    this.rMax = Math.max(...profile.map((p) => p[1]))
    this.bound = {
      x: foot[0] + (ax * height) / 2,
      y: foot[1] + (ay * height) / 2,
      z: foot[2] + (az * height) / 2,
      r: Math.hypot(height / 2, this.rMax),
    }
  }
  meet(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number {
    const { u, v, axis: w, foot, profile } = this
    const px = ox - foot[0]
    const py = oy - foot[1]
    const pz = oz - foot[2]
    const lx = px * u[0] + py * u[1] + pz * u[2]
    const ly = px * v[0] + py * v[1] + pz * v[2]
    const lz = px * w[0] + py * w[1] + pz * w[2]
    const ex = dx * u[0] + dy * u[1] + dz * u[2]
    const ey = dx * v[0] + dy * v[1] + dz * v[2]
    const ez = dx * w[0] + dy * w[1] + dz * w[2]
    let best = Number.POSITIVE_INFINITY
    const last = profile.length - 1
    for (let k = 0; k <= last; k += last) {
      const t = (profile[k]![0] - lz) / ez
      if (t > 1e-4 && t < best) {
        const x = lx + t * ex
        const y = ly + t * ey
        if (x * x + y * y <= profile[k]![1] ** 2) best = t
      }
    }
    for (let k = 0; k < last; k++) {
      const [z0, r0] = profile[k]!
      const [z1, r1] = profile[k + 1]!
      if (z1 - z0 < 1e-9) {
        // a flat ring between two radii
        const t = (z0 - lz) / ez
        if (t > 1e-4 && t < best) {
          const q = (lx + t * ex) ** 2 + (ly + t * ey) ** 2
          if (q <= Math.max(r0, r1) ** 2 && q >= Math.min(r0, r1) ** 2) best = t
        }
        continue
      }
      const s = (r1 - r0) / (z1 - z0)
      const c = r0 + s * (lz - z0)
      const qa = ex * ex + ey * ey - s * s * ez * ez
      const qb = lx * ex + ly * ey - c * s * ez
      const qc = lx * lx + ly * ly - c * c
      const h = qb * qb - qa * qc
      if (h < 0 || Math.abs(qa) < 1e-12) continue
      const q = Math.sqrt(h)
      for (let side = -1; side <= 1; side += 2) {
        const t = (-qb + side * q) / qa
        if (t <= 1e-4 || t >= best) continue
        const z = lz + t * ez
        if (z >= z0 && z <= z1 && r0 + s * (z - z0) >= 0) best = t
      }
    }
    return best
  }
  private local(x: number, y: number, z: number): [number, number, number] {
    const { u, v, axis: w, foot } = this
    const px = x - foot[0]
    const py = y - foot[1]
    const pz = z - foot[2]
    return [px * u[0] + py * u[1] + pz * u[2], px * v[0] + py * v[1] + pz * v[2], px * w[0] + py * w[1] + pz * w[2]]
  }
  normal(x: number, y: number, z: number, out: Hit): void {
    const [lx, ly, lz] = this.local(x, y, z)
    const { profile, u, v, axis: w } = this
    const rho = Math.hypot(lx, ly)
    let bestErr = Number.POSITIVE_INFINITY
    let nr = 0
    let nz = 1
    const last = profile.length - 1
    const consider = (err: number, r: number, h: number) => {
      if (err < bestErr) {
        bestErr = err
        nr = r
        nz = h
      }
    }
    consider(Math.abs(lz - profile[last]![0]) + Math.max(0, rho - profile[last]![1]) + 1e-7, 0, 1)
    consider(Math.abs(lz - profile[0]![0]) + Math.max(0, rho - profile[0]![1]) + 1e-7, 0, -1)
    for (let k = 0; k < last; k++) {
      const [z0, r0] = profile[k]!
      const [z1, r1] = profile[k + 1]!
      const len = Math.hypot(z1 - z0, r1 - r0) || 1
      const err = Math.abs((rho - r0) * (z1 - z0) - (lz - z0) * (r1 - r0)) / len
      const along = ((rho - r0) * (r1 - r0) + (lz - z0) * (z1 - z0)) / len
      consider(err + Math.max(0, -along, along - len), (z1 - z0) / len, -(r1 - r0) / len)
    }
    const cx = rho > 1e-9 ? (nr * lx) / rho : 0
    const cy = rho > 1e-9 ? (nr * ly) / rho : 0
    out.nx = cx * u[0] + cy * v[0] + nz * w[0]
    out.ny = cx * u[1] + cy * v[1] + nz * w[1]
    out.nz = cx * u[2] + cy * v[2] + nz * w[2]
  }
  colour(x: number, y: number, z: number): Rgb {
    const [lx, ly, lz] = this.local(x, y, z)
    return this.surface.paint(Math.hypot(lx, ly), Math.atan2(ly, lx), lz)
  }
}
