/** Abstract scenarios (rulebook/scenarios/schema.md) in the one event language, with exact places (sigma 0), and the answer in their own names. */
import { z } from 'zod'
import { type Pitch, parsePitch, pointInPrintedRange, ruleEdge } from '../calibration/pitch.ts'
import { bad, good, type Outcome } from '../calibration/problem.ts'
import { LINE_NAMES, type LineName, type Side } from '../calibration/units.ts'
import { exactly, type GameEvent, type Placed } from '../vision/events/game-event.ts'
import { inOffsidePosition } from './fistf-5.2/places.ts'
import { type FistfState, RESTARTS, type RestartKind, START, withSanction } from './fistf-5.2/state.ts'
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
  const match = new Match(RULEBOOKS[file.ruleset], setup, startState(scenario, setup))
  const teller = new Teller(scenario, setup, raw.base_d)
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
          position: c.at ? { x: c.at.xMm, y: c.at.yMm } : null,
          verdict: c.verdict,
          after: told.id,
          ...(c.options ? { options: c.options, choice_of: c.choiceOf } : {}),
          ...(c.figure ? { figure: c.figure } : {}),
          ...(c.figures ? { figures: c.figures } : {}),
          ...(c.needs ? { needs: c.needs } : {}),
          ...(c.answer === undefined ? {} : { answer: c.answer }),
          ...(c.minGapMm === undefined ? {} : { min_gap: c.minGapMm }),
          ...(c.remove ? { remove: c.remove } : {}),
        })
  const state = present(match.state, setup)
  return good({ id: scenario.id, pass: expectationsHold(scenario, calls, state), calls, state })
}

const stateSchema = z.looseObject({
  consecutive: z.looseObject({ figure: z.string().nullable(), count: z.number() }).optional(),
  block_flick: z.enum(['available', 'used', 'lapsed', 'not_available']).optional(),
  ticks_used: z.number().optional(),
  barred: z.string().nullish(),
  passive_offside: z.array(z.string()).optional(),
  shootable: z.boolean().optional(),
  blocked: z.boolean().optional(),
  limited_flick: z.boolean().optional(),
  restart: z
    .looseObject({
      type: z.enum(RESTARTS),
      side,
      taker: z.string().optional(),
      stage: z.enum(['placing', 'positional', 'positional-done', 'no-flicks', 'authorised']).default('placing'),
      positional_flicks: z.looseObject({ A: z.number(), B: z.number() }).optional(),
    })
    .optional(),
  reserve_in_play: z.array(side).optional(),
  open_goal_flicks: z.number().optional(),
  keeper_offences: z.record(z.string(), z.number()).optional(),
  last_played_by: z.string().optional(),
  unplaced: z.array(z.string()).optional(),
  after_goal: z.boolean().optional(),
  shoot_out: z.looseObject({ goal: side, kick: z.number() }).optional(),
})

function startState(s: Scenario, setup: MatchSetup): FistfState {
  const g = stateSchema.parse(s.setup.state ?? {})
  const r = g.restart
  return {
    ...START,
    possession: s.setup.possession ?? null,
    ballMoving: s.setup.ball.moving ?? false,
    shootable: g.shootable ?? false,
    consecutive: g.consecutive?.figure ? { figure: g.consecutive.figure, count: g.consecutive.count } : null,
    blockFlick: g.block_flick ?? null,
    ticks: g.ticks_used ?? 0,
    barred: g.barred ? { figure: g.barred, by: barredBy(s, g.barred, g.ticks_used ?? 0, setup) } : null,
    passive: g.passive_offside ?? [],
    blocked: g.blocked ?? false,
    limited: g.limited_flick ? 'taken' : null,
    restart: r ? { type: r.type, side: r.side, taker: r.taker ?? null, stage: r.stage, positional: r.positional_flicks ?? { A: 0, B: 0 }, replays: 0 } : null,
    ballInPlay: !r,
    reserveInPlay: g.reserve_in_play ?? [],
    openGoalPlays: g.open_goal_flicks ?? 0,
    keeperOffences: { A: g.keeper_offences?.A ?? 0, B: g.keeper_offences?.B ?? 0 },
    lastPlayedBy: g.last_played_by ?? null,
    unplaced: g.unplaced ?? [],
    afterGoal: g.after_goal ?? false,
    shootOut: g.shoot_out ? { goal: g.shoot_out.goal, shooter: null } : null,
  }
}

