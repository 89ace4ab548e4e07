/** A told scenario in the one event language, with exact places (sigma 0): which lines the ball's path crosses is worked out here. */
import { z } from 'zod'
import { pointInPrintedRange, ruleEdge } from '../../calibration/pitch.ts'
import { LINE_NAMES, type LineName, type Side } from '../../calibration/units.ts'
import { exactly, type GameEvent, type Placed } from '../../vision/events/game-event.ts'
import type { MatchSetup } from '../rule.ts'
import { point, type Scenario, type ScenarioEvent } from './schema.ts'

/** Turns told events into facts: keeps the places of everything and works out which lines the ball's path crosses. */
export class Teller {
  private readonly places = new Map<string, Placed>()
  private n = 0
  private tS = 0
  private ballRuns = false
  private readonly baseRadiusMm: number

  constructor(
    s: Scenario,
    private readonly setup: MatchSetup,
    baseMm: number,
  ) {
    this.baseRadiusMm = baseMm / 2
    this.ballRuns = s.setup.ball.moving ?? false
    this.put('ball', s.setup.ball.x, s.setup.ball.y, null, 'ball', setup.ballRadiusMm)
    for (const f of s.setup.figures)
      this.put(f.id, f.x, f.y, f.team, f.role === 'reserve_keeper' ? 'reserve-keeper' : 'figure', f.d / 2, (f as { posture?: string }).posture === 'lying')
    for (const [team, k] of Object.entries((s.setup.keepers ?? {}) as Record<Side, { mode: string; x?: number; y?: number }>))
      if (k.mode === 'in_goal' && k.x !== undefined && k.y !== undefined) this.put(`keeper:${team}`, k.x, k.y, team as Side, 'keeper', 10)
  }

  private put(id: string, x: number, y: number, side: Side | null, role: Placed['role'], radiusMm: number, lying = false): void {
    this.places.set(id, { id, side, role, radiusMm, where: exactly({ xMm: x, yMm: y }), moving: false, ...(lying ? { lying } : {}) })
  }
  private move(id: string, at: unknown): void {
    const p = point.safeParse(at)
    const old = this.places.get(id)
    if (p.success && old) this.places.set(id, { ...old, where: exactly({ xMm: p.data[0], yMm: p.data[1] }) })
  }
  private base(probability = 1) {
    return { id: `e-${++this.n}`, tS: this.tS, frames: [0, 0] as const, probability, place: this.places.get('ball')!.where }
  }
  private positions(): GameEvent {
    return { kind: 'positions', id: `e-${++this.n}`, tS: this.tS, things: [...this.places.values()] }
  }

  opening(): GameEvent[] {
    return [this.positions()]
  }

  tell(e: ScenarioEvent): GameEvent[] {
    this.tS += 1
    const x = e as Record<string, unknown>
    const figure = String(x.figure ?? '')
    const fact = { id: `e-${++this.n}`, tS: this.tS }
    switch (e.event) {
      case 'flick':
        this.stir(figure, true)
        return [this.positions(), { ...this.base(), kind: 'flicked', figure, ballMoving: false }]
      case 'ball_touched':
        this.move('ball', x.ball)
        this.move(String(x.by), x.figure_at)
        return [
          this.positions(),
          {
            ...this.base(),
            kind: 'ball-touched',
            by: String(x.by),
            candidates: [String(x.by)],
            byMoving: x.by_state === 'moving',
            ballMoving: x.ball_state === 'moving' || (x.ball_state === undefined && this.ballRuns),
          },
        ]
      case 'ball_path':
        return this.path(x.points)
      case 'ball_stops':
        this.move('ball', x.at)
        this.ballRuns = false
        return [this.positions(), { ...this.base(), kind: 'at-rest', object: 'ball' }]
      case 'figure_stops':
        this.move(figure, x.at)
        this.stir(figure, false)
        return [this.positions(), { ...this.base(), kind: 'at-rest', object: figure }]
      case 'figure_passed_ball':
        return [this.positions(), { ...this.base(), kind: 'passed-ball', figure }]
      case 'figures_touch':
        return this.contact(x, figure, String(x.other))
      case 'figure_hits_fence':
        this.move(figure, x.at)
        return [this.positions(), { ...this.base(), kind: 'fence-touched', object: figure }]
      case 'figure_leaves_table':
        this.move(figure, x.at)
        return [this.positions(), { ...this.base(), kind: 'left-table', object: figure }]
      case 'seen':
        return this.seen(x)
      case 'placed':
        return this.placed(x)
      case 'hand':
        return [this.positions(), this.hand(x)]
      case 'input':
        return [{ ...fact, kind: 'said', by: x.by as Side | 'referee', words: String(x.say) }]
      case 'wait':
        this.tS += Number(x.seconds ?? 0)
        return [{ ...fact, kind: 'time-passed', seconds: Number(x.seconds ?? 0) }]
      case 'still':
        return [this.positions(), { ...fact, kind: 'all-still' }]
      case 'end_signal':
        return [{ ...fact, kind: 'end-signal', half: Number(x.half ?? 1) }]
      default:
        return [this.positions()]
    }
  }

