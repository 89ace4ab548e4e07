/** Whose base it is: colours of the match's own bases, sorted into two groups; the set-up only says which group is called A. */
import { blueOf, greenOf, redOf } from '../../calibration/colour.ts'
import type { Setup } from '../../calibration/setup.ts'
import type { Side } from '../../calibration/units.ts'
import { PATCH_SIDE, RADIUS_CELLS } from './patch.ts'

/** Outer ring then inner part, each as luma, Cb, Cr (medians over the side towards the camera's foot, where no figure leans over). */
export type BaseColour = readonly [number, number, number, number, number, number]

const LUMA_WEIGHT = 0.45
const INNER_WEIGHT = 0.6
/** Bases of one side differ by at least this much in noise and light alone, in levels of 255. */
const LEAST_SPREAD = 6
/** Share of one look by which colours follow, and of which bases. */
const FOLLOW = 0.003
const FOLLOW_MISFIT = 2
const FOLLOW_CONFIDENCE = 0.7
/** From about so many bases, in pairs, the sorting into sides starts. */
const STARTS = 7
/** Sides nearer than this many spreads are alike. */
const ALIKE = 3

export function baseColour(patch: Uint8Array, offset: number): BaseColour {
  const n = PATCH_SIDE * PATCH_SIDE
  const ring: number[][] = [[], [], []]
  const inner: number[][] = [[], [], []]
  const c = (PATCH_SIDE - 1) / 2
  for (let k = 0; k < n; k++) {
    const u = ((k % PATCH_SIDE) - c) / RADIUS_CELLS
    const v = (Math.floor(k / PATCH_SIDE) - c) / RADIUS_CELLS
    const rho = Math.hypot(u, v)
    const into = rho > 0.7 && rho < 0.93 && u < 0.35 ? ring : rho < 0.5 && u < 0.15 ? inner : null
    if (into) for (let p = 0; p < 3; p++) into[p]!.push(patch[offset + p * n + k]!)
  }
  const median = (a: number[]) => a.sort((x, y) => x - y)[a.length >> 1] ?? 128
  return [...ring.map(median), ...inner.map(median)] as unknown as BaseColour
}

/** What a lamp's reflection turns every colour into. */
const WHITE = [250, 128, 128] as const
/** How much of a base a reflection may wash out, and what believing that costs, in levels of 255. */
const MOST_GLARE = 0.9
const GLARE_COST = 14

/** How far one part's colour is from a side's, seen through any amount of glare. */
function partDistance(a: ArrayLike<number>, b: ArrayLike<number>, at: number, mostGlare: number): number {
  let along = 0
  let length = 0
  const w = (i: number) => (i === 0 ? LUMA_WEIGHT : 1)
  for (let i = 0; i < 3; i++) {
    const v = w(i) * (WHITE[i]! - b[at + i]!)
    along += v * w(i) * (a[at + i]! - b[at + i]!)
    length += v * v
  }
  const g = length > 1 ? Math.max(0, Math.min(mostGlare, along / length)) : 0
  let s = 0
  for (let i = 0; i < 3; i++) s += (w(i) * (a[at + i]! - b[at + i]! - g * (WHITE[i]! - b[at + i]!))) ** 2
  return Math.sqrt(s) + GLARE_COST * g
}

/** From a base's colours to a side's. */
const distance = (a: ArrayLike<number>, b: ArrayLike<number>, mostGlare = MOST_GLARE): number =>
  Math.hypot(partDistance(a, b, 0, mostGlare), INNER_WEIGHT * partDistance(a, b, 3, mostGlare))
/** Which side's a base is: through enough glare a white side would be a dark one. */
const plainDistance = (a: ArrayLike<number>, b: ArrayLike<number>): number => distance(a, b, 0)

/** The two sides' colours as learnt; empty until enough bases were seen. */
export class SideColours {
  private centres: Record<Side, number[]> | null = null

  constructor(private readonly setup: Setup) {}

  get known(): boolean {
    return this.centres !== null
  }

  /** Ring and inner part of each side as #rrggbb, as the camera sees them; null until they are learnt. */
  get asHex(): Record<Side, readonly [string, string]> | null {
    const of = (c: number[]) => [hex(c[0]!, c[1]!, c[2]!), hex(c[3]!, c[4]!, c[5]!)] as const
    return this.centres && { A: of(this.centres.A), B: of(this.centres.B) }
  }

  /** How much bases of one side differ, in levels of 255. */
  private spread = 1

  /**
   * Sorts bases of one or more pictures into two groups (k-means from several starts) and names them. Where nobody gave colours, A is the side
   * that stands nearer the goal it defends (design section 2); `xMm` is where each base stands along the pitch.
   */
  learn(colours: readonly BaseColour[], xMm: readonly number[] = []): void {
    if (colours.length < 4) return
    let best: { centres: number[][]; cost: number; labels: number[] } | null = null
    for (const [a, b] of this.starts(colours)) {
      const r = twoMeans(colours, a, b)
      if (r && (!best || r.cost < best.cost)) best = r
    }
    if (!best) return
    const [c0, c1] = best.centres as [number[], number[]]
    this.spread = Math.max(LEAST_SPREAD, Math.sqrt(best.cost / colours.length))
    // learnt anew, a side keeps the name of what it was nearest to
    const old = this.centres
    const unlike = (c: number[], side: Side) => this.likeness(c, side) + (old ? distance(c, old[side]) : 0)
    const named = old !== null || this.likeness(c0, 'A') + this.likeness(c0, 'B') > 0
    const ahead = named ? 0 : this.ahead(best.labels, xMm)
    const straight = unlike(c0, 'A') + unlike(c1, 'B') + ahead
    const crossed = unlike(c0, 'B') + unlike(c1, 'A') - ahead
    this.centres = straight <= crossed ? { A: c0, B: c1 } : { A: c1, B: c0 }
  }

