/**
 * From printed lines seen in the picture to the camera: pose, focal length, principal point and distortion.
 * Looking straight down at a plane, height and focal length cannot be told apart: the tape-measured height is a prior.
 * The principal point is estimated about the picture's centre, because with it fixed the lines still fit but the ball is off.
 */
import type { Matrix } from 'ml-matrix'
import { Camera, type CameraModel, multiply3, rotationFromVector, type Vec3 } from './camera.ts'
import { fitLeastSquares } from './least-squares.ts'
import { LENS_FIGURES, type Lens } from './lens.ts'
import { crossLine } from './lines/profile.ts'
import { type PicturePlanes, sizeScale } from './picture.ts'
import { lineLengthMm, type Pitch, type PrintedLine, pointOnLine } from './pitch.ts'
import type { PitchPoint } from './units.ts'

/** What is known beforehand, each with one standard deviation. */
export interface Priors {
  readonly heightMm: number | null
  readonly heightSigmaMm: number
  /** For a picture 1920 wide; scaled to others. */
  readonly principalPointSigmaPx: number
  /** The lens as a board has shown it, for pictures of this size; then centre and distortion are known from it alone. */
  readonly lens: Lens | null
}

/** One crossing of a printed line: where its middle was seen, and which way the line's normal lies. */
export interface LineSample {
  readonly line: PrintedLine
  readonly at: PitchPoint
  readonly xPx: number
  readonly yPx: number
  readonly nxPx: number
  readonly nyPx: number
  /** Half-height width seen, and the printed width at this scale. */
  readonly widthPx: number
  readonly expectedPx: number
}

/** How the cloth as a whole differs from its print: longer one way than the other, sheared (shares), its long and its cross lines bowed (mm). */
type Strain = readonly [unequal: number, shear: number, bowY: number, bowX: number]
const UNSTRAINED: Strain = [0, 0, 0, 0]
/** A cloth is taken to lie so well, one standard deviation each; its lines may say otherwise. */
const STRAIN_SIGMAS: Strain = [0.003, 0.002, 0.4, 0.4]
const RIGID: Strain = [1e-7, 1e-7, 1e-5, 1e-5]

/**
 * Where a place of the print lies on the table. Without this a cloth pulled out of shape bends the camera: a shear looks like a tilt, and a tilt
 * that is not there is an error at the height of the ball.
 */
function strained({ lengthMm, widthMm }: Pitch, [unequal, shear, bowY, bowX]: Strain, { xMm, yMm }: PitchPoint): PitchPoint {
  return {
    xMm: xMm + (unequal * xMm + shear * yMm) / 2 + bowX * (1 - ((2 * yMm) / widthMm) ** 2),
    yMm: yMm + (shear * xMm - unequal * yMm) / 2 + bowY * (1 - ((2 * xMm) / lengthMm) ** 2),
  }
}

export interface Solution {
  readonly camera: Camera
  readonly samples: readonly LineSample[]
  /** Covariance of (rotation vector, translation, f, cx, cy, k1, k2, p1, p2, k3) and of the cloth's strain about the solution. */
  readonly covariance: Matrix
  /** How much longer the print is than the pitch file says, for its width, share; 0 unless the lines ask for it. */
  readonly unequal: number
  /** One standard deviation of a single crossing, px, as the fit shows it. */
  readonly sampleSigmaPx: number
  /** By line: crossings looked for inside the picture, and of them those found. */
  readonly foundByLine: ReadonlyMap<string, { readonly asked: number; readonly found: number }>
}

const SAMPLE_MM = 5

/** How blurred the picture is: half-height width of its lines beyond their own, and how far from the middle the cloth is bare, px. */
export interface Sharpness {
  readonly extraPx: number
  readonly groundPx: number
}

