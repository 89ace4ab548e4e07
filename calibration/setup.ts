/** Set-up of a match: what is known of ball and bases before it starts. What is left out comes from the book's ranges, with the sigma that costs. */
import { z } from 'zod'
import { bad, good, type Outcome } from './problem.ts'
import type { Direction, PitchPoint, Side } from './units.ts'

const hex = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'expected a colour as #rrggbb')
const sideSchema = z.strictObject({
  name: z.string().max(60).optional(),
  attacks: z.enum(['+x', '-x']).optional(),
  baseDiameterMm: z.number().min(10).max(80).optional(),
  baseHeightMm: z.number().min(1).max(20).optional(),
  wallFromMm: z.number().min(0).max(10).optional(),
  rimHeightMm: z.number().min(0.3).max(20).optional(),
  baseColours: z.array(hex).max(4).optional(),
})
export const setupSchema = z.strictObject({
  ball: z.strictObject({ diameterMm: z.number().min(5).max(40).optional() }).optional(),
  A: sideSchema.optional(),
  B: sideSchema.optional(),
})

export interface SideSetup {
  readonly name: string
  readonly attacks: Direction
  readonly radiusMm: number
  readonly wallFromMm: number
  readonly rimMm: number
  readonly heightMm: number
  /** Whether the base was measured or named; otherwise it is taken from the middle of what the book allows. */
  readonly measured: boolean
  /** Outer ring first, as #rrggbb. */
  readonly baseColours: readonly string[]
}

export interface Setup {
  readonly ballRadiusMm: number
  readonly sides: Readonly<Record<Side, SideSetup>>
  /** Whether anybody said which way the sides attack; if not, it is taken from the line-up. */
  readonly attacksKnown: boolean
}

/** The side whose goal is nearer: it defends there, and its goalkeepers stand there. */
export const defending = (setup: Setup, at: PitchPoint): Side => (at.xMm > 0 === (setup.sides.A.attacks === '+x') ? 'B' : 'A')

/** How high the wall of a base begins and where it ends: straight to the top when flat, to the middle when bevelled or domed. */
export const wallOf = (heightMm: number, rounded: boolean): Pick<SideSetup, 'wallFromMm' | 'rimMm' | 'heightMm'> =>
  rounded ? { wallFromMm: 0.8, rimMm: heightMm / 2, heightMm } : { wallFromMm: 0.3, rimMm: heightMm - 0.2, heightMm }

export function parseSetup(json: unknown): Outcome<Setup> {
  const parsed = setupSchema.safeParse(json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    return bad('SETUP_INVALID', `set-up file: ${issue.path.join('.') || 'content'}: ${issue.message}`)
  }
  const d = parsed.data
  if (d.A?.attacks && d.A.attacks === d.B?.attacks)
    return bad('SETUP_SAME_END', `set-up file: A and B both attack ${d.A.attacks}; expected opposite directions`)
  const known = d.A?.attacks ?? (d.B?.attacks ? opposite(d.B.attacks) : undefined)
  const attacksA: Direction = known ?? '+x'
  const side = (name: Side): SideSetup => {
    const s = d[name] ?? {}
    const height = s.baseHeightMm ?? 6
    // FISTF Part III 4.1.1: base 16 to 21 mm across, 5 to 7 mm high
    return {
      name: s.name ?? name,
      attacks: name === 'A' ? attacksA : opposite(attacksA),
      radiusMm: (s.baseDiameterMm ?? 20) / 2,
      wallFromMm: s.wallFromMm ?? 0.8,
      rimMm: s.rimHeightMm ?? height / 2,
      heightMm: height,
      measured: s.baseDiameterMm !== undefined,
      baseColours: s.baseColours ?? [],
    }
  }
  return good({ ballRadiusMm: (d.ball?.diameterMm ?? 22) / 2, sides: { A: side('A'), B: side('B') }, attacksKnown: known !== undefined })
}

const opposite = (d: Direction): Direction => (d === '+x' ? '-x' : '+x')
