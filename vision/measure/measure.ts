/** All things of a frame, measured: detections become places in mm with covariance, sides by colour. */
import type { Calibration } from '../../calibration/calibration.ts'
import type { PitchEstimate } from '../../calibration/estimate.ts'
import type { Setup } from '../../calibration/setup.ts'
import type { PitchPoint, Side } from '../../calibration/units.ts'
import type { Detection, DetectionKind, Detections } from '../detections.ts'
import type { Frame } from '../frame.ts'
import type { Measurement, Measurements } from '../measurements.ts'
import { ballShape, cutPatch, PATCH_FACTS, PATCH_SIDE, type PatchShape, patchFrame, wallShape } from './patch.ts'
import { type BaseColour, baseColour, type SideColours } from './side.ts'

/** The learnt last half pixel: for each patch the shift along u and v and their sigmas, all in radii. */
export type Refine = (kind: 'ball' | 'base', patches: Uint8Array, facts: Float32Array, count: number) => Promise<Float32Array>

const PATCH_BYTES = 3 * PATCH_SIDE * PATCH_SIDE

/** A thing that lies still and is followed: its place is a better first guess than the detection, and its side is known. */
export interface Known {
  readonly kind: 'ball' | 'base'
  readonly at: PitchPoint
  readonly side: Side | null
}
const KNOWN_WITHIN_MM = 4
const KNOWN_CONFIDENCE = 0.5 // says nothing new about the side

interface Fit {
  readonly at: PitchPoint
  readonly covMm2: readonly [number, number, number]
}

interface Guess {
  readonly detection: Detection
  kind: DetectionKind
  at: PitchPoint
  shape: PatchShape
  colour: BaseColour | null
  side: { side: Side; confidence: number } | null
  /** How many spreads its colours are from those of its side; 0 when not asked. */
  misfit: number
  known: boolean
  fit: Fit | null
}

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
  const common = averageShape(setup)
  const guesses: Guess[] = seen.items.map((detection) => {
    const shape = detection.kind === 'ball' ? ballShape(setup.ballRadiusMm) : common
    const at = camera.toPitch(detection.at, shape.planeMm)
    const old = known.find((k) => k.kind === detection.kind && Math.hypot(k.at.xMm - at.xMm, k.at.yMm - at.yMm) < KNOWN_WITHIN_MM)
    return {
      detection,
      kind: detection.kind,
      at: old?.at ?? at,
      shape,
      colour: null,
      side: old?.side ? { side: old.side, confidence: KNOWN_CONFIDENCE } : null,
      misfit: 0,
      known: old !== undefined,
      fit: null,
    }
  })
  const look = async (kind: 'ball' | 'base', group: readonly Guess[]) => {
    await refineGroup(frame, cal, kind, group, refine)
    // a detection is a first guess only: look again from where the first look led
    await refineGroup(
      frame,
      cal,
      kind,
      group.filter((g) => !g.known),
      refine,
    )
  }
  const balls = guesses.filter((g) => g.kind === 'ball')
  await look('ball', balls)
  await basesTakenForBalls(balls, cal, common, (group) => look('base', group))
  const bases = guesses.filter((g) => g.kind === 'base')
  // sides first, since a side's base has its own size
  const asked = bases.filter((g) => !g.side)
  for (const g of asked) g.colour = colourOf(frame, cal, g)
  if (!colours.known) colours.learn(asked.filter((g) => g.detection.score > 0.5).map((g) => g.colour!))
  for (const g of asked) g.side = colours.classify(g.colour!)
  for (const g of bases) {
    if (g.side) g.shape = wallShape(setup.sides[g.side.side])
  }
  await look('base', bases)
  const judge = () => {
    for (const g of asked) g.misfit = colours.classify(colourOf(frame, cal, g))?.misfit ?? 0
  }
  judge()
  if (asked.filter((g) => g.misfit > ODD_COLOURS && isSureBase(g)).length >= STRANGERS) {
    // so many bases in no side's colours: the sides were learnt from too little, or the light has changed
    colours.learn(bases.filter(isSureBase).map((g) => colourOf(frame, cal, g)))
    for (const g of asked) g.side = colours.classify(colourOf(frame, cal, g))
    judge()
  }
  if (balls.every((g) => g.kind !== 'ball' || g.detection.score * belief(g) < BALL_FOUND))
    await ballsTakenForBases(asked, cal, ballShape(setup.ballRadiusMm), (group) => look('ball', group))
  const items = solid(guesses.map((g) => finished(g, cal)))
  return { seq: frame.seq, tS: frame.tS, hands: seen.hands, looked: seen.looked, items }
}

