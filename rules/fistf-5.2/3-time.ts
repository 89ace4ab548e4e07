/** FISTF 3: match time. The referee's hand starts and stops the clock; the book only says how long a half is. */

import { why } from '../../calibration/why.ts'
import type { ClockSet } from '../../vision/events/game-event.ts'
import { LIMITS } from './limits.ts'
import { type Clock, type FistfState, note, say } from './state.ts'

/** Seconds played in this half at a time. */
export const playedS = (c: Clock, tS: number): number => c.playedS + (c.sinceS === null ? 0 : Math.max(0, tS - c.sinceS))

/** Starts, stops and sets: what was played until then is kept. */
export function clockSet(s: FistfState, e: ClockSet): FistfState {
  const c = s.clock
  const half = e.half ?? c.half
  const played = half === c.half ? playedS(c, e.tS) : 0
  const clock: Clock = {
    half,
    playedS: e.playedS ?? played,
    sinceS: e.running ? e.tS : null,
    timeIsUp: half === c.half && e.playedS === undefined ? c.timeIsUp : false,
  }
  return { ...s, clock, halfOver: half === c.half ? s.halfOver : null }
}

/** 3.1.1, 3.3: the time of the half is over; what is added the referee alone decides (3.2.2 note). */
export function timeUp(s: FistfState, tS: number): FistfState {
  const limit = s.clock.half === 'extra' ? LIMITS.extraTimeS : LIMITS.halfS
  if (s.shootOut || s.clock.timeIsUp || playedS(s.clock, tS) < limit) return s
  return say(
    { ...s, clock: { ...s.clock, timeIsUp: true } },
    note('time-is-up', s.clock.half === 'extra' ? 'FISTF 3.3' : 'FISTF 3.1.1', why`${limit / 60} minutes are played`, { needs: 'referee: added time' }),
  )
}

/** 3.3.1.1: a goal in extra time ends the match. */
export function suddenDeath(before: FistfState, s: FistfState): FistfState {
  const scored = s.score.A !== before.score.A || s.score.B !== before.score.B
  if (s.clock.half !== 'extra' || !scored || s.shootOut) return s
  return say({ ...s, halfOver: 'over', ballInPlay: false, restart: null }, note('match-over', 'FISTF 3.3.1.1', why`a goal in extra time ends the match`))
}
