/** Abstract scenarios (rulebook/scenarios/schema.md) in the one event language, with exact places (sigma 0), and the answer in their own names. */
import { z } from 'zod'
import { type Pitch, parsePitch, pointInPrintedRange, ruleEdge } from '../calibration/pitch.ts'
import { bad, good, type Outcome } from '../calibration/problem.ts'
import { LINE_NAMES, type Side } from '../calibration/units.ts'
import { exactly, type GameEvent, type Placed } from '../vision/events/game-event.ts'
import { START } from './fistf-5.2/state.ts'
import { Match } from './match.ts'
import type { MatchSetup } from './rule.ts'
import { isRulebook, RULEBOOKS } from './rulebooks.ts'

const point = z.tuple([z.number(), z.number()])
const side = z.enum(['A', 'B'])
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
type Scenario = z.infer<typeof scenarioSchema>
type ScenarioEvent = z.infer<typeof eventSchema>

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

function scenarioPitch(p: z.infer<typeof pitchSchema>): Outcome<Pitch> {
  return parsePitch({
    lengthMm: p.length,
    widthMm: p.width,
    lineWidthMm: p.line_width,
    shootingLineFromGoalLineMm: p.length / 4,
    penaltyArea: { depthMm: p.penalty_depth, widthMm: p.penalty_width },
    goalArea: { depthMm: p.goal_area_depth, widthMm: p.goal_area_width },
    penaltySpotMm: p.penalty_spot,
    penaltyArcRadiusMm: p.penalty_arc_radius ?? null,
    centreCircleRadiusMm: p.centre_radius,
    cornerRadiusMm: p.corner_radius,
    goal: { widthMm: p.goal_width, heightMm: 60, depthMm: p.goal_depth },
    surfaceMarginMm: { touchline: p.surface_margin, goalLine: p.surface_margin },
  })
}

/** Runs one scenario through the rulebook's reducer. `pass` holds when every expected call was made and none that must not be. */
export function runScenario(file: ScenarioFile, scenario: Scenario): Outcome<ScenarioResult> {
  if (!isRulebook(file.ruleset)) return bad('RULES_UNKNOWN', `rule set ${file.ruleset} is not known here; known: ${Object.keys(RULEBOOKS).join(', ')}`)
  const raw = file.pitches[scenario.setup.pitch]
  if (!raw) return bad('SCENARIO_INVALID', `scenario ${scenario.id}: pitch ${scenario.setup.pitch} is not in the file`)
  const pitch = scenarioPitch(raw)
  if (!pitch.ok) return pitch
  const setup: MatchSetup = { pitch: pitch.value, attacks: { A: '+x', B: '-x' }, ballRadiusMm: raw.ball_d / 2 }
  const match = new Match(RULEBOOKS[file.ruleset], setup, startState(scenario))
  const teller = new Teller(scenario, setup)
  const calls: Record<string, unknown>[] = []
  for (const e of teller.opening()) match.apply(e)
  for (const told of scenario.timeline)
    for (const e of teller.tell(told))
      for (const c of match.apply(e))
        calls.push({
          code: c.code,
          rule: c.rule,
          phrase: c.phrase,
          restart: c.restart?.kind ?? null,
          side: c.gains,
          position: c.restart?.at ? { x: c.restart.at.xMm, y: c.restart.at.yMm } : null,
          verdict: c.verdict,
          after: told.id,
        })
  const state = present(match.state)
  return good({ id: scenario.id, pass: expectationsHold(scenario, calls, state), calls, state })
}

function startState(s: Scenario): typeof START {
  const given = (s.setup.state ?? {}) as { shootable?: boolean; consecutive?: { figure: string; count: number } }
  return {
    ...START,
    possession: s.setup.possession ?? null,
    shootable: given.shootable ?? false,
    consecutive: given.consecutive ?? null,
    ballMoving: s.setup.ball.moving ?? false,
  }
}

/** Turns told events into facts: keeps the places of everything and works out which lines the ball's path crosses. */
class Teller {
  private readonly places = new Map<string, Placed>()
  private n = 0
  private tS = 0

  constructor(
    s: Scenario,
    private readonly setup: MatchSetup,
  ) {
    this.put('ball', s.setup.ball.x, s.setup.ball.y, null, 'ball', setup.ballRadiusMm)
    for (const f of s.setup.figures) this.put(f.id, f.x, f.y, f.team, f.role === 'reserve_keeper' ? 'reserve-keeper' : 'figure', f.d / 2)
    for (const [team, k] of Object.entries((s.setup.keepers ?? {}) as Record<Side, { mode: string; x?: number; y?: number }>))
      if (k.mode === 'in_goal' && k.x !== undefined && k.y !== undefined) this.put(`keeper:${team}`, k.x, k.y, team as Side, 'keeper', 10)
  }

