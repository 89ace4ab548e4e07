/** What lamps and sky give to a small surface, and what a surface sends on. */
import type { Rgb } from './colour.ts'
import type { Random } from './random.ts'
import type { Lamp, Scene } from './scene.ts'
import type { Hit, Solid } from './shapes.ts'
import type { SolidGrid } from './solid-grid.ts'

export class Lighting {
  private readonly hit: Hit = { nx: 0, ny: 0, nz: 1 }

  constructor(
    private readonly scene: Pick<Scene, 'lamps' | 'sky'>,
    private readonly solids: SolidGrid,
  ) {}

  /** Light of all lamps on a small surface; one shadow ray to a random point of each lamp unless `shadow` is null. */
  lamps(x: number, y: number, z: number, nx: number, ny: number, nz: number, shadow: Random | null): Rgb {
    let r = 0
    let g = 0
    let b = 0
    for (const lamp of this.scene.lamps) {
      const e = this.oneLamp(lamp, x, y, z, nx, ny, nz, shadow)
      r += e * lamp.colour[0]
      g += e * lamp.colour[1]
      b += e * lamp.colour[2]
    }
    return [r, g, b]
  }

  private oneLamp(lamp: Lamp, x: number, y: number, z: number, nx: number, ny: number, nz: number, shadow: Random | null): number {
    const a = shadow ? shadow.between(-1, 1) : 0
    const c = shadow ? shadow.between(-1, 1) : 0
    const lx = lamp.at[0] + a * lamp.u[0] + c * lamp.v[0] - x
    const ly = lamp.at[1] + a * lamp.u[1] + c * lamp.v[1] - y
    const lz = lamp.at[2] + a * lamp.u[2] + c * lamp.v[2] - z
    const d = Math.hypot(lx, ly, lz)
    const cos = (nx * lx + ny * ly + nz * lz) / d
    if (cos <= 0) return 0
    const h = Math.hypot(...lamp.at)
    const e = cos * (h / d) ** 2
    if (shadow && this.solids.blocked(x + nx * 0.02, y + ny * 0.02, z + nz * 0.02, lx / d, ly / d, lz / d, d)) return 0
    return e
  }

  /** Light that leaves a solid met at the end of a bounce: that of lamps and sky, as if nothing stood in their way. */
  bounced(s: Solid, x: number, y: number, z: number, dx: number, dy: number, dz: number): Rgb {
    const { hit: n, scene } = this
    const c = s.colour(x, y, z)
    s.normal(x, y, z, n)
    const towards = n.nx * dx + n.ny * dy + n.nz * dz > 0 ? -1 : 1
    const [nx, ny, nz] = [towards * n.nx, towards * n.ny, towards * n.nz]
    const e = this.lamps(x, y, z, nx, ny, nz, null)
    const share = (1 + nz) / 2
    return [c[0] * (e[0] + share * scene.sky[0]), c[1] * (e[1] + share * scene.sky[1]), c[2] * (e[2] + share * scene.sky[2])]
  }
}