  /** How much farther the first group stands along the way that A attacks than the second does, mm. */
  private ahead(labels: readonly number[], xMm: readonly number[]): number {
    const mean = (group: number) => {
      const mine = xMm.filter((_, k) => labels[k] === group)
      return mine.reduce((sum, x) => sum + x, 0) / (mine.length || 1)
    }
    return (this.setup.sides.A.attacks === '+x' ? 1 : -1) * (mean(0) - mean(1))
  }

  /** Light changes slowly: the colours follow what well-placed bases of either side look like now. */
  follow(colours: readonly BaseColour[]): void {
    if (!this.centres) return
    for (const c of colours) {
      const seen = this.classify(c)!
      if (seen.misfit > FOLLOW_MISFIT || seen.confidence < FOLLOW_CONFIDENCE) continue
      const centre = this.centres[seen.side]
      for (let i = 0; i < 6; i++) centre[i]! += FOLLOW * (c[i]! - centre[i]!)
    }
  }

  /** The colours that were learnt belong the other way round. */
  swap(): void {
    if (this.centres) this.centres = { A: this.centres.B, B: this.centres.A }
  }

  /** Two sides whose bases can hardly be told apart (FISTF 4.1.2: one of them changes its figures). */
  get alike(): boolean {
    return this.centres !== null && plainDistance(this.centres.A, this.centres.B) < ALIKE * this.spread
  }

  /** Every two of some of the bases: the farthest from each is often a stranger, not the other side. */
  private starts(colours: readonly BaseColour[]): (readonly [ArrayLike<number>, ArrayLike<number>])[] {
    const step = Math.max(1, Math.floor(colours.length / STARTS))
    const some = colours.filter((_, i) => i % step === 0)
    return some.flatMap((a, i) => some.slice(i + 1).map((b) => [a, b] as const))
  }

  /** How far a group's colours are from what the set-up gives for a side; 0 when nothing is given. */
  private likeness(centre: number[], side: Side): number {
    const given = this.setup.sides[side].baseColours
    if (!given.length) return 0
    const ring = ycc(given[0]!)
    const inner = ycc(given[given.length - 1]!)
    return distance(centre, [...ring, ...inner])
  }

  /** The side of a base, how sure it is (0.5 means either), and how many spreads it is from that side's colours when a reflection is forgiven. */
  classify(colour: BaseColour): { side: Side; confidence: number; misfit: number } | null {
    if (!this.centres) return null
    const a = plainDistance(colour, this.centres.A)
    const b = plainDistance(colour, this.centres.B)
    const side = a <= b ? 'A' : 'B'
    return { side, confidence: Math.max(a, b) / (a + b + 1e-6), misfit: distance(colour, this.centres[side]) / this.spread }
  }
}

function twoMeans(colours: readonly BaseColour[], a: ArrayLike<number>, b: ArrayLike<number>): { centres: number[][]; cost: number; labels: number[] } | null {
  let centres = [Array.from(a), Array.from(b)]
  let labels: number[] = []
  for (let it = 0; it < 15; it++) {
    labels = colours.map((c) => (plainDistance(c, centres[0]!) <= plainDistance(c, centres[1]!) ? 0 : 1))
    const next = centres.map((_, g) => {
      const mine = colours.filter((_, k) => labels[k] === g)
      return mine.length ? [0, 1, 2, 3, 4, 5].map((i) => mine.map((m) => m[i]!).sort((x, y) => x - y)[mine.length >> 1]!) : null
    })
    if (next.some((n) => n === null)) return null
    centres = next as number[][]
  }
  const spread = colours.reduce((s, c, k) => s + Math.min(40, plainDistance(c, centres[labels[k]!]!)) ** 2, 0)
  // both sides field as many figures, so a small group is something else (fingers, a keeper); 1 for even groups
  const share = labels.filter((l) => l === 0).length / colours.length
  return { centres, cost: spread / (4 * share * (1 - share)), labels }
}

/** BT.601 full-range luma and colour differences of an sRGB colour. */
function ycc(hex: string): [number, number, number] {
  const n = Number.parseInt(hex.slice(1), 16)
  const [r, g, b] = [n >> 16, (n >> 8) & 255, n & 255]
  return [0.299 * r + 0.587 * g + 0.114 * b, 128 - 0.168736 * r - 0.331264 * g + 0.5 * b, 128 + 0.5 * r - 0.418688 * g - 0.081312 * b]
}

/** The way back. */
function hex(y: number, cb: number, cr: number): string {
  const [b, r] = [cb - 128, cr - 128]
  const level = (v: number) =>
    Math.round(Math.max(0, Math.min(255, v)))
      .toString(16)
      .padStart(2, '0')
  return `#${level(redOf(y, r))}${level(greenOf(y, b, r))}${level(blueOf(y, b))}`
}
