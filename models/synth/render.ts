/**
 * The renderer: casts rays through the true lens onto exact solids, with lamp shadows, light bounced off the cloth and highlights.
 * One bounce, seeded; the cloth's shadows come from a map of irradiance, everything else is sampled per pixel.
 */
import { Cloth } from './cloth.ts'
import type { Rgb } from './colour.ts'
import { Irradiance } from './irradiance.ts'
import { Lighting } from './lighting.ts'
import { Random, valueNoise } from './random.ts'
import { type Quality, type Scene, sagAt, type Window } from './scene.ts'
import type { Hit, Solid } from './shapes.ts'
import { SolidGrid } from './solid-grid.ts'

export interface Rendering {
  readonly window: Window
  /** Linear light, three floats per pixel, before exposure. */
  readonly light: Float32Array
  /** Fraction of the pixel covered by hands and arms, 0..255. */
  readonly hand: Uint8Array
  /** Pixels (fractional) in which an owner is seen, by owner id. */
  readonly seen: Map<string, number>
}

export const FAST: Quality = { samples: 4, texelMm: 2.5, shadowRays: 6 }
export const FINE: Quality = { samples: 10, texelMm: 1, shadowRays: 6 }

export function render(scene: Scene, window: Window, quality: Quality): Rendering {
  return new Caster(scene, window, quality).run()
}

class Caster {
  private readonly cloth: Cloth
  private readonly rng: Random
  private readonly solids: SolidGrid
  private readonly lighting: Lighting
  private readonly onCloth: Irradiance
  private readonly surfaceX: number
  private readonly surfaceY: number
  private readonly open: Rgb
  private readonly hit: Hit = { nx: 0, ny: 0, nz: 1 }

  constructor(
    private readonly scene: Scene,
    private readonly window: Window,
    private readonly quality: Quality,
  ) {
    this.cloth = new Cloth(scene.pitch, scene.cloth)
    this.rng = new Random(scene.seed ^ 0x5bd1e995)
    const p = scene.pitch
    this.surfaceX = p.lengthMm / 2 + p.surfaceMarginMm.goalLine
    this.surfaceY = p.widthMm / 2 + p.surfaceMarginMm.touchline
    this.solids = new SolidGrid(scene.solids)
    this.lighting = new Lighting(scene, this.solids)
    this.open = this.lighting.lamps(0, 0, 0, 0, 0, 1, null)
    this.onCloth = new Irradiance(scene, window, quality, this.solids, this.lighting, this.rng)
  }

  private readonly e: [number, number, number] = [0, 0, 0]

  /** Light leaving the ground (cloth, table top or floor) at the end of a ray that meets no solid. */
  private ground(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, footprintMm: number): Rgb {
    const { scene } = this
    if (dz >= 0) return scene.sky
    let t = -oz / dz
    let x = ox + t * dx
    let y = oy + t * dy
    if (Math.abs(x) <= this.surfaceX && Math.abs(y) <= this.surfaceY) {
      const a = this.cloth.albedo(x, y, footprintMm)
      this.onCloth.at(x, y, this.e)
      return [a[0] * this.e[0], a[1] * this.e[1], a[2] * this.e[2]]
    }
    const border = scene.table.borderMm
    const k = scene.table
    if (Math.abs(x) <= this.surfaceX + border && Math.abs(y) <= this.surfaceY + border) {
      const g = 1 + k.grain * valueNoise(x / 60, y / 4, scene.seed) + 0.5 * k.grain * valueNoise(x / 3, y / 1.5, scene.seed + 1)
      return [k.colour[0] * g * this.open[0], k.colour[1] * g * this.open[1], k.colour[2] * g * this.open[2]]
    }
    const f = scene.floor
    t = (f.z - oz) / dz
    x = ox + t * dx
    y = oy + t * dy
    let g = 1 + f.grain * valueNoise(x / 200, y / 12, scene.seed + 2) + f.grain * valueNoise(x / 9, y / 9, scene.seed + 3)
    if (f.plankMm > 0 && (Math.abs(y % f.plankMm) < 3 || Math.abs((x + 400 * Math.floor(y / f.plankMm)) % (f.plankMm * 9)) < 3)) g *= 0.5
    g = Math.max(0.1, g) * 0.6
    return [f.colour[0] * g * this.open[0], f.colour[1] * g * this.open[1], f.colour[2] * g * this.open[2]]
  }

