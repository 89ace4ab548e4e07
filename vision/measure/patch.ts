/**
 * The pixels around a thing, resampled the same way wherever it stands: scaled so that its radius is always RADIUS_CELLS,
 * turned so that +u points away from the camera's foot (the direction of parallax). What the refiner networks look at.
 */
import type { Camera, CameraModel } from '../../calibration/camera.ts'
import { blueOf, greenOf, redOf } from '../../calibration/colour.ts'
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
  for (let b = 0, k = 0; b < PATCH_SIDE; b++)
    for (let a = 0; a < PATCH_SIDE; a++, k++) {
      let luma = 0
      for (let t = 0; t < taps * taps; t++) {
        const u = (a - (PATCH_SIDE - 1) / 2 + ((t % taps) + 0.5) / taps - 0.5) * cell
        const v = (b - (PATCH_SIDE - 1) / 2 + (Math.floor(t / taps) + 0.5) / taps - 0.5) * cell
        const px = camera.project({ xMm: f.at.xMm + u * f.ux - v * f.uy, yMm: f.at.yMm + u * f.uy + v * f.ux, zMm: shape.planeMm })
        if (lateral) {
          const [y, cb, cr] = drawnTogether(frame, camera.model, px, lateral)
          luma += y
          out[offset + n + k] = cb
          out[offset + 2 * n + k] = cr
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

/** Luma and chroma of a place, each colour from where the lens has drawn it (ITU-R BT.601, full range). */
function drawnTogether(frame: Planes, { cx, cy }: CameraModel, px: ImagePoint, lateral: Lateral): [number, number, number] {
  const cw = (frame.widthPx + 1) >> 1
  const ch = (frame.heightPx + 1) >> 1
  const at = (scale: number) => {
    const x = px.xPx + scale * (px.xPx - cx)
    const y = px.yPx + scale * (px.yPx - cy)
    return [
      clampedBilinear(frame.luma, frame.widthPx, frame.heightPx, x, y, 0),
      clampedBilinear(frame.chroma[0], cw, ch, (x - 0.5) / 2, (y - 0.5) / 2, 128) - 128,
      clampedBilinear(frame.chroma[1], cw, ch, (x - 0.5) / 2, (y - 0.5) / 2, 128) - 128,
    ] as const
  }
  const [r, g, b] = [at(lateral.red), at(lateral.green), at(lateral.blue)]
  const red = redOf(r[0], r[2])
  const green = greenOf(g[0], g[1], g[2])
  const blue = blueOf(b[0], b[1])
  const luma = 0.299 * red + 0.587 * green + 0.114 * blue
  return [byte(luma), byte(128 + (blue - luma) / 1.772), byte(128 + (red - luma) / 1.402)]
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
