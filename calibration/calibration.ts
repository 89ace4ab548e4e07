/** Where the pitch is: a camera with what is known about its errors, and the lines as they are laid. */
import { type LaidLine, laidLines } from './as-laid.ts'
import type { Camera, CameraModel } from './camera.ts'
import { ClothField } from './cloth-field.ts'
import { type Lateral, lateralColour } from './lateral.ts'
import { type Lens, lensFor } from './lens.ts'
import { type LineWidth, lineWidth, widerBy } from './line-width.ts'
import { type Homography, mapPoint, matchPitch } from './lines/match.ts'
import { findChains } from './lines/ridges.ts'
import { type Bend, findBend, findStraightLines } from './lines/straight.ts'
import { linesInSight } from './lines-in-sight.ts'
import { type ClothHue, clothHues, type PicturePlanes, sizeScale } from './picture.ts'
import type { Pitch } from './pitch.ts'
import { bad, good, type Outcome } from './problem.ts'
import { type Priors, type Solution, solveCamera } from './solve.ts'
import { systematicSigma, worstOver } from './systematic.ts'
import type { PitchPoint } from './units.ts'
import { why } from './why.ts'

export interface Calibration {
  readonly id: string
  readonly camera: Camera
  readonly lines: readonly LaidLine[]
  /** How wide the lines are printed; null where the picture does not tell. */
  readonly lineWidth: LineWidth | null
  /** How far apart the lens draws the colours; null where it hardly does, or nothing tells. */
  readonly lateral: Lateral | null
  /** Length and width that would each fit the print better, when what is entered does not; null when it does. */
  readonly proportion: { readonly lengthMm: number; readonly widthMm: number } | null
  /** Where the print lies: the rules know the pitch as it was printed. */
  readonly cloth: ClothField
  /** One standard deviation per axis of what calibration is unsure of, mm: worst of a grid over the pitch. */
  readonly systematicSigmaMm: { readonly cloth: number; readonly ballHeight: number }
  /** The same at one place and height. */
  systematicSigmaAt(at: PitchPoint, heightMm: number): number
  readonly residualMm: number
  readonly missing: readonly string[]
  readonly problems: readonly string[]
}

export interface CalibrationInput {
  readonly picture: PicturePlanes
  readonly pitch: Pitch
  /** Height of the lens above the cloth by tape, mm; null when nobody measured. */
  readonly heightMm: number | null
  /** What a board has shown of the lens; with it the tape is not needed. */
  readonly lens?: Lens | null
}

/** A print that is longer or shorter than entered by more than this, for its width, is named, mm. */
const OUT_OF_PROPORTION_MM = 2

/** Lines that fit worse than this are not, or not all, those of the pitch file, mm: a cloth out of shape is allowed for. */
const WORST_FIT_MM = 1
/** A ball's middle is about so high, mm. */
const BALL_HEIGHT_MM = 11
/** A lens is this many of its usual spreads off the middle of the picture only under a wrong height. */
const ASIDE_SIGMAS = 1.9

const PRIORS = { heightSigmaMm: 6, principalPointSigmaPx: 20 }

/** Calibrates from one picture, from nothing. A picture that does not show the pitch gives a problem, never a guess. */
export function calibrate(input: CalibrationInput): Outcome<Calibration> {
  const made = onAnyCloth(input)
  if (made.ok || input.heightMm === null || !BY_HEIGHT.has(made.problem.code)) return made
  // a height in centimetres, or of the ceiling, hides a pitch that is plain to see
  const without = onAnyCloth({ ...input, heightMm: null })
  if (!without.ok || without.value.residualMm > PLAIN_MM || without.value.lines.some((l) => Math.abs(l.residualMm) > 3 * PLAIN_MM)) return made
  return bad(
    'CAL_HEIGHT',
    why`the lines form the pitch, but not under a camera at ${input.heightMm} mm: measure its height above the cloth again, in millimetres`,
  )
}
/** Lines that fit so well are surely those of the pitch, mm. */
const PLAIN_MM = 0.5
const BY_HEIGHT: ReadonlySet<string> = new Set(['CAL_NO_MATCH', 'CAL_AMBIGUOUS', 'CAL_LINES_MISSING'])

function onAnyCloth(input: CalibrationInput): Outcome<Calibration> {
  const hues = clothHues(input.picture)
  const sharp = firstOf(hues, input, false)
  // only where no pitch was seen at all may focus be what hides it
  if (sharp.ok || !BY_FOCUS.has(sharp.problem.code)) return sharp
  const soft = firstOf(hues, input, true)
  return soft.ok ? soft : sharp
}
const BY_FOCUS: ReadonlySet<string> = new Set(['CAL_NO_LINES', 'CAL_NO_MATCH', 'CAL_AMBIGUOUS'])

