/** The state of play of FISTF 5.2 in the scenarios' own names, in and out. */
import { z } from 'zod'
import { START_OF_ATTEMPT, shootOutSpots } from '../fistf-5.2/17-shoot-out.ts'
import { inOffsidePosition } from '../fistf-5.2/places.ts'
import { type FistfState, RESTARTS, type RestartKind, START, withSanction } from '../fistf-5.2/state.ts'
import type { MatchSetup } from '../rule.ts'
import { type Scenario, side } from './schema.ts'

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

export function startState(s: Scenario, setup: MatchSetup): FistfState {
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
    shootOut: g.shoot_out ? START_OF_ATTEMPT(g.shoot_out.goal) : null,
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

/** The state in the scenarios' names, as it is if an open offer's sanction is taken; keys that are none are left out. */
export function present(now: FistfState, setup: MatchSetup): Record<string, unknown> {
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
    out.shoot_out_spots = Object.fromEntries(shootOutSpots(s.shootOut.goal, setup).map((p, i) => [i + 1, [p.xMm, p.yMm]]))
    out.spot_tolerance_mm = 2
  }
  return out
}
