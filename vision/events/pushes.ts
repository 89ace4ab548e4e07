/** Who started what: a push goes along the line of the middles, away from who pushes. */
import type { Track } from '../tracks.ts'
import type { Course } from './course.ts'
import type { Impulse } from './impulses.ts'

/** From this speed on a figure was flicked, mm/s. */
export const FLICK_MM_S = 60
/** A push whose contact fell between the frames: from this near, mm. */
const PUSH_MM = 40
/** Cosine of the widest angle between a push and the way that it starts. */
const ALONG = 0.75

/** The ball, when it has reached a figure that goes away from it: a finger near by belongs to who played it. */
export function ballInto(course: Course, i: Impulse): 'ball' | null {
  const ran = Math.max(course.speedAt('ball', i.tS), course.speedAt('ball', i.tS + 0.07)) > FLICK_MM_S
  return ran && pushes(course, 'ball', i) ? 'ball' : null
}

/** Whether a thing was within reach at an impulse, behind the one that was started: a push goes along the line of the middles. */
export function pushes(course: Course, id: string, i: Impulse): boolean {
  return course.placesAt(id, i.tS).some((p) => Math.hypot(p.x - i.x, p.y - i.y) < PUSH_MM && ahead(p, i) > ALONG)
}

/** Whether what was started at an impulse goes towards another thing, wherever that may have been: it was not pushed by it. */
export function goesTowards(course: Course, id: string, i: Impulse): boolean {
  const places = course.placesAt(id, i.tS)
  return places.length > 0 && places.every((p) => ahead(p, i) < 0)
}

/** What ran within reach of a thing at an impulse; the ball before figures. */
export function runningNear(course: Course, key: string, i: Impulse): string | null {
  const { now } = course
  const ids = ['ball', ...now.bases.map((b) => b.id)].filter((id) => id !== key)
  const near = (id: string) => course.placesAt(id, i.tS).some((p) => Math.hypot(p.x - i.x, p.y - i.y) < PUSH_MM)
  return ids.find((id) => near(id) && Math.max(course.speedAt(id, i.tS), course.speedAt(id, i.tS + 0.07)) > FLICK_MM_S) ?? null
}

/** Whether a figure that lay and then moved went away from the ball beside it. */
export function startedByBall(course: Course, lay: Track, moved: Track): boolean {
  const [a, b] = [lay.where.at, moved.where.at]
  const ball = course.placeAt('ball', moved.atS)
  if (!ball || Math.hypot(ball.x - a.xMm, ball.y - a.yMm) > PUSH_MM) return false
  return cosine(a.xMm - ball.x, a.yMm - ball.y, b.xMm - a.xMm, b.yMm - a.yMm) > ALONG
}

/** How much of the way that something takes after an impulse leads away from a place: the cosine of the angle between them. */
const ahead = (from: { x: number; y: number }, { x, y, after }: Impulse): number => cosine(x - from.x, y - from.y, after.vx, after.vy)

const cosine = (ax: number, ay: number, bx: number, by: number): number => (ax * bx + ay * by) / (Math.hypot(ax, ay) * Math.hypot(bx, by) || 1)
