/** Thin bright lines on the cloth, found as chains of pixels, before anything is known of the camera. */
import { type ClothHue, isCloth, longSidePx, type PicturePlanes } from '../picture.ts'
import type { ImagePoint } from '../units.ts'

/** Consecutive points along one thin line, in picture pixels, about one pixel apart. */
export type Chain = readonly ImagePoint[]

const MIN_CHAIN_PX = 28
const MAX_GAP_PX = 14

/** How much wider a soft picture's lines are taken to be. */
const SOFT = 1.75

/** Chains of ridge points with cloth of that hue on both sides; pictures longer than 2600 pixels are looked at in every second pixel. */
export function findChains(p: PicturePlanes, hue: ClothHue, soft = false): Chain[] {
  const longPx = longSidePx(p)
  const step = longPx > 2600 ? 2 : 1
  const reach = Math.round((longPx < 1500 ? 4 : 6) * (soft ? SOFT : 1)) // wider than half a line with its blur, in steps
  const across = chainsAlong(p, hue, step, reach, false)
  const down = chainsAlong(p, hue, step, reach, true)
  return [...across, ...down]
}

/** Ridges followed along one axis: `down` follows rows (upright lines), otherwise columns. */
function chainsAlong(p: PicturePlanes, hue: ClothHue, step: number, reach: number, down: boolean): Chain[] {
  const long = down ? p.heightPx : p.widthPx
  const wide = down ? p.widthPx : p.heightPx
  const open: { points: ImagePoint[]; at: number; slope: number; last: number }[] = []
  const done: ImagePoint[][] = []
  const d = reach * step
  const stride = down ? 1 : p.widthPx // one step across
  for (let a = d; a < long - d; a += step) {
    const found: number[] = []
    const origin = down ? a * p.widthPx : a
    for (let b = d; b < wide - d; b += step) {
      const k = origin + b * stride
      const l = p.luma
      const v = l[k]!
      const left = l[k - d * stride]!
      const right = l[k + d * stride]!
      const rise = v - Math.max(left, right)
      if (rise < 14 || rise < 0.12 * v) continue
      const s = step * stride
      const before = l[k - s]!
      const after = l[k + s]!
      if (v < before || v <= after) continue
      const x = down ? b : a
      const y = down ? a : b
      if (!isCloth(p, hue, down ? x - d : x, down ? y : y - d) || !isCloth(p, hue, down ? x + d : x, down ? y : y + d)) continue
      const bend = before - 2 * v + after
      found.push(b + (bend < 0 ? (0.5 * step * (before - after)) / bend : 0))
    }
    // each open chain takes the nearest point to where it should go on
    const taken = new Uint8Array(found.length)
    for (const c of open) {
      const gap = a - c.last
      const want = c.at + c.slope * gap
      let best = -1
      let err = 1.3 * step + 0.08 * gap
      for (let i = 0; i < found.length; i++) {
        const e = Math.abs(found[i]! - want)
        if (!taken[i] && e < err) {
          err = e
          best = i
        }
      }
      if (best < 0) continue
      taken[best] = 1
      const at = found[best]!
      const slope = (at - c.at) / gap
      const n = c.points.length
      c.slope = n < 4 ? slope : c.slope + Math.max(-0.1, Math.min(0.1, slope - c.slope)) * Math.max(0.06, 1 / n)
      c.at = want + (at - want) * (n < 6 ? 1 : 0.5)
      c.last = a
      c.points.push(down ? { xPx: at, yPx: a } : { xPx: a, yPx: at })
    }
    for (let i = open.length - 1; i >= 0; i--) {
      const c = open[i]!
      if (a - c.last > MAX_GAP_PX * step || (c.points.length < 5 && a - c.last > 2 * step)) {
        open.splice(i, 1)
        if (c.points.length * step >= MIN_CHAIN_PX) done.push(c.points)
      }
    }
    for (let i = 0; i < found.length; i++) {
      if (taken[i]) continue
      open.push({ points: [down ? { xPx: found[i]!, yPx: a } : { xPx: a, yPx: found[i]! }], at: found[i]!, slope: 0, last: a })
    }
  }
  for (const c of open) if (c.points.length * step >= MIN_CHAIN_PX) done.push(c.points)
  return done
}
