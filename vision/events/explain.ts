/** A sudden change of velocity becomes a touch, a push or a flick: what stood where, what ran, whose hand was near. */
import type { Pitch } from '../../calibration/pitch.ts'
import { defending, type Setup } from '../../calibration/setup.ts'
import type { Track } from '../tracks.ts'
import { handNear } from '../tracks.ts'
import { ballContactMm, type Cause, findCause, fixedNeighbours, type Neighbour } from './contacts.ts'
import type { Course } from './course.ts'
import type { Draft, Findings } from './findings.ts'
import { type Impulse, STILL_MM_S } from './impulses.ts'
import { type Body, type OneOfTwo, twoTouches } from './two-touches.ts'

/** From this speed on a figure was flicked, mm/s; and so near a hand must have been, mm. */
export const FLICK_MM_S = 60
export const HAND_NEAR_MM = 55
/** A push whose contact fell between the frames: from this near, believed this much. */
const PUSH_MM = 40
const PUSHED = 0.7
const ONE_HAND_S = 0.2
/** A ball that lies no farther from where it lay may have been nudged, mm; told so surely at most; it took about so long, s. */
const NUDGED_MM = 8
const NUDGED = 0.6
const NUDGE_S = 0.1
/** A hand is at a thing when its region is this near to its rim, mm, and so near in time, s. */
const AT_HAND_MM = 4
const AT_HAND_S = 0.15
/** Moved so far beside a hand that is this near to its rim, mm, in such a share of the pictures of so long, s, a ball is carried; told so surely. */
const CARRIED_MM = 8
const HELD_MM = 10
const HELD = 0.5
const CARRIED_S = 0.3
const CARRIED = 0.9
/** Radius of a goal's post, mm. */
const POST_MM = 2
/** Cosine of the widest angle between a push and the way that it starts. */
const ALONG = 0.75
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
/** A goalkeeper's block taken for round: so large, give or take. */
const KEEPER_MM = 7
const KEEPER_SLACK_MM = 5
const KEEPER_NEAR_MM = 50
/** Seen no farther from one place than this for a second it stands, mm. */
const KEEPER_STANDS_MM = 4
/** One touch that explains so little is beside the point when two explain so many times more. */
const BADLY = 0.5
const BETTER = 2
const NO_CAUSE: Cause = { by: null, candidates: [], probability: 0, fits: 0 }

export class Explainer {
  private lastFlick: { readonly figure: string; readonly tS: number } | null = null

