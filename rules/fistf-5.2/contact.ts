/** Figures touch each other: foul play, smashing, incorrect block-flicks, spoiled positional flicks and ticks (FISTF 5.1.3, 5.3, 6.2, 8.2.2, 11.2.2, 13.4.3). */
import { otherSide, type Side } from '../../calibration/units.ts'
import { type Why, why } from '../../calibration/why.ts'
import type { FiguresTouched } from '../../vision/events/game-event.ts'
import { attackSign } from '../common/areas.ts'
import type { MatchSetup } from '../rule.ts'
import { certainly, goalAreaOf, offencePlace, ownEnd, penaltyAreaOf, penaltySpot } from './places.ts'
import { type FistfState, type Flick, isKeeper, offend, type Ruling, sideOf } from './state.ts'

export function figuresTouched(s: FistfState, e: FiguresTouched, setup: MatchSetup): FistfState {
  const [mover, other] = e.figures
  if (isKeeper(mover)) return byKeeper(s, mover, other, setup)
  const flick = s.flicks[mover]
  const hit = s.places[other]
  const otherMoving = hit?.moving ?? false
  const side = sideOf(s, mover)
  if (!side) return s
  const pushed: FistfState = otherMoving || s.flicks[other] ? s : remembered(s, mover, other)
  if (s.offer) return pushed
  const root = flick ?? (s.pushedBy[mover] ? s.flicks[s.pushedBy[mover]!] : undefined)
  if (!root) return pushed
  if (!flick) return smashed(pushed, root, other, e, setup) // a pushed figure that pushes on
  const foe = otherSide(side)
  const at = offencePlace(setup, e.place.at)
  const ruling = (
    code: string,
    rule: string,
    restart: string,
    place: Ruling['at'],
    because: Why,
    options = [restart, 'play on'],
    gains: Side = foe,
  ): Ruling => ({ code, rule, side: gains, restart, at: place, options, because })
  switch (flick.type) {
    case 'tick':
      return offend(pushed, ruling('back', 'FISTF 13.4.3.a', 'back', null, why`a tick may touch nothing`))
    case 'positional':
      return offend(pushed, ruling('back', 'FISTF 11.2.2', 'back', null, why`a positional flick may touch nothing`))
    case 'illegal-block': {
      const from = flick.from?.where.at
      const own = from && penaltyAreaOf(setup, from) !== null
      return side === s.possession
        ? pushed
        : offend(
            pushed,
            ruling(
              'illegal-flicking:free-flick',
              own ? 'FISTF 6.2.1.c' : 'FISTF 6.2.1.b',
              'free-flick',
              from ? offencePlace(setup, from) : null,
              why`a block-flick without right touched a figure`,
            ),
            { blockFlick: true },
          )
    }
    case 'block':
      return byBlockFlick(pushed, flick, other, side, at, ruling, otherMoving || s.flicks[other] !== undefined)
    default:
      return byAttacker(pushed, flick, other, side, e, setup, ruling, otherMoving)
  }
}

type Make = (code: string, rule: string, restart: string, at: Ruling['at'], because: Why, options?: string[], gains?: Side) => Ruling

/** A defender pushed by the attack counts where he was (13.1.2.1 note); who pushed whom is kept for smashing. */
function remembered(s: FistfState, mover: string, other: string): FistfState {
  const pushedBy = { ...s.pushedBy, [other]: s.flicks[mover] ? mover : (s.pushedBy[mover] ?? mover) }
  const o = s.offside
  return { ...s, pushedBy, offside: o && o.side === sideOf(s, pushedBy[other]!) && o.defenders[other] ? { ...o, pushed: [...o.pushed, other] } : o }
}

/** 6.2.4, 5.1.3.3 */
function byBlockFlick(s: FistfState, flick: Flick, other: string, side: Side, at: Ruling['at'], make: Make, otherRuns: boolean): FistfState {
  if (side === s.possession) {
    // struck before the change: 5.1.3.3 if it hits a figure of the former attacker
    const former = sideOf(s, other)
    return former === otherSide(side) ? offend(s, make('change-back', 'FISTF 5.1.3.3', 'back', null, why`${flick.figure} hit ${other} after the change`)) : s
  }
  const options = s.offside?.figures.length && offsideWasThere(s) ? ['free-flick'] : undefined
  const more = { blockFlick: true, offsideExists: options ? (s.offside!.figures[0] ?? null) : null, countBefore: before(s, other) }
  if (otherRuns && sideOf(s, other) === s.possession) {
    if (!s.ballMoving)
      return offend(s, make('incorrect-block-flick:obstruction-back', 'FISTF 6.2.4.a.3', 'back', null, why`the block-flick hit the running ${other}`), more)
    return offend(
      s,
      make(
        'incorrect-block-flick:free-flick',
        'FISTF 6.2.4.b.3',
        'free-flick',
        at,
        why`the block-flick hit the running ${other}`,
        options ?? ['free-flick', 'play on'],
      ),
      more,
    )
  }
  if (!s.ballMoving) return offend(s, make('incorrect-block-flick:back', 'FISTF 6.2.4.a.1', 'back', null, why`the block-flick touched ${other}`), more)
  // ball moving, still figure: back, or a free-flick if it influenced play: the referee says (6.2.4.b.1)
  return {
    ...s,
    asked: {
      what: 'influence',
      ruling: make('incorrect-block-flick:free-flick', 'FISTF 6.2.4.b.1', 'free-flick', at, why`the block-flick touched ${other} while the ball moved`),
      sinceS: 0,
    },
  }
}

