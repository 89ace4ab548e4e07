/** What the close-up and the room that bodies need say of what the detector found: kept, doubted, or another thing. */
import type { Calibration } from '../../calibration/calibration.ts'
import type { Side } from '../../calibration/units.ts'
import { COUNTS_FROM, type Measurement } from '../measurements.ts'
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

/** Within so many spreads a base is in its side's colours: then a close-up that places it well counts for it, up to this factor. */
const OWN_COLOURS = 1.5
const MOST_GAIN = 2
/** What blur leaves at least to a base that is seen, in its side's colours. */
const BLURRED = 0.9
/** A lamp's reflection makes a base odd; beyond this it is hardly one. */
const STRANGE_COLOURS = 4
const FINGER_OWN = 0.75
/** The close-up's word that a base is there. */
const PRESENT = 0.5

/** How far a thing is believed to be there and to be what it is taken for, 0..1; what has no close-up has the detector's word alone. */
export function credence(g: Guess): number {
  const scoreAs = (kind: Guess['kind']) => (g.detection.kind === kind ? g.detection.score : (g.detection.others[kind] ?? 0))
  let score = scoreAs(g.kind)
  if (!g.fit) return score
  const sharp = (DOUBTFUL_SIGMA / noise(g)) ** 2
  // that a ball is there the close-up knows well; of bases it is too often unsure on cloth it has not seen, so that it is heard against
  // those in strange colours only
  if (g.kind === 'ball') return score * Math.min(1, sharp) * g.fit.present
  const own = g.misfit !== null && g.misfit <= OWN_COLOURS
  // a base in its side's colours that the close-up sees is there, however badly blur lets it be placed: its sigma says so
  const sure = own && g.fit.present >= PRESENT
  // a figure from above, standing or lying: with the base seen it stands, and all that spoke for a figure speaks for it
  if (sure) score = Math.min(1, score + scoreAs('fallen'))
  const placed = sure ? Math.max(BLURRED * g.fit.present, sharp) : sharp
  const odd = g.misfit !== null ? Math.min(1, STRANGE_COLOURS / g.misfit) ** 2 : 1
  // fingertips look like bases: where a hand is everything takes more, and what is not in a side's colours much more
  const finger = !g.underHand ? 1 : own ? FINGER_OWN : 0.5 * g.fit.present
  const there = g.misfit !== null && !own ? Math.min(1, g.fit.present / PRESENT) : 1
  const most = sure && !g.underHand ? MOST_GAIN : 1
  return Math.min(Math.max(score, ENOUGH), score * Math.min(most, placed) * odd * finger * there)
}
/** As sure as a thing gets that the detector hardly saw. */
const ENOUGH = 0.5

/** Bases on green cloth in its own green are seen faintly, a whole side of them; they must be learnt from too. */
export const SURE_SCORE = 0.3
const SURE_NOISE = 0.09
export const isSureBase = (g: Guess): boolean => g.detection.score > SURE_SCORE && noise(g) <= SURE_NOISE

/** How much more than it takes to count; kinds with limits of their own compare in this. */
const weight = (g: Guess): number => credence(g) / COUNTS_FROM[g.kind]

/**
 * A white base is easily taken for a ball, a patterned ball for a base, a blurred base for a figure that lies: what the detector nearly saw
 * as another kind is looked at as that too.
 */
export async function eitherKind(
  guesses: readonly Guess[],
  cal: Calibration,
  shapes: Readonly<Record<'ball' | 'base', PatchShape>>,
  look: (kind: 'ball' | 'base', group: readonly Guess[]) => Promise<void>,
): Promise<void> {
  const other = (g: Guess) => (g.kind === 'base' ? 'ball' : 'base')
  const doubted = guesses.filter((g) => g.kind !== 'keeper' && !g.known && g.detection.others[other(g)] !== undefined)
  const others = doubted.map((g): Guess => {
    const kind = other(g)
    return { ...g, kind, shape: shapes[kind], side: null, misfit: null, at: cal.camera.toPitch(g.detection.at, shapes[kind].planeMm), fit: null }
  })
  for (const kind of ['ball', 'base'] as const)
    await look(
      kind,
      others.filter((o) => o.kind === kind),
    )
  for (const [k, g] of doubted.entries()) {
    const first = { ...g }
    if (weight(others[k]!) > weight(g)) Object.assign(g, others[k], { instead: first })
    else g.instead = others[k]!
  }
}

