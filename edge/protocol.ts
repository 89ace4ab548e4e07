/** Messages between server and screens: one schema for both ends, versioned. Numbered messages arrive once and in order; live ones may be skipped. */
import { z } from 'zod'
import type { Why } from '../calibration/why.ts'

export const PROTOCOL_VERSION = 1

const side = z.enum(['A', 'B'])
/** Everyone watches; the referee decides; admin also sets the camera up. */
const roleSchema = z.enum(['viewer', 'referee', 'admin'])
export type Role = z.infer<typeof roleSchema>
const place = z.object({ xMm: z.number(), yMm: z.number() })

/** A sentence with its values apart (calibration/why.ts). */
const names = z.array(z.string())
export const whySchema: z.ZodType<Why> = z.object({
  text: z.string(),
  values: z.array(z.union([z.string(), z.number(), z.object({ all: names }), z.object({ any: names }), z.lazy(() => whySchema)])),
})

/** What the referee writes on the match sheet: a goal that the camera missed, a card (FISTF 10.1), a figure that was exchanged (2.5). */
export const SHEET_KINDS = ['goal', 'yellow', 'orange', 'red', 'substitution'] as const
export type SheetKind = (typeof SHEET_KINDS)[number]
const halfSchema = z.enum(['first', 'second', 'extra'])
/** When on the referee's clock. */
const playedSchema = z.object({ half: halfSchema, playedS: z.number() })
const sheetEntrySchema = z.object({ id: z.string(), what: z.enum(SHEET_KINDS), side, clock: playedSchema })
export type SheetEntry = z.infer<typeof sheetEntrySchema>

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
  verdict: z.enum(['accepted', 'dismissed']),
  by: z.string(),
  undone: z.boolean(),
  /** Where the referee has the restart taken, when that is not where the call said. */
  at: place.nullable().default(null),
})
export type Decision = z.infer<typeof decisionSchema>

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
  /** Name under which the match is kept. */
  match: z.string(),
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
])
export type Act = z.infer<typeof actSchema>
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

/** Words of players and referee that change the state of play, entered by the referee. */
export const SPOKEN = [
  'play on',
  'free-flick',
  'penalty-flick',
  'back',
  'forcing possible?',
  'distance',
  'offside?',
  'tick',
  'yes',
  'play',
  'block-flick',
  'limited flick',
  'influenced play',
  'no influence',
  'deliberate',
] as const
export type Spoken = (typeof SPOKEN)[number]

