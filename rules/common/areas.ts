/** Areas and sides of the pitch for the rules: all tests give a signed margin in mm with sigma, positive when true (rulebook geometry, section 4). */
import { type Measured, sigmaAlongMm } from '../../calibration/estimate.ts'
import type { Pitch } from '../../calibration/pitch.ts'
import { otherSide, type Side } from '../../calibration/units.ts'
import type { Placed } from '../../vision/events/game-event.ts'
import type { MatchSetup } from '../rule.ts'

/** A thing's place and outline, all that these tests need. */
export type Outlined = Pick<Placed, 'where' | 'radiusMm'>

/** +1 for the side that attacks +x. */
export const attackSign = (setup: MatchSetup, side: Side): 1 | -1 => (setup.attacks[side] === '+x' ? 1 : -1)

const shooting = (p: Pitch) => p.shootingLineXMm ?? p.lengthMm / 4

/** Completely inside the shooting area at one end (`sign` of x); only the shooting line limits it (reading F-R5). */
export function insideShootingArea(p: Pitch, sign: 1 | -1, o: Outlined): Measured {
  return { value: sign * o.where.at.xMm - o.radiusMm - shooting(p) - p.lineWidthMm / 2, sigma: sigmaAlongMm(o.where, 1, 0), unit: 'mm' }
}

/** The four bands, from -x to +x. */
export type Band = 0 | 1 | 2 | 3

export function bandOf(p: Pitch, xMm: number): Band {
  return xMm < -shooting(p) ? 0 : xMm < 0 ? 1 : xMm < shooting(p) ? 2 : 3
}

/** Completely inside a quarter: touching the shooting or half-way line is outside (FISTF 14.1.2). */
export function insideBand(p: Pitch, band: Band, o: Outlined): Measured {
  const s = shooting(p)
  const edges = [Number.NEGATIVE_INFINITY, -s, 0, s, Number.POSITIVE_INFINITY]
  const h = p.lineWidthMm / 2
  const x = o.where.at.xMm
  const value = Math.min(x - o.radiusMm - (edges[band]! + h), edges[band + 1]! - h - (x + o.radiusMm))
  return { value, sigma: sigmaAlongMm(o.where, 1, 0), unit: 'mm' }
}

/** Between the inner faces of the posts with the whole ball. */
export function betweenPosts(p: Pitch, o: Outlined): Measured {
  return { value: p.goal.widthMm / 2 - Math.abs(o.where.at.yMm) - o.radiusMm, sigma: sigmaAlongMm(o.where, 0, 1), unit: 'mm' }
}

/** The side whose goal stands at an end of the pitch. */
export const defends = (setup: MatchSetup, sign: 1 | -1): Side => (attackSign(setup, 'A') === sign ? otherSide('A') : 'A')
