/** What the server tells the screens. Numbered messages arrive once and in order; live ones may be skipped. */
import { z } from 'zod'
import { halfSchema, PROTOCOL_VERSION, place, playedSchema, RESTARTS, roleSchema, SHEET_KINDS, sheetEntrySchema, side, whySchema } from './words.ts'

export const callSchema = z.object({
  id: z.string(),
  tS: z.number(),
  code: z.string(),
  rule: z.string(),
  phrase: z.string().nullable(),
  ownPhrase: z.string().nullable().default(null),
  verdict: z.enum(['suggested', 'too-close', 'blind', 'info']),
  against: side.nullable(),
  gains: side.nullable(),
  restart: z.object({ kind: z.string(), for: side.nullable(), at: place.nullable(), candidates: z.array(z.string()).optional() }).nullable(),
  measured: z.array(z.object({ what: z.string(), why: whySchema.nullable().default(null), marginMm: z.number(), sigmaMm: z.number() })),
  probability: z.number(),
  /** Why, in English, and for a screen to say in its own language; matches kept by older builds have the English only. */
  because: z.string(),
  why: whySchema.nullable().default(null),
  at: place.nullable(),
  options: z.array(z.string()).optional(),
  choiceOf: side.nullable().optional(),
  figure: z.string().optional(),
  figures: z.array(z.string()).optional(),
  needs: z.string().optional(),
  answer: z.boolean().optional(),
  minGapMm: z.number().optional(),
  remove: z.array(z.string()).optional(),
  clock: playedSchema.nullable().default(null),
  evidence: z.object({
    frames: z.tuple([z.number(), z.number()]).nullable(),
    events: z.array(z.string()),
    picture: z.string().nullable(),
    loop: z.string().nullable().default(null),
    /** Under which calibration it was measured. */
    calibration: z.string().nullable().default(null),
  }),
})
export type CallMessage = z.infer<typeof callSchema>

const decisionSchema = z.object({
  call: z.string(),
  /** `withdrawn`: what the call followed from was itself taken back; it is no call any more. */
  verdict: z.enum(['accepted', 'dismissed', 'withdrawn']),
  by: z.string(),
  undone: z.boolean(),
  /** Where the referee has the restart taken, when that is not where the call said. */
  at: place.nullable().default(null),
  /** Which figure it was, when the call named another. */
  figure: z.string().nullable().default(null),
  /** Whose the last touch was, when the call was dismissed for that. */
  lastTouch: side.nullable().default(null),
})
export type Decision = z.infer<typeof decisionSchema>

export const occasionSchema = z.strictObject({ competition: z.string().trim().max(80), referee: z.string().trim().max(60) })
export type Occasion = z.infer<typeof occasionSchema>
const printedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('straight'), name: z.string(), a: place, b: place }),
  z.object({ kind: z.literal('arc'), name: z.string(), centre: place, radiusMm: z.number(), from: z.number(), to: z.number() }),
])
const tableSchema = z.object({
  lengthMm: z.number(),
  widthMm: z.number(),
  lineWidthMm: z.number(),
  marginXMm: z.number(),
  marginYMm: z.number(),
  goalWidthMm: z.number(),
  goalArea: z.object({ depthMm: z.number(), widthMm: z.number() }),
  attacks: z.object({ A: z.enum(['+x', '-x']), B: z.enum(['+x', '-x']) }),
  lines: z.array(printedSchema),
  rulebook: z.string(),
  names: z.object({ A: z.string(), B: z.string() }),
  colours: z.object({ A: z.array(z.string()), B: z.array(z.string()) }),
  /** Where the ball goes at a shoot-out, by the numbers of the book. */
  spots: z.array(z.object({ name: z.string(), xMm: z.number(), yMm: z.number() })).default([]),
  /** Name under which the match is kept. */
  match: z.string(),
  /** What the match sheet is headed with. */
  occasion: occasionSchema.default({ competition: '', referee: '' }),
})
export type TableMessage = z.infer<typeof tableSchema>

