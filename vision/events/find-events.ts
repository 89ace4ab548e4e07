/** Tracks become facts: one watcher per kind of fact, their findings put in order of time and released after a short delay. */

import { type PitchEstimate, sigmaPerAxisMm } from '../../calibration/estimate.ts'
import type { Pitch } from '../../calibration/pitch.ts'
import { defending, type Setup } from '../../calibration/setup.ts'
import { LINE_NAMES, type PitchPoint } from '../../calibration/units.ts'
import { handNear } from '../track/tracker.ts'
import type { Track, Tracks } from '../tracks.ts'
import { AirborneWatch } from './airborne.ts'
import { BlindWatch } from './blind.ts'
import { ballContactMm, type Cause, findCause, fixedNeighbours, type Neighbour } from './contacts.ts'
import { Course } from './course.ts'
import { Friction } from './friction.ts'
import type { GameEvent, Placed, SeenEvent } from './game-event.ts'
import { type Impulse, ImpulseWatch, STILL_MM_S } from './impulses.ts'
import { LeftTableWatch } from './left-table.ts'
import { CrossingWatch } from './line-crossed.ts'
import { type Body, type OneOfTwo, twoTouches } from './two-touches.ts'
import { UprightWatch } from './upright.ts'

/** Facts are released this long after they happened, so that touches seen late come before crossings seen at once, s. */
export const RELEASE_DELAY_S = 0.3
/** Until the match has shown better, mm/s2. */
const BALL_DECEL = 250
const BASE_DECEL = 800
const FLICK_MM_S = 60
const HAND_NEAR_MM = 55
/** Pictures farther apart than this show too little of what happened between them, s. */
const GAP_S = 0.12
/** A push whose contact fell between the frames: from this near, believed this much. */
const PUSH_MM = 40
const PUSHED = 0.7
const ONE_HAND_S = 0.2
/** No flicked figure runs longer than this before it meets the ball, s. */
const RUN_S = 1.1
/** What was this near the ball's unseen way may have touched it; and how much that is believed. */
const UNCLEAR_MM = 32
const UNCLEAR = 0.6
/** A newcomer is watched this long before it is said to run, s. */
const CAME_OUT_S = 0.06
/** And must be well seen: fingers move too. */
const CAME_OUT_SCORE = 0.45
const HIDDEN_RUN_S = 0.1
/** Less than this between two frames is noise. */
const BALL_RAN_MM = 1.5

/** What a crossing in the air is believed. */
const IN_THE_AIR = 0.5
const NO_CAUSE: Cause = { by: null, candidates: [], probability: 0 }

type Draft = SeenEvent extends infer E ? (E extends SeenEvent ? Omit<E, 'id'> : never) : never

interface Watched {
  readonly impulses: ImpulseWatch
  readonly crossings: readonly CrossingWatch[]
  wasAtRest: boolean
  /** When and where it was first seen, until it is known whether it came out from under a hand; null for what was there from the start. */
  cameAt: { readonly tS: number; readonly seq: number; readonly at: PitchPoint } | null
}

export class EventFinder {
  private readonly watched = new Map<string, Watched>()
  private readonly course = new Course((key) => this.watched.get(key)?.impulses.path?.decel ?? 0)
  private waiting: Draft[] = []
  private readonly blind: BlindWatch
  private readonly upright = new UprightWatch()
  private readonly leaving: LeftTableWatch
  private readonly airborne = new AirborneWatch()
  /** How ball and bases slow down on this cloth, as learnt so far. */
  readonly friction = { ball: new Friction(BALL_DECEL), base: new Friction(BASE_DECEL) }
  private nextId = 1
  private ballId: string | null = null
  private ballAt: PitchPoint | null = null
  /** Flicks and pushes of the last seconds, told or waiting. */
  private get told(): readonly { readonly kind: string; readonly tS: number; readonly figure?: string; readonly figures?: readonly string[] }[] {
    return [...this.started, ...this.waiting].filter((e) => e.kind === 'flicked' || e.kind === 'figures-touched')
  }
  private started: Draft[] = []
  private lastFlick: { readonly figure: string; readonly tS: number } | null = null

