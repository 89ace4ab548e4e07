/** What changed a thing's velocity: the neighbour at the right distance, in the right direction, at that moment. */
import type { Pitch } from '../../calibration/pitch.ts'
import type { Impulse } from './impulses.ts'

/** A neighbour's place at the moment of an impulse. */
export interface Neighbour {
  readonly id: string
  readonly x: number
  readonly y: number
  /** Distance between the centres, seen from above, at which the two touch, mm. */
  readonly contactMm: number
  /** How far the real contact may be from that, mm (one standard deviation): shape, place and time not being exact. */
  readonly slackMm: number
  /** How fast it ran, mm/s: the time of the impulse is known to a few milliseconds only. */
  readonly speedMmS?: number
}

export interface Cause {
  readonly by: string | null
  readonly candidates: readonly string[]
  readonly probability: number
  /** How well the best of them explains it, 0..1. */
  readonly fits: number
}

/** Horizontal distance between the centres of a ball and a base that touch: the ball reaches over the rim (rulebook geometry, section 5). */
export function ballContactMm(ballRadiusMm: number, base: { radiusMm: number; rimMm: number }): number {
  const h = Math.max(0, ballRadiusMm - base.rimMm)
  return base.radiusMm + Math.sqrt(Math.max(0, ballRadiusMm ** 2 - h ** 2)) + 0.3
}

const NOTHING_LIKELIHOOD = 0.011 // an impulse out of nothing: a crease, a bad measurement

/** Friction after the contact is not known (a ball slides before it rolls), so that its time is not either, s. */
const CLOCK_S = 0.003

/** Weighs neighbours and the fixed things (fence, posts, nets) against each other. */
export function findCause(impulse: Impulse, neighbours: readonly Neighbour[], fixed: readonly Neighbour[]): Cause {
  const dvx = impulse.after.vx - impulse.before.vx
  const dvy = impulse.after.vy - impulse.before.vy
  const dv = Math.hypot(dvx, dvy)
  const weights = [...neighbours, ...fixed]
    .map((n) => {
      const dx = impulse.x - n.x
      const dy = impulse.y - n.y
      const d = Math.hypot(dx, dy)
      const gap = d - n.contactMm
      const slack = Math.hypot(n.slackMm, dv * impulse.sigmaS, (n.speedMmS ?? 0) * CLOCK_S)
      const cos = d > 1e-6 && dv > 1e-6 ? (dx * dvx + dy * dvy) / (d * dv) : 0
      // a push comes along the line of centres, give or take the friction of the rims
      const direction = cos > 0 ? cos ** 4 : 0
      return { id: n.id, w: Math.exp(-0.5 * Math.min(60, (gap / slack) ** 2)) * direction }
    })
    .sort((a, b) => b.w - a.w)
  const total = weights.reduce((s, c) => s + c.w, NOTHING_LIKELIHOOD)
  const best = weights[0]
  if (!best || best.w < NOTHING_LIKELIHOOD) return { by: null, candidates: [], probability: 0, fits: 0 }
  const candidates = weights.filter((c) => c.w > 0.15 * best.w).map((c) => c.id)
  // fence, post or net: none of them plays the ball, and the nearest is as good a name as another
  const dead = candidates.every((id) => fixed.some((f) => f.id === id))
  if (!dead && candidates.length > 1 && best.w < 4 * weights[1]!.w)
    return { by: null, candidates, probability: (total - NOTHING_LIKELIHOOD) / total, fits: best.w }
  return { by: best.id, candidates, probability: best.w / total, fits: best.w }
}

/** Radius of a goal's post, mm. */
const POST_MM = 2

/** The posts of both goals, on the middle of the goal line, as neighbours of a round thing. */
export function posts(pitch: Pitch, radiusMm: number): Neighbour[] {
  const [x, y] = [pitch.lengthMm / 2 - pitch.lineWidthMm / 2, pitch.goal.widthMm / 2 + POST_MM]
  return [-1, 1].flatMap((end) => [-1, 1].map((s) => ({ id: 'post', x: end * x, y: s * y, contactMm: radiusMm + POST_MM, slackMm: 2 })))
}

/** Fence, posts and nets as neighbours of a round thing of the given radius near a place. */
export function fixedNeighbours(pitch: Pitch, x: number, y: number, radiusMm: number, isBall: boolean): Neighbour[] {
  const sx = pitch.lengthMm / 2 + pitch.surfaceMarginMm.goalLine
  const sy = pitch.widthMm / 2 + pitch.surfaceMarginMm.touchline
  const out: Neighbour[] = []
  const wall = (nx: number, ny: number) => out.push({ id: 'fence', x: nx, y: ny, contactMm: radiusMm, slackMm: 3 })
  if (sx - Math.abs(x) < radiusMm + 20) wall(Math.sign(x) * sx, y)
  if (sy - Math.abs(y) < radiusMm + 20) wall(x, Math.sign(y) * sy)
  const half = pitch.goal.widthMm / 2
  out.push(...posts(pitch, radiusMm).filter((post) => Math.hypot(x - post.x, y - post.y) < radiusMm + 20))
  if (isBall && Math.abs(x) > pitch.lengthMm / 2 && Math.abs(y) < half + 25) {
    out.push({ id: 'net', x: Math.sign(x) * (pitch.lengthMm / 2 + pitch.goal.depthMm), y, contactMm: radiusMm, slackMm: 25 })
    for (const s of [-1, 1]) out.push({ id: 'net', x, y: s * half, contactMm: radiusMm, slackMm: 8 })
  }
  return out
}
