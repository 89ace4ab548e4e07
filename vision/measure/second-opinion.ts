/** What the close-up and the room that bodies need say of what the detector found: kept, doubted, or another thing. */
import type { Calibration } from '../../calibration/calibration.ts'
import type { Measurement } from '../measurements.ts'
import { type Guess, noise } from './guess.ts'
import type { PatchShape } from './patch.ts'

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

/**
 * The close-up is the second opinion: a refiner that cannot say where the thing is, looking at it from near, does not believe that it is
 * there (a post's foot, a fingernail, a corner of the fence). From this sigma on, in radii, the score falls with its square.
 */
const DOUBTFUL_SIGMA = 0.08

/** A base this many spreads from the colours of either side is odd; so many odd ones, well placed, are a side that was not learnt. */
export const ODD_COLOURS = 3
export const STRANGERS = 3

/** How far a thing is believed to be there and to be what it is taken for, 0..1; what has no close-up has the detector's word alone. */
export function credence(g: Guess): number {
  const score = g.detection.kind === g.kind ? g.detection.score : (g.detection.others[g.kind] ?? 0)
  if (!g.fit) return score
  const placed = score * Math.min(1, DOUBTFUL_SIGMA / noise(g)) ** 2
  // that a ball is there the close-up knows well; of bases it is too often unsure on cloth it has not seen
  return g.kind === 'ball' ? placed * g.fit.present : placed
}

/** Bases on green cloth in its own green are seen faintly, a whole side of them; they must be learnt from too. */
export const SURE_SCORE = 0.3
const SURE_NOISE = 0.09
export const isSureBase = (g: Guess): boolean => g.detection.score > SURE_SCORE && noise(g) <= SURE_NOISE

/** A white base is easily taken for a ball, a patterned ball for a base: what the detector nearly saw as the other kind is looked at as that too. */
export async function eitherKind(
  guesses: readonly Guess[],
  cal: Calibration,
  shapes: Readonly<Record<'ball' | 'base', PatchShape>>,
  look: (kind: 'ball' | 'base', group: readonly Guess[]) => Promise<void>,
): Promise<void> {
  const other = (g: Guess) => (g.kind === 'ball' ? 'base' : 'ball')
  const doubted = guesses.filter((g) => (g.kind === 'ball' || g.kind === 'base') && !g.known && g.detection.others[other(g)] !== undefined)
  const others = doubted.map((g): Guess => {
    const kind = other(g)
    return { ...g, kind, shape: shapes[kind], side: null, misfit: 0, at: cal.camera.toPitch(g.detection.at, shapes[kind].planeMm), fit: null }
  })
  for (const kind of ['ball', 'base'] as const)
    await look(
      kind,
      others.filter((o) => o.kind === kind),
    )
  for (const [k, g] of doubted.entries()) if (credence(others[k]!) > credence(g)) Object.assign(g, others[k])
}
