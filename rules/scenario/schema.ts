/** The scenario format (rulebook/scenarios/schema.md): what a file holds, checked at the door. */
import { z } from 'zod'
import { bad, good, type Outcome } from '../../calibration/problem.ts'

export const point = z.tuple([z.number(), z.number()])
export const side = z.enum(['A', 'B'])
const eventSchema = z.looseObject({ id: z.string(), event: z.string() })
const scenarioSchema = z.looseObject({
  id: z.string(),
  setup: z.looseObject({
    pitch: z.string(),
    ball: z.looseObject({ x: z.number(), y: z.number(), moving: z.boolean().optional() }),
    figures: z.array(z.looseObject({ id: z.string(), team: side, x: z.number(), y: z.number(), d: z.number(), role: z.string().optional() })),
    keepers: z.looseObject({}).optional(),
    possession: side.nullish(),
    state: z.looseObject({}).optional(),
  }),
  timeline: z.array(eventSchema),
})
const pitchSchema = z.looseObject({
  length: z.number(),
  width: z.number(),
  line_width: z.number(),
  surface_margin: z.number(),
  penalty_depth: z.number(),
  penalty_width: z.number(),
  goal_area_depth: z.number(),
  goal_area_width: z.number(),
  penalty_spot: z.number(),
  centre_radius: z.number(),
  corner_radius: z.number(),
  penalty_arc_radius: z.number().nullish(),
  goal_width: z.number(),
  goal_depth: z.number(),
  ball_d: z.number(),
  base_d: z.number(),
})
const fileSchema = z.looseObject({
  format: z.literal('table-football-scenarios/1'),
  ruleset: z.string(),
  pitches: z.record(z.string(), pitchSchema),
  scenarios: z.array(scenarioSchema),
})
export type ScenarioFile = z.infer<typeof fileSchema>
export type Scenario = z.infer<typeof scenarioSchema>
export type ScenarioEvent = z.infer<typeof eventSchema>

export interface ScenarioResult {
  readonly id: string
  readonly pass: boolean
  readonly calls: readonly Record<string, unknown>[]
  readonly state: Record<string, unknown>
}

export function parseScenarios(json: unknown): Outcome<ScenarioFile> {
  const parsed = fileSchema.safeParse(json)
  if (parsed.success) return good(parsed.data)
  const issue = parsed.error.issues[0]!
  return bad('SCENARIO_INVALID', `scenario file: ${issue.path.join('.') || 'content'}: ${issue.message}`)
}
export type ScenarioPitch = z.infer<typeof pitchSchema>
