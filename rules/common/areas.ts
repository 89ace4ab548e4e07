/** Areas and sides of the pitch for the rules: all tests give a signed margin in mm with sigma, positive when true (rulebook geometry, section 4). */
import { insideArea, type Outlined } from '../../calibration/areas.ts'
import { type Measured, sigmaAlongMm } from '../../calibration/estimate.ts'
import type { Pitch } from '../../calibration/pitch.ts'
import { otherSide, type Side } from '../../calibration/units.ts'
import type { MatchSetup } from '../rule.ts'

/** A thing's place and outline, all that these tests need. */
export type { Outlined }

/** +1 for the side that attacks +x. */
export const attackSign = (setup: MatchSetup, side: Side): 1 | -1 => (setup.attacks[side] === '+x' ? 1 : -1)

/** Completely inside the shooting area at one end (`sign` of x); only the shooting line limits it (reading F-R5). */
export const insideShootingArea = (p: Pitch, sign: 1 | -1, o: Outlined): Measured => insideArea(p, sign === 1 ? 'shooting-area+x' : 'shooting-area-x', o)

/** The four bands, from -x to +x. */
export type Band = 0 | 1 | 2 | 3
const BANDS = ['shooting-area-x', 'quarter-x', 'quarter+x', 'shooting-area+x'] as const

export function bandOf(p: Pitch, xMm: number): Band {
  const s = p.shootingLineXMm ?? p.lengthMm / 4
  return xMm < -s ? 0 : xMm < 0 ? 1 : xMm < s ? 2 : 3
}

/** Completely inside a quarter: touching the shooting or half-way line is outside (FISTF 14.1.2). */
export const insideBand = (p: Pitch, band: Band, o: Outlined): Measured => insideArea(p, BANDS[band], o)

/** Between the inner faces of the posts with the whole ball. */
export function betweenPosts(p: Pitch, o: Outlined): Measured {
  return { value: p.goal.widthMm / 2 - Math.abs(o.where.at.yMm) - o.radiusMm, sigma: sigmaAlongMm(o.where, 0, 1), unit: 'mm' }
}

/** The side whose goal stands at an end of the pitch. */
export const defends = (setup: MatchSetup, sign: 1 | -1): Side => (attackSign(setup, 'A') === sign ? otherSide('A') : 'A')
