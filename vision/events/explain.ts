/** A sudden change of velocity becomes a touch, a push or a flick: what stood where, what ran, whose hand was near. */
import type { Pitch } from '../../calibration/pitch.ts'
import type { Setup } from '../../calibration/setup.ts'
import type { Track } from '../tracks.ts'
import { handNear } from '../tracks.ts'
import { handOn, laidByHand } from './ball-by-hand.ts'
import { type Cause, findCause, fixedNeighbours, type Neighbour } from './contacts.ts'
import type { Course } from './course.ts'
import type { Draft, Findings } from './findings.ts'
import { type Impulse, STILL_MM_S } from './impulses.ts'
import { Neighbours } from './neighbours.ts'
import { ballInto, FLICK_MM_S, goesTowards, pushes, runningNear, startedByBall } from './pushes.ts'
import { type OneOfTwo, twoTouches } from './two-touches.ts'

/** A hand must have been so near to a figure that was flicked, mm. */
export const HAND_NEAR_MM = 55
/** A push whose contact fell between the frames is believed this much; one hand flicks no two figures within so long, s. */
const PUSHED = 0.7
const ONE_HAND_S = 0.2
/** A ball that lies no farther from where it lay may have been nudged, mm; told so surely at most; it took about so long, s. */
const NUDGED_MM = 8
const NUDGED = 0.6
const NUDGE_S = 0.1
/** A ball laid down by hand is told so surely. */
const CARRIED = 0.9
/** A flick and the touch of a ball against which the figure stood fall into so many frames; the touch comes so much later, s. */
const ONE_START = 1.5
const AT_ONCE_S = 0.001
/** No flicked figure runs longer than this before it meets the ball, s. */
const RUN_S = 1.1
/** What was this near the ball's unseen way may have touched it; and how much that is believed. */
const UNCLEAR_MM = 32
const UNCLEAR = 0.6
/** Pictures farther apart than this show too little of what happened between them, s. */
const GAP_S = 0.12
/** One touch that explains so little is beside the point when two explain so many times more. */
const BADLY = 0.5
const BETTER = 2
const NO_CAUSE: Cause = { by: null, candidates: [], probability: 0, fits: 0 }

export class Explainer {
  readonly near: Neighbours
  private lastFlick: { readonly figure: string; readonly tS: number } | null = null

  constructor(
    private readonly pitch: Pitch,
    setup: Setup,
    private readonly course: Course,
    private readonly findings: Findings,
  ) {
    this.near = new Neighbours(pitch, setup, course)
  }

  /** A change of velocity becomes a touch or a flick; what fell into a gap of the pictures is not believed more than half. */
  explain(t: Track, key: string, i: Impulse): void {
    const before = this.findings.waiting.length
    if (i.soft) {
      if (t.kind === 'ball') this.nudged(t, i)
      return
    }
    this.explained(t, key, i)
    if (!this.unseen(i)) return
    this.findings.waiting = this.findings.waiting.map((e, k) => (k < before ? e : { ...e, probability: Math.min(e.probability, 0.5) }))
  }