/** The referee's clock: played is what the half had at `tS` on the camera's clock; beyond `limitS` it is what the referee adds. */
const clockSchema = z.object({ half: halfSchema, playedS: z.number(), running: z.boolean(), tS: z.number(), limitS: z.number() })
export type ClockMessage = z.infer<typeof clockSchema>
/** What the referee did, as undo names it. */
const actSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('decided'),
    call: z.string(),
    verdict: z.enum(['accepted', 'dismissed']),
    lastTouch: side.nullable(),
    figure: z.string().nullable().default(null),
    at: place.nullable().default(null),
  }),
  z.object({ kind: z.literal('said'), by: z.enum(['A', 'B', 'referee']), words: z.string(), figure: z.string().optional() }),
  z.object({ kind: z.literal('clock'), running: z.boolean(), half: halfSchema.nullable() }),
  z.object({ kind: z.literal('flick-off'), by: side }),
  z.object({ kind: z.literal('possession'), side }),
  z.object({ kind: z.literal('entered'), what: z.enum(SHEET_KINDS), side }),
  z.object({ kind: z.literal('given'), restart: z.enum(RESTARTS), side, at: place.nullable(), instead: z.string().nullable() }),
  z.object({ kind: z.literal('shoot-out'), goal: side }),
])
export type Act = z.infer<typeof actSchema>
const attemptsSchema = z.object({ taken: z.number(), scored: z.number() })
const matchSchema = z.object({
  possession: side.nullable(),
  shootable: z.boolean(),
  blockFlick: z.boolean(),
  /** The restart that is to be taken, and how far its rule keeps the other side's figures from the ball, mm. */
  restart: z.object({ kind: z.string(), side, needMm: z.number().nullable() }).nullable(),
  /** Nothing is played any more: the half or the match is over. */
  over: z.boolean(),
  /** What only the referee can say, and the words that answer it. */
  question: z.object({ text: whySchema, answers: z.array(z.string()) }).nullable(),
  clock: clockSchema,
  score: z.object({ A: z.number(), B: z.number() }),
  /** Whose goal is shot at now, and each side's attempts; null where it did not come to a shoot-out (FISTF 17). */
  shootOut: z.object({ goal: side.nullable(), A: attemptsSchema, B: attemptsSchema }).nullable(),
  sheet: z.array(sheetEntrySchema),
  /** What an undo would take back and a redo bring back. */
  undo: actSchema.nullable(),
  redo: actSchema.nullable(),
})
export type MatchMessage = z.infer<typeof matchSchema>
/** What server and pages hold before the first event. */
export const NO_MATCH_YET: MatchMessage = {
  possession: null,
  shootable: false,
  blockFlick: false,
  restart: null,
  over: false,
  question: null,
  clock: { half: 'first', playedS: 0, running: false, tS: 0, limitS: 900 },
  score: { A: 0, B: 0 },
  shootOut: null,
  sheet: [],
  undo: null,
  redo: null,
}

const thingSchema = z.object({
  id: z.string(),
  kind: z.enum(['ball', 'base', 'keeper', 'fallen']),
  side: side.nullable(),
  xMm: z.number(),
  yMm: z.number(),
  rMm: z.number(),
  sigmaMm: z.number(),
  seen: z.enum(['now', 'coasting']),
})
const healthSchema = z.object({
  fps: z.number(),
  /** Age of the newest frame when this was sent, ms. */
  ageMs: z.number(),
  /** From capture to socket, ms. */
  latencyMs: z.number(),
  calibration: z.enum(['none', 'locked', 'held']),
  residualMm: z.number().nullable(),
  source: z.enum(['starting', 'live', 'lost', 'ended']),
  problems: z.array(whySchema),
})
export type HealthMessage = z.infer<typeof healthSchema>

export const serverMessage = z.discriminatedUnion('kind', [
  z.object({
    v: z.literal(PROTOCOL_VERSION),
    kind: z.literal('snapshot'),
    run: z.string(),
    n: z.number(),
    role: roleSchema,
    /** Names the pages' build; a page of another one loads itself anew. */
    build: z.string(),
    table: tableSchema,
    match: matchSchema,
    calls: z.array(callSchema),
    decisions: z.array(decisionSchema),
  }),
  z.object({ v: z.literal(PROTOCOL_VERSION), kind: z.literal('call'), n: z.number(), call: callSchema, match: matchSchema }),
  z.object({ v: z.literal(PROTOCOL_VERSION), kind: z.literal('decision'), n: z.number(), decision: decisionSchema, match: matchSchema }),
  z.object({ v: z.literal(PROTOCOL_VERSION), kind: z.literal('state'), n: z.number(), match: matchSchema }),
  z.object({
    v: z.literal(PROTOCOL_VERSION),
    kind: z.literal('live'),
    tS: z.number(),
    things: z.array(thingSchema),
    hands: z.array(z.array(z.tuple([z.number(), z.number()]))),
    health: healthSchema,
  }),
  z.object({ v: z.literal(PROTOCOL_VERSION), kind: z.literal('role'), role: roleSchema }),
  z.object({ v: z.literal(PROTOCOL_VERSION), kind: z.literal('problem'), code: z.string(), message: z.string() }),
])
export type ServerMessage = z.infer<typeof serverMessage>
export type Numbered = Extract<ServerMessage, { n: number }>