const READ: ReadonlySet<string> = new Set(['CAL_BAD_FIT', 'CAL_DIMENSION'])

/** On the first cloth on which it can; else what stood in the way on the likeliest. */
function firstOf(hues: readonly ClothHue[], input: CalibrationInput, soft: boolean): Outcome<Calibration> {
  let first: Outcome<Calibration> | null = null
  for (const hue of hues) {
    const made = calibrateOn(hue, input, soft)
    // lines that were read and do not fit are read no better on another cloth
    if (made.ok || READ.has(made.problem.code)) return made
    first ??= made
  }
  return first!
}

/** `soft`: as if the picture were out of focus, which makes of every line a broad one. */
function calibrateOn(hue: ClothHue, input: CalibrationInput, soft: boolean): Outcome<Calibration> {
  const { picture, pitch } = input
  const chains = findChains(picture, hue, soft)
  if (chains.length < 6)
    return bad(
      'CAL_NO_LINES',
      why`no pitch lines found in the picture: expected white lines on a cloth, saw ${chains.length} pieces of line; check camera, light and that the cloth is in view`,
    )
  const bend = findBend(chains, picture.widthPx, picture.heightPx)
  const match = matchPitch(pitch, findStraightLines(chains, bend), chains, bend, {
    widthPx: picture.widthPx,
    heightPx: picture.heightPx,
    heightMm: input.heightMm,
  })
  if (!match || match.found < 0.45)
    return bad(
      'CAL_NO_MATCH',
      why`the lines in the picture do not form the pitch of the pitch file (best reading explains ${Math.round(100 * (match?.found ?? 0))} % of its lines); check the pitch file's dimensions and that most of the pitch is in view`,
    )
  if (match.rival > 0.93) return bad('CAL_AMBIGUOUS', why`the lines fit the pitch file in two places about equally well; bring more of the pitch into view`)
  const lens = lensOf(input)
  if (!lens.ok) return lens
  const priors: Priors = { ...PRIORS, heightMm: input.heightMm, lens: lens.value }
  const start = startFrom(match.h, bend, picture, lens.value ? { f: lens.value.f } : { heightMm: input.heightMm ?? 1300 })
  const solution = solveCamera(picture, pitch, start, priors)
  if (!solution) return bad('CAL_NO_FIT', why`the pitch was recognised but its lines are too weak to measure; more light or a sharper picture is needed`)
  return judged(solution, input)
}

/** Re-solves from a camera that is nearly right (drift, re-lock). */
export function recalibrate(input: CalibrationInput, from: Camera): Outcome<Calibration> {
  const lens = lensOf(input)
  if (!lens.ok) return lens
  const solution = solveCamera(input.picture, input.pitch, from.model, { ...PRIORS, heightMm: input.heightMm, lens: lens.value })
  return solution ? judged(solution, input) : bad('CAL_NO_FIT', why`the lines were lost`)
}

const lensOf = ({ lens, picture }: CalibrationInput): Outcome<Lens | null> => (lens ? lensFor(lens, picture.widthPx, picture.heightPx) : good(null))