/** Tries sharp and ever softer expectations and keeps the one under which most lines are found. */
export function findSharpness(p: PicturePlanes, pitch: Pitch, camera: Camera, reachPx: number): Sharpness {
  let best: Sharpness = { extraPx: 1, groundPx: 4 }
  let most = -1
  for (const groundPx of [4, 5.5, 7.5, 10]) {
    const { samples } = sampleLines(p, pitch, camera, reachPx, { extraPx: groundPx, groundPx }, 4)
    if (samples.length < 1.15 * most) continue
    most = samples.length
    const extra = samples.map((s) => s.widthPx - s.expectedPx).sort((a, b) => a - b)
    best = { extraPx: Math.max(0.5, extra[extra.length >> 1] ?? 1), groundPx }
  }
  return best
}

/** Looks for every printed line where the camera expects it, `reachPx` to both sides. */
export function sampleLines(
  p: PicturePlanes,
  pitch: Pitch,
  camera: Camera,
  reachPx: number,
  sharpness: Sharpness,
  sparse = 1,
  strain: Strain = UNSTRAINED,
): Pick<Solution, 'samples' | 'foundByLine'> {
  const samples: LineSample[] = []
  const foundByLine = new Map<string, { asked: number; found: number }>()
  for (const line of pitch.lines) {
    const length = lineLengthMm(line)
    const n = Math.max(4, Math.round(length / (SAMPLE_MM * sparse)))
    const count = { asked: 0, found: 0 }
    for (let i = 0; i < n; i++) {
      const { at, nx, ny } = pointOnLine(line, ((i + 0.5) / n) * length)
      const lies = strained(pitch, strain, at)
      const a = camera.project({ ...lies, zMm: 0 })
      const b = camera.project({ xMm: lies.xMm + nx, yMm: lies.yMm + ny, zMm: 0 })
      const pxPerMm = Math.hypot(b.xPx - a.xPx, b.yPx - a.yPx)
      const ux = (b.xPx - a.xPx) / pxPerMm
      const uy = (b.yPx - a.yPx) / pxPerMm
      const expected = pitch.lineWidthMm * pxPerMm
      const groundPx = sharpness.groundPx + expected / 2 - 1
      // a line at the edge of the picture can be there and yet not be measured
      const around = reachPx + groundPx + 2
      if (![-around, around].every((s) => camera.sees({ xPx: a.xPx + s * ux, yPx: a.yPx + s * uy }))) continue
      count.asked++
      const c = crossLine(p, a.xPx, a.yPx, ux, uy, groundPx, reachPx)
      if (!c || c.widthPx < 0.5 * expected || c.widthPx > 1.5 * (expected + sharpness.extraPx)) continue
      count.found++
      samples.push({ line, at, xPx: a.xPx + c.offsetPx * ux, yPx: a.yPx + c.offsetPx * uy, nxPx: ux, nyPx: uy, widthPx: c.widthPx, expectedPx: expected })
    }
    foundByLine.set(line.name, count)
  }
  return { samples, foundByLine }
}

/** Parameters of the camera; those of the cloth's strain come after them. */
export const CAMERA_PARAMS = 14
const STEPS = [1e-6, 1e-6, 1e-6, 1e-3, 1e-3, 1e-3, 1e-2, 1e-2, 1e-2, 1e-5, 1e-5, 1e-6, 1e-6, 1e-5, 1e-6, 1e-6, 1e-3, 1e-3]

/** A camera moved from `base` by parameters: rotation vector, translation, focal length, principal point, distortion. */
export function movedCamera(base: CameraModel, q: ArrayLike<number>): CameraModel {
  const R = multiply3(rotationFromVector([q[0]!, q[1]!, q[2]!]), base.R)
  return {
    ...base,
    R,
    t: [base.t[0] + q[3]!, base.t[1] + q[4]!, base.t[2] + q[5]!],
    fx: base.fx + q[6]!,
    fy: base.fy + q[6]!,
    cx: base.cx + q[7]!,
    cy: base.cy + q[8]!,
    k1: base.k1 + q[9]!,
    k2: base.k2 + q[10]!,
    p1: base.p1 + q[11]!,
    p2: base.p2 + q[12]!,
    k3: base.k3 + q[13]!,
  }
}

