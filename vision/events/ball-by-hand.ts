/** A ball that a hand moves: carried in sight, laid down, or only near. */
import { handNear, type Track } from '../tracks.ts'
import type { Course } from './course.ts'
import { type Impulse, STILL_MM_S } from './impulses.ts'

/** A hand is at a thing when its region is this near to its rim, mm, and so near in time, s. */
const AT_HAND_MM = 4
const AT_HAND_S = 0.15
/** Moved so far beside a hand that is this near to its rim, mm, in such a share of the pictures of so long, s, a ball is carried. */
const CARRIED_MM = 8
const HELD_MM = 10
const HELD = 0.5
const CARRIED_S = 0.3

/** Whether a hand was at a thing's place about that time. */
export function handOn(course: Course, t: Track, tS: number, at: { readonly x: number; readonly y: number }): boolean {
  return course.history.some((h) => Math.abs(h.tS - tS) < AT_HAND_S && handNear(h.hands, at.x, at.y, t.radiusMm + AT_HAND_MM))
}

/** Whether the ball was moved by a hand until here, and lies: nobody touched it with a figure. */
export function laidByHand(course: Course, ball: Track, i: Impulse): boolean {
  if (i.fromRest || Math.hypot(i.after.vx, i.after.vy) > STILL_MM_S) return false
  const sights = course.history.flatMap((h) =>
    h.ball?.seen === 'now' && i.tS - h.tS < CARRIED_S && h.tS <= i.tS ? [{ hands: h.hands, at: h.ball.where.at }] : [],
  )
  const [first, last] = [sights[0], sights.at(-1)]
  if (sights.length < 3 || !first || !last || Math.hypot(last.at.xMm - first.at.xMm, last.at.yMm - first.at.yMm) < CARRIED_MM) return false
  return sights.filter((q) => handNear(q.hands, q.at.xMm, q.at.yMm, ball.radiusMm + HELD_MM)).length >= HELD * sights.length
}