  private put(id: string, x: number, y: number, side: Side | null, role: Placed['role'], radiusMm: number): void {
    this.places.set(id, { id, side, role, radiusMm, where: exactly({ xMm: x, yMm: y }), moving: false })
  }
  private move(id: string, at: unknown): void {
    const p = point.safeParse(at)
    const old = this.places.get(id)
    if (p.success && old) this.places.set(id, { ...old, where: exactly({ xMm: p.data[0], yMm: p.data[1] }) })
  }
  private base(probability = 1) {
    return { id: `e-${++this.n}`, tS: this.tS, frames: [0, 0] as const, probability, place: this.places.get('ball')!.where }
  }
  private positions(): GameEvent {
    return { kind: 'positions', id: `e-${++this.n}`, tS: this.tS, things: [...this.places.values()] }
  }

  opening(): GameEvent[] {
    return [this.positions()]
  }

  tell(e: ScenarioEvent): GameEvent[] {
    this.tS += 1
    const x = e as Record<string, unknown>
    const figure = String(x.figure ?? '')
    switch (e.event) {
      case 'flick':
        return [this.positions(), { ...this.base(), kind: 'flicked', figure, ballMoving: false }]
      case 'ball_touched':
        this.move('ball', x.ball)
        this.move(String(x.by), x.figure_at)
        return [
          this.positions(),
          {
            ...this.base(),
            kind: 'ball-touched',
            by: String(x.by),
            candidates: [String(x.by)],
            byMoving: x.by_state === 'moving',
            ballMoving: x.ball_state === 'moving',
          },
        ]
      case 'ball_path':
        return this.path(x.points)
      case 'ball_stops':
        this.move('ball', x.at)
        return [this.positions(), { ...this.base(), kind: 'at-rest', object: 'ball' }]
      case 'figure_stops':
        this.move(figure, x.at)
        return [this.positions(), { ...this.base(), kind: 'at-rest', object: figure }]
      case 'figure_passed_ball':
        return [this.positions(), { ...this.base(), kind: 'passed-ball', figure }]
      case 'figures_touch':
        return [this.positions(), { ...this.base(), kind: 'figures-touched', figures: [figure, String(x.other)] }]
      case 'seen':
      case 'placed':
        this.move(String(x.object), x.at)
        return [this.positions()]
      case 'wait':
        this.tS += Number(x.seconds ?? 0)
        return [{ kind: 'time-passed', id: `e-${++this.n}`, tS: this.tS }]
      default:
        return [this.positions()]
    }
  }

  private path(points: unknown): GameEvent[] {
    const list = z.array(point).safeParse(points)
    if (!list.success) return []
    const out: GameEvent[] = []
    for (const [i, q] of list.data.entries()) {
      const p = list.data[i - 1]
      if (p) out.push(...this.crossings(p, q))
      this.move('ball', q)
    }
    out.push(this.positions())
    return out
  }

  /** Crossings by the whole ball between two points, in the order in which they happen. */
  private crossings(p: [number, number], q: [number, number]): GameEvent[] {
    const { pitch, ballRadiusMm: r } = this.setup
    const found: { k: number; make: () => GameEvent[] }[] = []
    for (const line of LINE_NAMES) {
      const edge = ruleEdge(pitch, line)
      const margin = (v: [number, number]) => edge.outward * ((edge.axis === 'x' ? v[0] : v[1]) - edge.atMm) - r
      const a = margin(p)
      const b = margin(q)
      if (a > 0 === b > 0) continue
      const k = a / (a - b)
      const at: [number, number] = [p[0] + (q[0] - p[0]) * k, p[1] + (q[1] - p[1]) * k]
      if (!pointInPrintedRange(pitch, line, { xMm: at[0], yMm: at[1] })) continue
      const value = Math.abs(b)
      found.push({
        k,
        make: () => {
          this.move('ball', at)
          return [
            this.positions(),
            {
              ...this.base(),
              kind: 'line-crossed',
              object: 'ball',
              line,
              part: 'whole',
              direction: b > 0 ? 'out' : 'in',
              margin: { value, sigma: 0, unit: 'mm' },
            },
          ]
        },
      })
    }
    return found.sort((x, y) => x.k - y.k).flatMap((f) => f.make())
  }
}

/** The state in the scenarios' names; keys that are none are left out. */
function present(s: typeof START): Record<string, unknown> {
  const out: Record<string, unknown> = { possession: s.possession, ball_in_play: s.ballInPlay, attacker_may_flick: true }
  if (s.shootable) out.shootable = true
  if (s.consecutive) out.consecutive = s.consecutive
  if (s.score.A || s.score.B) out.score = s.score
  return out
}

function expectationsHold(s: Scenario, calls: readonly Record<string, unknown>[], state: Record<string, unknown>): boolean {
  const expect = (s as { expect?: { calls?: { code: string }[]; not_calls?: { code: string }[]; state?: Record<string, unknown> } }).expect
  const made = (code: string) => calls.some((c) => c.code === code || (!code.includes(':') && String(c.code).split(':')[0] === code))
  return (
    (expect?.calls ?? []).every((c) => made(c.code)) &&
    !(expect?.not_calls ?? []).some((c) => made(c.code)) &&
    (expect?.state?.possession === undefined || expect.state.possession === state.possession)
  )
}
