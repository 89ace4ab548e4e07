/** Areas of the pitch by name, and how far inside one an outline is (rulebook geometry, section 4). */
import { type Measured, type PitchEstimate, sigmaAlongMm } from './estimate.ts'
import type { Pitch } from './pitch.ts'

/** The sign is the end of the pitch. A quarter lies between half-way and shooting line; beyond that is the shooting area. */
export const AREA_NAMES = [
  'playing-area',
  'half-x',
  'half+x',
  'quarter-x',
  'quarter+x',
  'shooting-area-x',
  'shooting-area+x',
  'penalty-area-x',
  'penalty-area+x',
  'goal-area-x',
  'goal-area+x',
] as const
export type AreaName = (typeof AREA_NAMES)[number]

export interface AreaBox {
  readonly x0Mm: number
  readonly x1Mm: number
  readonly y0Mm: number
  readonly y1Mm: number
}

/** A circle as seen plumb from above. */
export interface Outlined {
  readonly where: PitchEstimate
  readonly radiusMm: number
}

/**
 * The box whose limits count, mm. Halves, quarters and shooting areas end before the lines between them (touching one is outside, FISTF 14.1.2)
 * and have no other limit; playing, penalty and goal areas have their lines within.
 */
export function areaBox(pitch: Pitch, name: AreaName): AreaBox {
  const free = { y0Mm: Number.NEGATIVE_INFINITY, y1Mm: Number.POSITIVE_INFINITY }
  const [l, w, h] = [pitch.lengthMm / 2, pitch.widthMm / 2, pitch.lineWidthMm / 2]
  const s = pitch.shootingLineXMm ?? pitch.lengthMm / 4
  const at = (from: number, to: number, limits: Pick<AreaBox, 'y0Mm' | 'y1Mm'>): AreaBox =>
    name.endsWith('+x') ? { x0Mm: from, x1Mm: to, ...limits } : { x0Mm: -to, x1Mm: -from, ...limits }
  const before = (box: { readonly depthMm: number; readonly widthMm: number }) => at(l - box.depthMm, l, { y0Mm: -box.widthMm / 2, y1Mm: box.widthMm / 2 })
  switch (name) {
    case 'playing-area':
      return { x0Mm: -l, x1Mm: l, y0Mm: -w, y1Mm: w }
    case 'half-x':
    case 'half+x':
      return at(h, Number.POSITIVE_INFINITY, free)
    case 'quarter-x':
    case 'quarter+x':
      return at(h, s - h, free)
    case 'shooting-area-x':
    case 'shooting-area+x':
      return at(s + h, Number.POSITIVE_INFINITY, free)
    case 'penalty-area-x':
    case 'penalty-area+x':
      return before(pitch.penaltyArea)
    case 'goal-area-x':
    case 'goal-area+x':
      return before(pitch.goalArea)
  }
}

/** How far an outline is wholly inside an area, mm with sigma across the nearest limit; negative: so much of it sticks out. */
export function insideArea(pitch: Pitch, name: AreaName, { where, radiusMm }: Outlined): Measured {
  const b = areaBox(pitch, name)
  const { xMm, yMm } = where.at
  const alongX = Math.min(xMm - b.x0Mm, b.x1Mm - xMm) - radiusMm
  const alongY = Math.min(yMm - b.y0Mm, b.y1Mm - yMm) - radiusMm
  const x = alongX <= alongY
  return { value: x ? alongX : alongY, sigma: x ? sigmaAlongMm(where, 1, 0) : sigmaAlongMm(where, 0, 1), unit: 'mm' }
}

/** The areas that an outline is in or reaches into, each with how far it is wholly inside. */
export const areasOf = (pitch: Pitch, o: Outlined): { readonly area: AreaName; readonly inside: Measured }[] =>
  AREA_NAMES.map((area) => ({ area, inside: insideArea(pitch, area, o) })).filter((q) => q.inside.value > -2 * o.radiusMm)
