/** Short stories for rule tests, told in the scenario language and played through the same teller and reducer as `judge`. */
import { fistf52 } from '../../rules/fistf-5.2/index.ts'
import type { Call } from '../../rules/judge.ts'
import { Match } from '../../rules/match.ts'
import { startState } from '../../rules/scenario/fistf-state.ts'
import type { Scenario, ScenarioEvent } from '../../rules/scenario/schema.ts'
import { Teller } from '../../rules/scenario/teller.ts'
import type { GameEvent } from '../../vision/events/game-event.ts'
import { pitch } from '../tables.ts'

/** The test table: 1200 x 800, lines 2.5 mm, shooting lines at 300, penalty area 150 x 400, goal area 60 x 240, spot 110. */
export const TABLE = { pitch: pitch(), attacks: { A: '+x', B: '-x' }, ballRadiusMm: 11 } as const
const BASE_MM = 20

export interface Start {
  readonly ball: readonly [number, number]
  readonly figures: Readonly<Record<string, readonly [number, number]>>
  readonly possession?: 'A' | 'B' | null
  readonly state?: Record<string, unknown>
  readonly moving?: boolean
  /** Goalkeepers stand in the middle of their goals unless given or taken away. */
  readonly keepers?: Partial<Record<'A' | 'B', readonly [number, number] | null>>
  readonly reserve?: readonly string[]
  readonly lying?: readonly string[]
}

type Told = Omit<ScenarioEvent, 'id'> & Record<string, unknown>

/** What a story's line needs to know of where things are. */
class Stage {
  readonly at = new Map<string, [number, number]>()
  constructor(start: Start) {
    this.at.set('ball', [...start.ball])
    for (const [id, p] of Object.entries(start.figures)) this.at.set(id, [...p])
  }
}
export type Line = (s: Stage) => Told[]

/** A figure is flicked, touches the ball and stops beside it; the ball runs to a place and, unless told otherwise, stops there. */
export const play =
  (id: string, to: readonly [number, number], more: { runs?: boolean; stays?: boolean } = {}): Line =>
  (s) => {
    const ball = s.at.get('ball')!
    const from = s.at.get(id)!
    const d = Math.hypot(ball[0] - from[0], ball[1] - from[1]) || 1
    const at: [number, number] = [ball[0] - ((ball[0] - from[0]) / d) * 20, ball[1] - ((ball[1] - from[1]) / d) * 20]
    s.at.set('ball', [...to])
    s.at.set(id, at)
    return [
      { event: 'flick', figure: id },
      { event: 'ball_touched', by: id, ball, by_state: 'moving', figure_at: at },
      ...(more.stays ? [] : [{ event: 'ball_path', points: [ball, to] }]),
      { event: 'figure_stops', figure: id, at },
      ...(more.runs ? [] : [{ event: 'ball_stops', at: to }]),
    ]
  }
/** The ball meets a figure that stands still and runs on. */
export const off =
  (id: string, to: readonly [number, number], more: { runs?: boolean } = {}): Line =>
  (s) => {
    const ball = s.at.get('ball')!
    s.at.set('ball', [...to])
    return [
      { event: 'ball_touched', by: id, ball, by_state: 'stationary', ball_state: 'moving', figure_at: s.at.get(id) ?? ball },
      { event: 'ball_path', points: [ball, to] },
      ...(more.runs ? [] : [{ event: 'ball_stops', at: to }]),
    ]
  }
/** A figure is flicked to a place without touching anything. */
export const flick =
  (id: string, to: readonly [number, number]): Line =>
  (s) => {
    s.at.set(id, [...to])
    return [
      { event: 'flick', figure: id },
      { event: 'figure_stops', figure: id, at: to },
    ]
  }
/** A running figure meets another at a point. */
export const meets =
  (id: string, other: string, point: readonly [number, number], more: Record<string, unknown> = {}): Line =>
  () => [{ event: 'figures_touch', figure: id, other, point, figure_state: 'moving', other_state: 'stationary', ...more }]
export const tell =
  (...events: Told[]): Line =>
  () =>
    events
export const say = (by: 'A' | 'B' | 'referee', words: string): Line => tell({ event: 'input', by, say: words })

/** Plays a story; `sigmaMm` is put on every place and margin. */
export function told(start: Start, lines: readonly Line[], sigmaMm = 0): { calls: Call[]; match: Match<typeof fistf52.start> } {
  const stage = new Stage(start)
  let n = 0
  const timeline = lines.flatMap((l) => l(stage)).map((e) => ({ ...e, id: `e${++n}` })) as ScenarioEvent[]
  const keeper = (side: 'A' | 'B') => {
    const at = start.keepers?.[side]
    if (at === null) return { mode: 'removed' }
    const [x, y] = at ?? [side === 'A' ? -594 : 594, 0]
    return { mode: 'in_goal', x, y }
  }
  const scenario: Scenario = {
    id: 'story',
    setup: {
      pitch: 'table',
      ball: { x: start.ball[0], y: start.ball[1], moving: start.moving ?? false },
      figures: Object.entries(start.figures).map(([id, [x, y]]) => ({
        id,
        team: id[0] as 'A' | 'B',
        x,
        y,
        d: BASE_MM,
        role: start.reserve?.includes(id) ? 'reserve_keeper' : 'figure',
        ...(start.lying?.includes(id) ? { posture: 'lying' } : {}),
      })),
      keepers: { A: keeper('A'), B: keeper('B') },
      possession: start.possession === undefined ? 'A' : start.possession,
      state: start.state ?? {},
    },
    timeline,
  }
  const match = new Match(fistf52, TABLE, startState(scenario, TABLE))
  const teller = new Teller(scenario, TABLE, BASE_MM)
  const calls: Call[] = []
  const apply = (e: GameEvent) => calls.push(...match.apply(sigmaMm ? unsure(e, sigmaMm) : e))
  for (const e of teller.opening()) apply(e)
  for (const line of timeline) for (const e of teller.tell(line)) apply(e)
  return { calls, match }
}

function unsure(e: GameEvent, sigmaMm: number): GameEvent {
  const cov = [sigmaMm ** 2, 0, sigmaMm ** 2] as const
  if (e.kind === 'positions') return { ...e, things: e.things.map((t) => ({ ...t, where: { ...t.where, covMm2: cov } })) }
  if (!('place' in e)) return e
  const place = { ...e.place, covMm2: cov }
  return e.kind === 'line-crossed' ? { ...e, place, margin: { ...e.margin, sigma: sigmaMm } } : { ...e, place }
}