  constructor(
    private readonly pitch: Pitch,
    private readonly setup: Setup,
    private readonly course: Course,
    private readonly findings: Findings,
  ) {}

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
      if (this.laidByHand(t, i)) {
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
    const others = this.neighboursOfBase(key, t, i)
    // what lay still is started by what runs; what stands beside it all the time has not
    const cause = i.fromRest ? findCause(i, this.running(others, i), []) : findCause(i, others, fixed)
    if (cause.by === 'fence') this.findings.push({ kind: 'fence-touched', tS: i.tS, frames: i.frames, probability: cause.probability, place, object: key })
    else if ((cause.by === 'ball' || cause.candidates.includes('ball')) && !(i.fromRest && this.goesTowards('ball', i)))
      return // told by the ball's own change of velocity
    else if (cause.by && cause.by !== 'post' && cause.by !== 'ball') this.touchOfFigures(key, cause.by, i, cause.probability, place)
    else if (i.fromRest && Math.hypot(i.after.vx, i.after.vy) > FLICK_MM_S) {
      const hand = this.course.history.some((h) => Math.abs(h.tS - i.tS) < 0.25 && handNear(h.hands, i.x, i.y, HAND_NEAR_MM))
      // with no finger near and something running by, it was pushed, though the contact itself fell between the frames
      // and one finger does not strike two figures at once: what a figure just flicked runs into was pushed by it
      const pusher = hand ? (this.flickedInto(key, i) ?? this.ballInto(i)) : this.runningNear(key, i)
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
    if (far > NUDGED_MM || this.unseen(i) || this.handOn(ball, i.tS, i.before)) return
    // so slow a start is seen when it is over
    const a = this.course.timeOf(i.frames[0])!
    const push: Impulse = { ...i, tS: a, x: i.before.x, y: i.before.y, after: { ...i.after, vx: dx / NUDGE_S, vy: dy / NUDGE_S } }
    const cause = findCause(push, this.running(this.neighboursOfBall(push), push), [])
    if (!cause.by || cause.by.startsWith('keeper')) return
    const place = { ...ball.where, at: { xMm: i.before.x, yMm: i.before.y } }
    this.touched(push, { tS: push.tS, by: cause.by }, { ...cause, probability: Math.min(NUDGED, cause.probability) }, place, false)
  }

  /** Whether a hand was at a thing's place about that time. */
  private handOn(t: Track, tS: number, at: { readonly x: number; readonly y: number }): boolean {
    return this.course.history.some((h) => Math.abs(h.tS - tS) < AT_HAND_S && handNear(h.hands, at.x, at.y, t.radiusMm + AT_HAND_MM))
  }

  /** Whether the ball was moved by a hand until here, and lies: nobody touched it with a figure. */
  private laidByHand(ball: Track, i: Impulse): boolean {
    if (i.fromRest || Math.hypot(i.after.vx, i.after.vy) > STILL_MM_S) return false
    const sights = this.course.history.flatMap((h) =>
      h.ball?.seen === 'now' && i.tS - h.tS < CARRIED_S && h.tS <= i.tS ? [{ hands: h.hands, at: h.ball.where.at }] : [],
    )
    const [first, last] = [sights[0], sights.at(-1)]
    if (sights.length < 3 || !first || !last || Math.hypot(last.at.xMm - first.at.xMm, last.at.yMm - first.at.yMm) < CARRIED_MM) return false
    return sights.filter((q) => handNear(q.hands, q.at.xMm, q.at.yMm, ball.radiusMm + HELD_MM)).length >= HELD * sights.length
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
    const all = this.neighboursOfBall(i)
    if (!i.fromRest) return findCause(i, all, fixed)
    const played = findCause(i, this.running(all, i), [])
    return played.candidates.length ? played : findCause(i, all, fixed)
  }

  /** Of neighbours those that may have run at an impulse; of a goalkeeper on his rod nobody knows. */
  private running(all: readonly Neighbour[], i: Impulse): Neighbour[] {
    return all.filter((n) => (n.id.startsWith('keeper') ? !this.keeperStands(n) : this.course.mayHaveRun(n.id, i.tS, STILL_MM_S)))
  }

  /** Whether a goalkeeper was seen in one place before and after. */
  private keeperStands(n: Neighbour): boolean {
    const sights = this.course.history.flatMap((h) => h.keepers.filter((k) => `keeper:${this.keeperSide(k)}` === n.id && k.seen === 'now'))
    return sights.length > 2 && sights.every((k) => Math.hypot(k.where.at.xMm - n.x, k.where.at.yMm - n.y) < KEEPER_STANDS_MM)
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
    const two = twoTouches(i.before, i.after, i.between, a, to, this.bodies(ball))
    if (!two || two.fits < BETTER * oneFits) return false
    const place = (t: OneOfTwo) => ({ ...ball.where, at: { xMm: t.x, yMm: t.y } })
    // where another would explain it as well nobody is named
    const cause = (k: 0 | 1): Cause => ({ by: null, candidates: two.candidates[k], probability: two.probability, fits: two.fits })
    const named = (t: OneOfTwo, k: 0 | 1) => ({ tS: t.tS, by: two.candidates[k].length > 1 ? null : t.by })
    this.touched(i, named(two.first, 0), cause(0), place(two.first), !i.fromRest)
    this.touched(i, named(two.second, 1), cause(1), place(two.second), true)
    return true
  }

  /** All that the ball may meet, with the ways that each may have gone. */
  private bodies(ball: Track): Body[] {
    const { now } = this.course
    const sx = this.pitch.lengthMm / 2 + this.pitch.surfaceMarginMm.goalLine
    const sy = this.pitch.widthMm / 2 + this.pitch.surfaceMarginMm.touchline
    const at = (tS: number) => this.course.placeAt('ball', tS) ?? { x: ball.where.at.xMm, y: ball.where.at.yMm }
    const wall = (x: number | null, y: number | null): Body => ({
      id: 'fence',
      contactMm: ball.radiusMm,
      slackMm: 3,
      ways: [(tS) => ({ x: x ?? at(tS).x, y: y ?? at(tS).y })],
    })
    const bases = now.bases.map((b): Body => {
      const side = b.side ? this.setup.sides[b.side] : this.setup.sides.A
      const contactMm = ballContactMm(this.setup.ballRadiusMm, { radiusMm: b.radiusMm, rimMm: side.rimMm })
      return { id: b.id, contactMm, slackMm: 2, ways: this.course.waysOf(b.id) }
    })
    const keepers = now.keepers.map((k): Body => {
      const { xMm: x, yMm: y } = k.where.at
      return { id: `keeper:${this.keeperSide(k)}`, contactMm: ball.radiusMm + KEEPER_MM, slackMm: KEEPER_SLACK_MM, ways: [() => ({ x, y })] }
    })
    const { lengthMm, lineWidthMm, goal } = this.pitch
    const posts = [-1, 1].flatMap((end) =>
      [-1, 1].map((s): Body => {
        const [x, y] = [end * (lengthMm / 2 - lineWidthMm / 2), s * (goal.widthMm / 2 + POST_MM)]
        return { id: 'post', contactMm: ball.radiusMm + POST_MM, slackMm: 2, ways: [() => ({ x, y })] }
      }),
    )
    return [...bases, ...keepers, ...posts, wall(sx, null), wall(-sx, null), wall(null, sy), wall(null, -sy)]
  }

  /** A figure flicked a moment ago that has reached this one, and from which it goes away. */
  private flickedInto(key: string, i: Impulse): string | null {
    const { lastFlick } = this
    if (!lastFlick || lastFlick.figure === key || Math.abs(i.tS - lastFlick.tS) > ONE_HAND_S) return null
    return this.pushes(lastFlick.figure, i) ? lastFlick.figure : null
  }

  /** The ball, when it has reached a figure that goes away from it: a finger near by belongs to who played it. */
  private ballInto(i: Impulse): 'ball' | null {
    const ran = Math.max(this.course.speedAt('ball', i.tS), this.course.speedAt('ball', i.tS + 0.07)) > FLICK_MM_S
    return ran && this.pushes('ball', i) ? 'ball' : null
  }

  /** Whether a thing was within reach at an impulse, behind the one that was started: a push goes along the line of the middles. */
  private pushes(id: string, i: Impulse): boolean {
    return this.course.placesAt(id, i.tS).some((p) => Math.hypot(p.x - i.x, p.y - i.y) < PUSH_MM && ahead(p, i) > ALONG)
  }

  /** Whether what was started at an impulse goes towards another thing, wherever that may have been: it was not pushed by it. */
  private goesTowards(id: string, i: Impulse): boolean {
    const places = this.course.placesAt(id, i.tS)
    return places.length > 0 && places.every((p) => ahead(p, i) < 0)
  }

  /** What ran within reach of a thing at an impulse; the ball before figures. */
  private runningNear(key: string, i: Impulse): string | null {
    const { now } = this.course
    const ids = ['ball', ...now.bases.map((b) => b.id)].filter((id) => id !== key)
    const near = (id: string) => this.course.placesAt(id, i.tS).some((p) => Math.hypot(p.x - i.x, p.y - i.y) < PUSH_MM)
    return ids.find((id) => near(id) && Math.max(this.course.speedAt(id, i.tS), this.course.speedAt(id, i.tS + 0.07)) > FLICK_MM_S) ?? null
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
    if (ballMoving && this.startedByBall(lay.b, next.b)) return
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

  /** Whether a figure that lay and then moved went away from the ball beside it. */
  private startedByBall(lay: Track, moved: Track): boolean {
    const [a, b] = [lay.where.at, moved.where.at]
    const ball = this.course.placeAt('ball', moved.atS)
    if (!ball || Math.hypot(ball.x - a.xMm, ball.y - a.yMm) > PUSH_MM) return false
    return cosine(a.xMm - ball.x, a.yMm - ball.y, b.xMm - a.xMm, b.yMm - a.yMm) > ALONG
  }

  /** The ball left its path while it was not seen, and not by one touch: all that were near its way may have had it. */
  private unclearTouch(i: Impulse, place: Track['where']): void {
    const { now } = this.course
    const [a, b] = i.frames.map((seq) => this.course.history.find((h) => h.seq === seq)?.ball?.where.at)
    const from = { x: i.before.x, y: i.before.y }
    const to = b ? { x: b.xMm, y: b.yMm } : { x: i.after.x, y: i.after.y }
    if (a) Object.assign(from, { x: a.xMm, y: a.yMm })
    const near = now.bases.filter((q) => this.course.placesAt(q.id, i.tS).some((p) => toWay(p, from, to) < UNCLEAR_MM)).map((q) => q.id)
    const keepers = now.keepers.filter((k) => toWay({ x: k.where.at.xMm, y: k.where.at.yMm }, from, to) < UNCLEAR_MM).map((k) => `keeper:${this.keeperSide(k)}`)
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

  private neighboursOfBall(i: Impulse): Neighbour[] {
    const { now } = this.course
    const out: Neighbour[] = []
    for (const b of now.bases) {
      const side = b.side ? this.setup.sides[b.side] : this.setup.sides.A
      const contactMm = ballContactMm(this.setup.ballRadiusMm, { radiusMm: b.radiusMm, rimMm: side.rimMm })
      const p = this.course.placeNear(b.id, i, contactMm)
      if (p) out.push({ id: b.id, ...p, contactMm, slackMm: 1.8, speedMmS: this.course.speedAt(b.id, i.tS) })
    }
    return [...out, ...this.keepersNear(i, this.setup.ballRadiusMm)]
  }

  /** Goalkeepers near an impulse of a round thing: blocks on rods, about 9 x 13 mm, whose turn is not measured. */
  private keepersNear(i: Impulse, radiusMm: number): Neighbour[] {
    return this.course.now.keepers
      .filter((k) => Math.hypot(k.where.at.xMm - i.x, k.where.at.yMm - i.y) < KEEPER_NEAR_MM)
      .map((k) => ({ id: `keeper:${this.keeperSide(k)}`, x: k.where.at.xMm, y: k.where.at.yMm, contactMm: radiusMm + KEEPER_MM, slackMm: KEEPER_SLACK_MM }))
  }

  private neighboursOfBase(key: string, t: Track, i: Impulse): Neighbour[] {
    const { now } = this.course
    const out: Neighbour[] = []
    for (const b of now.bases) {
      if (b.id === key) continue
      const contactMm = t.radiusMm + b.radiusMm
      const p = this.course.placeNear(b.id, i, contactMm)
      if (p) out.push({ id: b.id, ...p, contactMm, slackMm: 1.5, speedMmS: this.course.speedAt(b.id, i.tS) })
    }
    const side = t.side ? this.setup.sides[t.side] : this.setup.sides.A
    const contactMm = ballContactMm(this.setup.ballRadiusMm, { radiusMm: t.radiusMm, rimMm: side.rimMm })
    const ball = this.course.placeNear('ball', i, contactMm)
    if (ball) out.push({ id: 'ball', ...ball, contactMm, slackMm: 2.5, speedMmS: this.course.speedAt('ball', i.tS) })
    return [...out, ...this.keepersNear(i, t.radiusMm)]
  }

  /** The goal that a keeper stands in decides whose it is. */
  keeperSide(k: Track): 'A' | 'B' {
    return defending(this.setup, k.where.at)
  }
}

/** How much of the way that something takes after an impulse leads away from a place: the cosine of the angle between them. */
const ahead = (from: { x: number; y: number }, { x, y, after }: Impulse): number => cosine(x - from.x, y - from.y, after.vx, after.vy)

const cosine = (ax: number, ay: number, bx: number, by: number): number => (ax * bx + ay * by) / (Math.hypot(ax, ay) * Math.hypot(bx, by) || 1)

function toWay(q: { x: number; y: number }, a: { x: number; y: number }, b: { x: number; y: number }): number {
  const dx = b.x - a.x
  const dy = b.y - a.y
  const k = Math.max(0, Math.min(1, ((q.x - a.x) * dx + (q.y - a.y) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(q.x - a.x - k * dx, q.y - a.y - k * dy)
}