  private explained(t: Track, key: string, i: Impulse): void {
    const place = { ...t.where, at: { xMm: i.x, yMm: i.y } }
    const fixed = fixedNeighbours(this.pitch, i.x, i.y, t.radiusMm, t.kind === 'ball')
    if (t.kind === 'ball') {
      if (laidByHand(this.course, t, i)) {
        this.findings.push({ kind: 'hand', tS: i.tS, frames: i.frames, probability: CARRIED, place, player: null, touches: 'ball' })
        return
      }
      const one = i.unclear ? NO_CAUSE : this.causeOfBall(i, fixed)
      // thrown back both ways at once by the fence: both sides of a corner
      const cornered = one.by === 'fence' && i.before.vx * i.after.vx < 0 && i.before.vy * i.after.vy < 0
      if ((cornered || one.fits < BADLY) && this.touchedTwice(i, t, cornered ? 0 : one.fits)) return
      if (i.unclear || (!one.candidates.length && this.unseen(i))) this.unclearTouch(i, place)
      else if (one.candidates.length) this.touched(i, { tS: i.tS, ...place.at, by: one.by }, one, place, !i.fromRest)
      return
    }
    if (i.unclear) return
    const others = this.near.ofBase(key, t, i)
    // what lay still is started by what runs; what stands beside it all the time has not
    const cause = i.fromRest ? findCause(i, this.near.running(others, i), []) : findCause(i, others, fixed)
    if (cause.by === 'fence') this.findings.push({ kind: 'fence-touched', tS: i.tS, frames: i.frames, probability: cause.probability, place, object: key })
    else if ((cause.by === 'ball' || cause.candidates.includes('ball')) && !(i.fromRest && goesTowards(this.course, 'ball', i)))
      return // told by the ball's own change of velocity
    else if (cause.by && cause.by !== 'post' && cause.by !== 'ball') this.touchOfFigures(key, cause.by, i, cause.probability, place)
    else if (i.fromRest && Math.hypot(i.after.vx, i.after.vy) > FLICK_MM_S) {
      const hand = this.course.history.some((h) => Math.abs(h.tS - i.tS) < 0.25 && handNear(h.hands, i.x, i.y, HAND_NEAR_MM))
      // with no finger near and something running by, it was pushed, though the contact itself fell between the frames
      // and one finger does not strike two figures at once: what a figure just flicked runs into was pushed by it
      const pusher = hand ? (this.flickedInto(key, i) ?? ballInto(this.course, i)) : runningNear(this.course, key, i)
      if (pusher === 'ball') return
      if (pusher) {
        this.touchOfFigures(key, pusher, i, PUSHED, place)
        return
      }
      this.lastFlick = { figure: key, tS: i.tS }
      // seen itself it stands in the place of what was only concluded
      this.findings.waiting = this.findings.waiting.filter((e) => e.kind !== 'flicked' || e.figure !== key || Math.abs(e.tS - i.tS) > ONE_HAND_S)
      this.findings.push({
        kind: 'flicked',
        tS: i.tS,
        frames: i.frames,
        probability: hand ? 0.97 : 0.55,
        place,
        figure: key,
        ballMoving: this.course.surelyRan('ball', i.tS, STILL_MM_S),
      })
      this.flickedFirst(key)
    }
  }

  /** The ball lies a little beside where it lay: a figure that came to it just touched it; otherwise it was put there. */
  private nudged(ball: Track, i: Impulse): void {
    const [dx, dy] = [i.after.x - i.before.x, i.after.y - i.before.y]
    const far = Math.hypot(dx, dy)
    if (far > NUDGED_MM || this.unseen(i) || handOn(this.course, ball, i.tS, i.before)) return
    // so slow a start is seen when it is over
    const a = this.course.timeOf(i.frames[0])!
    const push: Impulse = { ...i, tS: a, x: i.before.x, y: i.before.y, after: { ...i.after, vx: dx / NUDGE_S, vy: dy / NUDGE_S } }
    const cause = findCause(push, this.near.running(this.near.ofBall(push), push), [])
    if (!cause.by || cause.by.startsWith('keeper')) return
    const place = { ...ball.where, at: { xMm: i.before.x, yMm: i.before.y } }
    this.touched(push, { tS: push.tS, by: cause.by }, { ...cause, probability: Math.min(NUDGED, cause.probability) }, place, false)
  }

  /** A figure that stood against the ball and is flicked plays it at once: which came first is no question of the pictures. */
  private flickedFirst(figure: string): void {
    const { waiting } = this.findings
    const flick = waiting.findLast((e) => e.kind === 'flicked' && e.figure === figure)
    if (!flick) return
    this.findings.waiting = waiting.map((e) => {
      if (e.kind !== 'ball-touched' || e.by !== figure || e.ballMoving || Math.abs(e.tS - flick.tS) > this.course.frameS * ONE_START) return e
      return { ...e, tS: Math.max(e.tS, flick.tS + AT_ONCE_S), byMoving: true }
    })
  }

