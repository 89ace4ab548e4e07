/** FISTF Rules of the Game 5.2: the reducer decides, this list says what each decision cites and means. */
import type { Finding, Rule, Rulebook } from '../rule.ts'
import { offsideNow } from './13-offside.ts'
import { COVERAGE } from './coverage.ts'
import { EDITION } from './limits.ts'
import { PHRASES } from './phrases.ts'
import { dismiss, reduce, resumed } from './reducer.ts'
import { type FistfState, type Ruling, START } from './state.ts'

/** A rule reads what the reducer decided at this event under its number. */
function rule(ref: string, title: string): Rule<FistfState> {
  return {
    ref: `FISTF ${ref}`,
    title,
    find: (_before, event, after) =>
      after.rulings.filter((r) => ruleOf(r.rule) === `FISTF ${ref}`).map((r) => finding(r, event.id, 'probability' in event ? event.probability : 1, after)),
  }
}

/** The chapter that a citation belongs to: the longest rule of the list that it starts with. */
function ruleOf(cited: string): string {
  return RULES.map((r) => r.ref).reduce(
    (best, ref) => ((cited === ref || cited.startsWith(`${ref}.`) || cited.startsWith(`${ref} `)) && ref.length > best.length ? ref : best),
    '',
  )
}

function finding(r: Ruling, event: string, eventProbability: number, after: FistfState): Finding {
  const taker = r.taker === undefined ? r.side : r.taker
  const phrase = r.phrase === undefined ? (PHRASES[r.code] ?? null) : r.phrase
  return {
    rule: r.rule,
    code: r.code,
    phrase: phrase?.en ?? null,
    ownPhrase: phrase?.it ?? null,
    against: r.side === null ? null : r.side === 'A' ? 'B' : 'A',
    gains: r.side,
    restart: r.restart === null ? null : { kind: r.restart, for: taker, at: r.at, ...(r.candidates ? { candidates: r.candidates } : {}) },
    probability: r.probability ?? eventProbability,
    reasons: r.reasons ?? [],
    evidence: [...(r.evidence ?? []), event],
    because: r.because,
    at: r.at,
    ...(r.options ? { options: r.options, choiceOf: r.side } : {}),
    ...(r.figure ? { figure: r.figure } : {}),
    ...(r.figures ? { figures: r.figures } : {}),
    ...(r.needs ? { needs: r.needs } : {}),
    ...(r.answer === undefined ? {} : { answer: r.answer }),
    ...(r.minGapMm === undefined ? {} : { minGapMm: r.minGapMm }),
    ...(r.remove ? { remove: r.remove } : {}),
    offerOpen: after.offer !== null,
  }
}

const RULES: readonly Rule<FistfState>[] = [
  rule('1.2.1', 'Flicking when not allowed, or a lying figure'),
  rule('1.3.1', 'Physical foul position'),
  rule('1.5.1', 'More than ten figures in the field'),
  rule('2.1.1', 'Figures outside the lines; the forcing check'),
  rule('2.1.2', 'Figures off the playing surface'),
  rule('2.1.3', 'Figures that rebounded off the fence'),
  rule('2.1.4', 'Figures that left the table'),
  rule('2.2.1', 'Figures in the goal area'),
  rule('2.3.1', 'A place that is taken'),
  rule('2.4.1', 'Lying figures'),
  rule('2.4.3', 'Hooked figures'),
  rule('2.6', 'Distances'),
  rule('3.1', 'Match time'),
  rule('3.3', 'Extra time'),
  rule('4.2', 'Taking a flick-off'),
  rule('4.2.1', 'Positions at the flick-off'),
  rule('4.2.2', 'The attacker places first'),
  rule('4.2.3', 'The flick-off goes past the half-way line'),
  rule('4.2.4', 'The taker of the flick-off'),
  rule('4.2.5', 'Time to line up after a goal'),
  rule('4.3.2', 'A ball that goes out after an offence'),
  rule('5.1.2', 'Change'),
  rule('5.1.3', 'Running figures after a change'),
  rule('5.2', 'Three tries in a row'),
  rule('5.3.1', 'Foul play'),
  rule('5.3.2', "The defender's hand in the way"),
  rule('5.3.3', 'Smashing'),
  rule('5.3.4', 'Change - Back'),
  rule('5.3.5', 'Blocked ball'),
  rule('5.4', 'Limited flick'),
  rule('6.2.1', 'The right to a block-flick'),
  rule('6.2.4', 'Incorrect block-flicks'),
  rule('6.2.5', 'Block-flicks that touch the attacker'),
  rule('7.1.1', 'Goal'),
  rule('7.1.2', 'Shootable'),
  rule('7.1.4', 'A ball going in is stopped'),
  rule('7.2.1', 'A ball in the goal that is none'),
  rule('7.3', 'Own goals'),
  rule('8.1.5', 'Goalkeeper touches in a row'),
  rule('8.2.1', 'The goalkeeper over the goal-area line'),
  rule('8.2.2', 'Keeper-foul'),
  rule('9.1', 'The reserve keeper comes on'),
  rule('9.2.1', 'The reserve keeper in play'),
  rule('9.2.2', 'Waiting for the block-flick'),
  rule('9.2.3', 'The reserve keeper comes on again'),
  rule('10.4.1', 'Finger foul'),
  rule('10.5.1', 'Handball'),
  rule('11.1', 'Free-flick'),
  rule('11.2', 'Taking a free-flick'),
  rule('11.2.2', 'Positional flicks'),
  rule('11.2.4', 'A free-flick that misses'),
  rule('11.2.5', 'The taker of a free-flick'),
  rule('12.2', 'Taking a penalty-flick'),
  rule('12.2.2', 'Positions at a penalty-flick'),
  rule('12.2.4', 'The goalkeeper at a penalty-flick'),
  rule('12.2.5', 'A penalty-flick that misses'),
  rule('12.2.6', 'The taker of a penalty-flick'),
  rule('13.1.2', 'Offside'),
  rule('13.2.1', 'Passive offside'),
  rule('13.3.1', 'Ticks'),
  rule('13.4', 'Ticks: how'),
  rule('14.1', 'Flick-in'),
  rule('14.2', 'Taking a flick-in'),
  rule('15.1', 'Goal-flick'),
  rule('15.2', 'Taking a goal-flick'),
  rule('16.1', 'Corner-flick'),
  rule('16.2', 'Taking a corner-flick'),
  rule('17.2', 'Shoot-out'),
]

export const fistf52: Rulebook<FistfState> = { ...EDITION, start: START, reduce, dismiss, resumed, rules: RULES, offsideNow, coverage: COVERAGE }
