/**
 * Camera: the one place where pixels become millimetres and back.
 * Pinhole with Brown-Conrady distortion (k1, k2, p1, p2, k3) in OpenCV's convention, `X_cam = R X + t`, pitch frame in mm.
 */
import type { ImagePoint, PitchPoint, SpacePoint } from './units.ts'

export interface CameraModel {
  readonly widthPx: number
  readonly heightPx: number
  readonly fx: number
  readonly fy: number
  readonly cx: number
  readonly cy: number
  readonly k1: number
  readonly k2: number
  readonly p1: number
  readonly p2: number
  readonly k3: number
  /** Rotation from the pitch frame to the camera frame, row by row. */
  readonly R: readonly (readonly [number, number, number])[]
  /** Translation in mm. */
  readonly t: readonly [number, number, number]
}

export type Vec3 = readonly [number, number, number]

export class Camera {
  readonly model: CameraModel
  /** Optical centre in the pitch frame, mm. */
  readonly centre: Vec3
  private readonly r: Float64Array

  constructor(model: CameraModel) {
    this.model = model
    const [a, b, c] = model.R as readonly [Vec3, Vec3, Vec3]
    this.r = Float64Array.from([...a, ...b, ...c])
    const t = model.t
    this.centre = [0, 1, 2].map((j) => -(a[j]! * t[0] + b[j]! * t[1] + c[j]! * t[2])) as unknown as Vec3
  }

  /** Where a point of space is seen. Points behind the camera give NaN. */
  project(p: SpacePoint): ImagePoint {
    const { r, model: m } = this
    const zc = r[6]! * p.xMm + r[7]! * p.yMm + r[8]! * p.zMm + m.t[2]
    if (zc <= 0) return { xPx: Number.NaN, yPx: Number.NaN }
    const x = (r[0]! * p.xMm + r[1]! * p.yMm + r[2]! * p.zMm + m.t[0]) / zc
    const y = (r[3]! * p.xMm + r[4]! * p.yMm + r[5]! * p.zMm + m.t[1]) / zc
    const r2 = x * x + y * y
    const g = 1 + r2 * (m.k1 + r2 * (m.k2 + r2 * m.k3))
    return {
      xPx: m.fx * (x * g + 2 * m.p1 * x * y + m.p2 * (r2 + 2 * x * x)) + m.cx,
      yPx: m.fy * (y * g + m.p1 * (r2 + 2 * y * y) + 2 * m.p2 * x * y) + m.cy,
    }
  }

  /** Direction (unit vector, pitch frame) of the ray through a pixel. */
  ray(px: ImagePoint): Vec3 {
    const m = this.model
    const { r } = this
    const [x, y] = undistort(m, (px.xPx - m.cx) / m.fx, (px.yPx - m.cy) / m.fy)
    const dx = r[0]! * x + r[3]! * y + r[6]!
    const dy = r[1]! * x + r[4]! * y + r[7]!
    const dz = r[2]! * x + r[5]! * y + r[8]!
    const n = 1 / Math.hypot(dx, dy, dz)
    return [dx * n, dy * n, dz * n]
  }

  /** The place, at the given height above the cloth, that is seen at a pixel. */
  toPitch(px: ImagePoint, heightMm: number): PitchPoint {
    const d = this.ray(px)
    const s = (heightMm - this.centre[2]) / d[2]
    return { xMm: this.centre[0] + s * d[0], yMm: this.centre[1] + s * d[1] }
  }

  /** Millimetres on the cloth per pixel at a place, mean of both directions. */
  mmPerPx(at: PitchPoint): number {
    const a = this.project({ ...at, zMm: 0 })
    const b = this.project({ xMm: at.xMm + 1, yMm: at.yMm, zMm: 0 })
    const c = this.project({ xMm: at.xMm, yMm: at.yMm + 1, zMm: 0 })
    const area = Math.abs((b.xPx - a.xPx) * (c.yPx - a.yPx) - (b.yPx - a.yPx) * (c.xPx - a.xPx))
    return 1 / Math.sqrt(area)
  }

  sees(px: ImagePoint): boolean {
    return px.xPx >= 0 && px.yPx >= 0 && px.xPx <= this.model.widthPx - 1 && px.yPx <= this.model.heightPx - 1
  }
}

/** Inverse of the Brown-Conrady distortion on normalised coordinates, by Newton's method (quadratic; 1e-12 in a few steps). */
export function undistort(m: CameraModel, xd: number, yd: number): [number, number] {
  let x = xd
  let y = yd
  for (let i = 0; i < 12; i++) {
    const r2 = x * x + y * y
    const g = 1 + r2 * (m.k1 + r2 * (m.k2 + r2 * m.k3))
    const dg = m.k1 + r2 * (2 * m.k2 + 3 * r2 * m.k3)
    const ex = x * g + 2 * m.p1 * x * y + m.p2 * (r2 + 2 * x * x) - xd
    const ey = y * g + m.p1 * (r2 + 2 * y * y) + 2 * m.p2 * x * y - yd
    const a = g + 2 * x * x * dg + 2 * m.p1 * y + 6 * m.p2 * x
    const b = 2 * x * y * dg + 2 * m.p1 * x + 2 * m.p2 * y
    const d = g + 2 * y * y * dg + 6 * m.p1 * y + 2 * m.p2 * x
    const det = a * d - b * b
    const sx = (d * ex - b * ey) / det
    const sy = (a * ey - b * ex) / det
    x -= sx
    y -= sy
    if (Math.abs(sx) + Math.abs(sy) < 1e-13) break
  }
  return [x, y]
}

/** Rotation matrix of a rotation vector (Rodrigues). */
export function rotationFromVector(w: Vec3): [Vec3, Vec3, Vec3] {
  const a = Math.hypot(...w)
  const [x, y, z] = a > 1e-12 ? [w[0] / a, w[1] / a, w[2] / a] : [0, 0, 0]
  const c = Math.cos(a)
  const s = Math.sin(a)
  const v = 1 - c
  return [
    [c + x * x * v, x * y * v - z * s, x * z * v + y * s],
    [y * x * v + z * s, c + y * y * v, y * z * v - x * s],
    [z * x * v - y * s, z * y * v + x * s, c + z * z * v],
  ]
}

export function multiply3(a: readonly Vec3[], b: readonly Vec3[]): [Vec3, Vec3, Vec3] {
  const row = (i: number): Vec3 => [0, 1, 2].map((j) => a[i]![0] * b[0]![j]! + a[i]![1] * b[1]![j]! + a[i]![2] * b[2]![j]!) as unknown as Vec3
  return [row(0), row(1), row(2)]
}