  private stir(id: string, moving: boolean): void {
    const old = this.places.get(id)
    if (old) this.places.set(id, { ...old, moving })
  }

  private contact(x: Record<string, unknown>, figure: string, other: string): GameEvent[] {
    this.stir(other, x.other_state === 'moving')
    this.stir(figure, x.figure_state === 'moving')
    const place = point.safeParse(x.point)
    const before = this.positions()
    this.move(figure, x.pos_of_figure)
    const base = this.base()
    return [
      before,
      { ...base, kind: 'figures-touched', figures: [figure, other], place: place.success ? exactly({ xMm: place.data[0], yMm: place.data[1] }) : base.place },
    ]
  }

  private seen(x: Record<string, unknown>): GameEvent[] {
    const id = String(x.object)
    this.move(id, x.at)
    const old = this.places.get(id)
    const shape = z.object({ length: z.number(), thickness: z.number(), angle_deg: z.number() }).safeParse(x.shape)
    if (old)
      this.places.set(id, {
        ...old,
        ...(x.posture === 'lying' ? { lying: true } : {}),
        ...(typeof x.hooked_to === 'string' ? { hookedTo: x.hooked_to } : {}),
        ...(shape.success ? { shape: { lengthMm: shape.data.length, thicknessMm: shape.data.thickness, angleDeg: shape.data.angle_deg } } : {}),
      })
    return [this.positions()]
  }

  private placed(x: Record<string, unknown>): GameEvent[] {
    const id = String(x.object)
    const at = point.safeParse(x.at)
    if (!this.places.has(id) && at.success)
      this.put(id, at.data[0], at.data[1], id.startsWith('A') ? 'A' : 'B', x.role === 'reserve_keeper' ? 'reserve-keeper' : 'figure', this.baseRadiusMm)
    this.move(id, x.at)
    return [this.positions(), { id: `e-${++this.n}`, tS: this.tS, kind: 'set-down', object: id, by: x.by as Side | 'referee' }]
  }

  private hand(x: Record<string, unknown>): GameEvent {
    const at = point.safeParse(x.at)
    const text = (v: unknown) => (typeof v === 'string' ? v : undefined)
    const base = this.base()
    const more = {
      touches: text(x.touches),
      touchedBy: text(x.touched_by),
      hinders: text(x.hinders),
      overPlayingArea: typeof x.hands_over_playing_area === 'number' ? x.hands_over_playing_area : undefined,
    }
    return {
      ...base,
      kind: 'hand',
      player: x.player as Side,
      place: at.success ? exactly({ xMm: at.data[0], yMm: at.data[1] }) : base.place,
      ...(Object.fromEntries(Object.entries(more).filter(([, v]) => v !== undefined)) as object),
    }
  }

  private path(points: unknown): GameEvent[] {
    const list = z.array(point).safeParse(points)
    if (!list.success) return []
    this.ballRuns = true
    const out: GameEvent[] = []
    for (const [i, q] of list.data.entries()) {
      const p = list.data[i - 1]
      if (p) out.push(...this.segment(p, q))
      this.move('ball', q)
    }
    return out
  }

  /** A straight run, cut where the whole ball passes a line, so that what comes first is told first. */
  private segment(p: [number, number], q: [number, number]): GameEvent[] {
    const { pitch, ballRadiusMm: r } = this.setup
    const found: { k: number; line: LineName; out: boolean; value: number }[] = []
    for (const line of LINE_NAMES) {
      const edge = ruleEdge(pitch, line)
      const margin = (v: [number, number]) => edge.outward * ((edge.axis === 'x' ? v[0] : v[1]) - edge.atMm) - r
      const a = margin(p)
      const b = margin(q)
      if (a > 0 === b > 0) continue
      const k = a / (a - b)
      if (pointInPrintedRange(pitch, line, { xMm: p[0] + (q[0] - p[0]) * k, yMm: p[1] + (q[1] - p[1]) * k }))
        found.push({ k, line, out: b > 0, value: Math.abs(b) })
    }
    const out: GameEvent[] = []
    let from = p
    const run = (to: [number, number]) => {
      const base = { ...this.base(), place: exactly({ xMm: to[0], yMm: to[1] }) }
      out.push({ ...base, kind: 'ball-moved', from: { xMm: from[0], yMm: from[1] }, to: { xMm: to[0], yMm: to[1] } })
      this.move('ball', to)
      from = to
    }
    for (const c of found.sort((a, b) => a.k - b.k)) {
      run([p[0] + (q[0] - p[0]) * c.k, p[1] + (q[1] - p[1]) * c.k])
      out.push({
        ...this.base(),
        kind: 'line-crossed',
        object: 'ball',
        line: c.line,
        part: 'whole',
        direction: c.out ? 'out' : 'in',
        margin: { value: c.value, sigma: 0, unit: 'mm' },
      })
    }
    run(q)
    return out
  }
}