/** A scenario says who is barred but not by which restart; the place tells: outside the touchline, at the own goal, by the centre spot. */
function barredBy(s: Scenario, id: string, ticks: number, setup: MatchSetup): RestartKind | 'tick' {
  const f = s.setup.figures.find((q) => q.id === id)
  if (ticks > 0 || !f) return 'tick'
  if (Math.abs(f.y) > setup.pitch.widthMm / 2) return 'flick-in'
  if ((f.team === 'A' ? -1 : 1) * f.x > setup.pitch.lengthMm / 4) return 'goal-flick'
  return Math.hypot(f.x, f.y) < 30 ? 'flick-off' : 'free-flick'
}

/** Turns told events into facts: keeps the places of everything and works out which lines the ball's path crosses. */
class Teller {
  private readonly places = new Map<string, Placed>()
  private n = 0
  private tS = 0
  private ballRuns = false
  private readonly baseRadiusMm: number

  constructor(
    s: Scenario,
    private readonly setup: MatchSetup,
    baseMm: number,
  ) {
    this.baseRadiusMm = baseMm / 2
    this.ballRuns = s.setup.ball.moving ?? false
    this.put('ball', s.setup.ball.x, s.setup.ball.y, null, 'ball', setup.ballRadiusMm)
    for (const f of s.setup.figures)
      this.put(f.id, f.x, f.y, f.team, f.role === 'reserve_keeper' ? 'reserve-keeper' : 'figure', f.d / 2, (f as { posture?: string }).posture === 'lying')
    for (const [team, k] of Object.entries((s.setup.keepers ?? {}) as Record<Side, { mode: string; x?: number; y?: number }>))
      if (k.mode === 'in_goal' && k.x !== undefined && k.y !== undefined) this.put(`keeper:${team}`, k.x, k.y, team as Side, 'keeper', 10)
  }

