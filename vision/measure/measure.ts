/** All things of a frame, measured: detections become places in mm with covariance, sides by colour. */
import type { Calibration } from '../../calibration/calibration.ts'
import type { PitchEstimate } from '../../calibration/estimate.ts'
import type { Setup } from '../../calibration/setup.ts'
import { type Detections, handNear } from '../detections.ts'
import type { Frame } from '../frame.ts'
import type { Known, Measurement, Measurements } from '../measurements.ts'
import type { Guess } from './guess.ts'
import { ballShape, cutPatch, PATCH_FACTS, PATCH_SIDE, type PatchFrame, type PatchShape, patchFrame, RADIUS_CELLS, wallShape } from './patch.ts'
import { credence, eitherKind, isSureBase, keepersTakenForBases, kin, ODD_COLOURS, STRANGERS, SURE_SCORE, solid } from './second-opinion.ts'
import { type BaseColour, baseColour, type SideColours } from './side.ts'

/** The learnt last half pixel: for each patch the shift along u and v and their sigmas, all in radii, and the probability that it is there. */
export type Refine = (kind: 'ball' | 'base', patches: Uint8Array, facts: Float32Array, count: number) => Promise<Float32Array>

const PATCH_BYTES = 3 * PATCH_SIDE * PATCH_SIDE
/** Numbers that the refiner gives for a patch: shift, sigmas, presence. */
const ANSWERS = 5

/** What is this near a hand's region may be its fingertip. */
const FINGER_MM = 12

const KNOWN_WITHIN_MM = 4
const KNOWN_CONFIDENCE = 0.5 // says nothing new about the side

export async function measureFrame(
  frame: Frame,
  cal: Calibration,
  seen: Detections,
  setup: Setup,
  colours: SideColours,
  known: readonly Known[],
  refine: Refine,
): Promise<Measurements> {
  const { camera } = cal
  // what is known is told where the print has it; here it is looked for where it stands on the table
  const standing = known.map((k) => ({ ...k, at: cal.cloth.toTable(k.at) }))
  const common = averageShape(setup)
  const guesses: Guess[] = seen.items.map((detection) => {
    const first = detection.kind === 'ball' ? ballShape(setup.ballRadiusMm) : common
    const at = camera.toPitch(detection.at, first.planeMm)
    const on = camera.toPitch(detection.at, 0)
    const old = standing.find((k) => k.kind === detection.kind && Math.hypot(k.at.xMm - at.xMm, k.at.yMm - at.yMm) < KNOWN_WITHIN_MM)
    return {
      detection,
      kind: detection.kind,
      at: old?.at ?? at,
      shape: old?.side ? wallShape(setup.sides[old.side]) : first,
      side: old?.side ? { side: old.side, confidence: KNOWN_CONFIDENCE } : null,
      misfit: null,
      known: old !== undefined,
      underHand: handNear(seen.hands, on.xMm, on.yMm, FINGER_MM),
      fit: null,
      instead: null,
    }
  })
  const look = async (kind: 'ball' | 'base', group: readonly Guess[]) => {
    await refineGroup(frame, cal, kind, group, refine, false)
    // a detection is a first guess only: look again from where the first look led
    await refineGroup(
      frame,
      cal,
      kind,
      group.filter((g) => !g.known),
      refine,
      kind === 'ball', // bases are looked at once more when their side, and so their size, is known
    )
  }
  for (const kind of ['ball', 'base'] as const)
    await look(
      kind,
      guesses.filter((g) => g.kind === kind),
    )
  await eitherKind(guesses, cal, { ball: ballShape(setup.ballRadiusMm), base: common }, look)
  const bases = guesses.filter((g) => g.kind === 'base')
  // sides first, since a side's base has its own size
  const asked = bases.filter((g) => !g.side)
  const first = asked.map((g) => colourOf(frame, cal, g))
  const learning = !colours.known
  const sure = (_: unknown, k: number) => asked[k]!.detection.score > SURE_SCORE
  if (learning)
    colours.learn(
      first.filter(sure),
      asked.filter(sure).map((g) => g.at.xMm),
    )
  for (const [k, g] of asked.entries()) g.side = colours.classify(first[k]!)
  const fresh = bases.filter((g) => !g.known)
  for (const g of fresh) if (g.side) g.shape = wallShape(setup.sides[g.side.side])
  await refineGroup(frame, cal, 'base', fresh, refine, true)
  const placed = asked.map((g) => colourOf(frame, cal, g))
  const judge = () => {
    for (const [k, g] of asked.entries()) g.misfit = colours.classify(placed[k]!)?.misfit ?? null
  }
  judge()
  // learnt from first guesses, or so many bases in no side's colours (the light has changed): learnt from where they really stand
  if (learning || asked.filter((g) => g.misfit !== null && g.misfit > ODD_COLOURS && isSureBase(g)).length >= STRANGERS) {
    const surely = bases.filter(isSureBase)
    colours.learn(
      surely.map((g) => colourOf(frame, cal, g)),
      surely.map((g) => g.at.xMm),
    )
    for (const [k, g] of asked.entries()) g.side = colours.classify(placed[k]!)
    judge()
  }
  for (const g of kin(guesses, (other) => colours.classify(colourOf(frame, cal, other)))) g.shape = wallShape(setup.sides[g.side!.side])
  keepersTakenForBases(guesses)
  colours.follow(placed.filter((_, k) => isSureBase(asked[k]!)))
  const items = solid(guesses.map((g) => finished(g, cal, frame)))
  const [xMm, yMm, heightMm] = camera.centre
  return { seq: frame.seq, tS: frame.tS, hands: seen.hands, looked: seen.looked, items, lens: { xMm, yMm, heightMm } }
}

