/**
 * The renderer: casts rays through the true lens onto exact solids, with lamp shadows, light bounced off the cloth and highlights.
 * One bounce, seeded; the cloth's shadows come from a map of irradiance, everything else is sampled per pixel.
 */
import { Cloth } from './cloth.ts'
import type { Rgb } from './colour.ts'
import { Random, valueNoise } from './random.ts'
import type { Lamp, Scene } from './scene.ts'
import type { Hit, Solid } from './shapes.ts'
import { SolidGrid } from './solid-grid.ts'

/** The part of the picture to make, in pixels of the full picture. */
export interface Window {
  readonly x0: number
  readonly y0: number
  readonly width: number
  readonly height: number
}

export interface Rendering {
  readonly window: Window
  /** Linear light, three floats per pixel, before exposure. */
  readonly light: Float32Array
  /** Fraction of the pixel covered by hands and arms, 0..255. */
  readonly hand: Uint8Array
  /** Pixels (fractional) in which an owner is seen, by owner id. */
  readonly seen: Map<string, number>
}

/** How much work goes into a picture: rays per pixel on solids, texel size and rays per texel of the cloth's shadows. */
export interface Quality {
  readonly samples: number
  readonly texelMm: number
  readonly shadowRays: number
}
export const FAST: Quality = { samples: 4, texelMm: 2.5, shadowRays: 6 }
export const FINE: Quality = { samples: 10, texelMm: 1, shadowRays: 6 }

/** Light falling on the cloth is taken this far above it. */
const LIFT_MM = 0.05
/** What is this close above the cloth covers it. */
const COVER_MM = 1.5

export function render(scene: Scene, window: Window, quality: Quality): Rendering {
  return new Caster(scene, window, quality).run()
}

class Caster {
  private readonly cloth: Cloth
  private readonly rng: Random
  private readonly solids: SolidGrid
  private readonly mapX0: number
  private readonly mapY0: number
  private readonly mapW: number
  private readonly mapH: number
  private readonly irradiance: Float32Array
  private readonly surfaceX: number
  private readonly surfaceY: number
  private readonly open: Rgb
  private readonly mapMm: number
  private readonly hit: Hit = { nx: 0, ny: 0, nz: 1 }

  constructor(
    private readonly scene: Scene,
    private readonly window: Window,
    private readonly quality: Quality,
  ) {
    this.mapMm = quality.texelMm
    this.cloth = new Cloth(scene.pitch, scene.cloth)
    this.rng = new Random(scene.seed ^ 0x5bd1e995)
    const p = scene.pitch
    this.surfaceX = p.lengthMm / 2 + p.surfaceMarginMm.goalLine
    this.surfaceY = p.widthMm / 2 + p.surfaceMarginMm.touchline
    this.solids = new SolidGrid(scene.solids)
    const corners = [0, 0.5, 1].flatMap((i) =>
      [0, 0.5, 1].map((j) => scene.camera.toPitch({ xPx: window.x0 + i * window.width, yPx: window.y0 + j * window.height }, 0)),
    )
    const xs = corners.map((c) => c.xMm)
    const ys = corners.map((c) => c.yMm)
    this.mapX0 = Math.max(-this.surfaceX, Math.min(...xs)) - 30
    this.mapY0 = Math.max(-this.surfaceY, Math.min(...ys)) - 30
    this.mapW = Math.max(2, Math.ceil((Math.min(this.surfaceX, Math.max(...xs)) + 30 - this.mapX0) / this.mapMm))
    this.mapH = Math.max(2, Math.ceil((Math.min(this.surfaceY, Math.max(...ys)) + 30 - this.mapY0) / this.mapMm))
    this.open = this.lampLight(0, 0, 0, 0, 0, 1, null)
    this.irradiance = this.shadowMap()
  }

