/** FISTF 7, 14.1, 15.1, 16.1: the ball wholly over a line. Who gets it follows from who played it, from where, and off whom it went. */
import { probabilityAbove, sigmaAlongMm } from '../../calibration/estimate.ts'
import { otherSide, type PitchPoint, type Side } from '../../calibration/units.ts'
import { type Why, why } from '../../calibration/why.ts'
import type { LineCrossed, Placed } from '../../vision/events/game-event.ts'
import { attackSign, type Band, bandOf, betweenPosts, defends, insideBand, insideShootingArea } from '../common/areas.ts'
import type { MatchSetup } from '../rule.ts'
import { mayNotScore } from './9-reserve-keeper.ts'
import { LIMITS } from './limits.ts'
import { award, type FistfState, type Played, type RestartKind, type Ruling, say } from './state.ts'

/** Certain enough to decide for the side on which no doubt falls (2.1.1.4: doubt goes against the forcing attacker). */
const SURE = 0.95

export function ballOut(s: FistfState, e: LineCrossed, setup: MatchSetup): FistfState {
  const sign: 1 | -1 = e.line.includes('+') ? 1 : -1
  const decided = e.line.startsWith('touchline') ? overTouchline(s, e, sign, setup) : overGoalLine(s, e, sign, setup)
  const ruling: Ruling = {
    ...decided,
    probability: e.probability * (decided.probability ?? 1),
    reasons: [{ what: why`whole ball beyond ${e.line}`, measured: e.margin, limit: 0 }],
    evidence: [s.lastPlayed?.event, s.lastTouch?.event].filter((v): v is string => v !== undefined),
  }
  return settle(say(s, ruling), ruling)
}

/** The state after a ball that went out: restart, possession, score. */
export function settle(s: FistfState, r: Ruling): FistfState {
  const taker = r.taker === undefined ? r.side : r.taker
  if (taker === null || r.restart === null) return { ...s, ballInPlay: false, ballMoving: false, shootable: false }
  const scored = r.side && (r.code === 'goal' || r.code === 'own-goal')
  return { ...award(s, r.restart as RestartKind, taker), ...(scored ? { score: { ...s.score, [r.side!]: s.score[r.side!] + 1 }, afterGoal: true } : {}) }
}

const insideArea = (p: Placed | null, sign: 1 | -1, setup: MatchSetup): number => (p ? probabilityAbove(insideShootingArea(setup.pitch, sign, p), 0) : 0)

/** 14.1.1, 14.1.2 */
function overTouchline(s: FistfState, e: LineCrossed, sign: 1 | -1, setup: MatchSetup): Ruling {
  const { pitch } = setup
  const last = s.lastTouch
  const at: PitchPoint = { xMm: Math.max(-pitch.lengthMm / 2, Math.min(pitch.lengthMm / 2, e.place.at.xMm)), yMm: (sign * pitch.widthMm) / 2 }
  const flickIn = (rule: string, side: Side | null, because: Why, candidates?: readonly string[]): Ruling => ({
    code: 'flick-in',
    rule,
    side,
    restart: 'flick-in',
    at,
    because,
    ...(candidates ? { candidates } : {}),
  })
  if (!last || last.side === null)
    return flickIn(
      'FISTF 14.1.1',
      null,
      last?.candidates.length ? why`last touched by ${{ any: last.candidates }}` : why`nobody was seen to touch the ball`,
      last?.candidates ?? [],
    )
  const played = s.lastPlayed
  if (!played?.side || last.side === played.side || last.keeper || last.byMoving)
    return flickIn('FISTF 14.1.1', otherSide(last.side), why`${last.by ?? last.side} touched the ball last`)
  // off a still figure of the other side: forced only if all is completely inside one quarter
  const band: Band = bandOf(pitch, e.place.at.xMm)
  const inside = (p: Pick<Placed, 'where' | 'radiusMm'> | null) => (p ? probabilityAbove(insideBand(pitch, band, p), 0) : 0)
  const defenders = s.deflections.filter((d) => d.side !== played.side)
  // 2.1.1.2: not from farther outside than 21 mm
  const reachable = (p: Placed) =>
    1 - probabilityAbove({ value: Math.abs(p.where.at.yMm) - p.radiusMm - pitch.widthMm / 2, sigma: sigmaAlongMm(p.where, 0, 1), unit: 'mm' }, LIMITS.forcingMm)
  const forced = defenders.every((d) => d.toucher)
    ? Math.min(
        ...defenders.map((d) => reachable(d.toucher!)),
        inside(played.ball),
        inside(played.figureBefore),
        inside({ where: e.place, radiusMm: setup.ballRadiusMm }),
        ...defenders.map((d) => inside(d.toucher)),
      )
    : 0
  const side = forced >= SURE ? played.side : otherSide(played.side)
  return flickIn(
    'FISTF 14.1.2',
    side,
    side === played.side ? why`${last.by ?? 'a figure'} was forced inside the quarter` : why`the forcing conditions were not met`,
  )
}