function colourOf(frame: Frame, cal: Calibration, g: Guess): BaseColour {
  const patch = new Uint8Array(PATCH_BYTES)
  cutPatch(frame, cal.camera, patchFrame(cal.camera, g.at), g.shape, patch, 0)
  return baseColour(patch, 0)
}

/** A careful look is taken from these places beside the guess too, in cells of the patch: what a network makes of where pixels happen to lie averages out. */
const BESIDE = [0, 0.5, -0.5] as const

/** Looks at things in close-up; `careful` where the answer is the last word on a thing that was not followed until now. */
async function refineGroup(frame: Frame, cal: Calibration, kind: 'ball' | 'base', group: readonly Guess[], refine: Refine, careful: boolean): Promise<void> {
  if (!group.length) return
  const places = careful ? BESIDE : BESIDE.slice(0, 1)
  const n = group.length * places.length
  const patches = new Uint8Array((careful ? 2 : 1) * PATCH_BYTES * n)
  const facts = new Float32Array((careful ? 2 : 1) * PATCH_FACTS * n)
  const frames = group.map((g) => patchFrame(cal.camera, g.at))
  for (const [p, beside] of places.entries())
    for (const [i, g] of group.entries()) {
      const k = p * group.length + i
      const { ux, uy } = frames[i]!
      const d = (beside / RADIUS_CELLS) * g.shape.radiusMm
      const f = { ux, uy, at: { xMm: g.at.xMm + d * (ux - uy), yMm: g.at.yMm + d * (uy + ux) } }
      facts.set(cutPatch(frame, cal.camera, f, g.shape, patches, k * PATCH_BYTES, cal.lateral), k * PATCH_FACTS)
    }
  if (!careful) return take(kind, group, frames, await refine(kind, patches, facts, n))
  // everything but light and pattern is the same on both sides of the parallax: a mirrored look is a second opinion
  mirrored(patches, n)
  facts.copyWithin(PATCH_FACTS * n, 0, PATCH_FACTS * n)
  const all = await refine(kind, patches, facts, 2 * n)
  const mean = new Float32Array(ANSWERS * group.length)
  for (const [p, beside] of places.entries())
    for (let k = 0; k < mean.length; k++) {
      const answer = k % ANSWERS
      const shift = answer < 2 ? beside / RADIUS_CELLS : 0
      const one = all[p * mean.length + k]!
      const other = all[ANSWERS * n + p * mean.length + k]!
      mean[k]! += (one + (answer === 1 ? -other : other) + 2 * shift) / (2 * places.length)
    }
  take(kind, group, frames, mean)
}