function colourOf(frame: Frame, cal: Calibration, g: Guess): BaseColour {
  const patch = new Uint8Array(PATCH_BYTES)
  cutPatch(frame, cal.camera, patchFrame(cal.camera, g.at), g.shape, patch, 0)
  return baseColour(patch, 0)
}

/**
 * The close-up is the second opinion: a refiner that cannot say where the thing is, looking at it from near, does not believe that it is
 * there (a post's foot, a fingernail, a corner of the fence). From this sigma on, in radii, the score falls with its square.
 */
const DOUBTFUL_SIGMA = 0.08
/** No two of ball and standing bases have their middles this near, mm: a ball that touches the lowest base is 17 mm from it, two bases 16. */
const SOLID_MM = 14

/** Where two bodies would be in one place, the likelier one stays. */
function solid(items: readonly Measurement[]): Measurement[] {
  const kept: Measurement[] = []
  const body = (m: Measurement) => m.kind === 'ball' || m.kind === 'base'
  for (const m of [...items].sort((p, q) => q.score - p.score))
    if (!body(m) || kept.every((k) => !body(k) || Math.hypot(k.where.at.xMm - m.where.at.xMm, k.where.at.yMm - m.where.at.yMm) >= SOLID_MM)) kept.push(m)
  return kept
}

/** How much surer than as a base a ball must be as a ball: the one ball there can be, and any further one. */
const BALL_RATIO = 1
const SECOND_BALL_RATIO = 1.5
const SURE_BASE = 0.06

/**
 * A white base is easily taken for a ball, and there are twenty of them to one ball. Each ball is also measured as a base: what is then
 * placed no worse is a base (sigmas in radii; on rendered footage of another renderer a true ball is 1.02 to 9.6 times worse as a base).
 */
async function basesTakenForBalls(
  balls: readonly Guess[],
  cal: Calibration,
  shape: PatchShape,
  look: (group: readonly Guess[]) => Promise<void>,
): Promise<void> {
  const fresh = balls.filter((g) => !g.known)
  const best = Math.max(...balls.map((g) => g.detection.score * belief(g)))
  const asBase = fresh.map((g): Guess => ({ ...g, kind: 'base', shape, at: cal.camera.toPitch(g.detection.at, shape.planeMm), fit: null }))
  await look(asBase)
  for (const [k, g] of fresh.entries()) {
    const base = asBase[k]!
    const ratio = g.detection.score * belief(g) >= best ? BALL_RATIO : SECOND_BALL_RATIO
    if (noise(base) <= Math.min(SURE_BASE, ratio * noise(g))) Object.assign(g, base)
  }
}

/** A base this many spreads from the colours of either side is doubted (of 730 rendered bases 2 in 100 are beyond 2.6, none beyond 4). */
const ODD_COLOURS = 3
const SURE_BALL = 0.04
/** This many well-placed bases in no side's colours are a side that was not learnt. */
const STRANGERS = 3
const isSureBase = (g: Guess): boolean => g.detection.score > 0.5 && noise(g) <= SURE_BASE
/** With this score the ball is found, and no base is asked whether it is one. */
const BALL_FOUND = 0.35

