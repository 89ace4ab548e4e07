/** The light that falls on the cloth, as a map of texels: with the shadows of what stands on it and what that sends back. */
import type { Lighting } from './lighting.ts'
import type { Random } from './random.ts'
import type { Quality, Scene, Window } from './scene.ts'
import type { Hit } from './shapes.ts'
import type { SolidGrid } from './solid-grid.ts'

/** Shadows and light from beyond the edge of the picture, mm. */
const AROUND_MM = 30
/** Light falling on the cloth is taken this far above it. */
const LIFT_MM = 0.05
/** What is this close above the cloth covers it. */
const COVER_MM = 1.5

export class Irradiance {
  private readonly x0: number
  private readonly y0: number
  private readonly width: number
  private readonly height: number
  private readonly texelMm: number
  private readonly map: Float32Array
  private readonly hit: Hit = { nx: 0, ny: 0, nz: 1 }

  constructor(
    scene: Scene,
    window: Window,
    quality: Quality,
    private readonly solids: SolidGrid,
    lighting: Lighting,
    rng: Random,
  ) {
    this.texelMm = quality.texelMm
    const p = scene.pitch
    const surfaceX = p.lengthMm / 2 + p.surfaceMarginMm.goalLine
    const surfaceY = p.widthMm / 2 + p.surfaceMarginMm.touchline
    const corners = [0, 0.5, 1].flatMap((i) =>
      [0, 0.5, 1].map((j) => scene.camera.toPitch({ xPx: window.x0 + i * window.width, yPx: window.y0 + j * window.height }, 0)),
    )
    const xs = corners.map((c) => c.xMm)
    const ys = corners.map((c) => c.yMm)
    this.x0 = Math.max(-surfaceX, Math.min(...xs)) - AROUND_MM
    this.y0 = Math.max(-surfaceY, Math.min(...ys)) - AROUND_MM
    this.width = Math.max(2, Math.ceil((Math.min(surfaceX, Math.max(...xs)) + AROUND_MM - this.x0) / this.texelMm))
    this.height = Math.max(2, Math.ceil((Math.min(surfaceY, Math.max(...ys)) + AROUND_MM - this.y0) / this.texelMm))
    this.map = this.made(scene, quality.shadowRays, lighting, rng)
  }

  /** Irradiance in texels of `texelMm`, three floats each: lamps with their shadows, the sky that is open, and what the solids before the rest of it send back. */
  private made(scene: Scene, rays: number, lighting: Lighting, rng: Random): Float32Array {
    const { width: w, height: h } = this
    const map = new Float32Array(w * h * 3)
    const busy = new Uint8Array(w * h)
    const covered = new Uint8Array(w * h)
    for (const b of scene.solids.flatMap((s) => s.cover())) {
      const reach = b.r + 20 + Math.max(0, b.z + b.r)
      const i0 = Math.max(0, Math.floor((b.x - reach - this.x0) / this.texelMm))
      const i1 = Math.min(w - 1, Math.ceil((b.x + reach - this.x0) / this.texelMm))
      for (
        let j = Math.max(0, Math.floor((b.y - reach - this.y0) / this.texelMm));
        j <= Math.min(h - 1, Math.ceil((b.y + reach - this.y0) / this.texelMm));
        j++
      )
        busy.fill(1, j * w + i0, Math.max(j * w + i0, j * w + i1 + 1))
    }
    for (let j = 0; j < h; j++)
      for (let i = 0; i < w; i++) {
        const x = this.x0 + i * this.texelMm
        const y = this.y0 + j * this.texelMm
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
            const from = this.solids.hit ? lighting.bounced(this.solids.hit, x + t * dx, y + t * dy, LIFT_MM + t * dz, dx, dy, dz) : scene.sky
            const e = lighting.lamps(x, y, LIFT_MM, 0, 0, 1, rng)
            r += (e[0] + from[0]) / rays
            g += (e[1] + from[1]) / rays
            b += (e[2] + from[2]) / rays
          }
        } else {
          const e = lighting.lamps(x, y, 0, 0, 0, 1, null)
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

  /** Light falling on a place of the cloth, between the texels. */
  at(x: number, y: number, out: [number, number, number]): void {
    const { width: w, height: h, map: m } = this
    const fx = Math.min(w - 1.001, Math.max(0, (x - this.x0) / this.texelMm))
    const fy = Math.min(h - 1.001, Math.max(0, (y - this.y0) / this.texelMm))
    const i = Math.floor(fx)
    const j = Math.floor(fy)
    const u = fx - i
    const v = fy - j
    for (let c = 0; c < 3; c++) {
      const k = 3 * (j * w + i) + c
      out[c] = (m[k]! * (1 - u) + m[k + 3]! * u) * (1 - v) + (m[k + 3 * w]! * (1 - u) + m[k + 3 * w + 3]! * u) * v
    }
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