  private put(id: string, x: number, y: number, side: Side | null, role: Placed['role'], radiusMm: number, lying = false): void {
    this.places.set(id, { id, side, role, radiusMm, where: exactly({ xMm: x, yMm: y }), moving: false, ...(lying ? { lying } : {}) })
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
    const fact = { id: `e-${++this.n}`, tS: this.tS }
    switch (e.event) {
      case 'flick':
        this.stir(figure, true)
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
            ballMoving: x.ball_state === 'moving' || (x.ball_state === undefined && this.ballRuns),
          },
        ]
      case 'ball_path':
        return this.path(x.points)
      case 'ball_stops':
        this.move('ball', x.at)
        this.ballRuns = false
        return [this.positions(), { ...this.base(), kind: 'at-rest', object: 'ball' }]
      case 'figure_stops':
        this.move(figure, x.at)
        this.stir(figure, false)
        return [this.positions(), { ...this.base(), kind: 'at-rest', object: figure }]
      case 'figure_passed_ball':
        return [this.positions(), { ...this.base(), kind: 'passed-ball', figure }]
      case 'figures_touch':
        return this.contact(x, figure, String(x.other))
      case 'figure_hits_fence':
        this.move(figure, x.at)
        return [this.positions(), { ...this.base(), kind: 'fence-touched', object: figure }]
      case 'figure_leaves_table':
        this.move(figure, x.at)
        return [this.positions(), { ...this.base(), kind: 'left-table', object: figure }]
      case 'seen':
        return this.seen(x)
      case 'placed':
        return this.placed(x)
      case 'hand':
        return [this.positions(), this.hand(x)]
      case 'input':
        return [{ ...fact, kind: 'said', by: x.by as Side | 'referee', words: String(x.say) }]
      case 'wait':
        this.tS += Number(x.seconds ?? 0)
        return [{ ...fact, kind: 'time-passed', seconds: Number(x.seconds ?? 0) }]
      case 'still':
        return [this.positions(), { ...fact, kind: 'all-still' }]
      case 'end_signal':
        return [{ ...fact, kind: 'end-signal', half: Number(x.half ?? 1) }]
      default:
        return [this.positions()]
    }
  }

  private stir(id: string, moving: boolean): void {
    const old = this.places.get(id)
    if (old) this.places.set(id, { ...old, moving })
  }

  private contact(x: Record<string, unknown>, figure: string, other: string): GameEvent[] {
    this.stir(other, x.other_state === 'moving')
    this.stir(figure, x.figure_state === 'moving')
    const place = point.safeParse(x.point)
    const before = this.positions()
    this.move(figure, x.pos_of_figure)
    const base = this.base()
    return [
      before,
      { ...base, kind: 'figures-touched', figures: [figure, other], place: place.success ? exactly({ xMm: place.data[0], yMm: place.data[1] }) : base.place },
    ]
  }

  private seen(x: Record<string, unknown>): GameEvent[] {
    const id = String(x.object)
    this.move(id, x.at)
    const old = this.places.get(id)
    const shape = z.object({ length: z.number(), thickness: z.number(), angle_deg: z.number() }).safeParse(x.shape)
    if (old)
      this.places.set(id, {
        ...old,
        ...(x.posture === 'lying' ? { lying: true } : {}),
        ...(typeof x.hooked_to === 'string' ? { hookedTo: x.hooked_to } : {}),
        ...(shape.success ? { shape: { lengthMm: shape.data.length, thicknessMm: shape.data.thickness, angleDeg: shape.data.angle_deg } } : {}),
      })
    return [this.positions()]
  }

  private placed(x: Record<string, unknown>): GameEvent[] {
    const id = String(x.object)
    const at = point.safeParse(x.at)
    if (!this.places.has(id) && at.success)
      this.put(id, at.data[0], at.data[1], id.startsWith('A') ? 'A' : 'B', x.role === 'reserve_keeper' ? 'reserve-keeper' : 'figure', this.baseRadiusMm)
    this.move(id, x.at)
    return [this.positions(), { id: `e-${++this.n}`, tS: this.tS, kind: 'set-down', object: id, by: x.by as Side | 'referee' }]
  }

  private hand(x: Record<string, unknown>): GameEvent {
    const at = point.safeParse(x.at)
    const text = (v: unknown) => (typeof v === 'string' ? v : undefined)
    const base = this.base()
    const more = {
      touches: text(x.touches),
      touchedBy: text(x.touched_by),
      hinders: text(x.hinders),
      overPlayingArea: typeof x.hands_over_playing_area === 'number' ? x.hands_over_playing_area : undefined,
    }
    return {
      ...base,
      kind: 'hand',
      player: x.player as Side,
      place: at.success ? exactly({ xMm: at.data[0], yMm: at.data[1] }) : base.place,
      ...(Object.fromEntries(Object.entries(more).filter(([, v]) => v !== undefined)) as object),
    }
  }

  private path(points: unknown): GameEvent[] {
    const list = z.array(point).safeParse(points)
    if (!list.success) return []
    this.ballRuns = true
    const out: GameEvent[] = []
    for (const [i, q] of list.data.entries()) {
      const p = list.data[i - 1]
      if (p) out.push(...this.segment(p, q))
      this.move('ball', q)
    }
    return out
  }

  /** A straight run, cut where the whole ball passes a line, so that what comes first is told first. */
  private segment(p: [number, number], q: [number, number]): GameEvent[] {
    const { pitch, ballRadiusMm: r } = this.setup
    const found: { k: number; line: LineName; out: boolean; value: number }[] = []
    for (const line of LINE_NAMES) {
      const edge = ruleEdge(pitch, line)
      const margin = (v: [number, number]) => edge.outward * ((edge.axis === 'x' ? v[0] : v[1]) - edge.atMm) - r
      const a = margin(p)
      const b = margin(q)
      if (a > 0 === b > 0) continue
      const k = a / (a - b)
      if (pointInPrintedRange(pitch, line, { xMm: p[0] + (q[0] - p[0]) * k, yMm: p[1] + (q[1] - p[1]) * k }))
        found.push({ k, line, out: b > 0, value: Math.abs(b) })
    }
    const out: GameEvent[] = []
    let from = p
    const run = (to: [number, number]) => {
      const base = { ...this.base(), place: exactly({ xMm: to[0], yMm: to[1] }) }
      out.push({ ...base, kind: 'ball-moved', from: { xMm: from[0], yMm: from[1] }, to: { xMm: to[0], yMm: to[1] } })
      this.move('ball', to)
      from = to
    }
    for (const c of found.sort((a, b) => a.k - b.k)) {
      run([p[0] + (q[0] - p[0]) * c.k, p[1] + (q[1] - p[1]) * c.k])
      out.push({
        ...this.base(),
        kind: 'line-crossed',
        object: 'ball',
        line: c.line,
        part: 'whole',
        direction: c.out ? 'out' : 'in',
        margin: { value: c.value, sigma: 0, unit: 'mm' },
      })
    }
    run(q)
    return out
  }
}