  constructor(
    private readonly pitch: Pitch,
    private readonly setup: Setup,
  ) {
    this.blind = new BlindWatch(pitch)
    this.leaving = new LeftTableWatch(pitch)
  }

  /** Share of the time for which each line could not be judged, 0..1. */
  get blindShares(): Readonly<Record<string, number>> {
    return this.blind.shares
  }

  add(tracks: Tracks): GameEvent[] {
    this.course.add(tracks)
    this.airborne.add(tracks)
    if (tracks.ball && tracks.ball.id !== this.ballId) {
      // another ball took over (lost and found, or put back by hand): its past says nothing about a touch
      this.ballId = tracks.ball.id
      this.watched.delete('ball')
      this.ballAt = null
    }
    const balls = tracks.ball ? [tracks.ball] : []
    for (const t of [...balls, ...tracks.bases]) this.watch(t, tracks)
    this.waiting.push(...this.blind.add(tracks), ...this.upright.add(tracks), ...this.leaving.add(tracks))
    return this.release(tracks.tS - RELEASE_DELAY_S)
  }

  /** What is still waiting when the source ends. */
  flush(): GameEvent[] {
    return this.release(Number.POSITIVE_INFINITY)
  }

  private watch(t: Track, now: Tracks): void {
    const key = t.kind === 'ball' ? 'ball' : t.id
    let w = this.watched.get(key)
    if (!w) {
      w = {
        impulses: new ImpulseWatch(this.friction[t.kind === 'ball' ? 'ball' : 'base'], t.kind === 'ball'),
        crossings: LINE_NAMES.map((l) => new CrossingWatch(this.pitch, l)),
        wasAtRest: t.atRest,
        cameAt: this.course.history.length > 1 ? { tS: now.tS, seq: now.seq, at: t.where.at } : null,
      }
      this.watched.set(key, w)
    }
    if (t.seen !== 'now') return
    for (const c of w.crossings) this.waiting.push(...c.add(t, now.seq, now.tS))
    const sigma = Math.sqrt((t.where.covMm2[0] + t.where.covMm2[2]) / 2)
    if (key === 'ball') this.ballRan(t, now)
    if (t.kind === 'base') this.cameOut(t, key, w, now)
    const impulse = w.impulses.add({ seq: now.seq, tS: now.tS, x: t.where.at.xMm, y: t.where.at.yMm, sigma: Math.max(0.15, sigma) })
    if (impulse) this.explain(t, key, impulse)
    if (t.atRest && !w.wasAtRest) this.waiting.push({ kind: 'at-rest', tS: now.tS, frames: [now.seq, now.seq], probability: 0.95, place: t.where, object: key })
    w.wasAtRest = t.atRest
  }

