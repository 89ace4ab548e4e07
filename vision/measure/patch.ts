/**
 * The pixels around a thing, resampled the same way wherever it stands: scaled so that its radius is always RADIUS_CELLS,
 * turned so that +u points away from the camera's foot (the direction of parallax). What the refiner networks look at.
 */
import type { Camera, CameraModel } from '../../calibration/camera.ts'
import { blueOf, greenOf, lumaOf, redOf } from '../../calibration/colour.ts'
import type { Lateral } from '../../calibration/lateral.ts'
import type { ImagePoint, PitchPoint } from '../../calibration/units.ts'
import type { Frame } from '../frame.ts'

export const PATCH_SIDE = 40
export const RADIUS_CELLS = 11
/** Numbers that go with a patch: slant (distance from the foot over camera height), wall heights over the radius, pixels per radius. */
export const PATCH_FACTS = 4

export interface PatchShape {
  readonly radiusMm: number
  /** Height of the plane that is resampled: a ball's centre, the middle of a base's wall. */
  readonly planeMm: number
  readonly wallFromMm: number
  readonly rimMm: number
}

export const ballShape = (radiusMm: number): PatchShape => ({ radiusMm, planeMm: radiusMm, wallFromMm: 0, rimMm: 2 * radiusMm })
export const wallShape = (b: { radiusMm: number; wallFromMm: number; rimMm: number }): PatchShape => ({ ...b, planeMm: (b.wallFromMm + b.rimMm) / 2 })

type Planes = Pick<Frame, 'luma' | 'chroma' | 'widthPx' | 'heightPx'>

export interface PatchFrame {
  readonly at: PitchPoint
  /** Unit vector away from the camera's foot; v is u turned a quarter anticlockwise. */
  readonly ux: number
  readonly uy: number
}

export function patchFrame(camera: Camera, at: PitchPoint): PatchFrame {
  const dx = at.xMm - camera.centre[0]
  const dy = at.yMm - camera.centre[1]
  const d = Math.hypot(dx, dy)
  return d < 1 ? { at, ux: 1, uy: 0 } : { at, ux: dx / d, uy: dy / d }
}

/**
 * Writes three planes (luma, Cb, Cr) of PATCH_SIDE^2 bytes to `out` from `offset`; outside the picture 0, 128, 128. Returns the facts. With
 * `lateral`, each colour is read where the lens has drawn it.
 */
export function cutPatch(
  frame: Planes,
  camera: Camera,
  f: PatchFrame,
  shape: PatchShape,
  out: Uint8Array,
  offset: number,
  lateral: Lateral | null = null,
): number[] {
  const n = PATCH_SIDE * PATCH_SIDE
  const cell = shape.radiusMm / RADIUS_CELLS
  const pxPerCell = cell / camera.mmPerPx(f.at)
  const taps = Math.max(1, Math.min(3, Math.round(pxPerCell)))
  const cw = (frame.widthPx + 1) >> 1
  const ch = (frame.heightPx + 1) >> 1
  const together = new Float64Array(3)
  for (let b = 0, k = 0; b < PATCH_SIDE; b++)
    for (let a = 0; a < PATCH_SIDE; a++, k++) {
      let luma = 0
      for (let t = 0; t < taps * taps; t++) {
        const u = (a - (PATCH_SIDE - 1) / 2 + ((t % taps) + 0.5) / taps - 0.5) * cell
        const v = (b - (PATCH_SIDE - 1) / 2 + (Math.floor(t / taps) + 0.5) / taps - 0.5) * cell
        const px = camera.project({ xMm: f.at.xMm + u * f.ux - v * f.uy, yMm: f.at.yMm + u * f.uy + v * f.ux, zMm: shape.planeMm })
        if (lateral) {
          drawnTogether(frame, camera.model, px, lateral, together)
          luma += together[0]!
          out[offset + n + k] = together[1]!
          out[offset + 2 * n + k] = together[2]!
          continue
        }
        luma += clampedBilinear(frame.luma, frame.widthPx, frame.heightPx, px.xPx, px.yPx, 0)
        if (t === taps * taps - 1) {
          out[offset + n + k] = clampedBilinear(frame.chroma[0], cw, ch, (px.xPx - 0.5) / 2, (px.yPx - 0.5) / 2, 128)
          out[offset + 2 * n + k] = clampedBilinear(frame.chroma[1], cw, ch, (px.xPx - 0.5) / 2, (px.yPx - 0.5) / 2, 128)
        }
      }
      out[offset + k] = luma / (taps * taps)
    }
  const slant = Math.hypot(f.at.xMm - camera.centre[0], f.at.yMm - camera.centre[1]) / camera.centre[2]
  return [slant, shape.wallFromMm / shape.radiusMm, shape.rimMm / shape.radiusMm, (pxPerCell * RADIUS_CELLS) / 20]
}

/** Luma and chroma of a place, each colour from where the lens has drawn it; written to `out`, since this runs for every cell of every patch. */
function drawnTogether(frame: Planes, { cx, cy }: CameraModel, { xPx, yPx }: ImagePoint, lateral: Lateral, out: Float64Array): void {
  const { widthPx: w, heightPx: h, luma } = frame
  const [cbs, crs] = frame.chroma
  const cw = (w + 1) >> 1
  const ch = (h + 1) >> 1
  const rx = xPx + lateral.red * (xPx - cx)
  const ry = yPx + lateral.red * (yPx - cy)
  const gx = xPx + lateral.green * (xPx - cx)
  const gy = yPx + lateral.green * (yPx - cy)
  const bx = xPx + lateral.blue * (xPx - cx)
  const by = yPx + lateral.blue * (yPx - cy)
  const red = redOf(clampedBilinear(luma, w, h, rx, ry, 0), clampedBilinear(crs, cw, ch, (rx - 0.5) / 2, (ry - 0.5) / 2, 128) - 128)
  const cb = clampedBilinear(cbs, cw, ch, (gx - 0.5) / 2, (gy - 0.5) / 2, 128) - 128
  const cr = clampedBilinear(crs, cw, ch, (gx - 0.5) / 2, (gy - 0.5) / 2, 128) - 128
  const green = greenOf(clampedBilinear(luma, w, h, gx, gy, 0), cb, cr)
  const blue = blueOf(clampedBilinear(luma, w, h, bx, by, 0), clampedBilinear(cbs, cw, ch, (bx - 0.5) / 2, (by - 0.5) / 2, 128) - 128)
  out[0] = byte(lumaOf(red, green, blue))
  out[1] = byte(128 + (blue - out[0]!) / 1.772)
  out[2] = byte(128 + (red - out[0]!) / 1.402)
}

const byte = (v: number): number => Math.max(0, Math.min(255, v))

function clampedBilinear(src: Uint8Array, w: number, h: number, x: number, y: number, empty: number): number {
  if (!(x > -0.5 && y > -0.5 && x < w - 0.5 && y < h - 0.5)) return empty
  const xx = Math.max(0, Math.min(w - 1.001, x))
  const yy = Math.max(0, Math.min(h - 1.001, y))
  const i = Math.floor(xx)
  const j = Math.floor(yy)
  const k = j * w + i
  const u = xx - i
  const v = yy - j
  return (src[k]! * (1 - u) + src[k + 1]! * u) * (1 - v) + (src[k + w]! * (1 - u) + src[k + w + 1]! * u) * v
}
