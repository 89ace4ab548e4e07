/** A figure that a hand goes along with was carried or pushed to its place by it: nobody flicked it (FISTF 2.1.4, 12.2: placings are the referee's). */
import { handNear } from '../tracks.ts'
import type { Course } from './course.ts'
import type { Draft } from './findings.ts'
import type { Flicked } from './game-event.ts'

/** A flicked figure leaves the finger: looked at from so long after it started until so long, s. */
const FROM_S = 0.05
const UNTIL_S = 0.3
/** As soon as it is so far from where it stood, mm, or farther than it slides by itself from its first speed, times so much and so much more. */
const GONE_MM = 30
const FARTHER = 1.3
const FARTHER_MM = 3
/** Its first speed is that of so long, s. */
const START_S = 0.1
/** A hand is on it when its region is this near to its rim, mm. */
const ON_MM = 5
/** In so many of the pictures of at least so many. */
const SHARE = 0.7
const LEAST = 2

export const isFlick = (e: Draft): e is Omit<Flicked, 'id'> => e.kind === 'flicked'

export function carried(course: Course, e: Omit<Flicked, 'id'>): boolean {
  const { xMm, yMm } = e.place.at
  const gone = Math.min(GONE_MM, FARTHER * slide(course, e) + FARTHER_MM)
  const on = course.history
    .filter((h) => h.tS > e.tS + FROM_S && h.tS <= e.tS + UNTIL_S)
    .flatMap((h) => {
      const b = h.bases.find((q) => q.id === e.figure && q.seen === 'now')
      if (!b || Math.hypot(b.where.at.xMm - xMm, b.where.at.yMm - yMm) < gone) return []
      return [handNear(h.hands, b.where.at.xMm, b.where.at.yMm, b.radiusMm + ON_MM)]
    })
  return on.length >= LEAST && on.filter(Boolean).length >= SHARE * on.length
}

/** How far it slides by itself from the fastest that it was seen to start with, mm. */
function slide(course: Course, e: Omit<Flicked, 'id'>): number {
  const sights = course.sightsOf(e.figure).filter((q) => q.tS >= e.tS && q.tS <= e.tS + START_S)
  const speeds = sights.slice(1).map((q, k) => Math.hypot(q.x - sights[k]!.x, q.y - sights[k]!.y) / Math.max(1e-3, q.tS - sights[k]!.tS))
  const fastest = speeds.length ? Math.max(...speeds) : Number.POSITIVE_INFINITY
  return (fastest * fastest) / (2 * Math.max(1, course.decelOf(e.figure)))
}

/** What is told instead. */
export const byHand = (e: Omit<Flicked, 'id'>): Draft => ({
  kind: 'hand',
  tS: e.tS,
  frames: e.frames,
  probability: e.probability,
  place: e.place,
  player: null,
  touches: e.figure,
})
