/**
 * The game's physics on a flat table, seen plumb: bases slide with constant friction, the ball slides until it rolls and then rolls out,
 * bodies rebound along the line of their centres. Lengths mm, times s, masses g. Small fixed steps; contacts are exact to a step.
 */
import type { Pitch } from '../../calibration/pitch.ts'

export interface Constants {
  /** Deceleration of a sliding base and of a rolling and a sliding ball, mm/s^2. */
  readonly baseDecel: number
  readonly ballRollDecel: number
  readonly ballSlideDecel: number
  readonly restitution: { readonly ballBase: number; readonly baseBase: number; readonly ballFence: number; readonly baseFence: number }
  readonly massG: { readonly ball: number; readonly base: number }
}
export const USUAL: Constants = {
  baseDecel: 850,
  ballRollDecel: 200,
  ballSlideDecel: 2400,
  restitution: { ballBase: 0.6, baseBase: 0.5, ballFence: 0.55, baseFence: 0.45 },
  massG: { ball: 1.8, base: 6 },
}

export interface Body {
  readonly id: string
  readonly kind: 'ball' | 'base' | 'keeper'
  readonly radiusMm: number
  /** Height at which the base's wall is widest at its top: the ball reaches over it (rulebook geometry, section 5). */
  readonly rimMm: number
  x: number
  y: number
  vx: number
  vy: number
  /** Speed of the rolling surface; the ball slides while it runs faster than this. */
  roll: number
  /** A base that turns as it slides drifts sidewards: this share of what friction takes from its speed; positive to the left. */
  curl?: number
}

export interface Flick {
  readonly tS: number
  readonly figure: string
  /** Where it is aimed at: a place, or where another body is then. */
  readonly at: readonly [number, number] | string
  readonly speedMmS: number
  /** How far the base is made to turn: its path bends, -0.5 to 0.5; nothing for a straight one. */
  readonly curl?: number | undefined
}

export interface Happening {
  readonly t: number
  readonly type: string
  readonly pair: readonly string[]
  readonly place: readonly [number, number]
  readonly centres: Readonly<Record<string, readonly [number, number]>>
}
export interface Crossing {
  readonly t: number
  readonly body: string
  readonly line: string
  readonly part: 'leading-edge' | 'centre' | 'whole'
  readonly direction: 'out' | 'in'
  readonly centre: readonly [number, number]
}
export interface State {
  readonly t: number
  readonly bodies: readonly Readonly<Body>[]
}
export interface Course {
  readonly states: readonly State[]
  readonly happenings: readonly Happening[]
  readonly crossings: readonly Crossing[]
}

const STEP_S = 1 / 4000
const PARTS = [
  ['leading-edge', 1],
  ['centre', 0],
  ['whole', -1],
] as const
const POST_MM = 2.4

/** Horizontal distance of centres at which ball and base touch. */
export const contactMm = (baseRadiusMm: number, rimMm: number, ballRadiusMm: number): number =>
  baseRadiusMm + Math.sqrt(ballRadiusMm ** 2 - Math.max(0, ballRadiusMm - rimMm) ** 2)

/** Runs the table from a start; a state is kept at each of `times` (rising). */
export function course(start: readonly Body[], flicks: readonly Flick[], pitch: Pitch, k: Constants, times: readonly number[]): Course {
  const bodies = start.map((b) => ({ ...b }))
  const world = new World(bodies, pitch, k)
  const states: State[] = []
  let next = 0
  const todo = [...flicks].sort((a, b) => a.tS - b.tS)
  const end = times[times.length - 1]!
  for (let n = 0; ; n++) {
    const t = n * STEP_S
    while (next < times.length && times[next]! <= t + STEP_S / 2) {
      states.push({ t: times[next]!, bodies: bodies.map((b) => ({ ...b })) })
      next++
    }
    if (t > end) break
    while (todo.length && todo[0]!.tS <= t) world.flick(todo.shift()!, t)
    world.step(t)
  }
  return { states, happenings: world.happenings, crossings: world.crossings }
}

class World {
  readonly happenings: Happening[] = []
  readonly crossings: Crossing[] = []
  private readonly touching = new Set<string>()

