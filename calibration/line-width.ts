/** How wide the lines are printed: their profile across, of all straight lines laid over each other, against a blurred box. */
import { toLinear } from './colour.ts'
import { normalCdf } from './estimate.ts'
import { fitLeastSquares } from './least-squares.ts'
import { lumaAt, type PicturePlanes } from './picture.ts'
import type { Pitch } from './pitch.ts'
import type { Solution } from './solve.ts'

export interface LineWidth {
  readonly widthMm: number
  readonly sigmaMm: number
}

const BIN_MM = 0.2
/** Crossings that a profile is made of, at least. */
const LEAST_CROSSINGS = 100
/** Softer lines than this, px and times their width, do not tell width from blur; brighter ones, of white, have lost their shoulders. */
const SOFTEST_PX = 1
const BROADEST_FOR_BLUR = 3
const BRIGHTEST = 0.85
/** What tone curve and sharpening leave, px (rms 0.12 mm on the 13 of 40 shared stills that tell it, at about 0.9 mm per pixel). */
const SIGMA_PX = 0.17
/** An entered width is doubted when the print is so many sigmas off it. */
const SURE_SIGMAS = 3
/** Radius of the camera's own sharpening, px, and its usual strength (log of the share that it adds, mean and spread). */
const SHARPENED_PX = 1
const SHARPENING = { mean: -0.9, spread: 0.7 }

/** The width of the print's lines, mm; null where blur or overexposure hide it. Half-height widths would be too wide: a camera's tone curve is not linear. */
export function lineWidth(p: PicturePlanes, pitch: Pitch, s: Pick<Solution, 'samples' | 'camera'>): LineWidth | null {
  const crossings = s.samples.filter((q) => q.line.kind === 'straight')
  if (crossings.length < LEAST_CROSSINGS) return null
  const mmPerPx = s.camera.mmPerPx({ xMm: 0, yMm: 0 })
  const reach = 2 + 4 * mmPerPx + pitch.lineWidthMm / 2
  const n = 2 * Math.ceil(reach / BIN_MM) + 1
  const across = Array.from({ length: n }, (_, b) => (b - (n - 1) / 2) * BIN_MM)
  const profile = across.map((mm) => {
    const values = crossings.flatMap((q) => {
      const px = (mm * q.expectedPx) / pitch.lineWidthMm
      const v = lumaAt(p, q.xPx + px * q.nxPx, q.yPx + px * q.nyPx)
      return Number.isNaN(v) ? [] : [toLinear(v / 255)]
    })
    return values.sort((a, b) => a - b)[values.length >> 1] ?? 0
  })
  const ground = profile[0]!
  const top = Math.max(...profile)
  if (top > BRIGHTEST || top <= ground) return null
  const seen = profile.map((v) => (v - ground) / (top - ground))
  const residuals = (q: Float64Array): Float64Array => {
    const [height, level, slope, middle, width, blur, sharpening] = q as unknown as [number, number, number, number, number, number, number]
    const soft = Math.hypot(blur, SHARPENED_PX * mmPerPx)
    const out = new Float64Array(n + 1)
    for (let b = 0; b < n; b++) {
      const x = across[b]! - middle
      const box = blurredBox(x, width, blur)
      out[b] = (level + slope * x + height * (box + Math.exp(sharpening) * (box - blurredBox(x, width, soft))) - seen[b]!) / 0.01
    }
    out[n] = (sharpening - SHARPENING.mean) / SHARPENING.spread
    return out
  }
  let best: { params: Float64Array; cost: number } | null = null
  for (const share of [0.5, 0.8, 1.1, 1.5]) {
    const start = [1, 0, 0, 0, share * pitch.lineWidthMm, 0.8 * mmPerPx, SHARPENING.mean]
    const fit = fitLeastSquares(start, [1e-4, 1e-4, 1e-5, 1e-4, 1e-4, 1e-4, 1e-4], residuals, 60)
    if (!best || fit.cost < best.cost) best = fit
  }
  const width = Math.abs(best!.params[4]!)
  const blur = Math.abs(best!.params[5]!)
  return blur > SOFTEST_PX * mmPerPx || width < BROADEST_FOR_BLUR * blur ? null : { widthMm: width, sigmaMm: SIGMA_PX * mmPerPx }
}

/** By how much the print's lines are wider than entered, mm; 0 unless they surely are. */
export function widerBy(pitch: Pitch, width: LineWidth | null): number {
  const by = width ? width.widthMm - pitch.lineWidthMm : 0
  return width && Math.abs(by) > SURE_SIGMAS * width.sigmaMm ? by : 0
}

const blurredBox = (x: number, width: number, sigma: number): number => normalCdf((x + width / 2) / sigma) - normalCdf((x - width / 2) / sigma)