function solveOnce(
  pitch: Pitch,
  base: { readonly model: CameraModel; readonly strain: Strain },
  samples: readonly LineSample[],
  priors: Priors,
  sigmaPx: number,
  strainSigmas: Strain,
): { model: CameraModel; strain: Strain; covariance: Matrix; residualsPx: Float64Array } {
  const { widthPx, heightPx } = base.model
  const scale = sizeScale(base.model)
  const centre = [(widthPx - 1) / 2, (heightPx - 1) / 2]
  const strainOf = (q: Float64Array) => base.strain.map((v, i) => v + q[CAMERA_PARAMS + i]!) as unknown as Strain
  // neighbours along a line share their errors (print, creases, compression, what the lens model leaves): about one sample in ninety is independent
  const weight = 1 / (sigmaPx * Math.sqrt(90))
  const soft = 3 * sigmaPx
  const residuals = (q: Float64Array): Float64Array => {
    const model = movedCamera(base.model, q)
    const camera = new Camera(model)
    const strain = strainOf(q)
    const out = new Float64Array(samples.length + 9 + strain.length)
    for (let i = 0; i < samples.length; i++) {
      const s = samples[i]!
      const px = camera.project({ ...strained(pitch, strain, s.at), zMm: 0 })
      const e = (s.xPx - px.xPx) * s.nxPx + (s.yPx - px.yPx) * s.nyPx
      out[i] = weight * soft * Math.sign(e) * Math.sqrt(Math.log1p((e / soft) ** 2)) // Cauchy
    }
    let k = samples.length
    for (const [i, v] of strain.entries()) out[k++] = v / strainSigmas[i]!
    out[k++] = priors.heightMm === null ? 0 : (camera.centre[2] - priors.heightMm) / priors.heightSigmaMm
    if (priors.lens) {
      const { lens } = priors
      const value = { ...model, f: model.fx }
      for (const figure of LENS_FIGURES) out[k++] = (value[figure] - lens[figure]) / lens.sigma[figure]
      return out
    }
    out[k++] = (model.cx - centre[0]!) / (priors.principalPointSigmaPx * scale)
    out[k++] = (model.cy - centre[1]!) / (priors.principalPointSigmaPx * scale)
    out[k++] = model.k1 / 0.3
    out[k++] = model.k2 / 0.08
    out[k++] = model.k3 / 0.015
    out[k++] = model.p1 / 0.0006
    out[k++] = model.p2 / 0.0006
    return out
  }
  const fit = fitLeastSquares(new Float64Array(STEPS.length), STEPS, residuals)
  const model = movedCamera(base.model, fit.params)
  const camera = new Camera(model)
  const strain = strainOf(fit.params)
  const residualsPx = Float64Array.from(samples, (s) => {
    const px = camera.project({ ...strained(pitch, strain, s.at), zMm: 0 })
    return (s.xPx - px.xPx) * s.nxPx + (s.yPx - px.yPx) * s.nyPx
  })
  return { model: orthonormal(model), strain, covariance: fit.covariance, residualsPx }
}

/** A cloth out of shape is thought of only where that leaves so little of what the lines miss by. */
const STRAIN_EXPLAINS = 0.6
/** Lines that fit so well, mm, leave nothing to explain. */
const FITS_MM = 0.25

/** Lines that lie this far from where they should, mm (one of them, at its middle), may have been taken for others beside them. */
const ELSEWHERE_MM = 0.8
/** Search widths to both sides, px: from the first guess to the last look. */
const REACHES = [14, 8, 5, 3.5, 3.5]

/**
 * Alternates looking for the lines (ever closer) and solving for the camera; with a cloth that is pulled out of shape only when that explains
 * what lies elsewhere, because what does not need it is measured better without. Where a second line runs close to the boundary, the lines
 * inside the pitch tell which of the two is printed there.
 */