  constructor(
    private readonly bodies: Body[],
    private readonly pitch: Pitch,
    private readonly k: Constants,
  ) {}

  flick(f: Flick, t: number): void {
    const body = this.bodies.find((b) => b.id === f.figure)
    if (!body) return
    const aim = typeof f.at === 'string' ? this.bodies.find((b) => b.id === f.at) : { x: f.at[0], y: f.at[1] }
    if (!aim) return
    const d = Math.hypot(aim.x - body.x, aim.y - body.y) || 1
    body.vx = ((aim.x - body.x) / d) * f.speedMmS
    body.vy = ((aim.y - body.y) / d) * f.speedMmS
    body.curl = f.curl ?? 0
    this.note(t, 'finger-figure', ['finger', body.id], [body.x, body.y], [body])
  }

  step(t: number): void {
    for (const b of this.bodies) if (b.vx || b.vy) this.move(b, t)
    for (const a of this.bodies) {
      if (!a.vx && !a.vy) continue
      for (const b of this.bodies) if (b !== a && (a.id < b.id || (!b.vx && !b.vy))) this.meet(a, b, t)
      this.fence(a, t)
      if (a.kind === 'ball') this.goal(a, t)
    }
  }

  private move(b: Body, t: number): void {
    const v = Math.hypot(b.vx, b.vy)
    const sliding = b.kind === 'ball' && v > b.roll + 1
    const decel = b.kind !== 'ball' ? this.k.baseDecel : sliding ? this.k.ballSlideDecel : this.k.ballRollDecel
    const left = v - decel * STEP_S
    // a sliding sphere gains roll at 5/2 of what it loses in speed
    if (sliding) b.roll = Math.min(left, b.roll + 2.5 * decel * STEP_S)
    else b.roll = left
    if (left <= 0) {
      b.vx = b.vy = b.roll = 0
      this.note(t, 'stop', [b.id], [b.x, b.y], [b])
      return
    }
    const [x0, y0] = [b.x, b.y]
    const bend = b.curl ? (b.curl * decel * STEP_S) / v : 0
    const [vx, vy] = [b.vx - bend * b.vy, b.vy + bend * b.vx]
    const now = Math.hypot(vx, vy)
    b.vx = (vx / now) * left
    b.vy = (vy / now) * left
    b.x += b.vx * STEP_S
    b.y += b.vy * STEP_S
    if (b.kind === 'ball') this.lines(b, x0, y0, t)
  }

  private lines(b: Body, x0: number, y0: number, t: number): void {
    const { lengthMm, widthMm, lineWidthMm } = this.pitch
    const shooting = (this.pitch.shootingLineXMm ?? lengthMm / 4) + lineWidthMm / 2
    const check = (line: string, before: number, after: number) => {
      for (const [part, side] of PARTS) {
        const a = before + side * b.radiusMm
        const c = after + side * b.radiusMm
        if (a > 0 === c > 0) continue
        this.crossings.push({ t: t + (STEP_S * a) / (a - c), body: b.id, line, part, direction: c > 0 ? 'out' : 'in', centre: [b.x, b.y] })
      }
    }
    for (const s of [1, -1]) {
      const sign = s > 0 ? '+' : '-'
      check(`touchline${sign}y`, s * y0 - widthMm / 2, s * b.y - widthMm / 2)
      check(`goal-line${sign}x`, s * x0 - lengthMm / 2, s * b.x - lengthMm / 2)
      check(`shooting-line${sign}x`, s * x0 - shooting, s * b.x - shooting)
    }
  }

