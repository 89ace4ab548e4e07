/** From linear light to the picture a camera delivers: colours drawn apart, blur, vignette, exposure, noise, sharpening, tone, sRGB, JPEG. */
import sharp from 'sharp'
import type { CameraModel } from '../../calibration/camera.ts'
import { toSrgb } from './colour.ts'
import { Random } from './random.ts'
import type { Rendering } from './render.ts'
import type { Scene } from './scene.ts'

/** Interleaved 8-bit sRGB. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly rgb: Buffer
}

export function develop(scene: Scene, made: Rendering): Picture {
  const { optics, camera } = scene
  const { width, height, x0, y0 } = made.window
  const rng = new Random(scene.seed ^ 0x2545f491)
  const plane = gaussian(drawnApart(made, camera.model, optics.lateral), width, height, optics.blurPx)
  const half = Math.hypot(camera.model.widthPx, camera.model.heightPx) / 2
  const full = 9000 // electrons at white, so that shot noise has a physical size
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const rr = Math.hypot(x + x0 - camera.model.cx, y + y0 - camera.model.cy) / half
      const gain = optics.exposure * (1 - optics.vignette * rr * rr)
      for (let c = 0; c < 3; c++) {
        const k = 3 * (y * width + x) + c
        const v = plane[k]! * gain * optics.whiteBalance[c]!
        plane[k] = v + rng.normal(optics.noise * Math.sqrt(Math.max(0, v) * 0.0006 + 0.000002 + Math.max(0, v) / full))
      }
    }
  if (optics.sharpen > 0) {
    const soft = gaussian(plane, width, height, 1)
    for (let k = 0; k < plane.length; k++) plane[k] = plane[k]! + optics.sharpen * (plane[k]! - soft[k]!)
  }
  const rgb = Buffer.allocUnsafe(width * height * 3)
  const tone = toneTable(optics.contrast)
  for (let k = 0; k < plane.length; k++) rgb[k] = tone[Math.max(0, Math.min(4095, Math.round(plane[k]! * 2730)))]!
  return { width, height, rgb }
}

/** Red and blue as the lens draws them, larger and smaller than green (bilinear); the edge of the window is repeated. */
function drawnApart({ light, window: w }: Rendering, { cx, cy }: CameraModel, lateral: number): Float32Array {
  if (!lateral) return light
  const out = light.slice()
  const from = (v: number, centre: number, start: number, size: number, scale: number) =>
    Math.max(0, Math.min(size - 1.001, centre + (v - centre) / scale - start))
  for (const [c, scale] of [
    [0, 1 + lateral],
    [2, 1 - lateral],
  ] as const)
    for (let y = 0; y < w.height; y++) {
      const yy = from(y + w.y0, cy, w.y0, w.height, scale)
      const j = Math.floor(yy)
      const v = yy - j
      for (let x = 0; x < w.width; x++) {
        const xx = from(x + w.x0, cx, w.x0, w.width, scale)
        const i = Math.floor(xx)
        const u = xx - i
        const k = 3 * (j * w.width + i) + c
        const below = k + 3 * w.width
        out[3 * (y * w.width + x) + c] = (light[k]! * (1 - u) + light[k + 3]! * u) * (1 - v) + (light[below]! * (1 - u) + light[below + 3]! * u) * v
      }
    }
  return out
}

/** sRGB value of a linear one (table of 4096 up to 1.5), with a soft shoulder above 0.8 and an S curve. */
function toneTable(contrast: number): Uint8Array {
  const t = new Uint8Array(4096)
  for (let i = 0; i < 4096; i++) {
    const v = i / 2730
    const s = toSrgb(v > 0.8 ? 0.8 + 0.2 * Math.tanh((v - 0.8) / 0.2) : v)
    const curved = s + contrast * s * (1 - s) * (2 * s - 1)
    t[i] = Math.max(0, Math.min(255, Math.round(255 * curved)))
  }
  return t
}

/** Separable Gaussian over three interleaved channels; sigma in pixels, below 0.15 nothing is done. */
function gaussian(src: Float32Array, w: number, h: number, sigma: number): Float32Array {
  if (sigma < 0.15) return src.slice()
  const n = Math.ceil(2.5 * sigma)
  const k = Array.from({ length: 2 * n + 1 }, (_, i) => Math.exp(-((i - n) ** 2) / (2 * sigma * sigma)))
  const sum = k.reduce((a, b) => a + b, 0)
  const pass = (from: Float32Array, dx: number, dy: number) => {
    const to = new Float32Array(from.length)
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) {
        let r = 0
        let g = 0
        let b = 0
        for (let i = -n; i <= n; i++) {
          const xx = Math.max(0, Math.min(w - 1, x + i * dx))
          const yy = Math.max(0, Math.min(h - 1, y + i * dy))
          const q = 3 * (yy * w + xx)
          const f = k[i + n]!
          r += f * from[q]!
          g += f * from[q + 1]!
          b += f * from[q + 2]!
        }
        const o = 3 * (y * w + x)
        to[o] = r / sum
        to[o + 1] = g / sum
        to[o + 2] = b / sum
      }
    return to
  }
  return pass(pass(src, 1, 0), 0, 1)
}

/** The picture after the camera's own JPEG, decoded again. */
export async function compressed(p: Picture, quality: number): Promise<Picture> {
  const jpeg = await sharp(p.rgb, { raw: { width: p.width, height: p.height, channels: 3 } })
    .jpeg({ quality, chromaSubsampling: '4:2:0' })
    .toBuffer()
  const rgb = await sharp(jpeg).removeAlpha().raw().toBuffer()
  return { width: p.width, height: p.height, rgb }
}
