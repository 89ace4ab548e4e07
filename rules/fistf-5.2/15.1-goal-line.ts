/** FISTF 15.1 and 16.1: the ball over a goal line outside the goal; goal-flicks and corner-flicks, forced ones with the area condition. */
import { probabilityAbove } from '../../calibration/estimate.ts'
import { otherSide } from '../../calibration/units.ts'
import type { Placed } from '../../vision/events/game-event.ts'
import { attackSign, insideShootingArea } from '../common/areas.ts'
import type { Finding, MatchSetup, Rule } from '../rule.ts'
import { type BallOut, ballOut, cornerSpot, outFinding } from './ball-out.ts'
import { FORCING_LIMIT_MM } from './limits.ts'
import { type FistfState, playedInShootingArea } from './state.ts'

type Out = BallOut & { readonly played: NonNullable<BallOut['played']> }

function overGoalLine(before: FistfState, event: Parameters<Rule<FistfState>['find']>[1], after: FistfState, setup: MatchSetup): Out | null {
  const out = ballOut(before, event, after, setup)
  return out?.line === 'goal-line' && !out.inGoal && out.played?.side ? (out as Out) : null
}

const goalFlick = (out: Out, rule: string, taker: 'A' | 'B', because: string): Finding =>
  outFinding(out, { rule, code: 'goal-flick', gains: taker, against: otherSide(taker), restart: { kind: 'goal-flick', for: taker, at: null }, because })
const cornerFlick = (out: Out, rule: string, taker: 'A' | 'B', setup: MatchSetup, because: string): Finding =>
  outFinding(out, {
    rule,
    code: 'corner-flick',
    gains: taker,
    against: otherSide(taker),
    restart: { kind: 'corner-flick', for: taker, at: cornerSpot(out, setup) },
    because,
  })

/** Deflections off still figures or the goalkeeper of the other side since the ball was played. */
const offOthers = (out: Out) => out.deflections.filter((d) => d.side !== null && d.side !== out.played.side)

/** Completely inside the shooting area at an end, and no more than 21 mm outside the goal line (2.1.1.2, 16.1.3). */
function forceable(p: Placed | null, sign: 1 | -1, setup: MatchSetup): boolean {
  if (!p) return false
  return (
    probabilityAbove(insideShootingArea(setup.pitch, sign, p), 0) >= 0.95 && sign * p.where.at.xMm - p.radiusMm - setup.pitch.lengthMm / 2 <= FORCING_LIMIT_MM
  )
}

export const goalFlickOffAttacker: Rule<FistfState> = {
  ref: 'FISTF 15.1.1',
  title: "Goal-flick: over the defender's goal line off the attacker, or off anyone when not played from the shooting area",
  find(before, event, after, setup) {
    const out = overGoalLine(before, event, after, setup)
    if (!out || out.played.side === out.defender) return []
    const others = offOthers(out)
    const last = out.last
    if (!others.length || last?.side === out.played.side)
      return [
        goalFlick(out, others.length ? 'FISTF 15.1.1.2' : 'FISTF 15.1.1.1', out.defender, `${out.played.by ?? 'the attacker'} sent it over the goal line`),
      ]
    if (playedInShootingArea(out.played, setup) < 0.95)
      return [goalFlick(out, last?.keeper ? 'FISTF 15.1.1.4' : 'FISTF 15.1.1.3', out.defender, 'the ball was not played from inside the shooting area')]
    return []
  },
}

export const forcedCorner: Rule<FistfState> = {
  ref: 'FISTF 16.1.1.1',
  title: 'Corner-flick: played inside the shooting area, last off defenders completely inside it or their goalkeeper',
  find(before, event, after, setup) {
    const out = overGoalLine(before, event, after, setup)
    if (!out || out.played.side === out.defender) return []
    const others = offOthers(out)
    if (!others.length || out.last?.side === out.played.side || playedInShootingArea(out.played, setup) < 0.95) return []
    const ok = others.every((d) => d.keeper || forceable(d.toucher, out.sign, setup))
    if (ok) return [cornerFlick(out, this.ref, otherSide(out.defender), setup, `${out.last?.by ?? 'a defender'} touched it last inside the shooting area`)]
    return [goalFlick(out, this.ref, out.defender, 'a deflecting figure was not completely inside the shooting area or too far outside the line')]
  },
}

export const overOwnGoalLine: Rule<FistfState> = {
  ref: 'FISTF 16.1.1.2',
  title: 'Corner-flick to the opponent: sent over the own goal line; forced goal-flick (15.1.2)',
  find(before, event, after, setup) {
    const out = overGoalLine(before, event, after, setup)
    if (!out || out.played.side !== out.defender) return []
    const others = offOthers(out)
    const sign = -attackSign(setup, out.defender) as 1 | -1
    const ballInside = out.played.ball ? probabilityAbove(insideShootingArea(setup.pitch, sign, out.played.ball), 0) : 0
    if (others.length && out.last?.side !== out.defender && ballInside >= 0.95 && others.every((d) => !d.keeper && forceable(d.toucher, sign, setup)))
      return [goalFlick(out, 'FISTF 15.1.2', out.defender, `${out.last?.by ?? 'an opponent'} was forced inside the shooting area`)]
    return [cornerFlick(out, this.ref, otherSide(out.defender), setup, `${out.played.by ?? 'the attacker'} sent it over its own goal line`)]
  },
}

export const goalLineUnknown: Rule<FistfState> = {
  ref: 'FISTF 15.1',
  title: 'Over a goal line with nobody seen to play the ball',
  find(before, event, after, setup) {
    const out = ballOut(before, event, after, setup)
    if (out?.line !== 'goal-line' || out.played?.side) return []
    const candidates = out.last?.candidates ?? []
    return [
      outFinding(out, {
        rule: this.ref,
        code: out.inGoal ? 'goal' : 'goal-flick',
        gains: null,
        probability: out.inGoal ? 0.5 : 1,
        restart: { kind: out.inGoal ? 'flick-off' : 'goal-flick', for: null, at: null, candidates },
        because: 'nobody was seen to play the ball',
      }),
    ]
  },
}
