/** What the screens ask of the server. */
import { z } from 'zod'
import { occasionSchema } from './server.ts'
import { halfSchema, PROTOCOL_VERSION, RESTARTS, SHEET_KINDS, SPOKEN, side } from './words.ts'

/** A place on a table of any size, mm. */
const onTable = z.strictObject({ xMm: z.number().min(-3000).max(3000), yMm: z.number().min(-3000).max(3000) })

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
  /** The call stands, but the restart is taken from here, or it was this figure. */
  z.strictObject({
    v: z.literal(PROTOCOL_VERSION),
    kind: z.literal('amend'),
    call: z.string().max(40),
    at: onTable.nullable(),
    figure: z.string().max(40).optional(),
  }),
  /** The referee gives a restart, in place of a call or where none was made. */
  z.strictObject({
    v: z.literal(PROTOCOL_VERSION),
    kind: z.literal('give'),
    restart: z.enum(RESTARTS),
    side,
    at: onTable.nullable(),
    instead: z.string().max(40).nullable(),
  }),
  /** An attempt of the shoot-out, against this side's goal. */
  z.strictObject({ v: z.literal(PROTOCOL_VERSION), kind: z.literal('shoot-out'), goal: side }),
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
  /** Before the match and at half-time: names, ends, whether the colours that were learnt belong the other way round; what heads the sheet. */
  z.strictObject({
    v: z.literal(PROTOCOL_VERSION),
    kind: z.literal('teams'),
    names: z.strictObject({ A: z.string().trim().min(1).max(60), B: z.string().trim().min(1).max(60) }).optional(),
    swapEnds: z.boolean().optional(),
    swapColours: z.boolean().optional(),
    occasion: occasionSchema.optional(),
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