  /** A ball that lay still is played by what runs, where anything does. */
  private causeOfBall(i: Impulse, fixed: readonly Neighbour[]): Cause {
    const all = this.near.ofBall(i)
    if (!i.fromRest) return findCause(i, all, fixed)
    const played = findCause(i, this.near.running(all, i), [])
    return played.candidates.length ? played : findCause(i, all, fixed)
  }

  /** Whether it fell into a gap of the pictures, or happened under a hand. */
  private unseen(i: Impulse): boolean {
    const [a, b] = i.frames.map((seq) => this.course.timeOf(seq))
    return a === undefined || (b !== undefined && b - a > GAP_S)
  }

  private touched(i: Impulse, at: { readonly tS: number; readonly by: string | null }, cause: Cause, place: Track['where'], ballMoving: boolean): void {
    const { by, tS } = at
    if (by) this.flickMissed(by, { ...i, tS }, ballMoving)
    this.findings.push({
      kind: 'ball-touched',
      tS,
      frames: i.frames,
      probability: cause.probability,
      place,
      by,
      candidates: cause.candidates,
      byMoving: by !== null && this.ran(by, tS, ballMoving, STILL_MM_S),
      ballMoving,
    })
    if (by && !ballMoving) this.flickedFirst(by)
  }

  /** Whether a figure ran when it met the ball: one that lay still is moved by a running ball, which between two pictures looks the same. */
  private ran(figure: string, tS: number, ballMoving: boolean, mmS: number): boolean {
    if (!ballMoving) return this.course.speedAt(figure, tS) > mmS
    const flicked = [...this.findings.told, ...this.findings.waiting].some(
      (e) => e.kind === 'flicked' && e.figure === figure && e.tS <= tS && tS - e.tS < RUN_S,
    )
    return flicked ? this.course.speedAt(figure, tS) > mmS : this.course.surelyRan(figure, tS, mmS)
  }

  /** No one touch explains it: two, between the same frames, may. */
  private touchedTwice(i: Impulse, ball: Track, oneFits: number): boolean {
    const [a, b] = i.frames.map((seq) => this.course.timeOf(seq))
    if (a === undefined || b === undefined) return false
    const to = i.between.length ? Math.max(b, i.after.tS) : b
    const two = twoTouches(i.before, i.after, i.between, a, to, this.near.bodies(ball))
    if (!two || two.fits < BETTER * oneFits) return false
    const place = (t: OneOfTwo) => ({ ...ball.where, at: { xMm: t.x, yMm: t.y } })
    // where another would explain it as well nobody is named
    const cause = (k: 0 | 1): Cause => ({ by: null, candidates: two.candidates[k], probability: two.probability, fits: two.fits })
    const named = (t: OneOfTwo, k: 0 | 1) => ({ tS: t.tS, by: two.candidates[k].length > 1 ? null : t.by })
    this.touched(i, named(two.first, 0), cause(0), place(two.first), !i.fromRest)
    this.touched(i, named(two.second, 1), cause(1), place(two.second), true)
    return true
  }

  /** A figure flicked a moment ago that has reached this one, and from which it goes away. */
  private flickedInto(key: string, i: Impulse): string | null {
    const { lastFlick } = this
    if (!lastFlick || lastFlick.figure === key || Math.abs(i.tS - lastFlick.tS) > ONE_HAND_S) return null
    return pushes(this.course, lastFlick.figure, i) ? lastFlick.figure : null
  }

