/** Positions when everything lies still: at flick-offs, goal-, corner- and penalty-flicks, and how many figures there are (FISTF 1.5.1, 4.2.1, 12.2.2, 15.2.1, 16.2.1). */
import { type Measured, probabilityAbove, sigmaAlongMm } from '../../calibration/estimate.ts'
import { otherSide } from '../../calibration/units.ts'
import { type Why, why } from '../../calibration/why.ts'
import type { Placed } from '../../vision/events/game-event.ts'
import { attackSign } from '../common/areas.ts'
import type { MatchSetup } from '../rule.ts'
import { LIMITS } from './limits.ts'
import { figuresOf, gap, gapSigma, ownEnd, penaltySpot, reached } from './places.ts'
import { type FistfState, note, offend, type Ruling, say, TAKEN } from './state.ts'

/** The referee asks: what is wrong is told and nothing follows from it; that nothing is wrong is told as well. */
export function positionsAsked(s: FistfState, setup: MatchSetup): FistfState {
  const { rulings } = allStill({ ...s, rulings: [] }, setup)
  if (rulings.length) return { ...s, rulings: rulings.map(({ options: _, ...r }) => r) }
  const looked = s.restart?.stage === 'placing' && ASKED.has(s.restart.type)
  const because = looked ? why`everything stands where it may` : why`there are no more than ten figures a side; nothing else is asked of positions now`
  return say(s, note('positions-right', looked ? TAKEN[s.restart!.type] : 'FISTF 1.5.1', because))
}
/** Restarts that ask where things stand. */
const ASKED: ReadonlySet<string> = new Set(['flick-off', 'goal-flick', 'corner-flick', 'penalty-flick'])

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

/** Where something may be, by how much it is there, mm; touching what it may not touch is nothing left. */
interface Stands {
  readonly figures: readonly Placed[]
  readonly right: Measured
}
const wrongly = (x: Stands): number => 1 - probabilityAbove(x.right, 0)
/** Less of a chance than this is not worth a word. */
const PERHAPS = 0.05
const mm = (value: number, sigma: number): Measured => ({ value, sigma, unit: 'mm' })
/** The condition that holds least, or the one that holds most: what is needed of all, of one. */
const all = (...m: readonly Measured[]): Measured => m.reduce((a, b) => (b.value < a.value ? b : a))
const either = (...m: readonly Measured[]): Measured => m.reduce((a, b) => (b.value > a.value ? b : a))

/** Figures that are not where they may be, with what was measured of each; as sure as the surest of them. */
function wrongPlaces(s: FistfState, rule: string, stand: readonly Stands[], because: Why): FistfState {
  const wrong = stand.filter((x) => wrongly(x) > PERHAPS).sort((a, b) => wrongly(b) - wrongly(a))
  if (!wrong.length) return s
  const name = (x: Stands) => (x.figures.length > 1 ? why`gap of ${{ all: x.figures.map((f) => f.id) }}` : why`${x.figures[0]!.id} from where it may be`)
  return say(
    s,
    note('illegal-position', rule, because, {
      figures: [...new Set(wrong.flatMap((x) => x.figures.map((f) => f.id)))],
      probability: wrongly(wrong[0]!),
      reasons: wrong.map((x) => ({ what: name(x), measured: x.right, limit: 0 })),
    }),
  )
}

/** 4.2.1 */
function flickOffPositions(s: FistfState, r: NonNullable<FistfState['restart']>, setup: MatchSetup): FistfState {
  const half = setup.pitch.lineWidthMm / 2
  const stand = (['A', 'B'] as const).flatMap((side) =>
    figuresOf(s, side)
      .filter((f) => f.id !== r.taker)
      .map((f): Stands => {
        const { at } = f.where
        const own = mm(ownEnd(setup, side) * at.xMm - f.radiusMm - half, sigmaAlongMm(f.where, 1, 0))
        const d = Math.hypot(at.xMm, at.yMm) || 1
        const clear = mm(d - f.radiusMm - setup.pitch.centreCircleRadiusMm - half, sigmaAlongMm(f.where, at.xMm / d, at.yMm / d))
        return { figures: [f], right: side === r.side ? own : all(own, clear) }
      }),
  )
  return wrongPlaces(s, 'FISTF 4.2.1', stand, why`not completely in the own half, or in the centre circle`)
}