  /** Light leaving the solid just met towards the eye. */
  private shade(s: Solid, x: number, y: number, z: number, dx: number, dy: number, dz: number): Rgb {
    const { hit: n, rng, scene } = this
    s.normal(x, y, z, n)
    let { nx, ny, nz } = n
    if (nx * dx + ny * dy + nz * dz > 0) {
      nx = -nx
      ny = -ny
      nz = -nz
    }
    const a = s.colour(x, y, z)
    const e = this.lighting.lamps(x, y, z, nx, ny, nz, rng)
    // one ray into the hemisphere (cosine weighted): the sky, or light bounced off the cloth or a neighbour
    const u = rng.next()
    const phi = 2 * Math.PI * rng.next()
    const q = Math.sqrt(u)
    const [tx, ty, tz] = Math.abs(nz) < 0.9 ? [ny, -nx, 0] : [0, nz, -ny]
    const tl = 1 / Math.hypot(tx, ty, tz)
    const bx = (ny * tz - nz * ty) * tl
    const by = (nz * tx - nx * tz) * tl
    const bz = (nx * ty - ny * tx) * tl
    const ca = q * Math.cos(phi)
    const sa = q * Math.sin(phi)
    const w = Math.sqrt(1 - u)
    const hx = ca * tx * tl + sa * bx + w * nx
    const hy = ca * ty * tl + sa * by + w * ny
    const hz = ca * tz * tl + sa * bz + w * nz
    const px = x + nx * 0.02
    const py = y + ny * 0.02
    const pz = z + nz * 0.02
    const t = this.solids.nearest(px, py, pz, hx, hy, hz, 0, hz < 0 ? -pz / hz : 1e4)
    let bounce: Rgb
    if (this.solids.hit) bounce = this.lighting.bounced(this.solids.hit, px + t * hx, py + t * hy, pz + t * hz, hx, hy, hz)
    else bounce = hz < 0 ? this.ground(px, py, pz, hx, hy, hz, 3) : scene.sky
    let r = a[0] * (e[0] + bounce[0])
    let g = a[1] * (e[1] + bounce[1])
    let b = a[2] * (e[2] + bounce[2])
    if (s.surface.gloss > 0) {
      const d = dx * nx + dy * ny + dz * nz
      const rx = dx - 2 * d * nx
      const ry = dy - 2 * d * ny
      const rz = dz - 2 * d * nz
      const fresnel = 0.04 + 0.96 * (1 + d) ** 5
      const sharp = 8 + 400 * s.surface.gloss ** 2
      for (const lamp of scene.lamps) {
        const lx = lamp.at[0] + rng.between(-1, 1) * lamp.u[0] + rng.between(-1, 1) * lamp.v[0] - x
        const ly = lamp.at[1] + rng.between(-1, 1) * lamp.u[1] + rng.between(-1, 1) * lamp.v[1] - y
        const lz = lamp.at[2] + rng.between(-1, 1) * lamp.u[2] + rng.between(-1, 1) * lamp.v[2] - z
        const c = (rx * lx + ry * ly + rz * lz) / Math.hypot(lx, ly, lz)
        if (c <= 0) continue
        const k = fresnel * c ** sharp * (sharp + 2) * 0.16 * (0.3 + s.surface.gloss)
        r += k * lamp.colour[0]
        g += k * lamp.colour[1]
        b += k * lamp.colour[2]
      }
      if (rz > 0) {
        r += fresnel * s.surface.gloss * scene.sky[0]
        g += fresnel * s.surface.gloss * scene.sky[1]
        b += fresnel * s.surface.gloss * scene.sky[2]
      }
    }
    return [r, g, b]
  }