/** The other way round, where no ball is found: a base in no side's colours that is placed better as a ball is the ball (a patterned one under glare). */
async function ballsTakenForBases(
  bases: readonly Guess[],
  cal: Calibration,
  shape: PatchShape,
  look: (group: readonly Guess[]) => Promise<void>,
): Promise<void> {
  const odd = bases.filter((g) => g.misfit > ODD_COLOURS)
  const asBall = odd.map((g): Guess => ({ ...g, kind: 'ball', shape, side: null, misfit: 0, at: cal.camera.toPitch(g.detection.at, shape.planeMm), fit: null }))
  await look(asBall)
  for (const [k, g] of odd.entries()) {
    const ball = asBall[k]!
    if (noise(ball) <= Math.min(SURE_BALL, noise(g) / SECOND_BALL_RATIO)) Object.assign(g, ball)
  }
}

/** What the close-up says of its own place, radii (one standard deviation per axis). */
const noise = (g: Guess): number => (g.fit ? Math.sqrt((g.fit.covMm2[0] + g.fit.covMm2[2]) / 2) / g.shape.radiusMm : Number.POSITIVE_INFINITY)

/** Share of the detector's score that the close-up and the colours leave; what has no close-up keeps it all. */
const belief = (g: Guess): number => (g.fit ? (Math.min(1, DOUBTFUL_SIGMA / noise(g)) * Math.min(1, ODD_COLOURS / g.misfit)) ** 2 : 1)

async function refineGroup(frame: Frame, cal: Calibration, kind: 'ball' | 'base', group: readonly Guess[], refine: Refine): Promise<void> {
  if (!group.length) return
  const patches = new Uint8Array(PATCH_BYTES * group.length)
  const facts = new Float32Array(PATCH_FACTS * group.length)
  const frames = group.map((g, i) => {
    const f = patchFrame(cal.camera, g.at)
    facts.set(cutPatch(frame, cal.camera, f, g.shape, patches, i * PATCH_BYTES), i * PATCH_FACTS)
    return f
  })
  const out = await refine(kind, patches, facts, group.length)
  for (const [i, g] of group.entries()) {
    const [u, v, su, sv] = [out[4 * i]!, out[4 * i + 1]!, out[4 * i + 2]!, out[4 * i + 3]!]
    const { ux, uy } = frames[i]!
    const r = g.shape.radiusMm
    g.at = { xMm: g.at.xMm + r * (u * ux - v * uy), yMm: g.at.yMm + r * (u * uy + v * ux) }
    const [a, b] = [(DOMAIN_FACTOR * r * su) ** 2, (DOMAIN_FACTOR * r * sv) ** 2]
    g.fit = { at: g.at, covMm2: [a * ux * ux + b * uy * uy, (a - b) * ux * uy, a * uy * uy + b * ux * ux] }
  }
}

function averageShape(setup: Setup): PatchShape {
  const { A, B } = setup.sides
  return wallShape({ radiusMm: (A.radiusMm + B.radiusMm) / 2, wallFromMm: (A.wallFromMm + B.wallFromMm) / 2, rimMm: (A.rimMm + B.rimMm) / 2 })
}

/**
 * The refiners claim what they reach on pictures of our own renderer. On pictures of another renderer, which they have not seen, errors
 * spread this much more (39 balls and 770 bases of the shared stills); a real hall is taken to be as strange.
 */
const DOMAIN_FACTOR = 1.8

/** Detector's own precision, for what is not refined, mm (one standard deviation per axis). */
const COARSE_SIGMA_MM = 2

function finished(g: Guess, cal: Calibration): Measurement {
  const height = g.shape.planeMm
  const at = g.fit?.at ?? g.at
  const where: PitchEstimate = {
    at,
    covMm2: g.fit?.covMm2 ?? [COARSE_SIGMA_MM ** 2, 0, COARSE_SIGMA_MM ** 2],
    systematicSigmaMm: cal.systematicSigmaAt(at, height),
  }
  return {
    kind: g.kind,
    where,
    score: g.detection.score * belief(g),
    side: g.side?.side ?? null,
    sideConfidence: g.side?.confidence ?? 0,
    radiusMm: g.shape.radiusMm,
  }
}
