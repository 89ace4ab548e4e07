/**
 * Whether the camera still stands where it was calibrated: the printed lines are looked for where they were, a few hundred crossings at a
 * time, several times a second. What they have moved by is split into a shift, a turn and a change of scale; hands and figures on some of
 * the lines do no harm.
 */
import { Matrix, solve } from 'ml-matrix'
import type { Calibration } from './calibration.ts'
import { crossLine } from './lines/profile.ts'
import type { PicturePlanes } from './picture.ts'
import { lineLengthMm, type Pitch, pointOnLine } from './pitch.ts'
import { bad, good, type Outcome } from './problem.ts'
import type { PitchPoint } from './units.ts'
import { why } from './why.ts'

export interface Watched {
  /** Share of the crossings seen at the lock that are seen now, 0..1. */
  readonly found: number
  /** How far the corner of the pitch that moved most has moved on the cloth, mm, with its sigma; null when too little is seen, of all lines or of those of one direction. */
  readonly movedMm: number | null
  readonly sigmaMm: number
  /** Change of scale, e.g. 0.003 for a focus that changed by 0.3 %. */
  readonly scale: number
}

interface Spot {
  readonly at: PitchPoint
  readonly xPx: number
  readonly yPx: number
  readonly ux: number
  readonly uy: number
  readonly nx: number
  readonly ny: number
  readonly pxPerMm: number
  readonly groundPx: number
  /** Where the middle of the line was at the lock, px from the expected place. */
  readonly restPx: number
}

const EVERY_MM = 25
/** How far a line is looked for to both sides, mm: about a bump's worth. */
const REACH_MM = 9
const LEAST_SPOTS = 40
/** Less than this of the lines of one direction is a move along the others, farther than they are looked for. */
const LEAST_OF_DIRECTION = 0.3
/** Residuals beyond this many sigmas count less (Huber). */
const HUBER = 1.5

/** What of a calibration says where each line should be seen. */
type Where = Pick<Calibration, 'camera' | 'cloth'>

export class CalibrationWatch {
  private readonly spots: Spot[] = []
  private readonly corners: readonly PitchPoint[]

  /** From the picture at the lock, which shows where each line really lies; without one, from where the calibration has the lines. */
  constructor({ camera, cloth }: Where, pitch: Pitch, picture: PicturePlanes | null) {
    const [x, y] = [pitch.lengthMm / 2, pitch.widthMm / 2]
    this.corners = [-1, 1].flatMap((i) => [-1, 1].map((j) => ({ xMm: i * x, yMm: j * y })))
    for (const line of pitch.lines) {
      const length = lineLengthMm(line)
      const n = Math.max(2, Math.round(length / EVERY_MM))
      for (let k = 0; k < n; k++) {
        const { at: printed, nx, ny } = pointOnLine(line, ((k + 0.5) / n) * length)
        const at = picture ? printed : cloth.toTable(printed)
        const a = camera.project({ ...at, zMm: 0 })
        const b = camera.project({ xMm: at.xMm + nx, yMm: at.yMm + ny, zMm: 0 })
        if (!camera.sees(a)) continue
        const pxPerMm = Math.hypot(b.xPx - a.xPx, b.yPx - a.yPx)
        const [ux, uy] = [(b.xPx - a.xPx) / pxPerMm, (b.yPx - a.yPx) / pxPerMm]
        const groundPx = Math.max(4, pitch.lineWidthMm * pxPerMm + 2.5)
        const seen = picture ? crossLine(picture, a.xPx, a.yPx, ux, uy, groundPx, 3) : { offsetPx: 0 }
        if (seen) this.spots.push({ at, xPx: a.xPx, yPx: a.yPx, ux, uy, nx, ny, pxPerMm, groundPx, restPx: seen.offsetPx })
      }
    }
  }

