/** What calibration is unsure of at a place and height: the same error in every picture. */
import { Matrix } from 'ml-matrix'
import { Camera } from './camera.ts'
import type { Pitch } from './pitch.ts'
import { CAMERA_PARAMS, movedCamera, type Solution } from './solve.ts'
import type { PitchPoint } from './units.ts'

/** Share by which a height that nobody measured is off, one standard deviation. */
const HEIGHT_UNKNOWN = 0.35
/**
 * What no picture shows of itself: lines along the pixel rows share an error, px; and without a board the middle of a lens that looks straight
 * down shows only through what stands above the cloth, mm per mm of height. Each one standard deviation, from our own pictures with the
 * middle 15 to 45 px off and from the 40 shared stills.
 */
const FLOOR_PX = 0.03
const FLOOR_OF_HEIGHT = 0.004

export type SigmaAt = (at: PitchPoint, heightMm: number) => number

/** One standard deviation per axis, mm; `known` says whether the camera's height and its lens were measured. */
export function systematicSigma(s: Pick<Solution, 'camera' | 'covariance'>, known: { readonly height: boolean; readonly lens: boolean }): SigmaAt {
  const [footX, footY, height] = s.camera.centre
  const mmPerPx = s.camera.mmPerPx({ xMm: 0, yMm: 0 })
  // looking straight down nothing in the picture tells the height, however well the lines fit
  const unmeasured = known.height ? 0 : HEIGHT_UNKNOWN
  return (place, z) =>
    Math.hypot(
      spread(s, place, z),
      FLOOR_PX * mmPerPx,
      known.lens ? 0 : FLOOR_OF_HEIGHT * z,
      (unmeasured * z * Math.hypot(place.xMm - footX, place.yMm - footY)) / height / Math.SQRT2,
    )
}

/** The worst of a grid over the pitch, mm. */
export function worstOver(pitch: Pitch, at: SigmaAt, zMm: number): number {
  const steps = [-2, -1, 0, 1, 2]
  return Math.max(...steps.flatMap((i) => steps.map((j) => at({ xMm: (i / 4) * pitch.lengthMm, yMm: (j / 4) * pitch.widthMm }, zMm))))
}

/** Standard deviation per axis at a place from the parameters' covariance, mm. */
function spread(s: Pick<Solution, 'camera' | 'covariance'>, at: PitchPoint, z: number): number {
  const px = s.camera.project({ ...at, zMm: z })
  const n = CAMERA_PARAMS
  const steps = [1e-5, 1e-5, 1e-5, 0.01, 0.01, 0.01, 0.1, 0.1, 0.1, 1e-4, 1e-4, 1e-5, 1e-5, 1e-4]
  const jx = new Matrix(1, n)
  const jy = new Matrix(1, n)
  for (let k = 0; k < n; k++) {
    const q = new Float64Array(n)
    q[k] = steps[k]!
    const moved = new Camera(movedCamera(s.camera.model, q)).toPitch(px, z)
    jx.set(0, k, (moved.xMm - at.xMm) / steps[k]!)
    jy.set(0, k, (moved.yMm - at.yMm) / steps[k]!)
  }
  const ofCamera = s.covariance.subMatrix(0, n - 1, 0, n - 1)
  const vx = jx.mmul(ofCamera).mmul(jx.transpose()).get(0, 0)
  const vy = jy.mmul(ofCamera).mmul(jy.transpose()).get(0, 0)
  return Math.sqrt(Math.max(0, (vx + vy) / 2))
}
