/** A value and how sure we are of it; sigma is one standard deviation in the value's own unit. */
import type { PitchPoint } from './units.ts'

export interface Measured {
  readonly value: number
  readonly sigma: number
  readonly unit: 'mm' | 's' | 'mm/s'
}

/** A place and its noise covariance in mm^2; what calibration is unsure of is kept apart (`systematicSigmaMm`). */
export interface PitchEstimate {
  readonly at: PitchPoint
  readonly covMm2: readonly [xx: number, xy: number, yy: number]
  readonly systematicSigmaMm: number
}

/** Distribution function of the standard normal; Abramowitz and Stegun 7.1.26 on erf, absolute error below 1.5e-7. */
export function normalCdf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const upper = 0.5 * poly * Math.exp(-x * x)
  return z >= 0 ? 1 - upper : upper
}

/** Probability that the true value lies above `limit`. With sigma 0 the answer is sharp; exactly at the limit it is not above. */
export function probabilityAbove(measured: Measured, limit: number): number {
  if (measured.sigma <= 0) return measured.value > limit ? 1 : 0
  return normalCdf((measured.value - limit) / measured.sigma)
}

/** One standard deviation per axis of an estimate, noise and systematic part together, in mm. */
export function sigmaPerAxisMm(e: PitchEstimate): number {
  return Math.sqrt((e.covMm2[0] + e.covMm2[2]) / 2 + e.systematicSigmaMm ** 2)
}

/** Standard deviation of the estimate's place along a direction (unit vector), noise and systematic part together, in mm. */
export function sigmaAlongMm(e: PitchEstimate, ux: number, uy: number): number {
  const [xx, xy, yy] = e.covMm2
  return Math.sqrt(Math.max(0, xx * ux * ux + 2 * xy * ux * uy + yy * uy * uy) + e.systematicSigmaMm ** 2)
}