  check(picture: PicturePlanes): Watched {
    // lines of one direction say nothing of a shift along them: both directions must be seen
    const family = ({ nx, ny }: Spot): 0 | 1 => (Math.abs(nx) > Math.abs(ny) ? 0 : 1)
    const asked = [0, 0]
    const there = [0, 0]
    for (const spot of this.spots) asked[family(spot)]!++
    const moves: { spot: Spot; mm: number }[] = []
    for (const spot of this.spots) {
      const reach = Math.max(3, REACH_MM * spot.pxPerMm)
      const seen = crossLine(picture, spot.xPx, spot.yPx, spot.ux, spot.uy, spot.groundPx, reach)
      if (!seen) continue
      moves.push({ spot, mm: (seen.offsetPx - spot.restPx) / spot.pxPerMm })
      there[family(spot)]!++
    }
    const found = this.spots.length ? moves.length / this.spots.length : 0
    const oneSided = there.some((n, k) => n < LEAST_SPOTS / 4 || n < LEAST_OF_DIRECTION * asked[k]!)
    if (moves.length < LEAST_SPOTS || oneSided) return { found, movedMm: null, sigmaMm: 0, scale: 0 }
    const fit = similarity(moves)
    const moved = (c: PitchPoint) => Math.hypot(fit.dx - fit.turn * c.yMm + fit.scale * c.xMm, fit.dy + fit.turn * c.xMm + fit.scale * c.yMm)
    return { found, movedMm: Math.max(...this.corners.map(moved)), sigmaMm: fit.sigmaMm, scale: fit.scale }
  }
}

/** Less of the lines than this where they should be is another view; a corner that is farther off than this (and four sigmas) has moved, mm. */
const HERE = 0.35
const MOVED_MM = 1

/** Whether a picture shows the pitch where a calibration has it: another size, another view and a push since then are named. */
export function stillHolds(cal: Calibration, pitch: Pitch, picture: PicturePlanes): Outcome<null> {
  const { widthPx, heightPx } = cal.camera.model
  if (picture.widthPx !== widthPx || picture.heightPx !== heightPx)
    return bad(
      'CAL_OTHER_SIZE',
      why`the calibration was made on pictures of ${widthPx}x${heightPx}, these are ${picture.widthPx}x${picture.heightPx}: calibrate again at this size`,
    )
  const { found, movedMm, sigmaMm } = new CalibrationWatch(cal, pitch, null).check(picture)
  if (found < HERE || movedMm === null)
    return bad(
      'CAL_MOVED',
      why`the calibration is of another view: ${Math.round(100 * found)} % of the lines are where it has them; calibrate again, or check that the pitch file is the same`,
    )
  if (movedMm > Math.max(MOVED_MM, 4 * sigmaMm))
    return bad('CAL_MOVED', why`the camera or the table has moved by ${movedMm.toFixed(1)} mm since the calibration: calibrate again`)
  return good(null)
}

/** Least squares with Huber weights: a point at (x, y) moves by (dx - turn y + scale x, dy + turn x + scale y); only the part along a line's normal is seen. */
function similarity(moves: readonly { spot: Spot; mm: number }[]): { dx: number; dy: number; turn: number; scale: number; sigmaMm: number } {
  let p = [0, 0, 0, 0]
  const rows = moves.map(({ spot: { at, nx, ny } }) => [nx, ny, -nx * at.yMm + ny * at.xMm, nx * at.xMm + ny * at.yMm])
  const residual = (i: number) => moves[i]!.mm - rows[i]!.reduce((s, v, k) => s + v * p[k]!, 0)
  let sigma = 0.3
  for (let it = 0; it < 6; it++) {
    const off = moves.map((_, i) => Math.abs(residual(i))).sort((a, b) => a - b)
    sigma = Math.max(0.03, 1.4826 * off[off.length >> 1]!)
    const a = Matrix.zeros(4, 4)
    const b = Matrix.zeros(4, 1)
    for (const [i, row] of rows.entries()) {
      const z = Math.abs(residual(i)) / sigma
      const w = z <= HUBER ? 1 : z > 6 ? 0 : HUBER / z
      for (let j = 0; j < 4; j++) {
        b.set(j, 0, b.get(j, 0) + w * row[j]! * moves[i]!.mm)
        for (let k = 0; k < 4; k++) a.set(j, k, a.get(j, k) + w * row[j]! * row[k]!)
      }
    }
    p = solve(a, b).to1DArray()
  }
  const [dx, dy, turn, scale] = p as [number, number, number, number]
  return { dx, dy, turn, scale, sigmaMm: (2.5 * sigma) / Math.sqrt(moves.length / 4) }
}
