/** What the set-up page shows and changes: the lines found in the picture, what each misses by, advice in words, pitch and height. */
import { z } from 'zod'
import type { Calibration } from '../calibration/calibration.ts'
import { lineLengthMm, type Pitch, parsePitch, pointOnLine } from '../calibration/pitch.ts'
import { bad, good, type Outcome } from '../calibration/problem.ts'
import type { LockState } from './lock.ts'
import type { SetupMessage } from './protocol.ts'

export const setupChange = z.strictObject({
  pin: z.string().max(12),
  pitch: z.unknown(),
  cameraHeightMm: z
    .number()
    .min(300, 'expected 300 to 5000 mm from the cloth to the lens')
    .max(5000, 'expected 300 to 5000 mm from the cloth to the lens')
    .nullable(),
})
export interface SetupChange {
  readonly pitch: Pitch
  readonly pitchFile: unknown
  readonly heightMm: number | null
}

/** A change as it came from the page; what does not fit is named. */
export function parseChange(body: unknown): Outcome<SetupChange & { pin: string }> {
  const parsed = setupChange.safeParse(body)
  if (!parsed.success) return bad('SETUP_INVALID', `${parsed.error.issues[0]!.path.join('.')}: ${parsed.error.issues[0]!.message}`)
  const pitch = parsePitch(parsed.data.pitch)
  if (!pitch.ok) return pitch
  return good({ pin: parsed.data.pin, pitch: pitch.value, pitchFile: parsed.data.pitch, heightMm: parsed.data.cameraHeightMm })
}

const STEP_MM = 20
/** A line that misses by more than this is worth a word, mm; so is a camera that looks this far off straight down, degrees. */
const OFF_MM = 1
const TILT_DEG = 10
const COARSE_MM_PER_PX = 1.1

export function setupMessage(
  cal: Calibration | null,
  size: { readonly widthPx: number; readonly heightPx: number } | null,
  state: LockState,
  problem: string | null,
  pitch: Pitch,
  pitchFile: unknown,
  heightMm: number | null,
  camera: SetupMessage['camera'] = null,
  models: SetupMessage['models'] = [],
): SetupMessage {
  const base = { state, problem, pitchFile, cameraHeightMm: heightMm, camera, models, ...(size ?? { widthPx: 0, heightPx: 0 }) }
  if (!cal) return { ...base, residualMm: null, tiltDeg: null, mmPerPx: null, sigmaMm: null, lines: [], advice: problem ? [problem] : [] }
  const tiltDeg = (Math.acos(Math.min(1, Math.abs(cal.camera.model.R[2]![2]!))) * 180) / Math.PI
  const mmPerPx = cal.camera.mmPerPx({ xMm: 0, yMm: 0 })
  const found = new Map(cal.lines.map((l) => [l.name, l]))
  const lines = pitch.lines.map((line) => {
    const n = Math.max(1, Math.round(lineLengthMm(line) / STEP_MM))
    const px = Array.from({ length: n + 1 }, (_, k) => {
      const { at } = pointOnLine(line, (k / n) * lineLengthMm(line))
      const p = cal.camera.project({ ...at, zMm: 0 })
      return [Math.round(p.xPx * 10) / 10, Math.round(p.yPx * 10) / 10] as [number, number]
    })
    const l = found.get(line.name)
    return { name: line.name, px, residualMm: l?.residualMm ?? null, sigmaMm: l?.sigmaMm ?? null, foundShare: l?.foundShare ?? 0 }
  })
  const off = lines.filter((l) => l.residualMm !== null && Math.abs(l.residualMm) > OFF_MM)
  const hidden = lines.filter((l) => l.foundShare < 0.4)
  const advice = [
    ...(heightMm === null ? ['Measure the height of the lens above the cloth with a tape: it lowers the error of the ball.'] : []),
    ...(tiltDeg > TILT_DEG ? [`The camera looks ${tiltDeg.toFixed(0)} degrees off straight down: turn it until this is below ${TILT_DEG}.`] : []),
    ...(mmPerPx > COARSE_MM_PER_PX
      ? [`One pixel is ${mmPerPx.toFixed(2)} mm: lower the camera or choose a higher resolution; below ${COARSE_MM_PER_PX} mm the ball is measured to tenths.`]
      : []),
    ...hidden.map((l) => `${l.name} is hidden, worn or outside the picture.`),
    ...off.map(
      (l) => `${l.name} lies ${l.residualMm!.toFixed(1)} mm from where the pitch file says: measure that dimension again, or the cloth is stretched there.`,
    ),
    ...(camera?.objections ?? []),
    ...(problem ? [problem] : []),
  ]
  return { ...base, residualMm: cal.residualMm, tiltDeg, mmPerPx, sigmaMm: cal.systematicSigmaMm, lines, advice }
}