  /** A figure that comes out from under a hand already running was flicked there: only the moment and the direction are seen. */
  private cameOut(t: Track, key: string, w: Watched, now: Tracks): void {
    if (!w.cameAt) return
    const { tS, seq, at } = w.cameAt
    if (now.tS - tS < CAME_OUT_S) return
    w.cameAt = null
    const ran = Math.hypot(t.where.at.xMm - at.xMm, t.where.at.yMm - at.yMm)
    if (ran < FLICK_MM_S * (now.tS - tS) || t.atRest || t.score < CAME_OUT_SCORE) return
    // it left the finger some pictures before it was seen clear of the hand: back along its way to where the hand was
    const v = { x: (t.where.at.xMm - at.xMm) / (now.tS - tS), y: (t.where.at.yMm - at.yMm) / (now.tS - tS) }
    let since = 0
    while (since < HIDDEN_RUN_S) {
      const then = [...this.course.history].reverse().find((h) => h.tS <= tS - since)
      if (!then || handNear(then.hands, at.xMm - v.x * since, at.yMm - v.y * since, t.radiusMm)) break
      since += 0.01
    }
    // the place it came from, as far back as a hand was there
    const back = (k: number) => ({ xMm: at.xMm - (t.where.at.xMm - at.xMm) * k, yMm: at.yMm - (t.where.at.yMm - at.yMm) * k })
    const hand = this.course.history.some(
      (h) => Math.abs(h.tS - tS) < 0.25 && [0, 0.5, 1].some((k) => handNear(h.hands, back(k).xMm, back(k).yMm, HAND_NEAR_MM)),
    )
    if (!hand) return
    this.waiting.push({
      kind: 'flicked',
      tS: tS - since,
      frames: [seq - 1, seq],
      probability: 0.8,
      place: { ...t.where, at },
      figure: key,
      ...(t.side ? { side: t.side } : {}),
      ballMoving: this.course.speedAt('ball', tS) > STILL_MM_S,
    })
  }

  /** While the ball runs, each frame tells how far: rules that ask what it has passed need no more. */
  private ballRan(t: Track, now: Tracks): void {
    const from = this.ballAt
    this.ballAt = t.where.at
    if (!from || t.atRest || Math.hypot(from.xMm - t.where.at.xMm, from.yMm - t.where.at.yMm) < BALL_RAN_MM) return
    this.waiting.push({ kind: 'ball-moved', tS: now.tS, frames: [now.seq, now.seq], probability: 1, place: t.where, from, to: t.where.at })
  }

  /** A change of velocity becomes a touch or a flick; what fell into a gap of the pictures is not believed more than half. */
  private explain(t: Track, key: string, i: Impulse): void {
    const before = this.waiting.length
    this.explained(t, key, i)
    if (!this.unseen(i)) return
    this.waiting = this.waiting.map((e, k) => (k < before ? e : { ...e, probability: Math.min(e.probability, 0.5) }))
  }

  private explained(t: Track, key: string, i: Impulse): void {
    const place = { ...t.where, at: { xMm: i.x, yMm: i.y } }
    const fixed = fixedNeighbours(this.pitch, i.x, i.y, t.radiusMm, t.kind === 'ball')
    if (t.kind === 'ball') {
      const one = i.unclear ? NO_CAUSE : findCause(i, this.neighboursOfBall(i), fixed)
      if (!one.candidates.length && this.touchedTwice(i, t)) return
      if (i.unclear || (!one.candidates.length && this.unseen(i))) this.unclearTouch(i, place)
      else if (one.candidates.length) this.touched(i, { tS: i.tS, ...place.at, by: one.by }, one, place, !i.fromRest)
      return
    }
    if (i.unclear) return
    const others = this.neighboursOfBase(key, t, i)
    const cause = findCause(i, others, fixed)
    if (cause.by === 'fence') this.waiting.push({ kind: 'fence-touched', tS: i.tS, frames: i.frames, probability: cause.probability, place, object: key })
    else if (cause.by === 'ball' || cause.candidates.includes('ball'))
      return // told by the ball's own change of velocity
    else if (cause.by && cause.by !== 'post') this.touchOfFigures(key, cause.by, i, cause.probability, place)
    else if (i.fromRest && Math.hypot(i.after.vx, i.after.vy) > FLICK_MM_S) {
      const hand = this.course.history.some((h) => Math.abs(h.tS - i.tS) < 0.25 && handNear(h.hands, i.x, i.y, HAND_NEAR_MM))
      // with no finger near and something running by, it was pushed, though the contact itself fell between the frames
      // and one finger does not strike two figures at once: what a figure just flicked runs into was pushed by it
      const pusher = hand ? this.flickedInto(key, i) : this.runningNear(key, i)
      if (pusher === 'ball') return
      if (pusher) {
        this.touchOfFigures(key, pusher, i, PUSHED, place)
        return
      }
      this.lastFlick = { figure: key, tS: i.tS }
      // seen itself it stands in the place of what was only concluded
      this.waiting = this.waiting.filter((e) => e.kind !== 'flicked' || e.figure !== key || Math.abs(e.tS - i.tS) > ONE_HAND_S)
      this.waiting.push({
        kind: 'flicked',
        tS: i.tS,
        frames: i.frames,
        probability: hand ? 0.97 : 0.55,
        place,
        figure: key,
        ballMoving: this.course.speedAt('ball', i.tS) > STILL_MM_S,
      })
    }
  }

