/** What the screens show of the table and of the state of play, in the protocol's words. */
import { type Why, why } from '../calibration/why.ts'
import { shootOutSpots } from '../rules/fistf-5.2/17-shoot-out.ts'
import { LIMITS } from '../rules/fistf-5.2/limits.ts'
import type { FistfState } from '../rules/fistf-5.2/state.ts'
import { matchSetup, type Table } from './pipeline.ts'
import type { MatchMessage, Occasion, TableMessage } from './protocol.ts'

/** What of the state of play the screens show. */
export type Shown = Pick<FistfState, 'possession' | 'shootable' | 'blockFlick' | 'asked' | 'clock' | 'restart' | 'halfOver' | 'shootOut'>

const QUESTIONS: Readonly<Record<string, { text: Why; answers: string[] }>> = {
  influence: { text: why`Did the block-flick influence play near the ball?`, answers: ['influenced play', 'no influence'] },
  deliberate: { text: why`Was it on purpose?`, answers: ['deliberate'] },
}

/** The part of a match message that follows from the state of play. */
export function standing(state: Shown): Pick<MatchMessage, 'possession' | 'shootable' | 'blockFlick' | 'question' | 'restart' | 'over' | 'clock'> {
  const { half, sinceS } = state.clock
  return {
    possession: state.possession,
    shootable: state.shootable,
    blockFlick: state.blockFlick === 'available',
    question: state.asked ? (QUESTIONS[state.asked.what] ?? null) : null,
    restart: state.restart && { kind: state.restart.type, side: state.restart.side, needMm: LIMITS.distanceMm[state.restart.type] ?? null },
    over: state.halfOver === 'over',
    clock: { half, playedS: state.clock.playedS, running: sinceS !== null, tS: sinceS ?? 0, limitS: half === 'extra' ? LIMITS.extraTimeS : LIMITS.halfS },
  }
}

/** What a page must know of a table to draw it. */
export function aboutTable(t: Table, book: { readonly title: string; readonly edition: string }, match: string, occasion: Occasion): TableMessage {
  const p = t.pitch
  const { A, B } = t.setup.sides
  return {
    lengthMm: p.lengthMm,
    widthMm: p.widthMm,
    lineWidthMm: p.lineWidthMm,
    marginXMm: p.surfaceMarginMm.goalLine,
    marginYMm: p.surfaceMarginMm.touchline,
    goalWidthMm: p.goal.widthMm,
    goalArea: p.goalArea,
    attacks: { A: A.attacks, B: B.attacks },
    lines: [...p.lines],
    spots: (['A', 'B'] as const).flatMap((goal) => shootOutSpots(goal, matchSetup(t)).map((at, i) => ({ name: `${i + 1}`, ...at }))),
    rulebook: `${book.title} ${book.edition}`,
    names: { A: A.name, B: B.name },
    colours: { A: [...A.baseColours], B: [...B.baseColours] },
    match,
    occasion,
  }
}
