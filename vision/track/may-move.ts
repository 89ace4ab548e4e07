/** What may have moved since the last picture, and how far: what lies still with nothing near it has not. */
import { handNear } from '../detections.ts'
import type { Measurements } from '../measurements.ts'
import { MAX_SPEED } from './assignment.ts'
import { type Live, LOST_BALL_S } from './live.ts'

/** A gap in sight this short explains no leap, s; from this near a thing may be pushed, mm. */
const BRIEF_S = 0.12
const PUSHED_FROM_MM = 70
/** A ball that nobody strikes is found within so many times its way, and so much more, mm/s. */
const ROLLS_ON = 1.3
const ROLLS_ON_MM_S = 400
/** Pictures are lost when none came for this long: then a flick fits in between, s. */
const LOST_S = 0.08
/** A velocity is known after this many looks. */
const SETTLED = 5
/** A newcomer that is this fast has been seen to run, mm/s. */
const RUNS_MM_S = 150

/** What lies still with no hand near it and nothing running towards it does not leap in one missed look; its neighbour is not it. */
export function staysPut(t: Live, live: readonly Live[], m: Measurements, lastS: number): boolean {
  if (m.tS - t.lastSeenS > BRIEF_S || m.tS - lastS > LOST_S || !(t.motion.atRest || (t.looks < SETTLED && Math.hypot(...t.motion.velocity) < RUNS_MM_S)))
    return false
  const { at } = t.motion.estimate(t.lastSeenS)
  if (handNear(m.hands, at.xMm, at.yMm, PUSHED_FROM_MM)) return false
  return !live.some((o) => {
    if (o === t || o.motion.atRest || o.looks < SETTLED) return false
    const p = o.motion.estimate(o.lastSeenS).at
    const [vx, vy] = o.motion.velocity
    return Math.hypot(p.xMm - at.xMm, p.yMm - at.yMm) < PUSHED_FROM_MM + Math.hypot(vx, vy) * (m.tS - o.lastSeenS)
  })
}

/** How fast a thing may have become since it was seen, mm/s: a ball that rolls with no hand and nothing running near it has been struck by nobody. */
export function fastest(t: Live, live: readonly Live[], m: Measurements, lastS: number): number {
  if (t.kind !== 'ball' || t.motion.atRest || t.looks < SETTLED || m.tS - t.lastSeenS > LOST_BALL_S || m.tS - lastS > LOST_S) return MAX_SPEED[t.kind]
  const { at } = t.motion.estimate(t.lastSeenS)
  const speed = Math.hypot(...t.motion.velocity)
  const reach = PUSHED_FROM_MM + speed * (m.tS - t.lastSeenS)
  const struck =
    handNear(m.hands, at.xMm, at.yMm, reach) ||
    live.some((o) => {
      if (o === t || o.kind === 'ball' || (o.kind === 'base' && o.motion.atRest && o.seen === 'now')) return false
      const p = o.motion.estimate(o.lastSeenS).at
      return Math.hypot(p.xMm - at.xMm, p.yMm - at.yMm) < reach + Math.hypot(...o.motion.velocity) * (m.tS - o.lastSeenS)
    })
  return struck ? MAX_SPEED.ball : Math.min(MAX_SPEED.ball, ROLLS_ON * speed + ROLLS_ON_MM_S)
}
