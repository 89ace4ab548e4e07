/** What the set-up page shows and changes: the lines found in the picture, what each misses by, advice, pitch and height. */
import { z } from 'zod'
import type { Calibration } from '../calibration/calibration.ts'
import { readGauge } from '../calibration/gauge.ts'
import type { PicturePlanes } from '../calibration/picture.ts'
import { lineLengthMm, type Pitch, parsePitch, pointOnLine } from '../calibration/pitch.ts'
import { bad, good, type Outcome } from '../calibration/problem.ts'
import type { Setup } from '../calibration/setup.ts'
import type { Why } from '../calibration/why.ts'
import type { LockState } from './lock.ts'
import type { GaugeMessage, SetupMessage } from './protocol.ts'

export const setupChange = z.strictObject({
  pin: z.string().max(12),
  pitch: z.unknown(),
  cameraHeightMm: z
    .number()
    .min(300, 'expected 300 to 5000 mm from the cloth to the lens')
    .max(5000, 'expected 300 to 5000 mm from the cloth to the lens')
    .nullable(),
  /** Bases by calipers: at the widest, and how high; FISTF 5.2 Part III 4.1.1 allows 16 to 21 and 5 to 7 mm. */
  bases: z
    .record(z.enum(['A', 'B']), z.strictObject({ diameterMm: z.number().min(10).max(80), heightMm: z.number().min(1).max(20), rounded: z.boolean() }))
    .optional(),
})

export const gaugeQuestion = z.strictObject({
  pin: z.string().max(12),
  xPx: z.number(),
  yPx: z.number(),
  diameterMm: z.number().min(8, 'expected 8 to 60 mm').max(60, 'expected 8 to 60 mm'),
  thicknessMm: z.number().min(0).max(30).default(2),
})
export type GaugeQuestion = z.infer<typeof gaugeQuestion>

/** A gauge agrees when it reads its size to this many of the reading's sigmas. */
const AGREES = 3
const RIM_POINTS = 48

/** Reads a gauge where it was tapped; what cannot be read is named. */
export function readGaugeAt(picture: PicturePlanes | null, cal: Calibration | null, q: GaugeQuestion): Outcome<GaugeMessage> {
  if (!picture || !cal) return bad('CAL_NO_FIT', 'the camera is not calibrated yet: a gauge can be read when the lines are found')
  const read = readGauge(picture, cal, { xPx: q.xPx, yPx: q.yPx }, q.diameterMm, q.thicknessMm)
  if (!read.ok) return read
  const { at, diameterMm, sigmaMm } = read.value
  const rim = Array.from({ length: RIM_POINTS }, (_, k) => {
    const a = (2 * Math.PI * k) / RIM_POINTS
    const px = cal.camera.project({ xMm: at.xMm + (diameterMm / 2) * Math.cos(a), yMm: at.yMm + (diameterMm / 2) * Math.sin(a), zMm: q.thicknessMm })
    return [px.xPx, px.yPx] as const
  })
  return good({ diameterMm, sigmaMm, within: Math.abs(diameterMm - q.diameterMm) <= AGREES * sigmaMm, rim })
}

export interface SetupChange {
  readonly pitch: Pitch
  readonly pitchFile: unknown
  readonly heightMm: number | null
  readonly bases?: SetupMessage['bases'] | undefined
}

/** A change as it came from the page; what does not fit is named. */
export function parseChange(body: unknown): Outcome<SetupChange & { pin: string }> {
  const parsed = setupChange.safeParse(body)
  if (!parsed.success) return bad('SETUP_INVALID', `${parsed.error.issues[0]!.path.join('.')}: ${parsed.error.issues[0]!.message}`)
  const pitch = parsePitch(parsed.data.pitch)
  if (!pitch.ok) return pitch
  return good({ pin: parsed.data.pin, pitch: pitch.value, pitchFile: parsed.data.pitch, heightMm: parsed.data.cameraHeightMm, bases: parsed.data.bases })
}

const STEP_MM = 20
/** A line that misses by more than this is worth a word, mm; so is a camera that looks this far off straight down, degrees. */
const OFF_MM = 1
const TILT_DEG = 10
const COARSE_MM_PER_PX = 1.1

/** What is known of a table when its set-up page asks. */
export interface RoomState {
  readonly calibration: Calibration | null
  readonly picture: { readonly widthPx: number; readonly heightPx: number } | null
  readonly state: LockState
  readonly problem: Why | null
  readonly pitch: Pitch
  readonly pitchFile: unknown
  /** Nobody has entered the dimensions. */
  readonly assumed: boolean
  readonly heightMm: number | null
  readonly camera: SetupMessage['camera']
  readonly models: SetupMessage['models']
  readonly sides: Setup['sides']
}

type Advice = SetupMessage['advice'][number]
const said = (words: Why): Advice => ({ about: 'said', words })

export function setupMessage(r: RoomState): SetupMessage {
  const { calibration: cal, state, problem, pitch, pitchFile, heightMm, camera, models } = r
  const bases = Object.fromEntries(
    Object.entries(r.sides).map(([name, s]) => [name, { diameterMm: 2 * s.radiusMm, heightMm: s.heightMm, rounded: s.rimMm < 0.8 * s.heightMm }]),
  ) as SetupMessage['bases']
  const { widthPx, heightPx } = r.picture ?? { widthPx: 0, heightPx: 0 }
  const base = { bases, state, problem, pitchFile, cameraHeightMm: heightMm, camera, models, widthPx, heightPx }
  const first: Advice[] = r.assumed ? [{ about: 'assumed', values: {} }] : []
  if (!cal) return { ...base, residualMm: null, tiltDeg: null, mmPerPx: null, sigmaMm: null, lines: [], advice: first }
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
  const outside = [-1, 1].some((i) =>
    [-1, 1].some((j) => !cal.camera.sees(cal.camera.project({ xMm: (i * pitch.lengthMm) / 2, yMm: (j * pitch.widthMm) / 2, zMm: 0 }))),
  )
  const off = lines.filter((l) => l.residualMm !== null && Math.abs(l.residualMm) > OFF_MM)
  const hidden = lines.filter((l) => l.foundShare < 0.4)
  const advice: Advice[] = [
    ...first,
    ...(heightMm === null ? [{ about: 'tape' as const, values: {} }] : []),
    ...(tiltDeg > TILT_DEG ? [{ about: 'tilt' as const, values: { degrees: Math.round(tiltDeg), most: TILT_DEG } }] : []),
    ...(mmPerPx > COARSE_MM_PER_PX ? [{ about: 'coarse' as const, values: { mm: mmPerPx.toFixed(2), most: COARSE_MM_PER_PX } }] : []),
    ...(outside ? [{ about: 'outside' as const, values: {} }] : []),
    ...(cal.proportion
      ? [
          {
            about: 'proportion' as const,
            values: {
              length: Math.round(cal.proportion.lengthMm),
              hasLength: pitch.lengthMm,
              width: Math.round(cal.proportion.widthMm),
              hasWidth: pitch.widthMm,
            },
          },
        ]
      : []),
    ...hidden.map((l): Advice => ({ about: 'hidden', values: { line: l.name } })),
    ...off.map((l): Advice => ({ about: 'off', values: { line: l.name, mm: l.residualMm!.toFixed(1) } })),
    ...(camera?.objections ?? []).map(said),
    ...(problem ? [said(problem)] : []),
  ]
  return { ...base, residualMm: cal.residualMm, tiltDeg, mmPerPx, sigmaMm: cal.systematicSigmaMm, lines, advice }
}