  /** A figure runs into the ball though nobody was seen to start it (too few pictures, a hand in the way): it was flicked when it left its place. */
  private flickMissed(figure: string, i: Impulse, ballMoving: boolean): void {
    const seen = this.course.history.flatMap((h) => {
      const b = h.bases.find((q) => q.id === figure)
      return b && h.tS < i.tS && i.tS - h.tS < RUN_S ? [{ h, b }] : []
    })
    const lay = seen.filter(({ b }) => b.atRest).at(-1)
    // what stood until a running ball came was started by it
    if (!lay || (ballMoving && lay.h.seq >= i.frames[0]) || !this.ran(figure, i.tS, !i.fromRest, FLICK_MM_S)) return
    if (this.findings.told.some((e) => e.tS > lay.h.tS - 0.15 && (e.figure === figure || e.figures?.includes(figure)))) return
    // the ball was at it before: that is what started it
    const touched = (e: Draft) =>
      e.kind === 'ball-touched' && (e.by === figure || e.candidates.includes(figure)) && e.tS > lay.h.tS - ONE_HAND_S / 2 && e.tS < i.tS
    if (ballMoving && this.findings.waiting.some(touched)) return
    const next = seen[seen.indexOf(lay) + 1] ?? lay
    if (ballMoving && startedByBall(this.course, lay.b, next.b)) return
    const { at } = lay.b.where
    const hand = this.course.history.some((h) => Math.abs(h.tS - lay.h.tS) < 0.3 && handNear(h.hands, at.xMm, at.yMm, HAND_NEAR_MM))
    const frames = [lay.h.seq, next.h.seq] as const
    this.findings.push({
      kind: 'flicked',
      tS: (lay.h.tS + next.h.tS) / 2,
      frames,
      probability: hand ? 0.8 : 0.5,
      place: lay.b.where,
      figure,
      ballMoving: !i.fromRest,
    })
  }

  /** The ball left its path while it was not seen, and not by one touch: all that were near its way may have had it. */
  private unclearTouch(i: Impulse, place: Track['where']): void {
    const { now } = this.course
    const [a, b] = i.frames.map((seq) => this.course.history.find((h) => h.seq === seq)?.ball?.where.at)
    const from = { x: i.before.x, y: i.before.y }
    const to = b ? { x: b.xMm, y: b.yMm } : { x: i.after.x, y: i.after.y }
    if (a) Object.assign(from, { x: a.xMm, y: a.yMm })
    const near = now.bases.filter((q) => this.course.placesAt(q.id, i.tS).some((p) => toWay(p, from, to) < UNCLEAR_MM)).map((q) => q.id)
    const keepers = now.keepers
      .filter((k) => toWay({ x: k.where.at.xMm, y: k.where.at.yMm }, from, to) < UNCLEAR_MM)
      .map((k) => `keeper:${this.near.keeperSide(k)}`)
    const candidates = [...near, ...keepers]
    if (!candidates.length) return
    const known = candidates.length === 1 ? candidates[0]! : null
    const byMoving = known !== null && this.course.speedAt(known, i.tS) > STILL_MM_S
    this.findings.push({
      kind: 'ball-touched',
      tS: i.tS,
      frames: i.frames,
      probability: UNCLEAR,
      place,
      by: known,
      candidates,
      byMoving,
      ballMoving: !i.fromRest,
    })
  }

  private touchOfFigures(a: string, b: string, i: Impulse, probability: number, place: Track['where']): void {
    // both figures change their velocity: one touch
    const same = this.findings.waiting.some(
      (e) => e.kind === 'figures-touched' && e.figures.includes(a) && e.figures.includes(b) && Math.abs(e.tS - i.tS) < 0.1,
    )
    if (!same) this.findings.push({ kind: 'figures-touched', tS: i.tS, frames: i.frames, probability, place, figures: [a, b] })
  }
}

function toWay(q: { x: number; y: number }, a: { x: number; y: number }, b: { x: number; y: number }): number {
  const dx = b.x - a.x
  const dy = b.y - a.y
  const k = Math.max(0, Math.min(1, ((q.x - a.x) * dx + (q.y - a.y) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(q.x - a.x - k * dx, q.y - a.y - k * dy)
}
