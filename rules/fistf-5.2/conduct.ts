/** Hands and goalkeepers before a shot: finger fouls, handball, obstruction, limited flicks, keeper over the line (FISTF 5.3.2, 6.2.5, 8.2.1, 10.4, 10.5). */
import { otherSide } from '../../calibration/units.ts'
import { type Why, why } from '../../calibration/why.ts'
import type { HandSeen } from '../../vision/events/game-event.ts'
import type { MatchSetup } from '../rule.ts'
import { overGoalAreaLine } from './8-goalkeeper.ts'
import { offencePlace, ownEnd, penaltyAreaOf } from './places.ts'
import { type FistfState, offend, type Ruling, say } from './state.ts'

export function hand(s: FistfState, e: HandSeen, setup: MatchSetup): FistfState {
  if (!e.player) return s
  const side = e.player
  const foe = otherSide(side)
  const at = offencePlace(setup, e.place.at)
  if (e.overPlayingArea !== undefined) return { ...s, handsOver: { ...s.handsOver, [side]: e.overPlayingArea } }
  const ruling = (code: string, rule: string, restart: string, place: Ruling['at'], because: Why, needs?: string): Ruling => ({
    code,
    rule,
    side: foe,
    restart,
    at: place,
    options: [restart, 'play on'],
    because,
    ...(needs ? { needs } : {}),
  })
  const own = penaltyAreaOf(setup, e.place.at) === ownEnd(setup, side)
  if (e.touches === 'ball') {
    const because = why`the ball in play was touched with the hand`
    if (!own) return offend(s, ruling('handball:free-flick', 'FISTF 10.5.1.a', 'free-flick', at, because))
    // 10.5.1.c: a penalty-flick if the referee says that it was on purpose, or going in
    const penalty = ruling('handball:penalty-flick', 'FISTF 10.5.1.c', 'penalty-flick', at, because)
    return {
      ...offend(s, ruling('handball:free-flick', 'FISTF 10.5.1.b', 'free-flick', at, because, 'referee: on purpose, or was the ball going in?')),
      asked: { what: 'deliberate', ruling: penalty, sinceS: e.tS },
    }
  }
  if (e.touches) {
    const taps = s.restart?.stage === 'positional' || s.tick === 'announced'
    if (side !== s.possession || taps)
      return offend(s, ruling('finger-foul:back', taps ? 'FISTF 10.4.1.a.3' : 'FISTF 10.4.1.b', 'back', null, why`${e.touches} was touched with the hand`))
    return own
      ? offend(s, ruling('finger-foul:penalty-flick', 'FISTF 10.4.1.a.2', 'penalty-flick', at, why`${e.touches} was touched with the hand`))
      : offend(s, ruling('finger-foul:free-flick', 'FISTF 10.4.1.a.1', 'free-flick', at, why`${e.touches} was touched with the hand`))
  }
  const flick = e.touchedBy ? s.flicks[e.touchedBy] : undefined
  if (!flick || flick.side === side) return s
  if (flick.side !== s.possession) {
    // 6.2.5: a block-flicked figure runs into the attacker's hand; whether it hinders the next flick the referee says
    const needs = 'referee: does the figure hinder the next flick?'
    return s.ballMoving
      ? offend(
          s,
          { ...ruling('obstruction', 'FISTF 6.2.5.b', 'free-flick', at, why`${flick.figure} touched the attacker's hand`, needs), side },
          { blockFlick: true },
        )
      : offend(
          s,
          { ...ruling('obstruction:back', 'FISTF 6.2.5.a', 'back', null, why`${flick.figure} touched the attacker's hand`, needs), side },
          { blockFlick: true },
        )
  }
  // 5.3.2: the defender's hand in the way of an attacker's figure: on purpose or not, the referee says
  const asked = {
    what: 'deliberate' as const,
    sinceS: e.tS,
    ruling: {
      ...ruling('finger-foul:free-flick', 'FISTF 5.3.2.a', 'free-flick', at, why`the defender's hand was in the way of ${flick.figure}`),
      side: flick.side,
    },
  }
  return { ...s, asked, flicks: { ...s.flicks, [flick.figure]: { ...flick, hindered: true } } }
}

/** 8.2.1.a: the goalkeeper over the goal-area line before a shot, ball still: play stops and the owed block-flick is lost. */
export function keeperSeen(before: FistfState, s: FistfState, setup: MatchSetup): FistfState {
  if (s.offer || s.ballMoving || !s.possession) return s
  const side = otherSide(s.possession)
  const id = `keeper:${side}`
  const now = s.places[id]
  if (
    s.restart?.type === 'penalty-flick' &&
    s.restart.stage === 'authorised' &&
    now &&
    before.places[id] &&
    Math.hypot(now.where.at.xMm - before.places[id]!.where.at.xMm, now.where.at.yMm - before.places[id]!.where.at.yMm) > 2
  )
    return { ...s, keeperMoved: true }
  if (!now?.shape || !s.shootable || !overGoalAreaLine(now, ownEnd(setup, side), setup) || overGoalAreaLine(before.places[id], ownEnd(setup, side), setup))
    return s
  return say(
    { ...s, blockFlick: s.blockFlick === 'available' ? 'lapsed' : s.blockFlick },
    { code: 'illegal-manipulation:stop', rule: 'FISTF 8.2.1.a', side: null, restart: null, at: null, because: why`the goalkeeper is over the goal-area line` },
  )
}
