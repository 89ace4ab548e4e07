/** What the close-up, the colours and the room that bodies need say of what the detector found: kept, doubted, or another thing. */
import type { Calibration } from '../../calibration/calibration.ts'
import type { Measurement } from '../measurements.ts'
import { type Guess, noise } from './guess.ts'
import type { PatchShape } from './patch.ts'

/**
 * The close-up is the second opinion: a refiner that cannot say where the thing is, looking at it from near, does not believe that it is
 * there (a post's foot, a fingernail, a corner of the fence). From this sigma on, in radii, the score falls with its square.
 */
const DOUBTFUL_SIGMA = 0.08
/** No two of ball and standing bases have their middles this near, mm: a ball that touches the lowest base is 17 mm from it, two bases 16. */
const SOLID_MM = 14

/** Where two bodies would be in one place, the likelier one stays. */
export function solid(items: readonly Measurement[]): Measurement[] {
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
export async function basesTakenForBalls(
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
export const ODD_COLOURS = 3
const SURE_BALL = 0.04
/** This many well-placed bases in no side's colours are a side that was not learnt. */
export const STRANGERS = 3
export const isSureBase = (g: Guess): boolean => g.detection.score > 0.5 && noise(g) <= SURE_BASE
/** With this score the ball is found, and no base is asked whether it is one. */
export const BALL_FOUND = 0.35

/** The other way round, where no ball is found: a base in no side's colours that is placed better as a ball is the ball (a patterned one under glare). */
export async function ballsTakenForBases(
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

/** Share of the detector's score that the close-up and the colours leave; what has no close-up keeps it all. */
export const belief = (g: Guess): number => (g.fit ? (Math.min(1, DOUBTFUL_SIGMA / noise(g)) * Math.min(1, ODD_COLOURS / g.misfit)) ** 2 : 1)
