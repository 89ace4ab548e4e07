/** Geometry of FISTF 5.2 in its own words: depths, areas, spots, places of offences (rulebook geometry, sections 2 to 4). */
import { type Measured, probabilityAbove, sigmaAlongMm } from '../../calibration/estimate.ts'
import type { PitchPoint, Side } from '../../calibration/units.ts'
import { otherSide } from '../../calibration/units.ts'
import type { Placed } from '../../vision/events/game-event.ts'
import { attackSign, insideShootingArea, type Outlined } from '../common/areas.ts'
import type { MatchSetup } from '../rule.ts'
import type { FistfState } from './state.ts'

/** The end (sign of x) where a side's own goal stands. */
export const ownEnd = (setup: MatchSetup, side: Side): 1 | -1 => (attackSign(setup, side) === 1 ? -1 : 1)

export const certainly = (margin: Measured, p = 0.5): boolean => probabilityAbove(margin, 0) > p

/** Depth towards the goal line that a side attacks: the goal-side edge; beyond the line counts as on it (13.1.2.3 note 2). */
export function depth(setup: MatchSetup, side: Side, o: Outlined): number {
  return Math.min(setup.pitch.lengthMm / 2, attackSign(setup, side) * o.where.at.xMm + o.radiusMm)
}

export function figuresOf(s: FistfState, side: Side): Placed[] {
  return Object.values(s.places).filter(
    (p) => p.side === side && (p.role === 'figure' || p.role === 'reserve-keeper') && !p.lying && !s.unplaced.includes(p.id),
  )
}

/** Depth of the last defender's base, the last but one with his reserve keeper in play (13.1.1.1.c); minus infinity when there is none. */
export function lastBase(s: FistfState, attacker: Side, setup: MatchSetup, defenders: readonly Placed[]): Measured {
  const byDepth = defenders.map((d) => ({ value: depth(setup, attacker, d), sigma: sigmaAlongMm(d.where, 1, 0) })).sort((a, b) => b.value - a.value)
  const last = byDepth[s.reserveInPlay.includes(otherSide(attacker)) ? 1 : 0]
  return { value: last?.value ?? Number.NEGATIVE_INFINITY, sigma: last?.sigma ?? 0, unit: 'mm' }
}

const NEVER: Measured = { value: Number.NEGATIVE_INFINITY, sigma: 0, unit: 'mm' }
const smaller = (a: Measured, b: Measured) => (b.value < a.value ? b : a)
const larger = (a: Measured, b: Measured) => (b.value > a.value ? b : a)
/** How much deeper one is than the other; each along x with its sigma. */
const deeper = (a: Measured, b: Measured): Measured => ({ value: a.value - b.value, sigma: Math.hypot(a.sigma, b.sigma), unit: 'mm' })

/**
 * How far a figure is in an offside position, mm with sigma (FISTF 13.1.1): completely inside the shooting area, deeper than the ball, and
 * deeper than the last defender or on the goal line with fewer than two defenders there. The condition that fails most, or holds least, counts.
 */
export function offsideMargin(s: FistfState, id: string, setup: MatchSetup, places: Readonly<Record<string, Placed>> = s.places): Measured {
  const f = places[id]
  const ball = places.ball
  if (!f?.side || !ball || f.lying) return NEVER
  const attacker = f.side
  const defenders = Object.values(places).filter(
    (p) => p.side === otherSide(attacker) && p.role !== 'keeper' && p.role !== 'ball' && !p.lying && !s.unplaced.includes(p.id),
  )
  const at = (o: Placed): Measured => ({ value: depth(setup, attacker, o), sigma: sigmaAlongMm(o.where, 1, 0), unit: 'mm' })
  const beyondLine = (o: Placed): Measured => ({
    value: attackSign(setup, attacker) * o.where.at.xMm + o.radiusMm - (setup.pitch.lengthMm / 2 - setup.pitch.lineWidthMm),
    sigma: sigmaAlongMm(o.where, 1, 0),
    unit: 'mm',
  })
  const alone = defenders.filter((d) => beyondLine(d).value >= 0).length < 2
  const behindDefence = larger(deeper(at(f), lastBase(s, attacker, setup, defenders)), alone ? reached(beyondLine(f)) : NEVER)
  return [insideShootingArea(setup.pitch, attackSign(setup, attacker), f), deeper(at(f), at(ball)), behindDefence].reduce(smaller)
}

/** On a line counts as beyond it: touching is enough. */
export const reached = (m: Measured): Measured => ({ ...m, value: m.value === 0 ? Number.MIN_VALUE : m.value })

export const inOffsidePosition = (s: FistfState, id: string, setup: MatchSetup, places?: Readonly<Record<string, Placed>>): boolean =>
  certainly(offsideMargin(s, id, setup, places))

/** The end (sign of x) of the penalty area that holds a point; lines count as inside, and so does the extension behind the goal line. */
export function penaltyAreaOf(setup: MatchSetup, p: PitchPoint): 1 | -1 | null {
  const { lengthMm, penaltyArea } = setup.pitch
  if (Math.abs(p.yMm) > penaltyArea.widthMm / 2 || Math.abs(p.xMm) < lengthMm / 2 - penaltyArea.depthMm) return null
  return p.xMm > 0 ? 1 : -1
}

export const penaltySpot = (setup: MatchSetup, end: 1 | -1): PitchPoint => ({ xMm: end * (setup.pitch.lengthMm / 2 - setup.pitch.penaltySpotMm), yMm: 0 })

/** Where an offence is punished: the spot when in a penalty area (11.1.3, reading F-R9), on the nearest line when outside the playing area (11.1.2). */
export function offencePlace(setup: MatchSetup, p: PitchPoint): PitchPoint {
  const end = penaltyAreaOf(setup, p)
  if (end) return penaltySpot(setup, end)
  const h = setup.pitch.lineWidthMm / 2
  const clamp = (v: number, half: number) => Math.max(-(half - h), Math.min(half - h, v))
  return { xMm: clamp(p.xMm, setup.pitch.lengthMm / 2), yMm: clamp(p.yMm, setup.pitch.widthMm / 2) }
}

/** A base in or touching the goal area, or behind the goal line between its extended side lines (2.2.1). Returns the end. */
export function goalAreaOf(setup: MatchSetup, o: Outlined): 1 | -1 | null {
  const { lengthMm, goalArea } = setup.pitch
  const { xMm, yMm } = o.where.at
  if (Math.abs(yMm) - o.radiusMm > goalArea.widthMm / 2) return null
  const front = lengthMm / 2 - goalArea.depthMm
  const overlap = Math.hypot(Math.max(0, front - Math.abs(xMm)), Math.max(0, Math.abs(yMm) - goalArea.widthMm / 2))
  return overlap <= o.radiusMm ? (xMm > 0 ? 1 : -1) : null
}

/** Gap between two outlines, mm; negative when they overlap. */
export const gap = (a: Outlined, b: Outlined): number => Math.hypot(a.where.at.xMm - b.where.at.xMm, a.where.at.yMm - b.where.at.yMm) - a.radiusMm - b.radiusMm

/** Standard deviation of such a gap, mm. */
export function gapSigma(a: Outlined, b: Outlined): number {
  const dx = a.where.at.xMm - b.where.at.xMm
  const dy = a.where.at.yMm - b.where.at.yMm
  const d = Math.hypot(dx, dy) || 1
  return Math.hypot(sigmaAlongMm(a.where, dx / d, dy / d), sigmaAlongMm(b.where, dx / d, dy / d))
}

export const movedTo = (p: Placed, at: PitchPoint): Placed => ({ ...p, where: { ...p.where, at } })
