/** A ball that lay somewhere, went out of sight and is found elsewhere: whoever ran through its place meanwhile sent it there. */
import type { Setup } from '../../calibration/setup.ts'
import type { Track } from '../tracks.ts'
import { ballContactMm } from './contacts.ts'
import type { Course } from './course.ts'
import type { Draft } from './findings.ts'

/** Found within this of where it was, it has not been touched, mm. */
const MOVED_MM = 8
/** How far the paths of unseen things may be off, mm. */
const SLACK_MM = 4
const STEP_S = 0.01
/** Nobody saw the touch. */
const CONCLUDED = 0.6

export interface LastSight {
  readonly track: Track
  readonly seq: number
  readonly tS: number
}

/** Null when nobody came by: then a hand took it. */
export function playedUnseen(course: Course, setup: Setup, before: LastSight, found: LastSight): Draft | null {
  const lay = before.track.where.at
  const { at } = found.track.where
  if (!before.track.atRest || Math.hypot(at.xMm - lay.xMm, at.yMm - lay.yMm) < MOVED_MM) return null
  const came = course.now.bases.flatMap((b) => {
    const side = setup.sides[b.side ?? 'A']
    const reach = ballContactMm(setup.ballRadiusMm, { radiusMm: b.radiusMm, rimMm: side.rimMm }) + SLACK_MM
    let met: number | null = null
    for (let tS = before.tS; tS < found.tS && met === null; tS += STEP_S)
      if (course.placesAt(b.id, tS).some((p) => Math.hypot(p.x - lay.xMm, p.y - lay.yMm) < reach)) met = tS
    // what stood there all the time did not come
    return met === null || met === before.tS ? [] : [{ id: b.id, met }]
  })
  if (!came.length) return null
  const tS = Math.min(...came.map((c) => c.met))
  return {
    kind: 'ball-touched',
    tS,
    frames: [before.seq, found.seq],
    probability: CONCLUDED,
    place: before.track.where,
    by: came.length === 1 ? came[0]!.id : null,
    candidates: came.map((c) => c.id),
    byMoving: true,
    ballMoving: false,
  }
}
