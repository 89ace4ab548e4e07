/** A finger strikes a figure: what kind of flick it is, and whether it was allowed (FISTF 1.2, 1.3, 4.2.4, 5.2, 5.4, 6.2.1, 11.2, 13.3, 13.4). */
import { otherSide, type Side } from '../../calibration/units.ts'
import { type Why, why } from '../../calibration/why.ts'
import type { Flicked, Placed } from '../../vision/events/game-event.ts'
import type { MatchSetup } from '../rule.ts'
import { shot } from './17-shoot-out.ts'
import { LIMITS } from './limits.ts'
import { inOffsidePosition, offencePlace } from './places.ts'
import { award, type FistfState, type Flick, offend, type Ruling, say, sideOf } from './state.ts'

export function flicked(s: FistfState, e: Flicked, setup: MatchSetup): FistfState {
  const side = sideOf(s, e.figure) ?? e.side
  if (!side || s.halfOver === 'over') return s
  // the first flick that is seen tells who has the ball when nothing else did; after a while unseen either side may flick, and the touch tells
  const known = s.possession === null && s.blockFlick !== 'unknown' ? { ...s, possession: side } : s
  const from = known.places[e.figure] ?? null
  const type = kindOf(known, e.figure, side)
  const flick: Flick = {
    event: e.id,
    figure: e.figure,
    side,
    type,
    from,
    wasOffside: inOffsidePosition(known, e.figure, setup),
    ballMoving: known.ballMoving,
    touchedBall: false,
    missed: false,
    rebounded: false,
    hindered: false,
    moved: [],
  }
  const running: FistfState = {
    ...known,
    flicks: { ...known.flicks, [e.figure]: flick },
    tick: null,
    asked: known.asked?.what === 'block-flick' ? null : known.asked,
  }
  if (running.shootOut) return shot(running, e.figure)
  if (running.offer || (!running.ballInPlay && type !== 'take' && type !== 'positional')) return running
  if (type === 'positional') return positional(running, side)
  if (type === 'tick') return tick(running, e.figure, from, side, setup)
  if (type === 'block') return running.possession === null ? running : { ...running, blockFlick: 'used', mustWait: null }
  if (type === 'illegal-block') return running
  return attack(running, e.figure, from, side, type, setup)
}

function kindOf(s: FistfState, figure: string, side: Side): Flick['type'] {
  if (s.restart?.stage === 'positional') return 'positional'
  if (s.restart?.stage === 'authorised' && side === s.restart.side && (s.restart.taker === null || s.restart.taker === figure)) return 'take'
  // seen live without a word: the first flick of the side that has the restart takes it
  if (s.restart && !s.ballInPlay && side === s.restart.side) return 'take'
  if (side === s.possession) return s.tick === 'announced' ? 'tick' : 'try'
  return s.blockFlick === 'available' || s.blockFlick === 'unknown' ? 'block' : 'illegal-block'
}

const freeFlick = (rule: string, offender: Side, at: Placed | null, setup: MatchSetup, because: Why, code = 'illegal-flicking:free-flick'): Ruling => ({
  code,
  rule,
  side: otherSide(offender),
  restart: 'free-flick',
  at: at ? offencePlace(setup, at.where.at) : null,
  options: ['free-flick', 'play on'],
  because,
})

/** 11.2.2, 14.2.3, 16.2.3: so many positional flicks a side; one more is put back (1.2.1.a.3). */
function positional(s: FistfState, side: Side): FistfState {
  const r = s.restart!
  const count = r.positional[side] + 1
  const next = { ...s, restart: { ...r, positional: { ...r.positional, [side]: count } } }
  if (count <= (LIMITS.positionalFlicks[r.type] ?? 0)) return next
  return offend(next, {
    code: 'illegal-flicking:back',
    rule: 'FISTF 1.2.1.a.3',
    side: otherSide(side),
    restart: 'back',
    at: null,
    options: ['back', 'play on'],
    because: why`one positional flick more than allowed`,
  })
}

/** 13.3.1, 13.4.2, 13.4.5, 13.4.6 */
function tick(s: FistfState, figure: string, from: Placed | null, side: Side, setup: MatchSetup): FistfState {
  if (s.ticks >= LIMITS.ticks) return illegal(s, freeFlick('FISTF 13.3.1', side, from, setup, why`the fourth tick of one possession`))
  if (s.blockFlick === 'available' || s.ballMoving) return illegal(s, freeFlick('FISTF 13.4.2', side, from, setup, why`the block-flick was still owed`))
  return { ...s, ticks: s.ticks + 1, blockFlick: 'available', mustWait: 'FISTF 13.4.5', barred: { figure, by: 'tick' } }
}

/** No advantage can follow: the free-flick is given at once. */
const illegal = (s: FistfState, r: Ruling): FistfState => award(say(s, r), 'free-flick', r.side!)

const BAR_RULES = {
  'flick-off': 'FISTF 4.2.4.a',
  'free-flick': 'FISTF 11.2.5',
  'penalty-flick': 'FISTF 12.2.6',
  'flick-in': 'FISTF 14.2.8',
  'goal-flick': 'FISTF 15.2.4',
  'corner-flick': 'FISTF 16.2.6',
} as const

/** An attacker's flick at the ball (5.2.3): a try, or the taking of a restart. */
function attack(s: FistfState, figure: string, from: Placed | null, side: Side, type: 'try' | 'take', setup: MatchSetup): FistfState {
  if (s.handsOver[side] >= 2)
    return offend(s, freeFlick('FISTF 1.3.1.a', side, s.places.ball ?? from, setup, why`both hands were over the playing area`, 'physical-foul-position'))
  if (s.places[figure]?.lying) return offend(s, freeFlick('FISTF 1.2.1.a.1', side, from, setup, why`a lying figure may not be flicked`))
  if (s.mustWait && s.blockFlick === 'available') return offend(s, freeFlick(s.mustWait, side, from, setup, why`the owed block-flick comes first`))
  if (s.limited === 'taken' && s.blockFlick === 'available')
    return offend(s, freeFlick('FISTF 5.4.2.a', side, from, setup, why`after a limited flick the block-flick comes first`))
  if (s.barred?.figure === figure && s.barred.by !== 'tick')
    return offend(s, freeFlick(BAR_RULES[s.barred.by], side, from, setup, why`the taker may not play again before another figure has`))
  const tries = s.consecutive?.figure === figure ? s.consecutive.count : 0
  if (type === 'try' && tries >= LIMITS.triesInARow)
    return offend(s, freeFlick('FISTF 5.2.1', side, from, setup, why`more tries in a row than allowed`), { countBefore: s.consecutive })
  return { ...s, ballInPlay: true, consecutive: { figure, count: tries + 1 }, limited: s.limited === 'announced' ? 'taken' : s.limited }
}
