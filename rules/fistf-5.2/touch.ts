/** The ball is touched: who plays it, who loses it, and what that offends (FISTF 5.1, 6.2, 7.1.4, 8.1, 9.2, 13). */
import { otherSide, type Side } from '../../calibration/units.ts'
import { type Why, why } from '../../calibration/why.ts'
import type { BallTouched, Placed } from '../../vision/events/game-event.ts'
import type { MatchSetup } from '../rule.ts'
import { byKeeper } from './8-goalkeeper.ts'
import { declaredByTouch, declaredPassive, freeze } from './13-offside.ts'
import { offencePlace, ownEnd, penaltyAreaOf } from './places.ts'
import { award, change, type FistfState, type Flick, isKeeper, isNeutral, offend, type Ruling, say, sideOf, type Touch } from './state.ts'

const isFixed = (id: string) => id === 'fence' || id === 'post' || id === 'net'

export function touched(s: FistfState, e: BallTouched, setup: MatchSetup): FistfState {
  if (e.by && isFixed(e.by)) return s // fence, posts and nets are neutral (2.7)
  const sides = new Set((e.by ? [e.by] : e.candidates).map((id) => sideOf(s, id)).filter((v) => v !== null))
  const side = sides.size === 1 ? [...sides][0]! : null
  const ball: Placed = { ...(s.places.ball ?? { id: 'ball', side: null, role: 'ball', radiusMm: setup.ballRadiusMm }), moving: e.ballMoving, where: e.place }
  const touch: Touch = {
    event: e.id,
    by: e.by,
    candidates: e.candidates,
    side,
    keeper: isKeeper(e.by),
    byMoving: e.byMoving,
    probability: e.probability,
    ball,
    toucher: e.by ? (s.places[e.by] ?? null) : null,
  }
  // one of several may have touched it: of a flick among them it cannot be said that it missed
  const unsure = e.by === null ? Object.fromEntries(e.candidates.flatMap((id) => (s.flicks[id] ? [[id, { ...s.flicks[id], hindered: true }]] : []))) : {}
  const moving: FistfState = { ...s, flicks: { ...s.flicks, ...unsure }, ballMoving: true, ballMovedSinceTouch: false, places: { ...s.places, ball } }
  if (s.offer || s.halfOver === 'over') return { ...moving, flicks: marked(s, e.by, { touchedBall: true }) }
  if (e.by && isNeutral(s, e.by) && !s.flicks[e.by]) return moving
  if (s.shootOut)
    return {
      ...moving,
      lastTouch: touch,
      shootOut: { ...s.shootOut, touched: s.shootOut.touched || (e.by !== null && e.by === s.shootOut.shooter) },
      flicks: marked(s, e.by, { touchedBall: true }),
    }
  if (touch.keeper) return byKeeper(moving, touch, side!, e.ballMoving, setup)
  const flick = e.by ? s.flicks[e.by] : undefined
  if (e.byMoving && side) return byRunningFigure(moving, touch, flick, side, e.ballMoving, setup)
  return byStillFigure(moving, touch, side, setup)
}

function marked(s: FistfState, id: string | null, change: Partial<Flick>): FistfState['flicks'] {
  const f = id ? s.flicks[id] : undefined
  return f ? { ...s.flicks, [f.figure]: { ...f, ...change } } : s.flicks
}

/** Where the ball was touched, as an offence is placed. */
const atBall = (t: Touch, setup: MatchSetup) => offencePlace(setup, t.ball.where.at)

