/** Names of places, times and sides: the unit is in the field name, so pixels cannot be passed where millimetres are meant. */

/** Pixel position in OpenCV's convention: the centre of the top-left pixel is (0, 0), y points down. */
export interface ImagePoint {
  readonly xPx: number
  readonly yPx: number
}

/** Place on the pitch in mm: origin at the centre spot, x along the length, y across, seen from above. */
export interface PitchPoint {
  readonly xMm: number
  readonly yMm: number
}

/** Place above the cloth in mm; z points up and is zero on the cloth. */
export interface SpacePoint extends PitchPoint {
  readonly zMm: number
}

export const SIDES = ['A', 'B'] as const
export type Side = (typeof SIDES)[number]

export const otherSide = (side: Side): Side => (side === 'A' ? 'B' : 'A')

/** The direction in which a side attacks, along the pitch's x axis. */
export type Direction = '+x' | '-x'

/** The lines that events speak of; the sign is the side of the pitch on which the line lies. */
export const LINE_NAMES = ['touchline+y', 'touchline-y', 'goal-line+x', 'goal-line-x', 'shooting-line+x', 'shooting-line-x', 'halfway-line'] as const
export type LineName = (typeof LINE_NAMES)[number]
