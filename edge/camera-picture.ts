/** The camera's picture for streamers, as JPEG: black outside the fence, so that nobody who stands there is shown. */
import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import type { Calibration } from '../calibration/calibration.ts'
import { blueOf, greenOf, redOf } from '../calibration/colour.ts'
import type { Pitch } from '../calibration/pitch.ts'
import type { Frame } from '../vision/frame.ts'

const QUALITY = 80
/** The fence itself is shown, mm beyond the surface. */
const FENCE_MM = 40
const STEPS = 24
const ROWS_AT_ONCE = 64

/** The fence's outline in the picture as SVG points; lens distortion makes its sides bend. */
function outline(cal: Calibration, pitch: Pitch): string {
  const hx = pitch.lengthMm / 2 + pitch.surfaceMarginMm.goalLine + FENCE_MM
  const hy = pitch.widthMm / 2 + pitch.surfaceMarginMm.touchline + FENCE_MM
  const corners = [
    [-hx, -hy],
    [hx, -hy],
    [hx, hy],
    [-hx, hy],
  ] as const
  return corners
    .flatMap(([x, y], i) => {
      const [u, v] = corners[(i + 1) % 4]!
      return Array.from({ length: STEPS }, (_, k) => {
        const p = cal.camera.project({ xMm: x + ((u - x) * k) / STEPS, yMm: y + ((v - y) * k) / STEPS, zMm: 0 })
        return `${p.xPx.toFixed(1)},${p.yPx.toFixed(1)}`
      })
    })
    .join(' ')
}

/** JPEG of a frame; null before the fence is known, unless all may be shown. */
export async function cameraPicture(frame: Frame, cal: Calibration | null, pitch: Pitch, everything: boolean): Promise<Buffer | null> {
  if (!cal && !everything) return null
  const { widthPx: w, heightPx: h } = frame
  const rgb = Buffer.allocUnsafe(w * h * 3)
  const cw = (w + 1) >> 1
  const clamp = (v: number) => Math.max(0, Math.min(255, v))
  for (let y = 0; y < h; y++) {
    if (y % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate() // pictures to be measured go first
    for (let x = 0; x < w; x++) {
      const k = y * w + x
      const c = (y >> 1) * cw + (x >> 1)
      const l = frame.luma[k]!
      const cb = frame.chroma[0][c]! - 128
      const cr = frame.chroma[1][c]! - 128
      rgb[3 * k] = clamp(redOf(l, cr))
      rgb[3 * k + 1] = clamp(greenOf(l, cb, cr))
      rgb[3 * k + 2] = clamp(blueOf(l, cb))
    }
  }
  const picture = sharp(rgb, { raw: { width: w, height: h, channels: 3 } })
  if (everything || !cal) return picture.jpeg({ quality: QUALITY }).toBuffer()
  const mask = `<svg width="${w}" height="${h}"><path fill-rule="evenodd" d="M0 0H${w}V${h}H0Z M${outline(cal, pitch)}Z" fill="#000"/></svg>`
  return picture
    .composite([{ input: Buffer.from(mask) }])
    .jpeg({ quality: QUALITY })
    .toBuffer()
}