  /** Light of all lamps on a small surface; one shadow ray to a random point of each lamp unless `shadow` is null. */
  private lampLight(x: number, y: number, z: number, nx: number, ny: number, nz: number, shadow: Random | null): Rgb {
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

  /** Irradiance on the cloth in texels of `mapMm`: lamps with their shadows, the sky that is open, and what the solids before the rest of it send back. */
  private shadowMap(): Float32Array {
    const { mapW: w, mapH: h, rng, scene } = this
    const map = new Float32Array(w * h * 3)
    const busy = new Uint8Array(w * h)
    const covered = new Uint8Array(w * h)
    for (const b of scene.solids.flatMap((s) => s.cover())) {
      const reach = b.r + 20 + Math.max(0, b.z + b.r)
      const i0 = Math.max(0, Math.floor((b.x - reach - this.mapX0) / this.mapMm))
      const i1 = Math.min(w - 1, Math.ceil((b.x + reach - this.mapX0) / this.mapMm))
      for (
        let j = Math.max(0, Math.floor((b.y - reach - this.mapY0) / this.mapMm));
        j <= Math.min(h - 1, Math.ceil((b.y + reach - this.mapY0) / this.mapMm));
        j++
      )
        busy.fill(1, j * w + i0, Math.max(j * w + i0, j * w + i1 + 1))
    }
    const rays = this.quality.shadowRays
    for (let j = 0; j < h; j++)
      for (let i = 0; i < w; i++) {
        const x = this.mapX0 + i * this.mapMm
        const y = this.mapY0 + j * this.mapMm
        const k = 3 * (j * w + i)
        let r = 0
        let g = 0
        let b = 0
        if (busy[j * w + i]) {
          if (this.isInside(x, y)) {
            covered[j * w + i] = 1
            continue
          }
          for (let s = 0; s < rays; s++) {
            const u = (s + rng.next()) / rays
            const a = 2 * Math.PI * rng.next()
            const q = Math.sqrt(u)
            const [dx, dy, dz] = [q * Math.cos(a), q * Math.sin(a), Math.sqrt(1 - u)]
            const t = this.solids.nearest(x, y, LIFT_MM, dx, dy, dz, 0, 400)
            const from = this.solids.hit ? this.bounced(this.solids.hit, x + t * dx, y + t * dy, LIFT_MM + t * dz, dx, dy, dz) : scene.sky
            const e = this.lampLight(x, y, LIFT_MM, 0, 0, 1, rng)
            r += (e[0] + from[0]) / rays
            g += (e[1] + from[1]) / rays
            b += (e[2] + from[2]) / rays
          }
        } else {
          const e = this.lampLight(x, y, 0, 0, 0, 1, null)
          r = e[0] + scene.sky[0]
          g = e[1] + scene.sky[1]
          b = e[2] + scene.sky[2]
        }
        map[k] = r
        map[k + 1] = g
        map[k + 2] = b
      }
    return smooth(map, busy, covered, w, h)
  }

  /** Whether a base (or what else stands flat) covers this place of the cloth: straight up it is close above, or the way leads out of it. */
  private isInside(x: number, y: number): boolean {
    const t = this.solids.nearest(x, y, LIFT_MM, 0, 0, 1, 0, 100)
    if (!this.solids.hit) return false
    this.solids.hit.normal(x, y, LIFT_MM + t, this.hit)
    return t < COVER_MM || this.hit.nz > 0
  }

  /** Light that leaves a solid met at the end of a bounce: that of lamps and sky, as if nothing stood in their way. */
  private bounced(s: Solid, x: number, y: number, z: number, dx: number, dy: number, dz: number): Rgb {
    const { hit: n, scene } = this
    const c = s.colour(x, y, z)
    s.normal(x, y, z, n)
    const towards = n.nx * dx + n.ny * dy + n.nz * dz > 0 ? -1 : 1
    const [nx, ny, nz] = [towards * n.nx, towards * n.ny, towards * n.nz]
    const e = this.lampLight(x, y, z, nx, ny, nz, null)
    const share = (1 + nz) / 2
    return [c[0] * (e[0] + share * scene.sky[0]), c[1] * (e[1] + share * scene.sky[1]), c[2] * (e[2] + share * scene.sky[2])]
  }

  private irradianceAt(x: number, y: number, out: [number, number, number]): void {
    const { mapW: w, mapH: h, irradiance: m } = this
    const fx = Math.min(w - 1.001, Math.max(0, (x - this.mapX0) / this.mapMm))
    const fy = Math.min(h - 1.001, Math.max(0, (y - this.mapY0) / this.mapMm))
    const i = Math.floor(fx)
    const j = Math.floor(fy)
    const u = fx - i
    const v = fy - j
    for (let c = 0; c < 3; c++) {
      const k = 3 * (j * w + i) + c
      out[c] = (m[k]! * (1 - u) + m[k + 3]! * u) * (1 - v) + (m[k + 3 * w]! * (1 - u) + m[k + 3 * w + 3]! * u) * v
    }
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
      this.irradianceAt(x, y, this.e)
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
    const e = this.lampLight(x, y, z, nx, ny, nz, rng)
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
    if (this.solids.hit) bounce = this.bounced(this.solids.hit, px + t * hx, py + t * hy, pz + t * hz, hx, hy, hz)
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
    for (const { b, owner } of scene.solids.flatMap((s) => s.cover().map((b) => ({ b, owner: s.owner })))) {
      const speed = Math.hypot(...owner.velocity) * (scene.optics.shutterS + scene.optics.readoutS)
      const c = camera.project({ xMm: b.x, yMm: b.y, zMm: b.z })
      const dist = camera.centre[2] - b.z
      if (!(dist > b.r) || !Number.isFinite(c.xPx)) continue
      const far = Math.hypot(b.x - camera.centre[0], b.y - camera.centre[1])
      const r = ((b.r + speed) * camera.model.fx * (1 + (far / dist) ** 2)) / (dist - b.r) + 2
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
    const [ox, oy, oz] = camera.centre
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

/**
 * A 3x3 binomial over the busy part of the irradiance map: takes out the sampling noise of the shadows. Covered texels get the mean of
 * what is beside them: their own darkness is not seen, and must not leak out from under a base as a seam that no real base has.
 */
function smooth(map: Float32Array, busy: Uint8Array, covered: Uint8Array, w: number, h: number): Float32Array {
  const out = map.slice()
  const k = [1, 2, 1]
  for (let j = 1; j < h - 1; j++)
    for (let i = 1; i < w - 1; i++) {
      if (!busy[j * w + i]) continue
      let weight = 0
      const sum = [0, 0, 0]
      for (let a = -1; a <= 1; a++)
        for (let b = -1; b <= 1; b++) {
          const q = (j + a) * w + i + b
          if (covered[q]) continue
          const f = k[a + 1]! * k[b + 1]!
          weight += f
          for (let c = 0; c < 3; c++) sum[c]! += f * map[3 * q + c]!
        }
      if (weight) for (let c = 0; c < 3; c++) out[3 * (j * w + i) + c] = sum[c]! / weight
    }
  return out
}