/** 15.2.1.2 to 15.2.1.4 */
function goalFlickPositions(s: FistfState, r: NonNullable<FistfState['restart']>, setup: MatchSetup): FistfState {
  const end = ownEnd(setup, r.side)
  const { penaltyArea, lengthMm, goalArea } = setup.pitch
  const along = (p: Placed, ux: 0 | 1, value: number) => mm(value, sigmaAlongMm(p.where, ux, 1 - ux))
  const outside = [...figuresOf(s, 'A'), ...figuresOf(s, 'B')]
    .filter((f) => f.id !== r.taker)
    .map((f): Stands => {
      const before = along(f, 1, lengthMm / 2 - penaltyArea.depthMm - (end * f.where.at.xMm + f.radiusMm))
      const beside = along(f, 0, Math.abs(f.where.at.yMm) - f.radiusMm - penaltyArea.widthMm / 2)
      return { figures: [f], right: either(before, beside) }
    })
  const next = wrongPlaces(s, 'FISTF 15.2.1.2', outside, why`in or touching the attacker's penalty area`)
  const pairs = figuresOf(s, 'A').flatMap((a) =>
    figuresOf(s, 'B').map((b): Stands => ({ figures: [a, b], right: reached(mm(gap(a, b) - LIMITS.goalFlickGapMm, gapSigma(a, b))) })),
  )
  const apart = wrongPlaces(next, 'FISTF 15.2.1.3', pairs, why`opposing figures nearer than 20 mm`)
  const { ball } = s.places
  if (!ball) return apart
  const { at } = ball.where
  const lies = all(
    along(ball, 1, end * at.xMm - (lengthMm / 2 - goalArea.depthMm) + onLine(setup)),
    along(ball, 0, goalArea.widthMm / 2 - Math.abs(at.yMm) + onLine(setup)),
  )
  return ballWrong(apart, 'FISTF 15.2.1.4', reached(lies), why`more than half of the ball is outside the goal area`)
}

/** 16.2.1: not more than half of the ball outside the quarter circle. */
function cornerPosition(s: FistfState, setup: MatchSetup): FistfState {
  const { ball } = s.places
  if (!ball) return s
  const [x, y] = [setup.pitch.lengthMm / 2 - Math.abs(ball.where.at.xMm), setup.pitch.widthMm / 2 - Math.abs(ball.where.at.yMm)]
  const d = Math.hypot(x, y) || 1
  const lies = mm(setup.pitch.cornerRadiusMm - d + onLine(setup), sigmaAlongMm(ball.where, x / d, y / d))
  return ballWrong(s, 'FISTF 16.2.1', reached(lies), why`more than half of the ball is outside the quarter circle`)
}

/** Central on a line is right, too: so far beyond its outer edge may the centre be (reading F-R31). */
const onLine = ({ pitch }: MatchSetup): number => LIMITS.centralMm - pitch.lineWidthMm / 2

/** The referee moves the ball himself: there is no word for it. */
function ballWrong(s: FistfState, rule: string, right: Measured, because: Why): FistfState {
  const probability = 1 - probabilityAbove(right, 0)
  if (probability <= PERHAPS) return s
  const reasons = [{ what: why`centre of the ball from where it may be`, measured: right, limit: 0 }]
  return say(s, { ...note('illegal-position', rule, because, { probability, reasons }), phrase: null })
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
    const before = mm(front - x - f.radiusMm, sigmaAlongMm(f.where, 1, 0))
    const beside = mm(Math.abs(y) - f.radiusMm - penaltyArea.widthMm / 2, sigmaAlongMm(f.where, 0, 1))
    const arc = penaltyArcRadiusMm ?? 0
    const d = Math.hypot(x - spot, y) || 1
    const clearOfArc = arc > 0 ? mm(d - f.radiusMm - arc, sigmaAlongMm(f.where, (x - spot) / d, y / d)) : mm(Number.POSITIVE_INFINITY, 0)
    const right = reached(all(either(before, beside), clearOfArc))
    const probability = 1 - probabilityAbove(right, 0)
    if (probability <= PERHAPS) continue
    const clear = front - f.radiusMm - LIMITS.placingGapMm
    const reach = arc + f.radiusMm + LIMITS.placingGapMm
    const beyondArc = arc > 0 && Math.abs(y) < reach ? spot - Math.sqrt(reach ** 2 - y ** 2) : Number.POSITIVE_INFINITY
    out.push({
      ...note('placing', 'FISTF 12.2.2', why`${f.id} is in the penalty area or arc`, {
        figure: f.id,
        at: { xMm: end * Math.min(clear, beyondArc), yMm: y },
        probability,
        reasons: [{ what: why`${f.id} from where it may be`, measured: right, limit: 0 }],
      }),
      phrase: null,
    })
  }
  return say(s, ...out)
}