export function solveCamera(p: PicturePlanes, pitch: Pitch, start: CameraModel, priors: Priors): Solution | null {
  const sharpness = findSharpness(p, pitch, new Camera(start), Math.max(3, REACHES[0]! * sizeScale(p)))
  const look = { p, priors, sharpness }
  const flat = alternated(look, pitch, start, REACHES, false)
  if (!flat) return null
  const fits = flat.sampleSigmaPx * flat.camera.mmPerPx({ xMm: 0, yMm: 0 }) < FITS_MM
  if (fits && elsewhere(flat) < ELSEWHERE_MM) return flat
  const inside = insideFirst(look, pitch, start)
  const read = inside && elsewhere(inside) < STRAIN_EXPLAINS * elsewhere(flat) ? inside : flat
  if (read.sampleSigmaPx * read.camera.mmPerPx({ xMm: 0, yMm: 0 }) < FITS_MM) return read
  const pulled = alternated(look, pitch, start, REACHES, true)
  return pulled && pulled.sampleSigmaPx < STRAIN_EXPLAINS * read.sampleSigmaPx ? pulled : read
}

interface Look {
  readonly p: PicturePlanes
  readonly priors: Priors
  readonly sharpness: Sharpness
}

/** From the lines inside the pitch, and only then, near where those put it, the boundary. */
function insideFirst(look: Look, pitch: Pitch, start: CameraModel): Solution | null {
  const lines = pitch.lines.filter((l) => !/^(touchline|goal-line|corner)/.test(l.name))
  const inside = alternated(look, { ...pitch, lines }, start, REACHES, false)
  return inside && alternated(look, pitch, inside.camera.model, [REACHES.at(-1)!, REACHES.at(-1)!], false)
}

/** How far the line that is farthest from where it should be lies from there, at its middle, mm. */
function elsewhere(s: Solution): number {
  const byLine = new Map<string, number[]>()
  for (const q of s.samples) {
    const seen = s.camera.toPitch({ xPx: q.xPx, yPx: q.yPx }, 0)
    const off = Math.hypot(seen.xMm - q.at.xMm, seen.yMm - q.at.yMm)
    const list = byLine.get(q.line.name)
    if (list) list.push(off)
    else byLine.set(q.line.name, [off])
  }
  return Math.max(0, ...[...byLine.values()].map((v) => medianAbs(v)))
}

function alternated({ p, priors, sharpness }: Look, pitch: Pitch, start: CameraModel, reaches: readonly number[], pulled: boolean): Solution | null {
  let model = start
  let strain = UNSTRAINED
  let sampleSigmaPx = 1
  let last: Solution | null = null
  for (const reach of reaches) {
    const { samples, foundByLine } = sampleLines(p, pitch, new Camera(model), Math.max(3, reach * sizeScale(p)), sharpness, 1, strain)
    if (samples.length < 60) return null
    const fit = solveOnce(pitch, { model, strain }, samples, priors, sampleSigmaPx, pulled ? STRAIN_SIGMAS : RIGID)
    model = fit.model
    strain = fit.strain
    sampleSigmaPx = Math.max(0.02, 1.4826 * medianAbs(fit.residualsPx))
    last = { camera: new Camera(model), samples, covariance: fit.covariance, unequal: strain[0], sampleSigmaPx, foundByLine }
  }
  return last
}

export function medianAbs(v: ArrayLike<number>): number {
  const s = Float64Array.from(v, Math.abs).sort()
  return s.length ? s[s.length >> 1]! : 0
}

/** Rounding in repeated products is taken out of R (Gram-Schmidt). */
function orthonormal(m: CameraModel): CameraModel {
  const [a, b] = m.R as readonly [Vec3, Vec3, Vec3]
  const na = Math.hypot(...a)
  const x: Vec3 = [a[0] / na, a[1] / na, a[2] / na]
  const d = x[0] * b[0] + x[1] * b[1] + x[2] * b[2]
  const y0: Vec3 = [b[0] - d * x[0], b[1] - d * x[1], b[2] - d * x[2]]
  const ny = Math.hypot(...y0)
  const y: Vec3 = [y0[0] / ny, y0[1] / ny, y0[2] / ny]
  return { ...m, R: [x, y, [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]] }
}