/** 13.1.2.6: offside existed before the offence, not through it. */
function offsideWasThere(s: FistfState): boolean {
  return s.offside !== null && s.offside.figures.length > 0
}

/** 5.2.4: a try spoiled by an incorrect block-flick is not counted. */
function before(s: FistfState, spoiled: string): FistfState['consecutive'] {
  const f = s.flicks[spoiled]
  if (!f || f.touchedBall || s.consecutive?.figure !== spoiled) return s.consecutive
  return s.consecutive.count > 1 ? { figure: spoiled, count: s.consecutive.count - 1 } : null
}

/** 5.3.1, 5.3.3, 5.3.4 */
function byAttacker(
  s: FistfState,
  flick: Flick,
  other: string,
  side: Side,
  e: FiguresTouched,
  setup: MatchSetup,
  make: Make,
  otherMoving: boolean,
): FistfState {
  if (flick.missed) return offend(s, make('change-back', 'FISTF 5.3.4', 'back', null, why`${flick.figure} missed the ball and touched ${other}`))
  if (side !== s.possession) {
    if (otherMoving) return s
    // 5.1.3.1: a running figure of the former attacker touches a still figure after the change
    return flick.touchedBall
      ? s
      : offend(s, make('incorrect-block-flick:back', 'FISTF 5.1.3.1', 'back', null, why`${flick.figure} touched ${other} after the change`), {
          blockFlick: false,
        })
  }
  if (flick.touchedBall) return smashed(s, flick, other, e, setup)
  if (otherMoving) return s
  const own = penaltyAreaOf(setup, e.place.at) === ownEnd(setup, side)
  if (own)
    return offend(
      s,
      make(
        'foul-play:penalty-flick',
        'FISTF 5.3.1.b',
        'penalty-flick',
        penaltySpot(setup, ownEnd(setup, side)),
        why`${flick.figure} touched ${other} before the ball`,
      ),
    )
  return offend(
    s,
    make('foul-play:free-flick', 'FISTF 5.3.1.a', 'free-flick', offencePlace(setup, e.place.at), why`${flick.figure} touched ${other} before the ball`),
  )
}

/** 5.3.3: one flick may not move two defenders lying completely in their half, unless the ball was moving. */
function smashed(s: FistfState, flick: Flick, other: string, e: FiguresTouched, setup: MatchSetup): FistfState {
  const d = s.places[other]
  if (!d || d.side === flick.side || d.side === null || flick.ballMoving || flick.type === 'block' || flick.moved.includes(other)) return s
  const end = ownEnd(setup, d.side)
  const inHalf = certainly({
    value: end * d.where.at.xMm - d.radiusMm - setup.pitch.lineWidthMm / 2,
    sigma: Math.sqrt(d.where.covMm2[0]) + d.where.systematicSigmaMm,
    unit: 'mm',
  })
  if (!inHalf || attackSign(setup, flick.side) !== end) return s
  const moved = [...flick.moved, other]
  const next = { ...s, flicks: { ...s.flicks, [flick.figure]: { ...flick, moved } } }
  if (moved.length < 2) return next
  return offend(next, {
    code: 'smashing',
    rule: 'FISTF 5.3.3',
    side: d.side,
    restart: 'free-flick',
    at: offencePlace(setup, e.place.at),
    options: ['free-flick', 'play on'],
    because: why`one flick moved ${{ all: moved }}`,
  })
}

/** 8.2.2: a goalkeeper touches a still figure in or on the goal area. */
function byKeeper(s: FistfState, keeper: string, other: string, setup: MatchSetup): FistfState {
  const p = s.places[other]
  const side = sideOf(s, keeper)!
  if (!p || p.moving || !goalAreaOf(setup, p)) return s
  return offend(s, {
    code: 'keeper-foul',
    rule: 'FISTF 8.2.2',
    side: otherSide(side),
    restart: 'free-flick',
    at: penaltySpot(setup, ownEnd(setup, side)),
    options: ['free-flick', 'play on'],
    because: why`the goalkeeper touched ${other}`,
  })
}
