/**
 * A base from its wall: a low cylinder whose near outline is its bottom edge and whose far outline is its top rim (design section 3).
 * Rays are compared with a circle of known radius at those two heights; the figure on it hides part of the far side.
 */
import type { Camera } from '../../calibration/camera.ts'
import type { ImagePoint } from '../../calibration/units.ts'
import type { Frame } from '../frame.ts'
import type { OutlineFit } from './ball.ts'
import { findEdges, fitShift, type Shift } from './outline.ts'

export interface BaseShape {
  readonly radiusMm: number
  /** The vertical wall runs from `wallFromMm` to `rimMm` above the cloth. */
  readonly wallFromMm: number
  readonly rimMm: number
}

const DIRECTIONS = 40
const EDGE_BIAS_PX = 0.25

export function measureBase(frame: Frame, camera: Camera, seen: ImagePoint, shape: BaseShape): OutlineFit | null {
  const { radiusMm, wallFromMm, rimMm } = shape
  let at = camera.toPitch(seen, rimMm)
  let fit: Shift | null = null
  for (const reach of [0.6, 0.45, 0.38, 0.38]) {
    const away = Math.atan2(at.yMm - camera.centre[1], at.xMm - camera.centre[0])
    const edges = findEdges(frame, {
      directions: DIRECTIONS,
      reach,
      place: (phi, delta) => {
        const r = radiusMm * (1 + delta)
        const far = Math.cos(phi - away) > 0
        return camera.project({ xMm: at.xMm + r * Math.cos(phi), yMm: at.yMm + r * Math.sin(phi), zMm: far ? rimMm : wallFromMm })
      },
    })
    fit = fitShift(edges, DIRECTIONS, false)
    if (!fit || Math.hypot(fit.dx, fit.dy) > 1) return null
    at = { xMm: at.xMm + radiusMm * fit.dx, yMm: at.yMm + radiusMm * fit.dy }
  }
  if (!fit) return null
  const bias = (EDGE_BIAS_PX * camera.mmPerPx(at)) ** 2
  const k = radiusMm ** 2
  return { at, covMm2: [k * fit.cov[0] + bias, k * fit.cov[1], k * fit.cov[2] + bias], share: fit.share, radiusError: fit.radial }
}
