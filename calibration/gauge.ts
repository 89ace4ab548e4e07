/**
 * The check with a gauge: a disc of known size (a coin, a ring gauge) lies on the cloth; what does the calibrated camera read?
 * Rays from its middle meet its rim; on each the half-height of light is the rim; a circle is fitted in millimetres.
 */
import type { Calibration } from './calibration.ts'
import { lumaAt, type PicturePlanes } from './picture.ts'
import { bad, good, type Outcome } from './problem.ts'
import type { ImagePoint, PitchPoint } from './units.ts'
import { why } from './why.ts'

export interface GaugeReading {
  readonly at: PitchPoint
  readonly diameterMm: number
  /** One standard deviation, noise of the rim and calibration together, mm. */
  readonly sigmaMm: number
}

const RAYS = 120
/** A tap may be this far from the middle, in radii; how closely and with how many rays the middle is first looked for. */
const SEARCH = 1.2
const SEARCH_STEP = 0.2
const COARSE_RAYS = 24
const STEP_MM = 0.1
/** The rim is looked for within this share of the expected radius. */
const REACH = 0.3
/** Rays that found a rim, of all; fewer is no disc. */
const LEAST_RIM = 0.6
/** What the disc must be brighter than the cloth by, in linear light of 1; a dark one melts into its own shadow. */
const LEAST_STEP = 0.02
const GAMMA = 2.2
/** A rim that is no rounder than this, mm, is something else. */
const LEAST_ROUND_MM = 0.8
/** Neighbouring rays share the light that falls on the rim: about so many tell something of their own. */
const INDEPENDENT = 12

/** Reads the diameter of the disc near a pixel; `topMm` is how far its upper rim lies above the cloth. */
export function readGauge(p: PicturePlanes, cal: Calibration, near: ImagePoint, expectedMm: number, topMm = 1): Outcome<GaugeReading> {
  const { camera } = cal
  let at = discNear(p, cal, camera.toPitch(near, topMm), expectedMm / 2, topMm)
  let fit = circle([])
  for (let round = 0; round < 6; round++) {
    const rim = rimAround(p, cal, at, expectedMm / 2, topMm, RAYS)
    if (rim.length < LEAST_RIM * RAYS)
      return bad(
        'GAUGE_NOT_FOUND',
        why`no disc of about ${expectedMm} mm is seen there: a rim was found in ${rim.length} of ${RAYS} directions; tap the middle of a disc that is brighter than the cloth`,
      )
    fit = circle(rim)
    at = { xMm: fit.x, yMm: fit.y }
  }
  if (fit.spreadMm > LEAST_ROUND_MM)
    return bad(
      'GAUGE_NOT_ROUND',
      why`what is seen there is not round to better than ${fit.spreadMm.toFixed(1)} mm; use a flat disc that stands out from the cloth`,
    )
  const scale = camera.mmPerPx(at)
  const noise = (2 * fit.spreadMm) / Math.sqrt(INDEPENDENT)
  const blur = 0.1 * scale
  return good({ at, diameterMm: 2 * fit.r, sigmaMm: Math.hypot(noise, blur) })
}

/** A finger on a tablet taps a disc beside its middle: the place near the tap from which most of a rim is seen. */
function discNear(p: PicturePlanes, cal: Calibration, tapped: PitchPoint, radiusMm: number, topMm: number): PitchPoint {
  const step = SEARCH_STEP * radiusMm
  const n = Math.ceil(SEARCH / SEARCH_STEP)
  let [best, most] = [tapped, 0]
  for (let i = -n; i <= n; i++)
    for (let j = -n; j <= n; j++) {
      const at = { xMm: tapped.xMm + i * step, yMm: tapped.yMm + j * step }
      const seen = rimAround(p, cal, at, radiusMm, topMm, COARSE_RAYS).length - Math.hypot(i, j) / (4 * n)
      if (seen > most) [best, most] = [at, seen]
    }
  return best
}

function rimAround(p: PicturePlanes, cal: Calibration, at: PitchPoint, radiusMm: number, topMm: number, rays: number): [number, number][] {
  const from = (1 - REACH) * radiusMm
  const n = Math.ceil((2 * REACH * radiusMm) / STEP_MM)
  const out: [number, number][] = []
  for (let k = 0; k < rays; k++) {
    const a = (2 * Math.PI * k) / rays
    const [ux, uy] = [Math.cos(a), Math.sin(a)]
    const light = Array.from({ length: n + 1 }, (_, i) => {
      const r = from + i * STEP_MM
      const px = cal.camera.project({ xMm: at.xMm + r * ux, yMm: at.yMm + r * uy, zMm: topMm })
      // a pixel half covered has half the light, not half the level
      return (lumaAt(p, px.xPx, px.yPx) / 255) ** GAMMA
    })
    const edge = Math.max(2, Math.round(n / 5))
    const inside = mean(light.slice(0, edge))
    const outside = mean(light.slice(n - edge))
    if (!(inside - outside > LEAST_STEP)) continue
    const half = (inside + outside) / 2
    const i = light.findIndex((v, j) => v > half && light[j + 1]! <= half)
    if (i < 0) continue
    const r = from + (i + (light[i]! - half) / (light[i]! - light[i + 1]!)) * STEP_MM
    out.push([at.xMm + r * ux, at.yMm + r * uy])
  }
  return out
}

const mean = (v: readonly number[]): number => v.reduce((s, x) => s + x, 0) / v.length

/** Circle through points (Kasa's algebraic fit), with one look at outliers; `spreadMm` is the robust deviation of the radii. */
function circle(points: readonly (readonly [number, number])[]): { x: number; y: number; r: number; spreadMm: number } {
  let kept = points
  let [x, y, r, spreadMm] = [0, 0, 0, 0]
  for (let pass = 0; pass < 3 && kept.length > 3; pass++) {
    const mx = kept.reduce((s, q) => s + q[0], 0) / kept.length
    const my = kept.reduce((s, q) => s + q[1], 0) / kept.length
    let [suu, suv, svv, suz, svz] = [0, 0, 0, 0, 0]
    for (const [px, py] of kept) {
      const [u, v] = [px - mx, py - my]
      const z = u * u + v * v
      suu += u * u
      suv += u * v
      svv += v * v
      suz += u * z
      svz += v * z
    }
    const det = suu * svv - suv * suv
    const [cu, cv] = [(suz * svv - svz * suv) / (2 * det), (svz * suu - suz * suv) / (2 * det)]
    x = mx + cu
    y = my + cv
    const radii = kept.map((q) => Math.hypot(q[0] - x, q[1] - y)).sort((a, b) => a - b)
    r = radii[radii.length >> 1]!
    const off = radii.map((v) => Math.abs(v - r)).sort((a, b) => a - b)
    spreadMm = 1.4826 * off[off.length >> 1]!
    kept = points.filter((q) => Math.abs(Math.hypot(q[0] - x, q[1] - y) - r) < Math.max(0.15, 3 * spreadMm))
  }
  return { x, y, r, spreadMm }
}
