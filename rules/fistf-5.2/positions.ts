/** Positions when everything lies still: at flick-offs, goal-, corner- and penalty-flicks, and how many figures there are (FISTF 1.5.1, 4.2.1, 12.2.2, 15.2.1, 16.2.1). */
import { otherSide } from '../../calibration/units.ts'
import { type Why, why } from '../../calibration/why.ts'
import type { Placed } from '../../vision/events/game-event.ts'
import { attackSign } from '../common/areas.ts'
import type { MatchSetup } from '../rule.ts'
import { LIMITS } from './limits.ts'
import { figuresOf, gap, ownEnd, penaltySpot } from './places.ts'
import { type FistfState, note, offend, type Ruling, say } from './state.ts'

/** Everything lies still: positions at the restart, and how many figures there are. */
export function allStill(s: FistfState, setup: MatchSetup): FistfState {
  const counted = tooMany(s, setup)
  const r = counted.restart
  if (r?.stage !== 'placing') return counted
  switch (r.type) {
    case 'flick-off':
      return flickOffPositions(counted, r, setup)
    case 'goal-flick':
      return goalFlickPositions(counted, r, setup)
    case 'corner-flick':
      return cornerPosition(counted, setup)
    case 'penalty-flick':
      return penaltyPositions(counted, r, setup)
    default:
      return counted
  }
}

/** 1.5.1 */
function tooMany(s: FistfState, setup: MatchSetup): FistfState {
  for (const side of ['A', 'B'] as const) {
    const all = figuresOf(s, side).filter((f) => f.role === 'figure')
    const ball = s.places.ball
    if (all.length <= LIMITS.figures || !ball) continue
    const near = [...all].sort((a, b) => gap(a, ball) - gap(b, ball)).slice(0, 2 * (all.length - LIMITS.figures))
    return offend(s, {
      code: 'illegal-playing-figure-number',
      rule: 'FISTF 1.5.1',
      side: otherSide(side),
      restart: 'free-flick',
      at: penaltySpot(setup, ownEnd(setup, side)),
      remove: near.map((f) => f.id),
      options: ['free-flick', 'play on'],
      because: why`${all.length} figures of one side are in the field`,
    })
  }
  return s
}

const wrongPlace = (rule: string, figures: readonly Placed[], because: Why): Ruling =>
  note('illegal-position', rule, because, { figures: figures.map((f) => f.id) })

/** 4.2.1 */
function flickOffPositions(s: FistfState, r: NonNullable<FistfState['restart']>, setup: MatchSetup): FistfState {
  const half = setup.pitch.lineWidthMm / 2
  const wrong = (['A', 'B'] as const).flatMap((side) =>
    figuresOf(s, side).filter((f) => {
      if (f.id === r.taker) return false
      if (ownEnd(setup, side) * f.where.at.xMm - f.radiusMm <= half) return true
      return side !== r.side && Math.hypot(f.where.at.xMm, f.where.at.yMm) - f.radiusMm <= setup.pitch.centreCircleRadiusMm + half
    }),
  )
  return wrong.length ? say(s, wrongPlace('FISTF 4.2.1', wrong, why`not completely in the own half, or in the centre circle`)) : s
}

/** 15.2.1.2 to 15.2.1.4 */
function goalFlickPositions(s: FistfState, r: NonNullable<FistfState['restart']>, setup: MatchSetup): FistfState {
  const end = ownEnd(setup, r.side)
  const { penaltyArea, lengthMm } = setup.pitch
  const all = [...figuresOf(s, 'A'), ...figuresOf(s, 'B')]
  const inside = all.filter(
    (f) =>
      f.id !== r.taker &&
      end * f.where.at.xMm + f.radiusMm >= lengthMm / 2 - penaltyArea.depthMm &&
      Math.abs(f.where.at.yMm) - f.radiusMm <= penaltyArea.widthMm / 2,
  )
  const next = inside.length ? say(s, wrongPlace('FISTF 15.2.1.2', inside, why`in or touching the attacker's penalty area`)) : s
  const pairs = figuresOf(s, 'A').flatMap((a) =>
    figuresOf(s, 'B')
      .filter((b) => gap(a, b) < LIMITS.goalFlickGapMm)
      .flatMap((b) => [a, b]),
  )
  const apart = pairs.length ? say(next, wrongPlace('FISTF 15.2.1.3', [...new Set(pairs)], why`opposing figures nearer than 20 mm`)) : next
  const ball = s.places.ball?.where.at
  const { goalArea } = setup.pitch
  const lies = ball && end * ball.xMm >= lengthMm / 2 - goalArea.depthMm && Math.abs(ball.yMm) <= goalArea.widthMm / 2
  return ball && !lies
    ? say(apart, { ...note('illegal-position', 'FISTF 15.2.1.4', why`more than half of the ball is outside the goal area`), phrase: null })
    : apart
}

/** 16.2.1: not more than half of the ball outside the quarter circle. */
function cornerPosition(s: FistfState, setup: MatchSetup): FistfState {
  const ball = s.places.ball
  if (!ball) return s
  const d = Math.hypot(setup.pitch.lengthMm / 2 - Math.abs(ball.where.at.xMm), setup.pitch.widthMm / 2 - Math.abs(ball.where.at.yMm))
  return d > setup.pitch.cornerRadiusMm
    ? say(s, { ...note('illegal-position', 'FISTF 16.2.1', why`more than half of the ball is outside the quarter circle`), phrase: null })
    : s
}

/** 12.2.2: all others out of the area and the arc, straight out, 1 mm. */
function penaltyPositions(s: FistfState, r: NonNullable<FistfState['restart']>, setup: MatchSetup): FistfState {
  const end = attackSign(setup, r.side)
  const { lengthMm, penaltyArea, penaltyArcRadiusMm } = setup.pitch
  const front = lengthMm / 2 - penaltyArea.depthMm
  const spot = lengthMm / 2 - setup.pitch.penaltySpotMm
  const out: Ruling[] = []
  for (const f of [...figuresOf(s, 'A'), ...figuresOf(s, 'B')]) {
    if (f.id === r.taker) continue
    const x = end * f.where.at.xMm
    const y = f.where.at.yMm
    const inArea = x + f.radiusMm > front && Math.abs(y) - f.radiusMm < penaltyArea.widthMm / 2
    const arc = penaltyArcRadiusMm ?? 0
    const inArc = arc > 0 && Math.hypot(x - spot, y) - f.radiusMm < arc
    if (!inArea && !inArc) continue
    const clear = front - f.radiusMm - LIMITS.placingGapMm
    const reach = arc + f.radiusMm + LIMITS.placingGapMm
    const beyondArc = arc > 0 && Math.abs(y) < reach ? spot - Math.sqrt(reach ** 2 - y ** 2) : Number.POSITIVE_INFINITY
    out.push({
      ...note('placing', 'FISTF 12.2.2', why`${f.id} is in the penalty area or arc`, { figure: f.id, at: { xMm: end * Math.min(clear, beyondArc), yMm: y } }),
      phrase: null,
    })
  }
  return say(s, ...out)
}