/** The state in the scenarios' names, as it is if an open offer's sanction is taken; keys that are none are left out. */
function present(now: FistfState, setup: MatchSetup): Record<string, unknown> {
  const s = withSanction(now)
  const figures = Object.values(s.places).filter((p) => p.role === 'figure' || p.role === 'reserve-keeper')
  const out: Record<string, unknown> = {
    possession: s.possession,
    ball_in_play: s.ballInPlay,
    attacker_may_flick: !(s.limited === 'taken' && s.blockFlick === 'available'),
    // judged at the last touch (13.1.2.3); before any touch, as things stand
    offside_position: Object.fromEntries(
      figures.map((f) => [
        f.id,
        s.offside && f.side === s.offside.side && f.id !== s.offside.player ? s.offside.all.includes(f.id) : inOffsidePosition(s, f.id, setup),
      ]),
    ),
  }
  const put = (key: string, value: unknown, is: boolean) => {
    if (is) out[key] = value
  }
  put('shootable', true, s.shootable)
  put('consecutive', s.consecutive, s.consecutive !== null)
  put('score', s.score, s.score.A + s.score.B > 0)
  put('block_flick', s.blockFlick, s.blockFlick !== null)
  put('ticks_used', s.ticks, s.ticks > 0)
  put('barred', s.barred?.figure, s.barred !== null)
  put('passive_offside', s.passive, s.passive.length > 0)
  put('restart', s.restart && { type: s.restart.type, side: s.restart.side, stage: s.restart.stage }, s.restart !== null)
  put('blocked', true, s.blocked)
  put('reserve_in_play', s.reserveInPlay, s.reserveInPlay.length > 0)
  put('open_goal_flicks', s.openGoalPlays, s.openGoalPlays > 0)
  put('half_over', true, s.halfOver !== null)
  if (s.shootOut) {
    // 17.1.3: just inside the shooting line, by the touchlines, on the penalty area's side lines, in the middle
    const sign = s.shootOut.goal === 'B' ? 1 : -1
    const { pitch, ballRadiusMm: r } = setup
    const x = sign * ((pitch.shootingLineXMm ?? pitch.lengthMm / 4) + pitch.lineWidthMm / 2 + r + 1)
    const wing = pitch.widthMm / 2 - pitch.lineWidthMm - r - 1
    const ys = [wing, pitch.penaltyArea.widthMm / 2, 0, -pitch.penaltyArea.widthMm / 2, -wing]
    out.shoot_out_spots = Object.fromEntries(ys.map((y, i) => [i + 1, [x, y]]))
    out.spot_tolerance_mm = 2
  }
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