  /** Whether it fell into a gap of the pictures, or happened under a hand. */
  private unseen(i: Impulse): boolean {
    const [a, b] = i.frames.map((seq) => this.course.timeOf(seq))
    return a === undefined || (b !== undefined && b - a > GAP_S)
  }

  private touched(i: Impulse, at: { readonly tS: number; readonly by: string | null }, cause: Cause, place: Track['where'], ballMoving: boolean): void {
    const { by, tS } = at
    if (by) this.flickMissed(by, { ...i, tS })
    this.waiting.push({
      kind: 'ball-touched',
      tS,
      frames: i.frames,
      probability: cause.probability,
      place,
      by,
      candidates: cause.candidates,
      byMoving: by !== null && this.course.speedAt(by, tS) > STILL_MM_S,
      ballMoving,
    })
  }

  /** No one touch explains it: two, between the same frames, may. */
  private touchedTwice(i: Impulse, ball: Track): boolean {
    const [a, b] = i.frames.map((seq) => this.course.timeOf(seq))
    if (a === undefined || b === undefined) return false
    const to = i.between.length ? Math.max(b, i.after.tS) : b
    const two = twoTouches(i.before, i.after, i.between, a, to, this.bodies(ball))
    if (!two) return false
    const place = (t: OneOfTwo) => ({ ...ball.where, at: { xMm: t.x, yMm: t.y } })
    const cause = (k: 0 | 1): Cause => ({ by: null, candidates: two.candidates[k], probability: two.probability })
    this.touched(i, two.first, cause(0), place(two.first), !i.fromRest)
    this.touched(i, two.second, cause(1), place(two.second), true)
    return true
  }

  /** All that the ball may meet, with where each was at a time. */
  private bodies(ball: Track): Body[] {
    const { now } = this.course
    const sx = this.pitch.lengthMm / 2 + this.pitch.surfaceMarginMm.goalLine
    const sy = this.pitch.widthMm / 2 + this.pitch.surfaceMarginMm.touchline
    const at = (tS: number) => this.course.placesAt('ball', tS)[0] ?? { x: ball.where.at.xMm, y: ball.where.at.yMm }
    const wall = (x: number | null, y: number | null): Body => ({
      id: 'fence',
      contactMm: ball.radiusMm,
      slackMm: 3,
      at: (tS) => ({ x: x ?? at(tS).x, y: y ?? at(tS).y }),
    })
    const bases = now.bases.map((b): Body => {
      const side = b.side ? this.setup.sides[b.side] : this.setup.sides.A
      const contactMm = ballContactMm(this.setup.ballRadiusMm, { radiusMm: b.radiusMm, rimMm: side.rimMm })
      return { id: b.id, contactMm, slackMm: 2, at: (tS) => this.course.placesAt(b.id, tS)[0] ?? null }
    })
    return [...bases, wall(sx, null), wall(-sx, null), wall(null, sy), wall(null, -sy)]
  }

  /** A figure flicked a moment ago that has reached this one. */
  private flickedInto(key: string, i: Impulse): string | null {
    const { lastFlick } = this
    if (!lastFlick || lastFlick.figure === key || Math.abs(i.tS - lastFlick.tS) > ONE_HAND_S) return null
    return this.course.placesAt(lastFlick.figure, i.tS).some((p) => Math.hypot(p.x - i.x, p.y - i.y) < PUSH_MM) ? lastFlick.figure : null
  }

