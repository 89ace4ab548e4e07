/** Things of one frame, measured: a place in mm with covariance, from the pixels around a detection. */
import type { PitchEstimate } from '../calibration/estimate.ts'
import type { PitchPoint, Side } from '../calibration/units.ts'
import type { DetectionKind, HandMask, Region } from './detections.ts'

export interface Measurement {
  readonly kind: DetectionKind
  readonly where: PitchEstimate
  /** How far it is believed to be there and to be what it is taken for, 0..1. */
  readonly score: number
  readonly side: Side | null
  /** How sure the side is, 0..1. */
  readonly sideConfidence: number
  /** How many spreads a base is from its side's colours; null where nobody looked. */
  readonly misfit: number | null
  readonly radiusMm: number
  /** How long after the picture's time its rows were taken, s; negative before, left out for none. */
  readonly lateS?: number
}

export interface Measurements {
  readonly seq: number
  readonly tS: number
  readonly items: readonly Measurement[]
  readonly hands: HandMask
  /** Where was looked; null when it was everywhere. Things elsewhere are neither seen nor missed. */
  readonly looked: readonly Region[] | null
  /** Where the lens hangs, when that is known: its foot on the cloth and its height, mm. */
  readonly lens?: Lens
}

export interface Lens {
  readonly xMm: number
  readonly yMm: number
  readonly heightMm: number
}

/** From this score on a thing counts by itself; below, it can only continue a track that is already there. */
export const COUNTS_FROM: Record<DetectionKind, number> = { ball: 0.2, base: 0.22, keeper: 0.3, fallen: 0.5 }

/** A thing that lies still and is followed: its place is a better first guess than the detection, and its side is known. */
export interface Known {
  readonly kind: 'ball' | 'base'
  readonly at: PitchPoint
  readonly side: Side | null
}