function byRunningFigure(s: FistfState, t: Touch, flick: Flick | undefined, side: Side, ballMoving: boolean, setup: MatchSetup): FistfState {
  const foe = otherSide(side)
  const id = t.by!
  const sanction = (code: string, rule: string, restart: string, at: Ruling['at'], because: Why, phrase?: null): Ruling => ({
    code,
    rule,
    side: foe,
    restart,
    at,
    options: [restart, 'play on'],
    because,
    ...(phrase === undefined ? {} : { phrase }),
  })
  const mark = { ...s, flicks: marked(s, id, { touchedBall: true }) }
  if (flick?.rebounded) {
    // 2.1.3.3: a figure that came back off the fence may touch nothing until it is placed
    return ballMoving
      ? offend(mark, sanction('rebound:free-flick', 'FISTF 2.1.3.3.b', 'free-flick', atBall(t, setup), why`played by a figure that rebounded off the fence`))
      : offend(mark, sanction('rebound:back', 'FISTF 2.1.3.3.a', 'back', null, why`moved by a figure that rebounded off the fence`))
  }
  if (flick?.type === 'tick') {
    const own = penaltyAreaOf(setup, t.ball.where.at) === ownEnd(setup, side)
    return offend(
      mark,
      own
        ? sanction('penalty-flick', 'FISTF 13.4.3.b', 'penalty-flick', atBall(t, setup), why`a ticked figure touched the ball`)
        : sanction('free-flick', 'FISTF 13.4.3.b', 'free-flick', atBall(t, setup), why`a ticked figure touched the ball`),
    )
  }
  if (flick?.type === 'illegal-block' && side !== s.possession)
    return offend(
      mark,
      {
        ...sanction(
          'illegal-flicking:free-flick',
          'FISTF 6.2.1.b',
          'free-flick',
          flick.from ? offencePlace(setup, flick.from.where.at) : null,
          why`a block-flick without right touched the ball`,
        ),
      },
      { blockFlick: true },
    )
  if (s.possession !== null && side !== s.possession) {
    // what nobody was seen to flick or push cannot be called an offence
    return flick || s.pushedBy[id] ? notInPossession(mark, t, flick, side, ballMoving, setup) : { ...mark, lastTouch: t, deflections: [...s.deflections, t] }
  }
  if (flick && s.barred?.figure === id && s.barred.by === 'tick')
    return award(
      say(
        mark,
        sanction(
          'illegal-flicking:free-flick',
          'FISTF 13.4.6',
          'free-flick',
          flick.from ? offencePlace(setup, flick.from.where.at) : null,
          why`a ticked figure may not play before another has`,
        ),
      ),
      'free-flick',
      foe,
    )
  if (flick && s.passive.includes(id) && ballMoving) return declaredPassive(mark, flick, setup)
  if (
    flick &&
    s.places[id]?.role === 'reserve-keeper' &&
    s.lastPlayedBy &&
    s.lastPlayedBy !== id &&
    sideOf(s, s.lastPlayedBy) === side &&
    !ballInOwnArea(t, side, setup)
  )
    return offend(
      mark,
      sanction(
        'illegal-flicking:free-flick',
        'FISTF 9.2.1.2',
        'free-flick',
        flick.from ? offencePlace(setup, flick.from.where.at) : null,
        why`the reserve keeper may not play outside its own shooting area`,
        null,
      ),
    )
  return plays(mark, t, flick, side, setup)
}

function ballInOwnArea(t: Touch, side: Side, setup: MatchSetup): boolean {
  // completely outside is what the rule asks: any part on or behind the shooting line still counts as in
  const sign = ownEnd(setup, side)
  return sign * t.ball.where.at.xMm + t.ball.radiusMm > (setup.pitch.shootingLineXMm ?? setup.pitch.lengthMm / 4) - setup.pitch.lineWidthMm / 2
}

/** A running figure of the side without the ball: a block-flick (6.2.4), or one struck before a change (5.1.3). */
function notInPossession(s: FistfState, t: Touch, flick: Flick | undefined, side: Side, ballMoving: boolean, setup: MatchSetup): FistfState {
  const foe = otherSide(side)
  const formerAttacker = flick?.type === 'try' || flick?.type === 'take'
  if (
    formerAttacker &&
    flick!.touchedBall &&
    s.lastTouch &&
    (s.lastPlayed?.by === t.by || s.lastPlayed?.keptFrom?.by === t.by) &&
    wasPlayedByThisFlick(s, flick!)
  ) {
    // 5.1.3.2: the last player of the ball, not flicked again since, regains it; off the goalkeeper a new series begins (5.2.2)
    const shot = s.lastPlayed?.keptFrom?.by === t.by
    const back = change(s, side)
    const count = shot ? null : { figure: t.by!, count: s.consecutive?.figure === t.by ? s.consecutive.count : triesBefore(s, t.by!) }
    const regained: FistfState = {
      ...back,
      lastTouch: t,
      ballMoving: true,
      consecutive: count,
      blockFlick: 'available',
      lastPlayed: shot ? { ...t, figureBefore: flick!.from, keptFrom: null } : s.lastPlayed,
      deflections: s.deflections,
      offside: freeze({ ...back }, t.by!, t.ball, setup),
    }
    return say(regained, {
      code: 'change',
      rule: 'FISTF 5.1.3.2',
      side,
      restart: null,
      at: null,
      because: why`${t.by ?? 'a figure'} played the ball last and touched it again`,
    })
  }
  const rule = formerAttacker
    ? s.lastPlayed?.by === t.by || s.lastPlayed?.keptFrom?.by === t.by
      ? 'FISTF 5.1.3.2'
      : 'FISTF 5.1.3.1'
    : ballMoving
      ? 'FISTF 6.2.4.b.2'
      : 'FISTF 6.2.4.a.2'
  const clear = { ...s, offside: null, lastTouch: t } // touched by a block-flick: offside is not declared (13.1.2.4.c)
  const countBefore = s.consecutive
  if (!ballMoving && !formerAttacker)
    return offend(
      clear,
      {
        code: 'incorrect-block-flick:back',
        rule,
        side: foe,
        restart: 'back',
        at: null,
        options: ['back', 'play on'],
        because: why`a block-flick may not touch the ball`,
      },
      { blockFlick: true, countBefore },
    )
  return offend(
    clear,
    {
      code: 'incorrect-block-flick:free-flick',
      rule,
      side: foe,
      restart: 'free-flick',
      at: atBall(t, setup),
      options: ['free-flick', 'play on'],
      because: why`${t.by ?? 'a figure'} touched the moving ball without having it`,
    },
    { blockFlick: !formerAttacker, countBefore },
  )
}

