/**
 * Two touches between the frames that show them: the ball meets one thing, runs on, and meets another before it is seen again on its new way.
 * Traced forward, the way that it came on meets the first; traced backward, the way that it went off on meets the second; between them it ran
 * straight, through what few samples there are.
 */
import type { Spot } from './course.ts'
import { along, type Path, type Sample } from './path.ts'

/** Of several the first is the likeliest. */
export type Way = (tS: number) => Spot | null

/** A thing that the ball may have met: the ways that it may have gone, and at which distance of the centres they touch. */
export interface Body {
  readonly id: string
  readonly contactMm: number
  readonly slackMm: number
  readonly ways: readonly Way[]
}

export interface OneOfTwo {
  readonly tS: number
  readonly x: number
  readonly y: number
  readonly by: string
}
export interface TwoTouches {
  readonly first: OneOfTwo
  readonly second: OneOfTwo
  readonly probability: number
  /** How well the best pair explains it, 0..1. */
  readonly fits: number
  /** All that the first, and the second, may have been. */
  readonly candidates: readonly [readonly string[], readonly string[]]
}

const STEP_S = 0.0015
const MOST_SPEED_MM_S = 4500
/** Two touches nearer in time than this are one. */
const LEAST_APART_S = 0.001
/** What two touches by chance explain as well. */
const BY_CHANCE = 0.03
const SAMPLE_SLACK_MM = 1.5
/** Time at which a contact falls is known this well, s. */
const CLOCK_S = 0.003

/** A thing goes on as it went until something meets it: another way must explain this many times better. */
const OTHER_WAY = 2

interface Meeting extends OneOfTwo {
  readonly w: number
  readonly way: number
  /** Which of the bodies: the fence's sides have one name. */
  readonly body: number
  /** From the body to the ball, unit. */
  readonly nx: number
  readonly ny: number
}

/** Where a path first (or, backward, last) comes to touch each body between two times, on each of the ways that the body may have gone. */
function meetings(path: Path, bodies: readonly Body[], fromS: number, toS: number, backward: boolean): Meeting[] {
  const n = Math.max(2, Math.ceil((toS - fromS) / STEP_S))
  const met = (body: Body, index: number, go: Way, way: number): Meeting | null => {
    let best: Meeting | null = null
    for (let i = 0; i <= n; i++) {
      const tS = backward ? toS - ((toS - fromS) * i) / n : fromS + ((toS - fromS) * i) / n
      const b = go(tS)
      if (!b) continue
      const p = along(path, tS)
      const d = Math.hypot(p.x - b.x, p.y - b.y)
      const gap = d - body.contactMm
      const slack = Math.hypot(body.slackMm, CLOCK_S * Math.hypot(p.vx, p.vy))
      const w = Math.exp(-0.5 * (gap / slack) ** 2)
      if (!best || w > best.w)
        best = { tS, x: p.x, y: p.y, by: body.id, w, way, body: index, nx: (p.x - b.x) / Math.max(1e-6, d), ny: (p.y - b.y) / Math.max(1e-6, d) }
      // inside the body: it was met before
      if (gap < 0 && w < best.w) break
    }
    return best && best.w > 0.01 ? best : null
  }
  return bodies.flatMap((body, index) => body.ways.map((go, way) => met(body, index, go, way)).filter((m) => m !== null))
}

/** A push comes along the line of centres, give or take the friction of the rims. */
const alongNormal = (dvx: number, dvy: number, m: Meeting): number => {
  const dv = Math.hypot(dvx, dvy)
  const cos = dv > 1 ? (dvx * m.nx + dvy * m.ny) / dv : 0
  return cos > 0 ? cos ** 4 : 0
}

/** The best pair of touches that leads from one path to the other, or null when no pair does. `between` are samples of the stretch between. */
export function twoTouches(before: Path, after: Path, between: readonly Sample[], fromS: number, toS: number, bodies: readonly Body[]): TwoTouches | null {
  const firsts = meetings(before, bodies, fromS, toS, false)
  const seconds = meetings(after, bodies, fromS, toS, true)
  // of the ways in which the same two may have been met, the likeliest
  const likeliest = new Map<string, { a: Meeting; b: Meeting; w: number; ranked: number }>()
  for (const a of firsts)
    for (const b of seconds) {
      const dt = b.tS - a.tS
      if (a.body === b.body || dt < LEAST_APART_S) continue
      const [vx, vy] = [(b.x - a.x) / dt, (b.y - a.y) / dt]
      if (Math.hypot(vx, vy) > MOST_SPEED_MM_S) continue
      const came = along(before, a.tS)
      const went = along(after, b.tS)
      let w = a.w * b.w * alongNormal(vx - came.vx, vy - came.vy, a) * alongNormal(went.vx - vx, went.vy - vy, b)
      for (const s of between) {
        const k = s.tS - a.tS
        const off = Math.hypot(s.x - a.x - vx * k, s.y - a.y - vy * k)
        w *= Math.exp(-0.5 * (off / Math.hypot(SAMPLE_SLACK_MM, s.sigma, CLOCK_S * Math.hypot(vx, vy))) ** 2)
      }
      const same = `${a.body} ${b.body}`
      const ranked = w / OTHER_WAY ** ((a.way ? 1 : 0) + (b.way ? 1 : 0))
      if (ranked > (likeliest.get(same)?.ranked ?? 0)) likeliest.set(same, { a, b, w, ranked })
    }
  const pairs = [...likeliest.values()]
  const best = pairs.reduce<(typeof pairs)[number] | null>((p, q) => (!p || q.w > p.w ? q : p), null)
  if (!best || best.w < BY_CHANCE) return null
  const near = pairs.filter((p) => p.w > 0.25 * best.w)
  const total = pairs.reduce((s, p) => s + p.w, BY_CHANCE)
  const unique = (ids: string[]) => [...new Set(ids)]
  const told = ({ tS, x, y, by }: Meeting): OneOfTwo => ({ tS, x, y, by })
  return {
    first: told(best.a),
    second: told(best.b),
    probability: best.w / total,
    fits: best.w,
    candidates: [unique(near.map((p) => p.a.by)), unique(near.map((p) => p.b.by))],
  }
}