function judged(s: Solution, { pitch, picture, heightMm, lens }: CalibrationInput): Outcome<Calibration> {
  const seen = linesInSight(s, pitch, picture)
  if (!seen.ok) return seen
  const tilt = (Math.acos(Math.min(1, Math.abs(s.camera.model.R[2]![2]))) * 180) / Math.PI
  const mmPerPx = s.camera.mmPerPx({ xMm: 0, yMm: 0 })
  if (s.sampleSigmaPx * mmPerPx > WORST_FIT_MM)
    return bad(
      'CAL_BAD_FIT',
      why`lines fit only to ${(s.sampleSigmaPx * mmPerPx).toFixed(1)} mm, expected below ${WORST_FIT_MM} mm; the pitch file may be of another table, or other lines run close to its own`,
    )
  if (tilt > 25) return bad('CAL_TILT', why`the camera looks ${tilt.toFixed(0)} degrees off straight down; mount it above the table, within 15 degrees`)
  const problems = [...seen.value.notes]
  if (heightMm === null && !lens) problems.push('camera height not given: measure it with a tape to lower the error of the ball')
  const width = lineWidth(picture, pitch, s)
  if (widerBy(pitch, width))
    problems.push(`lineWidthMm ${pitch.lineWidthMm}: the print's lines are ${width!.widthMm.toFixed(1)} wide; calls go by their outer edges as printed`)
  const lines = laidLines(s, pitch.lineWidthMm, width)
  const proportion =
    Math.abs(s.unequal) * pitch.lengthMm > OUT_OF_PROPORTION_MM
      ? { lengthMm: pitch.lengthMm * (1 + s.unequal), widthMm: pitch.widthMm * (1 - s.unequal) }
      : null
  if (proportion)
    problems.push(
      `length and width do not go together: lengthMm ${proportion.lengthMm.toFixed(0)} (the pitch file has ${pitch.lengthMm}) or widthMm ${proportion.widthMm.toFixed(0)} (it has ${pitch.widthMm}) fits better; measure both again, or the cloth is stretched`,
    )
  const off = lines.filter((l) => Math.abs(l.residualMm) > 1.5)
  if (!proportion && off.length > lines.length / 2)
    problems.push('most lines are printed elsewhere than the pitch file says: measure lengthMm and widthMm again, both')
  if (off.length) problems.push(`printed elsewhere than the pitch file says: ${off.map((l) => `${l.name} by ${l.residualMm.toFixed(1)} mm`).join(', ')}`)
  const at = systematicSigma(s, { height: heightMm !== null || Boolean(lens), lens: Boolean(lens) })
  const aside = Math.max(Math.abs(s.camera.model.cx - (picture.widthPx - 1) / 2), Math.abs(s.camera.model.cy - (picture.heightPx - 1) / 2))
  if (heightMm !== null && !lens && aside > ASIDE_SIGMAS * PRIORS.principalPointSigmaPx * sizeScale(picture))
    problems.push(`the lens would look ${aside.toFixed(0)} px beside the middle of the picture, which hardly any does: check cameraHeightMm (${heightMm})`)
  return good({
    id: `cal-${picture.widthPx}x${picture.heightPx}-${Math.abs(hash(s.camera.model)).toString(16)}`,
    camera: s.camera,
    lines,
    lineWidth: width,
    lateral: lateralColour(picture, s),
    proportion,
    cloth: new ClothField(pitch, lines, width),
    systematicSigmaMm: { cloth: worstOver(pitch, at, 0), ballHeight: worstOver(pitch, at, BALL_HEIGHT_MM) },
    systematicSigmaAt: at,
    residualMm: s.sampleSigmaPx * mmPerPx,
    missing: seen.value.missing,
    problems,
  })
}

function hash(m: CameraModel): number {
  let h = 17
  for (const v of [m.fx, m.cx, m.cy, m.k1, ...m.t]) h = (Math.imul(h, 31) + Math.round(v * 1000)) | 0
  return h
}

/** A first camera from the matched homography: the focal length is known, or follows from the tape height (f = height times scale). */
function startFrom(h: Homography, bend: Bend, picture: PicturePlanes, known: { readonly heightMm: number } | { readonly f: number }): CameraModel {
  const o = mapPoint(h, 0, 0)
  const ex = mapPoint(h, 1, 0)
  const ey = mapPoint(h, 0, 1)
  const area = Math.abs((ex[0] - o[0]) * (ey[1] - o[1]) - (ey[0] - o[0]) * (ex[1] - o[1]))
  const f = 'f' in known ? known.f : known.heightMm * Math.sqrt(area)
  // H = K [r1 r2 t] up to scale, with pixels about the picture's centre
  const col = (k: number) => [h[k]! / f, h[k + 3]! / f, h[k + 6]!]
  const [c1, c2, c3] = [col(0), col(1), col(2)] as [number[], number[], number[]]
  const norm = 2 / (Math.hypot(...c1) + Math.hypot(...c2))
  const sign = c3[2]! * norm > 0 ? 1 : -1
  const r1 = c1.map((v) => v * norm * sign)
  const r2 = c2.map((v) => v * norm * sign)
  const t = c3.map((v) => v * norm * sign) as unknown as [number, number, number]
  const n1 = Math.hypot(...r1)
  const a = r1.map((v) => v / n1)
  const d = a[0]! * r2[0]! + a[1]! * r2[1]! + a[2]! * r2[2]!
  const b0 = r2.map((v, i) => v - d * a[i]!)
  const n2 = Math.hypot(...b0)
  const b = b0.map((v) => v / n2)
  const c = [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!]
  const k1 = bend.lambda * (f / bend.half) ** 2
  return {
    widthPx: picture.widthPx,
    heightPx: picture.heightPx,
    fx: f,
    fy: f,
    cx: bend.cx,
    cy: bend.cy,
    k1,
    k2: 0,
    p1: 0,
    p2: 0,
    k3: 0,
    R: [a, b, c] as unknown as CameraModel['R'],
    t,
  }
}
