/** Where the pitch is: a camera with what is known about its errors, and the lines as they are laid. */
import { Matrix } from 'ml-matrix'
import { type LaidLine, laidLines } from './as-laid.ts'
import { Camera, type CameraModel } from './camera.ts'
import { ClothField } from './cloth-field.ts'
import { coveredShares } from './covered.ts'
import { type Lateral, lateralColour } from './lateral.ts'
import { type Lens, lensFor } from './lens.ts'
import { type LineWidth, lineWidth, widerBy } from './line-width.ts'
import { type Homography, mapPoint, matchPitch } from './lines/match.ts'
import { findChains } from './lines/ridges.ts'
import { type Bend, findBend, findStraightLines } from './lines/straight.ts'
import { misfits } from './misfit.ts'
import { type ClothHue, clothHues, type PicturePlanes, sizeScale } from './picture.ts'
import type { Pitch } from './pitch.ts'
import { bad, good, type Outcome } from './problem.ts'
import { CAMERA_PARAMS, movedCamera, type Priors, type Solution, solveCamera } from './solve.ts'
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

/** Share of the lines in the picture that may be missing altogether. */
const MOST_MISSING = 0.35

/** Lines that fit worse than this are not, or not all, those of the pitch file, mm: a cloth out of shape is allowed for. */
const WORST_FIT_MM = 1
/** A line is covered, not missing, when so much of it has no cloth beside it. */
const COVERED = 0.6
/** Less of all lines in sight than this is no calibration, whatever hides them. */
const LEAST_IN_SIGHT = 0.35

/** Share by which a height that nobody measured is off, one standard deviation. */
const HEIGHT_UNKNOWN = 0.35
/**
 * What no picture shows of itself: lines along the pixel rows share an error, px; and without a board the middle of a lens that looks straight
 * down shows only through what stands above the cloth, mm per mm of height. Each one standard deviation, from our own pictures with the
 * middle 15 to 45 px off and from the 40 shared stills.
 */
const FLOOR_PX = 0.03
const FLOOR_OF_HEIGHT = 0.004
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
const BY_HEIGHT: ReadonlySet<string> = new Set(['CAL_NO_MATCH', 'CAL_AMBIGUOUS', 'CAL_LINES_MISSING', 'CAL_BAD_FIT'])