  /** What ran within reach of a thing at an impulse; the ball before figures. */
  private runningNear(key: string, i: Impulse): string | null {
    const { now } = this.course
    const ids = ['ball', ...now.bases.map((b) => b.id)].filter((id) => id !== key)
    const near = (id: string) => this.course.placesAt(id, i.tS).some((p) => Math.hypot(p.x - i.x, p.y - i.y) < PUSH_MM)
    return ids.find((id) => near(id) && Math.max(this.course.speedAt(id, i.tS), this.course.speedAt(id, i.tS + 0.07)) > FLICK_MM_S) ?? null
  }

  /** A figure runs into the ball though nobody was seen to start it (too few pictures, a hand in the way): it was flicked when it left its place. */
  private flickMissed(figure: string, i: Impulse): void {
    const seen = this.course.history.flatMap((h) => {
      const b = h.bases.find((q) => q.id === figure)
      return b && h.tS < i.tS && i.tS - h.tS < RUN_S ? [{ h, b }] : []
    })
    const lay = seen.filter(({ b }) => b.atRest).at(-1)
    if (!lay || this.course.speedAt(figure, i.tS) < FLICK_MM_S) return
    if (this.told.some((e) => e.tS > lay.h.tS - 0.15 && (e.figure === figure || e.figures?.includes(figure)))) return
    const next = seen[seen.indexOf(lay) + 1] ?? lay
    const { at } = lay.b.where
    const hand = this.course.history.some((h) => Math.abs(h.tS - lay.h.tS) < 0.3 && handNear(h.hands, at.xMm, at.yMm, HAND_NEAR_MM))
    const frames = [lay.h.seq, next.h.seq] as const
    this.waiting.push({
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
    const keepers = now.keepers.filter((k) => toWay({ x: k.where.at.xMm, y: k.where.at.yMm }, from, to) < UNCLEAR_MM).map((k) => `keeper:${this.keeperSide(k)}`)
    const candidates = [...near, ...keepers]
    if (!candidates.length) return
    const known = candidates.length === 1 ? candidates[0]! : null
    const byMoving = known !== null && this.course.speedAt(known, i.tS) > STILL_MM_S
    this.waiting.push({
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
    const same = this.waiting.some((e) => e.kind === 'figures-touched' && e.figures.includes(a) && e.figures.includes(b) && Math.abs(e.tS - i.tS) < 0.1)
    if (!same) this.waiting.push({ kind: 'figures-touched', tS: i.tS, frames: i.frames, probability, place, figures: [a, b] })
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
    for (const k of now.keepers) {
      if (Math.hypot(k.where.at.xMm - i.x, k.where.at.yMm - i.y) > 50) continue
      out.push({ id: `keeper:${this.keeperSide(k)}`, x: k.where.at.xMm, y: k.where.at.yMm, contactMm: this.setup.ballRadiusMm + 7, slackMm: 5 })
    }
    return out
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
    return out
  }

  /** The goal that a keeper stands in decides whose it is. */
  private keeperSide(k: Track): 'A' | 'B' {
    return defending(this.setup, k.where.at)
  }

  private release(untilS: number): GameEvent[] {
    const due = this.waiting.filter((e) => e.tS <= untilS).sort((a, b) => a.tS - b.tS)
    this.waiting = this.waiting.filter((e) => e.tS > untilS)
    this.started = [...this.started.filter((e) => untilS - e.tS < 3), ...due.filter((e) => e.kind === 'flicked' || e.kind === 'figures-touched')]
    return due.flatMap((e) => {
      const positions = e.kind === 'ball-moved' || e.kind === 'blind' || e.kind === 'unblind' ? null : this.positionsAt(e.tS)
      const event = rounded({ id: this.id(), ...this.withheld(e) } as SeenEvent)
      return positions ? [positions, event] : [event]
    })
  }

  /** A line that the ball passed in the air was passed somewhere else than where it is seen: nobody can say. */
  private withheld(e: Draft): Draft {
    return e.kind === 'line-crossed' && e.object === 'ball' && this.airborne.at(e.tS) ? { ...e, probability: Math.min(e.probability, IN_THE_AIR) } : e
  }

  private positionsAt(tS: number): GameEvent | null {
    const frame = [...this.course.history].reverse().find((h) => h.tS <= tS) ?? this.course.history[0]
    if (!frame) return null
    const placed = (t: Track, role: Placed['role'], id: string, side: Placed['side']): Placed => ({
      id,
      side,
      role,
      where: t.where,
      radiusMm: t.radiusMm,
      moving: !t.atRest && Math.hypot(t.vxMmS, t.vyMmS) > STILL_MM_S,
    })
    const things: Placed[] = frame.bases.map((b) => {
      const other = hookedTo(b, frame.bases, this.setup)
      return { ...placed(b, b.reserve ? 'reserve-keeper' : 'figure', b.id, b.side), ...(other ? { hookedTo: other } : {}) }
    })
    if (frame.ball) things.push(placed(frame.ball, 'ball', 'ball', null))
    for (const k of frame.keepers) things.push(placed(k, 'keeper', `keeper:${this.keeperSide(k)}`, this.keeperSide(k)))
    return { kind: 'positions', id: this.id(), tS: round(tS, 6), things: things.map((t) => ({ ...t, where: roundedPlace(t.where) })) }
  }

  private id(): string {
    return `e-${String(this.nextId++).padStart(5, '0')}`
  }
}

/** Two bases at rest cannot overlap as seen from above unless one hangs on the other; so much, and so many sigmas, beyond their error. */
const HOOKED_MM = 0.8
const HOOKED_SIGMAS = 3

function hookedTo(b: Track, all: readonly Track[], setup: Setup): string | null {
  // what nobody measured may be smaller than it is taken to be
  const sized = (t: Track) => t.side !== null && setup.sides[t.side].measured
  if (!sized(b) || !b.atRest || b.seen !== 'now') return null
  const other = all.find((o) => {
    if (o.id >= b.id || !sized(o) || !o.atRest || o.seen !== 'now') return false
    const overlap = b.radiusMm + o.radiusMm - Math.hypot(b.where.at.xMm - o.where.at.xMm, b.where.at.yMm - o.where.at.yMm)
    return overlap > Math.max(HOOKED_MM, HOOKED_SIGMAS * Math.hypot(sigmaPerAxisMm(b.where), sigmaPerAxisMm(o.where)))
  })
  return other?.id ?? null
}

function toWay(q: { x: number; y: number }, a: { x: number; y: number }, b: { x: number; y: number }): number {
  const dx = b.x - a.x
  const dy = b.y - a.y
  const k = Math.max(0, Math.min(1, ((q.x - a.x) * dx + (q.y - a.y) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(q.x - a.x - k * dx, q.y - a.y - k * dy)
}

const round = (v: number, digits: number): number => Number(v.toFixed(digits))

const roundedPlace = (p: PitchEstimate): PitchEstimate => ({
  at: { xMm: round(p.at.xMm, 3), yMm: round(p.at.yMm, 3) },
  covMm2: [round(p.covMm2[0], 5), round(p.covMm2[1], 5), round(p.covMm2[2], 5)],
  systematicSigmaMm: round(p.systematicSigmaMm, 4),
})

/** Micrometres and microseconds are plenty, and make a log that is short to read and replays to the same bytes. */
function rounded<E extends SeenEvent>(e: E): E {
  const margin = 'margin' in e ? { margin: { ...e.margin, value: round(e.margin.value, 3), sigma: round(e.margin.sigma, 4) } } : {}
  return { ...e, ...margin, tS: round(e.tS, 6), probability: round(e.probability, 5), place: roundedPlace(e.place) }
}