  private meet(a: Body, b: Body, t: number): void {
    const dx = b.x - a.x
    const dy = b.y - a.y
    const d = Math.hypot(dx, dy) || 1e-6
    const ball = a.kind === 'ball' ? a : b.kind === 'ball' ? b : null
    const base = ball === a ? b : a
    const reach = ball ? contactMm(base.radiusMm, base.rimMm, ball.radiusMm) : a.radiusMm + b.radiusMm
    const key = a.id < b.id ? `${a.id}|${b.id}` : `${b.id}|${a.id}`
    if (d > reach) {
      if (d > reach + 0.3) this.touching.delete(key)
      return
    }
    const [nx, ny] = [dx / d, dy / d]
    const closing = (a.vx - b.vx) * nx + (a.vy - b.vy) * ny
    if (closing <= 0) return
    const mass = (q: Body) => (q.kind === 'ball' ? this.k.massG.ball : q.kind === 'keeper' ? 1e9 : this.k.massG.base)
    const e = ball ? this.k.restitution.ballBase : this.k.restitution.baseBase
    // what was turning is stopped from it by a blow
    a.curl = 0
    b.curl = 0
    const j = ((1 + e) * closing) / (1 / mass(a) + 1 / mass(b))
    a.vx -= (j / mass(a)) * nx
    a.vy -= (j / mass(a)) * ny
    b.vx += (j / mass(b)) * nx
    b.vy += (j / mass(b)) * ny
    if (ball) ball.roll = Math.min(ball.roll, Math.hypot(ball.vx, ball.vy)) * 0.3
    if (this.touching.has(key)) return
    this.touching.add(key)
    const keeper = base.kind === 'keeper'
    const type = ball ? (keeper ? 'ball-keeper' : 'ball-figure') : 'figure-figure'
    const pair = ball ? ['ball', base.id] : [a.id, b.id]
    const r = ball === a || ball === null ? a.radiusMm : b.radiusMm
    const from = ball ?? a
    const to = from === a ? b : a
    this.note(t, type, pair, [from.x + ((to.x - from.x) / d) * r, from.y + ((to.y - from.y) / d) * r], [a, b])
  }

  private fence(b: Body, t: number): void {
    const { lengthMm, widthMm, surfaceMarginMm } = this.pitch
    const hx = lengthMm / 2 + surfaceMarginMm.goalLine - b.radiusMm
    const hy = widthMm / 2 + surfaceMarginMm.touchline - b.radiusMm
    const e = b.kind === 'ball' ? this.k.restitution.ballFence : this.k.restitution.baseFence
    const type = b.kind === 'ball' ? 'ball-fence' : 'figure-fence'
    const sx = Math.sign(b.x)
    const sy = Math.sign(b.y)
    if (Math.abs(b.x) > hx && sx * b.vx > 0) {
      b.vx *= -e
      b.x = sx * hx
      this.note(t, type, [b.id, 'fence'], [sx * (hx + b.radiusMm), b.y], [b])
    }
    if (Math.abs(b.y) > hy && sy * b.vy > 0) {
      b.vy *= -e
      b.y = sy * hy
      this.note(t, type, [b.id, 'fence'], [b.x, sy * (hy + b.radiusMm)], [b])
    }
  }

  /** Posts on the goal line, net behind it. */
  private goal(b: Body, t: number): void {
    const { lengthMm, lineWidthMm, goal } = this.pitch
    const s = Math.sign(b.x)
    const line = lengthMm / 2 - lineWidthMm / 2
    if (s * b.x < line - 40) return
    for (const py of [goal.widthMm / 2 + POST_MM, -goal.widthMm / 2 - POST_MM]) {
      const dx = s * line - b.x
      const dy = py - b.y
      const d = Math.hypot(dx, dy)
      const closing = (b.vx * dx + b.vy * dy) / d
      if (d > b.radiusMm + POST_MM || closing <= 0) continue
      b.vx -= (1.6 * closing * dx) / d
      b.vy -= (1.6 * closing * dy) / d
      this.note(t, 'ball-post', ['ball', 'post'], [s * line, py], [b])
    }
    const back = lengthMm / 2 + goal.depthMm - b.radiusMm
    if (Math.abs(b.y) < goal.widthMm / 2 && s * b.x > back && s * b.vx > 0) {
      b.x = s * back
      b.vx *= -0.08
      b.vy *= 0.3
      this.note(t, 'ball-net', ['ball', 'net'], [s * (back + b.radiusMm), b.y], [b])
    }
  }

  private note(t: number, type: string, pair: readonly string[], place: readonly [number, number], of: readonly Body[]): void {
    this.happenings.push({ t, type, pair, place, centres: Object.fromEntries(of.map((b) => [b.id, [b.x, b.y] as const])) })
  }
}