function onAnyCloth(input: CalibrationInput): Outcome<Calibration> {
  let first: Outcome<Calibration> | null = null
  const hues = clothHues(input.picture)
  for (const soft of [false, true])
    for (const hue of hues) {
      const made = calibrateOn(hue, input, soft)
      if (made.ok) return made
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
  const absent = [...s.foundByLine].filter(([, c]) => c.asked >= 3 && c.found < 0.3 * c.asked).map(([name]) => name)
  const unseen = [...s.foundByLine].filter(([, c]) => c.asked < 3).map(([name]) => name)
  const under = absent.length ? coveredShares(picture, pitch, s.camera) : new Map<string, number>()
  const covered = absent.filter((name) => (under.get(name) ?? 0) > COVERED)
  const missing = absent.filter((name) => !covered.includes(name))
  let asked = 0
  let found = 0
  let hidden = 0
  for (const [name, c] of s.foundByLine) {
    asked += c.asked
    found += c.found
    hidden += Math.min(c.asked - c.found, c.asked * (under.get(name) ?? 0))
  }
  const tilt = (Math.acos(Math.min(1, Math.abs(s.camera.model.R[2]![2]))) * 180) / Math.PI
  const mmPerPx = s.camera.mmPerPx({ xMm: 0, yMm: 0 })
  if (found < LEAST_IN_SIGHT * asked && hidden > 0.5 * (asked - found))
    return bad('CAL_LINES_MISSING', why`something lies on ${Math.round((100 * hidden) / asked)} % of the pitch's lines: clear the pitch until it is calibrated`)
  if (found < 0.5 * (asked - hidden))
    return bad(
      'CAL_LINES_MISSING',
      why`only ${Math.round((100 * found) / Math.max(1, asked))} % of the pitch's lines were found; not found: ${[...absent, ...unseen].join(', ')}`,
    )
  // whole lines that are in the picture and not there: a few are worn or covered, many are another cloth's
  const inPicture = [...s.foundByLine].filter(([name, c]) => c.asked >= 3 && !covered.includes(name)).length
  const wrong = missing.length ? misfits(picture, pitch, s.camera, s.foundByLine) : []
  const named = wrong.map((d) => `${d.name}: the print has ${d.fits.toFixed(0)}, the pitch file ${d.entered.toFixed(0)}`).join('; ')
  // what the calls are made by must not hang on a dimension that is wrong
  const boundary = wrong.some((d) => d.name === 'widthMm' || d.name === 'lengthMm')
  if (named && (boundary || missing.length > MOST_MISSING * inPicture)) return bad('CAL_DIMENSION', why`a dimension in the pitch file is wrong: ${named}`)
  if (missing.length > MOST_MISSING * inPicture)
    return bad(
      'CAL_LINES_MISSING',
      why`${missing.length} of ${inPicture} lines are not where the pitch file has them (${missing.slice(0, 4).join(', ')} ...): the pitch file is of another table, or a dimension in it is wrong`,
    )
  if (s.sampleSigmaPx * mmPerPx > WORST_FIT_MM)
    return bad(
      'CAL_BAD_FIT',
      why`lines fit only to ${(s.sampleSigmaPx * mmPerPx).toFixed(1)} mm, expected below ${WORST_FIT_MM} mm; the pitch file may be of another table, or other lines run close to its own`,
    )
  if (tilt > 25) return bad('CAL_TILT', why`the camera looks ${tilt.toFixed(0)} degrees off straight down; mount it above the table, within 15 degrees`)
  const problems: string[] = []
  if (named) problems.push(`a dimension in the pitch file is wrong: ${named}`)
  if (missing.length) problems.push(`lines not found: ${missing.join(', ')}`)
  if (covered.length) problems.push(`something lies on these lines: ${covered.join(', ')}`)
  if (unseen.length) problems.push(`lines outside the picture: ${unseen.join(', ')}`)
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
  // looking straight down nothing in the picture tells the height, however well the lines fit
  const [footX, footY, height] = s.camera.centre
  const unmeasured = heightMm === null && !lens ? HEIGHT_UNKNOWN : 0
  const at = (place: PitchPoint, z: number) =>
    Math.hypot(
      spread(s, place, z),
      FLOOR_PX * mmPerPx,
      lens ? 0 : FLOOR_OF_HEIGHT * z,
      (unmeasured * z * Math.hypot(place.xMm - footX, place.yMm - footY)) / height / Math.SQRT2,
    )
  const aside = Math.max(Math.abs(s.camera.model.cx - (picture.widthPx - 1) / 2), Math.abs(s.camera.model.cy - (picture.heightPx - 1) / 2))
  if (heightMm !== null && !lens && aside > ASIDE_SIGMAS * PRIORS.principalPointSigmaPx * sizeScale(picture))
    problems.push(`the lens would look ${aside.toFixed(0)} px beside the middle of the picture, which hardly any does: check cameraHeightMm (${heightMm})`)
  let cloth = 0
  let ballHeight = 0
  for (let i = -2; i <= 2; i++)
    for (let j = -2; j <= 2; j++) {
      const place = { xMm: (i / 4) * pitch.lengthMm, yMm: (j / 4) * pitch.widthMm }
      cloth = Math.max(cloth, at(place, 0))
      ballHeight = Math.max(ballHeight, at(place, 11))
    }
  return good({
    id: `cal-${picture.widthPx}x${picture.heightPx}-${Math.abs(hash(s.camera.model)).toString(16)}`,
    camera: s.camera,
    lines,
    lineWidth: width,
    lateral: lateralColour(picture, s),
    proportion,
    cloth: new ClothField(pitch, lines, width),
    systematicSigmaMm: { cloth, ballHeight },
    systematicSigmaAt: at,
    residualMm: s.sampleSigmaPx * mmPerPx,
    missing: [...absent, ...unseen],
    problems,
  })
}

function hash(m: CameraModel): number {
  let h = 17
  for (const v of [m.fx, m.cx, m.cy, m.k1, ...m.t]) h = (Math.imul(h, 31) + Math.round(v * 1000)) | 0
  return h
}

/** Standard deviation per axis at a place from the parameters' covariance, mm. */
function spread(s: Solution, at: PitchPoint, z: number): number {
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