/** What is believed less than this share of the other kind is not what the sides' colours can make it. */
const PLAUSIBLE = 0.2
/** So much of the surest's credence makes another ball the one that is left when the surest is in a side's colours. */
const ANOTHER = 0.6
const plausible = (g: Guess): g is Guess & { instead: Guess } => !g.known && g.instead !== null && credence(g.instead) >= PLAUSIBLE * credence(g)

/**
 * One ball lies on a table and ten bases of each side, all alike. Of several balls those in a side's colours are its bases, but for the
 * surest when nothing in other colours is nearly as sure; what lies too doubtfully to count, but stands in a side's colours, is its base; and
 * with no ball found, the one base in neither side's colours that may be a ball is it. Returns what became bases.
 */
export function kin(guesses: readonly Guess[], sideOf: (g: Guess) => { side: Side; confidence: number; misfit: number } | null): Guess[] {
  // learnt since, the sides' colours can speak against a base
  for (const g of guesses) if (g.kind === 'base' && g.instead?.kind === 'ball' && weight(g.instead) > weight(g)) become(g)
  const balls = guesses.filter((g) => g.kind === 'ball' && credence(g) >= COUNTS_FROM.ball)
  if (!balls.length) {
    const odd = guesses.filter((g) => g.kind === 'base' && (g.misfit ?? 0) > OWN_COLOURS && plausible(g) && g.instead.kind === 'ball')
    // that something is there is as sure as the surer of the two
    if (odd.length === 1) become(odd[0]!)
  }
  const lying = guesses.filter((g) => g.kind === 'fallen' && credence(g) < COUNTS_FROM.fallen)
  const sides = new Map(
    [...balls, ...lying].flatMap((g) => {
      const side = plausible(g) && g.instead.kind === 'base' ? sideOf(g.instead) : null
      const fits =
        side &&
        (g.kind === 'fallen'
          ? side.misfit <= OWN_COLOURS && (noise(g.instead!) <= DOUBTFUL_SIGMA || g.instead!.fit!.present >= PRESENT)
          : side.misfit <= ODD_COLOURS && g.instead!.fit!.present >= PRESENT)
      return fits ? [[g, side] as const] : []
    }),
  )
  const surest = (some: readonly Guess[]) => some.reduce((p, q) => (credence(q) > credence(p) ? q : p))
  const sure = balls.length ? credence(surest(balls)) : 0
  const others = balls.filter((g) => !sides.has(g) && credence(g) >= ANOTHER * sure)
  const ball = balls.length ? surest(others.length ? others : balls) : null
  const became = guesses.filter((g) => g !== ball && sides.has(g))
  for (const g of became) {
    const { side, confidence, misfit } = sides.get(g)!
    become(g)
    Object.assign(g, { side: { side, confidence }, misfit })
  }
  return became
}

/** Seen as a keeper at this share of its score as a base, and in no side's colours, a thing may be one. */
const NEARLY_KEEPER = 0.5

/** One keeper stands in each half. Where none is seen, the base in neither side's colours that was most nearly taken for a keeper is it. */
export function keepersTakenForBases(guesses: readonly Guess[]): void {
  for (const half of [-1, 1]) {
    const here = guesses.filter((g) => g.at.xMm * half > 0)
    if (here.some((g) => g.kind === 'keeper' && credence(g) >= COUNTS_FROM.keeper)) continue
    const asKeeper = (g: Guess) => g.detection.others.keeper ?? 0
    const candidates = here.filter(
      (g) =>
        g.kind === 'base' &&
        !g.known &&
        asKeeper(g) >= Math.max(COUNTS_FROM.keeper, NEARLY_KEEPER * g.detection.score) &&
        (g.misfit === null || g.misfit > OWN_COLOURS),
    )
    if (!candidates.length) continue
    const keeper = candidates.reduce((p, q) => (asKeeper(q) > asKeeper(p) ? q : p))
    const { detection } = keeper
    Object.assign(keeper, {
      kind: 'keeper',
      fit: null,
      side: null,
      misfit: null,
      instead: null,
      detection: { ...detection, kind: 'keeper', score: asKeeper(keeper), others: {} },
    })
  }
}

function become(g: Guess): void {
  const other = g.instead!
  Object.assign(g, other, { detection: { ...g.detection, kind: other.kind, others: {} }, instead: null })
}
