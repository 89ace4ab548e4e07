/** FISTF 9: the reserve keeper comes on, plays, and goes off again. */
import { otherSide, type Side } from '../../calibration/units.ts'
import { type Why, why } from '../../calibration/why.ts'
import type { Placed } from '../../vision/events/game-event.ts'
import type { MatchSetup } from '../rule.ts'
import { LIMITS } from './limits.ts'
import { ownEnd, penaltySpot } from './places.ts'
import { type FistfState, isKeeper, note, offend, say, sideOf } from './state.ts'

/** 9.1.1, 9.1.2, 9.2.3: a reserve keeper is set down on the pitch. */
export function reserveSetDown(s: FistfState, p: Placed, setup: MatchSetup): FistfState {
  const side = p.side
  if (!side) return s
  const wrong = (rule: string, because: Why): FistfState =>
    offend(s, {
      code: 'illegal-playing-figure-number',
      rule,
      side: otherSide(side),
      restart: 'free-flick',
      at: penaltySpot(setup, ownEnd(setup, side)),
      options: ['free-flick', 'play on'],
      because,
    })
  if (s.places[`keeper:${side}`]) return wrong('FISTF 9.1.2.b', why`the goalkeeper is still in the goal`)
  if (s.blockFlick === 'available') return wrong('FISTF 9.1.2.c', why`a block-flick was still owed`)
  if (s.reservePlays[side] === null) return wrong('FISTF 9.2.3', why`no other figure has played the ball since the reserve keeper was taken off`)
  if (!inGoalAreaCompletely(p, ownEnd(setup, side), setup)) return wrong('FISTF 9.1.1', why`not completely inside the goal area or its extension`)
  return { ...s, reserveInPlay: [...new Set([...s.reserveInPlay, side])], reservePlays: { ...s.reservePlays, [side]: 0 } }
}

function inGoalAreaCompletely(p: Placed, end: 1 | -1, setup: MatchSetup): boolean {
  const { lengthMm, goalArea, lineWidthMm } = setup.pitch
  const sides = Math.abs(p.where.at.yMm) + p.radiusMm < goalArea.widthMm / 2 - lineWidthMm
  return sides && end * p.where.at.xMm - p.radiusMm > lengthMm / 2 - goalArea.depthMm + lineWidthMm
}

/** 9.2.2: the goalkeeper is back; an owed block-flick comes before the next flick. */
export function goalkeeperBack(s: FistfState, side: Side): FistfState {
  if (!s.reserveInPlay.includes(side)) return s
  return {
    ...s,
    reserveInPlay: s.reserveInPlay.filter((r) => r !== side),
    reservePlays: { ...s.reservePlays, [side]: null },
    openGoalPlays: 0,
    mustWait: s.blockFlick === 'available' && s.possession === side ? 'FISTF 9.2.2' : s.mustWait,
  }
}

/** How often the reserve keeper has played (9.1.4), and that another figure or the goalkeeper has played since it went off (9.2.3). */
export function reserveCounted(before: FistfState, s: FistfState): FistfState {
  const by = s.lastPlayedBy
  if (!by || s.lastPlayed === before.lastPlayed) return s
  const side = sideOf(s, by)
  if (!side) return s
  const count = s.reservePlays[side]
  if (count === null) {
    const { [side]: _, ...rest } = s.reservePlays
    return { ...s, reservePlays: rest }
  }
  if (s.places[by]?.role !== 'reserve-keeper') return s
  return { ...s, reservePlays: { ...s.reservePlays, [side]: (count ?? 0) + 1 } }
}

/** 9.1.4: coming on, it may not score with its first flick. */
export const mayNotScore = (s: FistfState, by: string | null): boolean => {
  if (!by || isKeeper(by) || s.places[by]?.role !== 'reserve-keeper') return false
  const side = s.places[by]?.side
  return side !== undefined && side !== null && s.reserveInPlay.includes(side) && s.reservePlays[side] === 1
}

const REGAINED = {
  possession: ['FISTF 9.2.1.a', why`the ball is won back`],
  out: ['FISTF 9.2.1.b', why`the ball went out`],
  given: ['FISTF 9.2.1.c', why`a free-flick or penalty-flick is awarded`],
  against: ['FISTF 9.2.1.d', why`a penalty-flick is awarded against it`],
} as const

/** 9.2.1.a to d: after losing the ball, when the goalkeeper may come back (e, the fifth play, is counted where the ball stops). */
export function mayReturn(before: FistfState, s: FistfState): FistfState {
  let next = s
  for (const side of s.reserveInPlay) {
    if (!before.reserveInPlay.includes(side) || before.possession !== otherSide(side)) continue
    const r = s.restart !== before.restart ? s.restart : null
    const regained =
      r && (r.type === 'flick-in' || r.type === 'goal-flick' || r.type === 'corner-flick')
        ? 'out'
        : r?.type === 'penalty-flick' && r.side !== side
          ? 'against'
          : r && r.side === side && r.type !== 'flick-off'
            ? 'given'
            : !r && s.possession === side
              ? 'possession'
              : null
    if (regained)
      next = say(next, note('keeper-may-return', REGAINED[regained][0], why`the goalkeeper may come back: ${REGAINED[regained][1]}`, { phrase: null, side }))
  }
  return next
}

/** 9.2.1.e */
export function fifthPlay(s: FistfState): FistfState {
  if (!s.possession || !s.reserveInPlay.includes(otherSide(s.possession)) || s.openGoalPlays < LIMITS.openGoalPlays) return s
  return say(s, note('keeper-may-return', 'FISTF 9.2.1.e', why`the attacker has played five times`, { phrase: null, side: otherSide(s.possession) }))
}