/** What the close-up says becomes each thing's place and covariance. */
function take(kind: 'ball' | 'base', group: readonly Guess[], frames: readonly PatchFrame[], out: Float32Array): void {
  for (const [i, g] of group.entries()) {
    const [u, v, su, sv, present] = Array.from(out.subarray(ANSWERS * i, ANSWERS * (i + 1))) as [number, number, number, number, number]
    const { ux, uy } = frames[i]!
    const r = g.shape.radiusMm
    g.at = { xMm: g.at.xMm + r * (u * ux - v * uy), yMm: g.at.yMm + r * (u * uy + v * ux) }
    const wider = DOMAIN_FACTOR[kind] * r
    const [a, b] = [(wider * su) ** 2, (wider * sv) ** 2]
    g.fit = { at: g.at, covMm2: [a * ux * ux + b * uy * uy, (a - b) * ux * uy, a * uy * uy + b * ux * ux], present }
  }
}

/** Writes the patches again behind themselves, mirrored in v. */
function mirrored(patches: Uint8Array, count: number): void {
  const rows = 3 * PATCH_SIDE * count
  for (let r = 0; r < rows; r++) {
    const plane = Math.floor(r / PATCH_SIDE)
    const from = (plane * PATCH_SIDE + (PATCH_SIDE - 1 - (r % PATCH_SIDE))) * PATCH_SIDE
    patches.copyWithin((rows + r) * PATCH_SIDE, from, from + PATCH_SIDE)
  }
}

function averageShape(setup: Setup): PatchShape {
  const { A, B } = setup.sides
  return wallShape({ radiusMm: (A.radiusMm + B.radiusMm) / 2, wallFromMm: (A.wallFromMm + B.wallFromMm) / 2, rimMm: (A.rimMm + B.rimMm) / 2 })
}

/**
 * The refiners claim what they reach on pictures of our own renderer. On pictures of another renderer, which they have not seen, errors
 * spread about this much more (28 balls and 743 bases of the shared stills); a real hall is taken to be as strange.
 */
const DOMAIN_FACTOR = { ball: 1.35, base: 1.6 } as const

/** Detector's own precision, for what is not refined, mm (one standard deviation per axis). */
const COARSE_SIGMA_MM = 2

function finished(g: Guess, cal: Calibration, frame: Frame): Measurement {
  const height = g.shape.planeMm
  const on = g.fit?.at ?? g.at
  const at = cal.cloth.toPrint(on)
  const { varX, varY } = cal.cloth.shift(at)
  const where: PitchEstimate = {
    at,
    covMm2: g.fit?.covMm2 ?? [COARSE_SIGMA_MM ** 2, 0, COARSE_SIGMA_MM ** 2],
    // where the print lies is as wrong in the next picture
    systematicSigmaMm: Math.hypot(cal.systematicSigmaAt(on, height), Math.sqrt((varX + varY) / 2)),
  }
  return {
    kind: g.kind,
    where,
    score: credence(g),
    side: g.side?.side ?? null,
    sideConfidence: g.side?.confidence ?? 0,
    misfit: g.kind === 'base' ? g.misfit : null,
    radiusMm: g.shape.radiusMm,
    ...(frame.readoutS ? { lateS: frame.readoutS * (cal.camera.project({ ...on, zMm: height }).yPx / frame.heightPx - 0.5) } : {}),
  }
}
