/** What messages in both directions are made of. */
import { z } from 'zod'
import type { Why } from '../../calibration/why.ts'

export const PROTOCOL_VERSION = 1

export const side = z.enum(['A', 'B'])
/** Everyone watches; the referee decides; admin also sets the camera up. */
export const roleSchema = z.enum(['viewer', 'referee', 'admin'])
export type Role = z.infer<typeof roleSchema>
export const place = z.object({ xMm: z.number(), yMm: z.number() })

/** A sentence with its values apart (calibration/why.ts). */
const names = z.array(z.string())
export const whySchema: z.ZodType<Why> = z.object({
  text: z.string(),
  values: z.array(z.union([z.string(), z.number(), z.object({ all: names }), z.object({ any: names }), z.lazy(() => whySchema)])),
})

/** What the referee writes on the match sheet: a goal that the camera missed, a card (FISTF 10.1), a figure that was exchanged (2.5), an attempt of a shoot-out (17.2). */
export const SHEET_KINDS = ['goal', 'yellow', 'orange', 'red', 'substitution', 'shoot-out-goal', 'shoot-out-unsuccessful'] as const
export type SheetKind = (typeof SHEET_KINDS)[number]
export const halfSchema = z.enum(['first', 'second', 'extra'])
/** When on the referee's clock. */
export const playedSchema = z.object({ half: halfSchema, playedS: z.number() })
export const sheetEntrySchema = z.object({ id: z.string(), what: z.enum(SHEET_KINDS), side, clock: playedSchema })
export type SheetEntry = z.infer<typeof sheetEntrySchema>

/** Restarts that the referee may give by hand. */
export const RESTARTS = ['flick-off', 'flick-in', 'goal-flick', 'corner-flick', 'free-flick', 'penalty-flick'] as const
export type RestartName = (typeof RESTARTS)[number]

/** Words of players and referee that change the state of play, entered by the referee. */
export const SPOKEN = [
  'play on',
  'free-flick',
  'penalty-flick',
  'back',
  'forcing possible?',
  'distance',
  'positions?',
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
