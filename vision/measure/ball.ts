/**
 * A ball from its outline: the rays that touch a sphere form a circular cone, fitted in ray space, so no ellipse-centre bias is left.
 * The cone's axis meets the plane z = r at the ball's centre (design section 3).
 */
import type { Camera, Vec3 } from '../../calibration/camera.ts'
import type { ImagePoint, PitchPoint } from '../../calibration/units.ts'
import type { Frame } from '../frame.ts'
import { findEdges, fitShift, type Shift } from './outline.ts'

export interface OutlineFit {
  readonly at: PitchPoint
  readonly covMm2: readonly [number, number, number]
  readonly share: number
  readonly radiusError: number
}

const DIRECTIONS = 48
/** What an outline cannot tell: light on the ball moves its edges by a fraction of a pixel (one standard deviation). */
const EDGE_BIAS_PX = 0.22

export function measureBall(frame: Frame, camera: Camera, seen: ImagePoint, radiusMm: number): OutlineFit | null {
  let at = camera.toPitch(seen, radiusMm)
  let fit: Shift | null = null
  let basis: readonly [Vec3, Vec3, Vec3] | null = null
  let distance = 1
  for (const reach of [0.55, 0.4, 0.34, 0.34]) {
    const to: Vec3 = [at.xMm - camera.centre[0], at.yMm - camera.centre[1], radiusMm - camera.centre[2]]
    distance = Math.hypot(...to)
    const axis: Vec3 = [to[0] / distance, to[1] / distance, to[2] / distance]
    const e1 = unit(crossed(axis, [0, 1, 0]))
    const e2 = crossed(axis, e1)
    basis = [axis, e1, e2]
    const half = Math.asin(radiusMm / distance)
    const edges = findEdges(frame, {
      directions: DIRECTIONS,
      reach,
      place: (phi, delta) => {
        const a = half * (1 + delta)
        const c = Math.cos(a)
        const s = Math.sin(a)
        const cp = s * Math.cos(phi)
        const sp = s * Math.sin(phi)
        const k = distance
        return camera.project({
          xMm: camera.centre[0] + k * (axis[0] * c + e1[0] * cp + e2[0] * sp),
          yMm: camera.centre[1] + k * (axis[1] * c + e1[1] * cp + e2[1] * sp),
          zMm: camera.centre[2] + k * (axis[2] * c + e1[2] * cp + e2[2] * sp),
        })
      },
    })
    fit = fitShift(edges, DIRECTIONS, true)
    if (!fit || Math.hypot(fit.dx, fit.dy) > 0.9) return null
    at = onPlane(camera, axis, e1, e2, half * fit.dx, half * fit.dy, radiusMm)
  }
  if (!fit || !basis) return null
  // covariance: shifts in radii times the radius are millimetres across the ray; the plane stretches them by the ray's slant
  const slant = 1 / Math.abs(basis[0][2])
  const bias = (EDGE_BIAS_PX * camera.mmPerPx(at)) ** 2
  const k = (radiusMm * slant) ** 2
  return { at, covMm2: [k * fit.cov[0] + bias, k * fit.cov[1], k * fit.cov[2] + bias], share: fit.share, radiusError: fit.radial }
}

function onPlane(camera: Camera, axis: Vec3, e1: Vec3, e2: Vec3, a: number, b: number, z: number): PitchPoint {
  const d = [0, 1, 2].map((i) => axis[i]! + a * e1[i]! + b * e2[i]!)
  const s = (z - camera.centre[2]) / d[2]!
  return { xMm: camera.centre[0] + s * d[0]!, yMm: camera.centre[1] + s * d[1]! }
}

function crossed(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function unit(a: Vec3): Vec3 {
  const n = Math.hypot(...a)
  return [a[0] / n, a[1] / n, a[2] / n]
}