/** 7 and 15.1, 16.1 */
function overGoalLine(s: FistfState, e: LineCrossed, sign: 1 | -1, setup: MatchSetup): Ruling {
  const defender = defends(setup, sign)
  const attacker = otherSide(defender)
  // off the goalkeeper over his own goal line, the shot that he met decides (8.1.3, 16.1.1.1)
  const lp = s.lastPlayed
  const played = lp?.keeper && lp.side === defender && lp.keptFrom ? lp.keptFrom : lp
  const inGoal = betweenPosts(setup.pitch, { where: e.place, radiusMm: setup.ballRadiusMm }).value >= 0
  if (!played?.side) {
    const candidates = s.lastTouch?.candidates ?? []
    const restart = inGoal ? 'flick-off' : 'goal-flick'
    return {
      code: inGoal ? 'goal' : 'goal-flick',
      rule: 'FISTF 15.1',
      side: null,
      restart,
      at: null,
      candidates,
      probability: inGoal ? 0.5 : 1,
      because: why`nobody was seen to play the ball`,
    }
  }
  if (inGoal) return played.side === attacker ? intoOpponentsGoal(s, played, defender, setup) : intoOwnGoal(s, defender, sign, e, setup)
  return played.side === attacker ? beyondOpponentsLine(s, played, defender, sign, e, setup) : beyondOwnLine(s, played, defender, sign, e, setup)
}

const goalFlick = (rule: string, side: Side, because: Why): Ruling => ({ code: 'goal-flick', rule, side, restart: 'goal-flick', at: null, because })
const cornerFlick = (rule: string, side: Side, sign: 1 | -1, e: LineCrossed, setup: MatchSetup, because: Why): Ruling => ({
  code: 'corner-flick',
  rule,
  side,
  restart: 'corner-flick',
  at: { xMm: (sign * setup.pitch.lengthMm) / 2, yMm: ((Math.sign(e.place.at.yMm) || 1) * setup.pitch.widthMm) / 2 },
  because,
})

/** 7.1.1, 7.2.1, 11.1.1, 14.1.5, 16.1.4 */
function intoOpponentsGoal(s: FistfState, played: Played, defender: Side, setup: MatchSetup): Ruling {
  const scorer = otherSide(defender)
  const goal = (rule: string, because: Why, probability = 1): Ruling => ({
    code: 'goal',
    rule,
    side: scorer,
    taker: defender,
    restart: 'flick-off',
    at: { xMm: 0, yMm: 0 },
    because,
    probability,
  })
  if (mayNotScore(s, played.by)) return goalFlick('FISTF 9.1.4', defender, why`the reserve keeper may not score with its first flick`)
  if (s.direct?.side === scorer) {
    if (s.direct.type === 'corner-flick') return goal('FISTF 16.1.4', why`a goal may be scored directly from a corner-flick`)
    if (s.direct.type === 'free-flick' || s.direct.type === 'flick-in') return goalFlick('FISTF 7.2.1', defender, why`no goal directly from a ${s.direct.type}`)
  }
  // a rebound off a still defender makes no new play: where the flick first met the ball counts (5.2.2)
  const shot = insideArea(played.ball, attackSign(setup, scorer), setup)
  if (shot >= 0.5) return goal('FISTF 7.1.1', why`${played.by ?? scorer} played the ball completely inside the shooting area`, shot)
  const rebound = s.deflections.some((d) => d.side === defender && !d.keeper) || played.keptFrom !== null
  if (s.lastPlayed?.keeper) return goalFlick('FISTF 15.1.1.4', defender, why`deflected by the goalkeeper, but not played from inside the shooting area`)
  return { ...goalFlick(rebound ? 'FISTF 5.2.2' : 'FISTF 7.2.1', defender, why`the ball was not played from inside the shooting area`), probability: 1 - shot }
}

