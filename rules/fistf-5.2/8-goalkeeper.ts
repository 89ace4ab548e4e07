/** FISTF 8: every touch by a goalkeeper plays the ball; how often in a row, and from where, it may. */
import { otherSide, type Side } from '../../calibration/units.ts'
import { why } from '../../calibration/why.ts'
import type { Placed } from '../../vision/events/game-event.ts'
import type { MatchSetup } from '../rule.ts'
import { LIMITS } from './limits.ts'
import { ownEnd, penaltySpot } from './places.ts'
import { award, change, type FistfState, offend, say, type Touch } from './state.ts'

/** 8.1.3: every touch by a goalkeeper plays the ball. */
export function byKeeper(s: FistfState, t: Touch, side: Side, ballMoving: boolean, setup: MatchSetup): FistfState {
  const id = `keeper:${side}`
  const spot = penaltySpot(setup, ownEnd(setup, side))
  const foe = otherSide(side)
  // 8.1.5: more than three touches in a row; a save counts one
  const count = (s.consecutive?.figure === id ? s.consecutive.count : 0) + 1
  if (count > LIMITS.triesInARow)
    return offend(s, {
      code: 'illegal-flicking:free-flick',
      rule: 'FISTF 8.1.5',
      phrase: null,
      side: foe,
      restart: 'free-flick',
      at: spot,
      options: ['free-flick', 'play on'],
      because: why`the fourth touch in a row by the goalkeeper`,
    })
  const saves = ballMoving && s.lastPlayed?.side === foe
  // 7.1.4: he may not stop a ball that is going in while his reserve keeper is on the pitch
  if (saves && s.reserveInPlay.includes(side))
    return award(
      say(s, {
        code: 'penalty-flick',
        rule: 'FISTF 7.1.4',
        side: foe,
        restart: 'penalty-flick',
        at: spot,
        needs: 'referee: certain the ball was going in',
        because: why`stopped by the goalkeeper while the reserve keeper is on the pitch`,
      }),
      'penalty-flick',
      foe,
    )
  if (saves && overGoalAreaLine(s.places[id], ownEnd(setup, side), setup)) {
    // 8.2.1: first a free-flick, later a penalty-flick
    const again = s.keeperOffences[side] > 0
    const kind = again ? 'penalty-flick' : 'free-flick'
    const next = { ...s, keeperOffences: { ...s.keeperOffences, [side]: s.keeperOffences[side] + 1 } }
    return offend(next, {
      code: `illegal-manipulation:${kind}`,
      rule: again ? 'FISTF 8.2.1.c' : 'FISTF 8.2.1.b',
      side: foe,
      restart: kind,
      at: spot,
      options: [kind, 'play on'],
      because: why`the goalkeeper was over the goal-area line`,
    })
  }
  const lost = s.possession !== null && s.possession !== side
  const kept = ballMoving && s.lastPlayed && s.lastPlayed.side !== side ? s.lastPlayed : null
  const played: FistfState = {
    ...(lost ? change(s, side) : s),
    possession: side,
    lastTouch: t,
    lastPlayed: { ...t, figureBefore: t.toucher, keptFrom: kept },
    lastPlayedBy: id,
    deflections: [...s.deflections, t],
    consecutive: { figure: id, count: lost ? 1 : count },
    blockFlick: 'available', // 8.1.4: it gives the other side a block-flick
    barred: null,
    direct: null,
    offside: null,
  }
  return lost
    ? say(played, {
        code: 'change',
        rule: 'FISTF 5.1.2.b',
        side,
        restart: null,
        at: null,
        probability: t.probability,
        because: why`the ball touched the goalkeeper of ${side}`,
      })
    : played
}

/** 8.2.1: some part of the goalkeeper over or touching the goal-area line in front of an end. */
export function overGoalAreaLine(k: Placed | undefined, end: 1 | -1, setup: MatchSetup): boolean {
  if (!k) return false
  const a = ((k.shape?.angleDeg ?? 0) * Math.PI) / 180
  const reach = k.shape ? Math.abs((k.shape.lengthMm / 2) * Math.cos(a)) + Math.abs((k.shape.thicknessMm / 2) * Math.sin(a)) : k.radiusMm
  const inner = setup.pitch.lengthMm / 2 - setup.pitch.goalArea.depthMm + setup.pitch.lineWidthMm
  return end * k.where.at.xMm - reach <= inner
}
