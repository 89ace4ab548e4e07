/** Things followed over time: one identity, a place and a velocity with what is unsure about them. */
import type { PitchEstimate } from '../calibration/estimate.ts'
import type { Side } from '../calibration/units.ts'
import type { HandMask } from './detections.ts'
import type { Lens } from './measurements.ts'

export { cellToPitch } from './detect/rectify.ts'
/** Hands come along with the tracks; what asks for them asks here. */
export { cellsNear, handNear, handStretches } from './detections.ts'

export type TrackKind = 'ball' | 'base' | 'keeper' | 'fallen'

export interface Track {
  readonly id: string
  readonly kind: TrackKind
  readonly side: Side | null
  readonly where: PitchEstimate
  /** When it was or would be there, s: at the rows of the picture that show it (rolling shutter), not at the picture's own time. */
  readonly atS: number
  readonly vxMmS: number
  readonly vyMmS: number
  readonly radiusMm: number
  readonly score: number
  /** `now`: measured in this frame; `coasting`: not seen, carried on. */
  readonly seen: 'now' | 'coasting'
  readonly lastSeenS: number
  readonly atRest: boolean
  /** A base in neither side's colours, looked at long enough: the reserve keeper (FISTF 5.2, Part III 4.2) of the side at whose goal it was set down. */
  readonly reserve: boolean
}

export interface Tracks {
  readonly seq: number
  readonly tS: number
  readonly ball: Track | null
  readonly otherBalls: readonly Track[]
  readonly bases: readonly Track[]
  readonly keepers: readonly Track[]
  readonly fallen: readonly Track[]
  readonly hands: HandMask
  /** Nearly everything that was there is gone at once: the picture shows nothing (a lens wiped, a lamp gone), and nothing follows from it. */
  readonly blank?: true
  readonly lens?: Lens
}
