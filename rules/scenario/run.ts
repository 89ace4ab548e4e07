/** Scenarios through the same reducer as a live match, and the answer in their own names. */
import { type Pitch, parsePitch } from '../../calibration/pitch.ts'
import { bad, good, type Outcome } from '../../calibration/problem.ts'
import { Match } from '../match.ts'
import type { MatchSetup } from '../rule.ts'
import { isRulebook, RULEBOOKS } from '../rulebooks.ts'
import { present, startState } from './fistf-state.ts'
import type { Scenario, ScenarioFile, ScenarioPitch, ScenarioResult } from './schema.ts'
import { Teller } from './teller.ts'

function scenarioPitch(p: ScenarioPitch): Outcome<Pitch> {
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

function expectationsHold(s: Scenario, calls: readonly Record<string, unknown>[], state: Record<string, unknown>): boolean {
  const expect = (s as { expect?: { calls?: { code: string }[]; not_calls?: { code: string }[]; state?: Record<string, unknown> } }).expect
  const made = (code: string) => calls.some((c) => c.code === code || (!code.includes(':') && String(c.code).split(':')[0] === code))
  return (
    (expect?.calls ?? []).every((c) => made(c.code)) &&
    !(expect?.not_calls ?? []).some((c) => made(c.code)) &&
    (expect?.state?.possession === undefined || expect.state.possession === state.possession)
  )
}