/** 7.3 */
function intoOwnGoal(s: FistfState, defender: Side, sign: 1 | -1, e: LineCrossed, setup: MatchSetup): Ruling {
  if (s.direct?.side === defender) return cornerFlick('FISTF 7.3.2', otherSide(defender), sign, e, setup, why`no own goal directly from an own restart`)
  return {
    code: 'own-goal',
    rule: 'FISTF 7.3.1',
    side: otherSide(defender),
    taker: defender,
    restart: 'flick-off',
    at: { xMm: 0, yMm: 0 },
    because: why`played into the own goal`,
  }
}

/** A still defender completely inside the shooting area at an end, not more than 21 mm outside the line (16.1.3, 15.1.4). */
function forceable(p: Placed | null, sign: 1 | -1, setup: MatchSetup): boolean {
  return p !== null && insideArea(p, sign, setup) >= SURE && sign * p.where.at.xMm - p.radiusMm - setup.pitch.lengthMm / 2 <= LIMITS.forcingMm
}

/** 15.1.1, 16.1.1.1 */
function beyondOpponentsLine(s: FistfState, played: Played, defender: Side, sign: 1 | -1, e: LineCrossed, setup: MatchSetup): Ruling {
  const others = s.deflections.filter((d) => d.side === defender)
  const last = s.lastTouch
  if (!others.length || last?.side === played.side)
    return goalFlick(
      s.deflections.some((d) => d.side === played.side) ? 'FISTF 15.1.1.2' : 'FISTF 15.1.1.1',
      defender,
      why`${last?.by ?? 'the attacker'} sent it over the goal line`,
    )
  if (insideArea(played.ball, sign, setup) < SURE)
    return goalFlick(last?.keeper ? 'FISTF 15.1.1.4' : 'FISTF 15.1.1.3', defender, why`the ball was not played from inside the shooting area`)
  if (others.every((d) => d.keeper || forceable(d.toucher, sign, setup)))
    return cornerFlick('FISTF 16.1.1.1', played.side!, sign, e, setup, why`${last?.by ?? 'a figure'} touched it last inside the shooting area`)
  return goalFlick('FISTF 16.1.1.1', defender, why`a deflecting figure was not completely inside the shooting area, or too far outside the line`)
}

/** 15.1.2, 16.1.1.2, 7.3.3 */
function beyondOwnLine(s: FistfState, played: Played, defender: Side, sign: 1 | -1, e: LineCrossed, setup: MatchSetup): Ruling {
  const others = s.deflections.filter((d) => d.side === otherSide(defender))
  if (
    others.length &&
    s.lastTouch?.side !== defender &&
    insideArea(played.ball, sign, setup) >= SURE &&
    others.every((d) => !d.keeper && forceable(d.toucher, sign, setup))
  )
    return goalFlick('FISTF 15.1.2', defender, why`${s.lastTouch?.by ?? 'a figure'} was forced inside the shooting area`)
  // a regular shot that comes back off the frame of the other goal
  const regular = insideArea(played.ball, attackSign(setup, defender), setup) >= SURE && !others.length
  if (regular) return goalFlick('FISTF 7.3.3', defender, why`a regular shot came back off the goal's frame`)
  return cornerFlick('FISTF 16.1.1.2', otherSide(defender), sign, e, setup, why`${played.by ?? 'the attacker'} sent it over its own goal line`)
}
