/** What is known of a thing between its detection and its measurement. */
import type { PitchPoint, Side } from '../../calibration/units.ts'
import type { Detection, DetectionKind } from '../detections.ts'
import type { PatchShape } from './patch.ts'

export interface Fit {
  readonly at: PitchPoint
  readonly covMm2: readonly [number, number, number]
  /** Whether such a thing is there at all, as the close-up sees it, 0..1. */
  readonly present: number
}

/** A thing on its way from a detection to a measurement. */
export interface Guess {
  readonly detection: Detection
  kind: DetectionKind
  at: PitchPoint
  shape: PatchShape
  side: { side: Side; confidence: number } | null
  /** How many spreads a base's colours are from those of its side; null when not asked. */
  misfit: number | null
  known: boolean
  /** Where a hand or arm is seen. */
  underHand: boolean
  fit: Fit | null
  /** The same thing measured as the kind that it was nearly taken for. */
  instead: Guess | null
}

/** What the close-up says of its own place, radii (one standard deviation per axis). */
export const noise = (g: Guess): number => (g.fit ? Math.sqrt((g.fit.covMm2[0] + g.fit.covMm2[2]) / 2) / g.shape.radiusMm : Number.POSITIVE_INFINITY)