  /** Which pixels may show a solid: those get many samples. */
  private busyPixels(): Uint8Array {
    const { window: w, scene } = this
    const busy = new Uint8Array(w.width * w.height)
    const { camera } = scene
    const hangs = scene.table.sagMm ?? 0
    for (const { b, owner } of scene.solids.flatMap((s) => s.cover().map((b) => ({ b, owner: s.owner })))) {
      const speed = Math.hypot(...owner.velocity) * (scene.optics.shutterS + scene.optics.readoutS)
      const c = camera.project({ xMm: b.x, yMm: b.y, zMm: b.z })
      const dist = camera.centre[2] - b.z
      if (!(dist > b.r) || !Number.isFinite(c.xPx)) continue
      const far = Math.hypot(b.x - camera.centre[0], b.y - camera.centre[1])
      const r = ((b.r + speed + hangs) * camera.model.fx * (1 + (far / dist) ** 2)) / (dist - b.r) + 2
      const x0 = Math.max(0, Math.floor(c.xPx - r - w.x0))
      const x1 = Math.min(w.width - 1, Math.ceil(c.xPx + r - w.x0))
      for (let y = Math.max(0, Math.floor(c.yPx - r - w.y0)); y <= Math.min(w.height - 1, Math.ceil(c.yPx + r - w.y0)); y++) {
        const dy = y + w.y0 - c.yPx
        if (Math.abs(dy) > r || x1 < x0) continue
        const half = Math.sqrt(r * r - dy * dy)
        const a = Math.max(x0, Math.floor(c.xPx - half - w.x0))
        const e = Math.min(x1, Math.ceil(c.xPx + half - w.x0))
        if (e >= a) busy.fill(1, y * w.width + a, y * w.width + e + 1)
      }
    }
    return busy
  }

  run(): Rendering {
    const { scene, window: w, rng } = this
    const { samples } = this.quality
    const { camera, optics } = scene
    const light = new Float32Array(w.width * w.height * 3)
    const hand = new Uint8Array(w.width * w.height)
    const seen = new Map<string, number>()
    const busy = this.busyPixels()
    const [ox, oy, height] = camera.centre
    const middle = camera.toPitch({ xPx: w.x0 + w.width / 2, yPx: w.y0 + w.height / 2 }, 0)
    const footprint = camera.mmPerPx(middle)
    const grid = Math.max(1, Math.round(Math.sqrt(samples)))
    for (let y = 0; y < w.height; y++) {
      const rowTime = (optics.readoutS * (y + w.y0)) / camera.model.heightPx
      for (let x = 0; x < w.width; x++) {
        const k = y * w.width + x
        let n = busy[k] ? samples : 1
        let r = 0
        let g = 0
        let b = 0
        let arm = 0
        for (let s = 0; s < n; s++) {
          const jx = n === 1 ? 0 : ((s % grid) + rng.next()) / grid - 0.5
          const jy = n === 1 ? 0 : (Math.floor(s / grid) + rng.next()) / Math.ceil(n / grid) - 0.5
          const d = camera.ray({ xPx: x + w.x0 + jx, yPx: y + w.y0 + jy })
          // a table that hangs down hangs with what stands on it, and evenly as far as one thing reaches
          const oz = height + sagAt(scene, ox - (height / d[2]) * d[0])
          let c: Rgb
          if (n === 1) c = this.ground(ox, oy, oz, d[0], d[1], d[2], footprint)
          else {
            const time = rowTime + optics.shutterS * (rng.next() - 0.5)
            const t = this.solids.nearest(ox, oy, oz, d[0], d[1], d[2], time, -oz / d[2])
            const solid = this.solids.hit
            if (solid) {
              const v = solid.owner.velocity
              c = this.shade(solid, ox + t * d[0] - v[0] * time, oy + t * d[1] - v[1] * time, oz + t * d[2], d[0], d[1], d[2])
              if (solid.owner.kind === 'hand') {
                arm++
                if (s === 1 && arm === 2) n = 2 // inside an arm nothing fine is to be seen
              }
              seen.set(solid.owner.id, (seen.get(solid.owner.id) ?? 0) + 1 / n)
            } else c = this.ground(ox, oy, oz, d[0], d[1], d[2], footprint)
          }
          r += c[0]
          g += c[1]
          b += c[2]
        }
        light[3 * k] = r / n
        light[3 * k + 1] = g / n
        light[3 * k + 2] = b / n
        hand[k] = (255 * arm) / n
      }
    }
    return { window: w, light, hand, seen }
  }
}