/** Whether the flick that still runs is the one that played the ball (not a second flick of the same figure). */
function wasPlayedByThisFlick(s: FistfState, flick: Flick): boolean {
  const played = s.lastPlayed?.by === flick.figure ? s.lastPlayed : s.lastPlayed?.keptFrom
  return played?.figureBefore?.where.at.xMm === flick.from?.where.at.xMm && played?.figureBefore?.where.at.yMm === flick.from?.where.at.yMm
}

const triesBefore = (s: FistfState, figure: string): number => (s.tries?.figure === figure ? s.tries.count : 1)

/** The side in possession plays the ball. */
function plays(s: FistfState, t: Touch, flick: Flick | undefined, side: Side, setup: MatchSetup): FistfState {
  const id = t.by!
  const taking = flick?.type === 'take' ? s.restart : null
  // a second touch by the same flick is the same play (5.3.3.1)
  const again = Boolean(flick?.touchedBall && s.lastPlayed?.by === id && wasPlayedByThisFlick(s, flick))
  const reserveOpen = s.reserveInPlay.includes(otherSide(side)) && !again && flick !== undefined
  const direct = taking ? { type: taking.type, side, taker: id, from: t.ball.where.at } : null
  const exempt = taking && ['flick-in', 'corner-flick', 'goal-flick', 'penalty-flick'].includes(taking.type)
  const struckEarlier = flick?.type === 'block' || flick?.type === 'illegal-block' // before the change: now it attacks (6.1.3.1)
  const own =
    s.consecutive?.figure === id ? s.consecutive : struckEarlier || !s.consecutive ? { figure: id, count: 1 } : flick ? { figure: id, count: 1 } : null
  const next: FistfState = {
    ...s,
    possession: side,
    lastTouch: t,
    lastPlayed: again ? s.lastPlayed : { ...t, figureBefore: flick?.from ?? t.toucher, keptFrom: null },
    lastPlayedBy: id,
    deflections: again ? s.deflections : [],
    blockFlick: flick ? 'available' : s.blockFlick,
    consecutive: own,
    tries: own,
    barred: direct ? { figure: id, by: direct.type } : s.barred && s.barred.figure !== id ? null : s.barred,
    restart: taking ? null : s.restart,
    replays: taking ? taking.replays : s.replays,
    direct: again ? s.direct : direct,
    ballInPlay: true,
    openGoalPlays: s.openGoalPlays + (reserveOpen && !(s.openGoalFree && taking?.type === 'free-flick') ? 1 : 0),
    openGoalFree: false,
    mustWait: null,
    keeperMoved: false,
  }
  if (taking?.type === 'penalty-flick' && s.keeperMoved)
    return say(
      { ...next, halfOver: null, ballInPlay: false, restart: taking, direct: null },
      { code: 'replay', rule: 'FISTF 12.2.4', side, restart: 'replay', at: null, because: why`the goalkeeper moved before the penalty-flick was struck` },
    )
  const frame = exempt ? null : freeze(next, id, t.ball, setup)
  return { ...next, offside: frame && { ...frame, afterBlockFlick: s.blockFlick === 'used' && s.lastPlayed !== null } }
}

/** A still figure: of the attacker it receives the ball (5.2.1.b), of the defender it takes it (5.1.2.b). */
function byStillFigure(s: FistfState, t: Touch, side: Side | null, setup: MatchSetup): FistfState {
  if (side !== null && side === s.possession) {
    const called = declaredByTouch(s, t.by ?? '', setup)
    if (called !== s) return called
    const other = t.by !== null && t.by !== s.lastPlayed?.by
    return {
      ...s,
      lastTouch: t,
      deflections: [...s.deflections, t],
      consecutive: other ? null : s.consecutive,
      barred: s.barred && s.barred.figure !== t.by ? null : s.barred,
      direct: null,
    }
  }
  const touchedNow: FistfState = { ...s, lastTouch: t, deflections: [...s.deflections, t], direct: null }
  if (side === null || s.possession === null) return touchedNow
  const offKeeper = s.lastPlayed?.keeper === true && s.lastPlayed.side === s.possession && s.ballMoving
  const next = { ...change(touchedNow, side), ...(offKeeper ? { blockFlick: 'not_available' as const } : {}) } // 8.1.4 note 2
  return say(next, {
    code: 'change',
    rule: 'FISTF 5.1.2.b',
    side,
    restart: null,
    at: null,
    probability: t.probability,
    because: why`the ball touched ${t.by ?? { any: t.candidates }} of the defender`,
  })
}