/** What the set-up page is told (GET /api/setup). */
const setupSchema = z.object({
  state: z.enum(['none', 'locked', 'held']),
  problem: whySchema.nullable(),
  pitchFile: z.unknown(),
  cameraHeightMm: z.number().nullable(),
  widthPx: z.number(),
  heightPx: z.number(),
  residualMm: z.number().nullable(),
  tiltDeg: z.number().nullable(),
  mmPerPx: z.number().nullable(),
  sigmaMm: z.object({ cloth: z.number(), ballHeight: z.number() }).nullable(),
  /** Each printed line as it should lie in the picture, px, and what it misses by. */
  lines: z.array(
    z.object({
      name: z.string(),
      px: z.array(z.tuple([z.number(), z.number()])),
      residualMm: z.number().nullable(),
      sigmaMm: z.number().nullable(),
      foundShare: z.number(),
    }),
  ),
  /** What to do, which the page puts in its language; what the device or the camera says in words of its own. */
  advice: z.array(
    z.discriminatedUnion('about', [
      z.object({
        about: z.enum(['assumed', 'tape', 'tilt', 'coarse', 'outside', 'hidden', 'off', 'proportion']),
        values: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
      z.object({ about: z.literal('said'), words: whySchema }),
    ]),
  ),
  /** A USB camera's controls; null for other sources. */
  camera: z
    .object({
      identity: z.string(),
      /** What was agreed with it: format, size, rate. */
      format: z.string().nullable(),
      settings: z.array(z.object({ name: z.string(), wanted: z.number(), got: z.number().nullable() })),
      objections: z.array(whySchema),
    })
    .nullable(),
  /** The sides' bases as they are taken to be. */
  bases: z.record(side, z.object({ diameterMm: z.number(), heightMm: z.number(), rounded: z.boolean() })),
  /** What measures: names and digests of the models. */
  models: z.array(z.object({ name: z.string(), sha256: z.string() })),
})
export type SetupMessage = z.infer<typeof setupSchema>

/** Starting points for the set-up page (GET /api/setup/presets). */
export interface PresetsMessage {
  readonly cloths: readonly { readonly name: string; readonly pitch: unknown }[]
  readonly bases: readonly { readonly name: string; readonly diameterMm: number; readonly heightMm: number; readonly rounded: boolean }[]
}

/** What a gauge of known size reads (POST /api/setup/gauge): its size, where its rim lies in the picture, and whether the two agree. */
export interface GaugeMessage {
  readonly diameterMm: number
  readonly sigmaMm: number
  readonly within: boolean
  readonly rim: readonly (readonly [number, number])[]
}

/** The offside line now and each attacker's margin (GET /api/offside); null while no side has the ball. */
export interface OffsideMessage {
  readonly side: 'A' | 'B'
  readonly lineXMm: number
  readonly figures: readonly { readonly id: string; readonly marginMm: number; readonly sigmaMm: number }[]
}

/** Addresses for other devices and codes that carry them (GET /api/device, for this computer only). */
export interface DeviceLink {
  readonly name: 'referee' | 'viewers' | 'setup' | 'stream'
  readonly url: string
  readonly svg: string
  readonly pin: string | null
}
export type DeviceMessage = readonly DeviceLink[]

export const clientMessage = z.discriminatedUnion('kind', [
  /** First words: the run and last number seen (0 for none), so that only what was missed is sent. */
  z.strictObject({
    v: z.literal(PROTOCOL_VERSION),
    kind: z.literal('hello'),
    run: z.string().max(40).optional(),
    last: z.number().int().min(0),
    pin: z.string().max(12).optional(),
  }),
  z.strictObject({ v: z.literal(PROTOCOL_VERSION), kind: z.literal('pair'), pin: z.string().max(12) }),
  z.strictObject({ v: z.literal(PROTOCOL_VERSION), kind: z.literal('decide'), call: z.string().max(40), verdict: z.enum(['accepted', 'dismissed']) }),
  /** The last touch before a call was this side's, or this very figure's. */
  z.strictObject({
    v: z.literal(PROTOCOL_VERSION),
    kind: z.literal('correct'),
    call: z.string().max(40),
    lastTouch: side,
    figure: z.string().max(40).optional(),
  }),
  /** The call stands, but the restart is taken from here. */
  z.strictObject({
    v: z.literal(PROTOCOL_VERSION),
    kind: z.literal('place'),
    call: z.string().max(40),
    at: z.strictObject({ xMm: z.number().min(-3000).max(3000), yMm: z.number().min(-3000).max(3000) }),
  }),
  z.strictObject({
    v: z.literal(PROTOCOL_VERSION),
    kind: z.literal('said'),
    by: z.enum(['A', 'B', 'referee']),
    words: z.enum(SPOKEN),
    figure: z.string().max(40).optional(),
  }),
  z.strictObject({ v: z.literal(PROTOCOL_VERSION), kind: z.literal('possession'), side }),
  z.strictObject({
    v: z.literal(PROTOCOL_VERSION),
    kind: z.literal('clock'),
    running: z.boolean(),
    half: halfSchema.optional(),
  }),
  /** Before the match and at half-time: names, ends, and whether the colours that were learnt belong the other way round. */
  z.strictObject({
    v: z.literal(PROTOCOL_VERSION),
    kind: z.literal('teams'),
    names: z.strictObject({ A: z.string().trim().min(1).max(60), B: z.string().trim().min(1).max(60) }).optional(),
    swapEnds: z.boolean().optional(),
    swapColours: z.boolean().optional(),
  }),
  /** After the toss: who takes the flick-off. */
  z.strictObject({ v: z.literal(PROTOCOL_VERSION), kind: z.literal('flick-off'), by: side }),
  /** This match, as the page names it, is over and kept; the next one at the same table begins. */
  z.strictObject({ v: z.literal(PROTOCOL_VERSION), kind: z.literal('next-match'), match: z.string().max(200) }),
  z.strictObject({ v: z.literal(PROTOCOL_VERSION), kind: z.literal('enter'), what: z.enum(SHEET_KINDS), side }),
  z.strictObject({ v: z.literal(PROTOCOL_VERSION), kind: z.literal('undo') }),
  z.strictObject({ v: z.literal(PROTOCOL_VERSION), kind: z.literal('redo') }),
])
export type ClientMessage = z.infer<typeof clientMessage>
