/** A told clip: who stands where, who is flicked when and whither. What is left out comes from the seed. */
import { z } from 'zod'
import { type Pitch, parsePitch } from '../../calibration/pitch.ts'
import { bad, good, type Outcome } from '../../calibration/problem.ts'
import type { Rgb } from './colour.ts'
import { fromHex } from './colour.ts'
import type { Constants, Flick } from './physics.ts'

/** Base colours by name, as a set-up would give them. */
export const COLOURS = {
  red: '#c42727',
  blue: '#2745ad',
  yellow: '#e1c427',
  white: '#e5e5e2',
  black: '#1d1d1e',
  green: '#217c3f',
  orange: '#e17c19',
  sky: '#69add3',
  maroon: '#6c1627',
  purple: '#612781',
} as const
export type ColourName = keyof typeof COLOURS
export const named = (c: ColourName): Rgb => fromHex(COLOURS[c])

const place = z.tuple([z.number(), z.number()])
const colour = z.enum(Object.keys(COLOURS) as [ColourName, ...ColourName[]])
const id = z.string().regex(/^[AB]\d{1,2}$/, 'expected a figure such as A7')
const scriptSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,60}$/),
  seed: z.number().int().min(1),
  fps: z.number().min(10).max(120).default(30),
  durationS: z.number().min(0.2).max(600),
  size: z.tuple([z.number().int().min(320).max(3840), z.number().int().min(240).max(2160)]).default([1280, 720]),
  pitch: z.unknown(),
  ball: place.nullable(),
  figures: z.record(id, place),
  keepers: z.strictObject({ A: place.optional(), B: place.optional() }).default({}),
  colours: z.strictObject({ A: z.tuple([colour, colour]), B: z.tuple([colour, colour]) }).default({ A: ['yellow', 'blue'], B: ['red', 'white'] }),
  flicks: z.array(
    z.strictObject({
      tS: z.number().min(0),
      figure: id,
      at: z.union([place, z.literal('ball'), id]),
      speedMmS: z.number().min(20).max(4000),
      curl: z.number().min(-0.5).max(0.5).optional(),
    }),
  ),
  physics: z.strictObject({ baseDecel: z.number(), ballRollDecel: z.number(), ballSlideDecel: z.number() }).partial().optional(),
  /** Calls that a referee should be told, passed on to the truth. */
  calls: z.array(z.looseObject({ code: z.string(), t: z.number() })).default([]),
})

export interface Script {
  readonly name: string
  readonly seed: number
  readonly fps: number
  readonly durationS: number
  readonly size: readonly [number, number]
  readonly pitch: Pitch
  readonly ball: readonly [number, number] | null
  readonly figures: Readonly<Record<string, readonly [number, number]>>
  readonly keepers: { readonly A?: readonly [number, number] | undefined; readonly B?: readonly [number, number] | undefined }
  readonly colours: Readonly<Record<'A' | 'B', readonly [ColourName, ColourName]>>
  readonly flicks: readonly Flick[]
  readonly physics: Partial<Constants>
  readonly calls: readonly Record<string, unknown>[]
}

export function parseScript(json: unknown): Outcome<Script> {
  const parsed = scriptSchema.safeParse(json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    return bad('SCENARIO_INVALID', `clip script: ${issue.path.join('.') || 'content'}: ${issue.message}`)
  }
  const d = parsed.data
  const pitch = parsePitch(d.pitch)
  if (!pitch.ok) return pitch
  const missing = d.flicks.flatMap((f) => [f.figure, ...(typeof f.at === 'string' && f.at !== 'ball' ? [f.at] : [])]).find((q) => !(q in d.figures))
  if (missing) return bad('SCENARIO_INVALID', `clip script: flicks: ${missing} is not among the figures`)
  const physics = Object.fromEntries(Object.entries(d.physics ?? {}).filter(([, v]) => v !== undefined)) as Partial<Constants>
  return good({ ...d, pitch: pitch.value, physics })
}
