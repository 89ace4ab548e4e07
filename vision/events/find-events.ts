/** Tracks become facts: one watcher per kind of fact, their findings put in order of time and released after a short delay. */

import { areasOf } from '../../calibration/areas.ts'
import { type Measured, type PitchEstimate, sigmaPerAxisMm } from '../../calibration/estimate.ts'
import type { Pitch } from '../../calibration/pitch.ts'
import type { Setup } from '../../calibration/setup.ts'
import { LINE_NAMES, type PitchPoint } from '../../calibration/units.ts'
import { USUAL_DECEL } from '../track/tracker.ts'
import type { Track, Tracks } from '../tracks.ts'
import { handNear } from '../tracks.ts'
import { AirborneWatch } from './airborne.ts'
import { BlindWatch } from './blind.ts'
import { byHand, carried, isFlick } from './carried.ts'
import { Course } from './course.ts'
import { Explainer, HAND_NEAR_MM } from './explain.ts'
import { type Draft, Findings } from './findings.ts'
import { BALL_SETTLES_S, Friction } from './friction.ts'
import type { AllStill, GameEvent, Placed, SeenEvent } from './game-event.ts'
import { GAP_S, GapWatch } from './gap.ts'
import { HandWatch } from './hands.ts'
import { HookWatch, hookedTo } from './hooked.ts'
import { ImpulseWatch, STILL_MM_S } from './impulses.ts'
import { ClothWatch } from './left-cloth.ts'
import { LeftTableWatch } from './left-table.ts'
import { CrossingWatch } from './line-crossed.ts'
import { FLICK_MM_S } from './pushes.ts'
import { type LastSight, playedUnseen } from './reappeared.ts'
import { StillWatch } from './stillness.ts'
import { UprightWatch } from './upright.ts'

/** Facts are released this long after they happened, so that touches seen late come before crossings seen at once, s. */
export const RELEASE_DELAY_S = 0.3
/** A newcomer is watched this long before it is said to run, s. */
const CAME_OUT_S = 0.06
/** And must be well seen: fingers move too. */
const CAME_OUT_SCORE = 0.45
const HIDDEN_RUN_S = 0.1
/** A name that was not followed for so long is gone for good, s. */
const FORGET_S = 30
/** A ball that was out of sight for longer has no way that leads back to where it lay, s. */
const UNTRACED_S = 0.8
/** Less than this between two frames is noise. */
const BALL_RAN_MM = 1.5

/** What a crossing in the air is believed. */
const IN_THE_AIR = 0.5

/** Facts that no rule judges by where things are. */
const BESIDE_POSITIONS: ReadonlySet<string> = new Set(['ball-moved', 'blind', 'unblind', 'hand', 'hand-gone', 'airborne'])

/** What is there from the start is known after so long, s. */
const OPENING_S = 0.2
/** Less of a way than this is no way, mm; what is seen so near to where it lies may lie there, mm. */
const RAN_MM = 2
const RESTS_MM = 0.5

interface Watched {
  impulses: ImpulseWatch
  readonly crossings: readonly CrossingWatch[]
  /** Where it last lay, whether it has run since, and when it will lie again. */
  lay: PitchPoint
  ran: boolean
  stopsS: number | null
  /** When and where it was first seen, until it is known whether it came out from under a hand; null for what was there from the start. */
  cameAt: { readonly tS: number; readonly seq: number; readonly at: PitchPoint } | null
}

export class EventFinder {
  private readonly watched = new Map<string, Watched>()
  private readonly course = new Course((key) => this.watched.get(key)?.impulses.decel ?? 0)
  private readonly findings = new Findings()
  private readonly explainer: Explainer
  private readonly blind: BlindWatch
  private readonly upright = new UprightWatch()
  private readonly leaving: LeftTableWatch
  private readonly airborne = new AirborneWatch()
  private readonly gaps = new GapWatch()
  private readonly hands: HandWatch
  private readonly cloth: ClothWatch
  private readonly hooks: HookWatch
  private readonly still = new StillWatch()
  /** When each name was last followed, s. */
  private readonly followedS = new Map<string, number>()
  /** Moments of stillness that are still to be told. */
  private stills: Omit<AllStill, 'id'>[] = []
  /** How ball and bases slow down on this cloth, as learnt so far. */
  readonly friction = { ball: new Friction(USUAL_DECEL.ball, BALL_SETTLES_S), base: new Friction(USUAL_DECEL.base) }
  private nextId = 1
  private opened = false
  private startS = Number.POSITIVE_INFINITY
  private ballId: string | null = null
  private ballAt: PitchPoint | null = null
  private ballLast: LastSight | null = null

  constructor(
    private readonly pitch: Pitch,
    private readonly setup: Setup,
    /** Whether the time of a picture's rows is known. */
    private readonly rowsKnown = true,
  ) {
    this.explainer = new Explainer(pitch, setup, this.course, this.findings)
    this.blind = new BlindWatch(pitch)
    this.leaving = new LeftTableWatch(pitch)
    this.hands = new HandWatch(pitch)
    this.cloth = new ClothWatch(pitch)
    this.hooks = new HookWatch(setup)
  }

  add(tracks: Tracks): GameEvent[] {
    // a picture that shows nothing is none: what it hid is told as after a gap
    if (tracks.blank) return []
    this.course.add(tracks)
    if (tracks.ball && (tracks.ball.id !== this.ballId || this.longUnseen(tracks))) {
      // another ball took over (lost and found, or put back by hand), or it is back after long: its past says nothing about a touch but who
      // ran where it lay
      const found = { track: tracks.ball, seq: tracks.seq, tS: tracks.tS }
      const unseen = this.ballLast && playedUnseen(this.course, this.setup, this.ballLast, found)
      if (unseen) this.findings.push(unseen)
      if (tracks.ball.id !== this.ballId) this.watched.delete('ball')
      else this.watched.get('ball')!.impulses = new ImpulseWatch(this.friction.ball, true)
      this.ballId = tracks.ball.id
      this.ballAt = null
    }
    if (tracks.ball?.seen === 'now') this.ballLast = { track: tracks.ball, seq: tracks.seq, tS: tracks.tS }
    const balls = tracks.ball ? [tracks.ball] : []
    for (const t of [...balls, ...tracks.bases]) this.watch(t, tracks)
    for (const watch of [this.airborne, this.gaps, this.blind, this.upright, this.leaving, this.hands, this.cloth, this.hooks])
      this.findings.push(...watch.add(tracks))
    this.stills.push(...this.still.add(tracks))
    this.forget(tracks)
    const until = this.settledUntil()
    return [...this.opening(until), ...this.release(until)]
  }

  /** What was dropped long ago is not asked for again: a match has many names. */
  private forget(now: Tracks): void {
    for (const t of [...(now.ball ? [now.ball] : []), ...now.bases, ...now.keepers]) this.followedS.set(t.id, now.tS)
    for (const [id, tS] of this.followedS) {
      if (now.tS - tS < FORGET_S) continue
      this.followedS.delete(id)
      this.watched.delete(id)
      for (const watch of [this.blind, this.cloth, this.leaving, this.hooks]) watch.forget(id)
    }
  }

  /** Whether the ball lay, was out of sight for so long that no way leads back, and is seen again. */
  private longUnseen({ ball, tS }: Tracks): boolean {
    const { ballLast } = this
    return ball?.seen === 'now' && ballLast !== null && ballLast.track.atRest && tS - ballLast.tS > UNTRACED_S && this.watched.has('ball')
  }

  /** Where everything stands before anything has happened, once. */
  private opening(untilS: number): GameEvent[] {
    if (this.opened) return []
    this.startS = Math.min(this.startS, this.course.now.tS)
    if (untilS < this.startS + OPENING_S) return []
    this.opened = true
    const places = this.positionsAt(this.startS + OPENING_S)
    return places ? [places] : []
  }

  /** What happened up to here has had its delay, s: a gap in the pictures is no time in which anything could have been seen late. */
  private settledUntil(): number {
    const { history } = this.course
    let left = RELEASE_DELAY_S
    for (let i = history.length - 1; i > 0; i--) {
      const dt = history[i]!.tS - history[i - 1]!.tS
      if (dt < GAP_S) left -= dt
      if (left <= 0) return history[i - 1]!.tS - left
    }
    return history[0]!.tS - left
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
        crossings: LINE_NAMES.map((l) => new CrossingWatch(this.pitch, l, this.rowsKnown)),
        lay: t.where.at,
        ran: false,
        stopsS: null,
        cameAt: this.course.history.length > 1 ? { tS: now.tS, seq: now.seq, at: t.where.at } : null,
      }
      this.watched.set(key, w)
    }
    for (const c of w.crossings) this.findings.push(...c.add(t, now.seq))
    if (t.seen !== 'now') return
    const sigma = Math.sqrt((t.where.covMm2[0] + t.where.covMm2[2]) / 2)
    if (key === 'ball') this.ballRan(t, now)
    if (t.kind === 'base') this.cameOut(t, key, w, now)
    const impulse = w.impulses.add({ seq: now.seq, tS: t.atS, x: t.where.at.xMm, y: t.where.at.yMm, sigma: Math.max(0.15, sigma) })
    if (impulse) {
      this.explainer.explain(t, key, impulse)
      // however short its way: who was flicked has to come to rest
      w.ran ||= Math.hypot(impulse.after.vx, impulse.after.vy) > FLICK_MM_S
    }
    this.cameToRest(t, key, w, now)
  }

  /** What has run lies still: since when, its way so far says better than the pictures after which that is sure. */
  private cameToRest(t: Track, key: string, w: Watched, now: Tracks): void {
    const { at } = t.where
    if (!t.atRest) {
      w.stopsS = w.impulses.stopsS ?? w.stopsS
      w.ran ||= Math.hypot(at.xMm - w.lay.xMm, at.yMm - w.lay.yMm) > Math.max(RAN_MM, 5 * sigmaPerAxisMm(t.where))
      return
    }
    if (w.ran) {
      const tS = Math.min(now.tS, Math.max(this.lastElsewhere(key, t), w.stopsS ?? now.tS))
      this.findings.push({ kind: 'at-rest', tS, frames: [now.seq, now.seq], probability: 0.95, place: t.where, object: key, areas: areasOf(this.pitch, t) })
    }
    Object.assign(w, { ran: false, lay: at, stopsS: null })
  }

  /** When a thing was last seen beside the place where it lies, s. */
  private lastElsewhere(key: string, lies: Track): number {
    const { at, covMm2 } = lies.where
    const reach = Math.max(RESTS_MM, 3 * Math.sqrt(covMm2[0]))
    const beside = this.course.sightsOf(key).filter((q) => Math.hypot(q.x - at.xMm, q.y - at.yMm) > reach)
    return beside.at(-1)?.tS ?? Number.NEGATIVE_INFINITY
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
    this.findings.push({
      kind: 'flicked',
      tS: tS - since,
      frames: [seq - 1, seq],
      probability: 0.8,
      place: { ...t.where, at },
      figure: key,
      ...(t.side ? { side: t.side } : {}),
      ballMoving: this.course.surelyRan('ball', tS, STILL_MM_S),
    })
  }

  /** While the ball runs, each frame tells how far: rules that ask what it has passed need no more. */
  private ballRan(t: Track, now: Tracks): void {
    const from = this.ballAt
    this.ballAt = t.where.at
    if (!from || t.atRest || Math.hypot(from.xMm - t.where.at.xMm, from.yMm - t.where.at.yMm) < BALL_RAN_MM) return
    this.findings.push({ kind: 'ball-moved', tS: now.tS, frames: [now.seq, now.seq], probability: 1, place: t.where, from, to: t.where.at })
  }

  private release(untilS: number): GameEvent[] {
    const still = this.stills.filter((e) => e.tS <= untilS)
    this.stills = this.stills.filter((e) => e.tS > untilS)
    return [...this.findings.due(untilS), ...still]
      .sort((a, b) => a.tS - b.tS)
      .flatMap((found) => {
        const places = BESIDE_POSITIONS.has(found.kind) ? [] : [this.positionsAt(found.tS)].filter((p) => p !== null)
        if (found.kind === 'all-still') return [...places, { ...found, id: this.id(), tS: round(found.tS, 6) }]
        const e = isFlick(found) && carried(this.course, found) ? byHand(found) : found
        return [...places, rounded({ id: this.id(), ...this.withheld(e) } as SeenEvent)]
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
    const down = [...this.upright.down.values()].filter((f) => f.lastSeenS <= tS)
    const standing = frame.bases.filter((b) => !down.some((f) => f.id === b.id))
    const things: Placed[] = standing.map((b) => {
      const other = hookedTo(b, frame.bases, this.setup)
      return { ...placed(b, b.reserve ? 'reserve-keeper' : 'figure', b.id, b.side), ...(other ? { hookedTo: other } : {}) }
    })
    for (const f of down) things.push({ ...placed(f, 'figure', f.id, f.side), moving: false, lying: true })
    if (frame.ball) things.push(placed(frame.ball, 'ball', 'ball', null))
    for (const k of frame.keepers) things.push(placed(k, 'keeper', `keeper:${this.explainer.near.keeperSide(k)}`, this.explainer.near.keeperSide(k)))
    return { kind: 'positions', id: this.id(), tS: round(tS, 6), things: things.map((t) => ({ ...t, where: roundedPlace(t.where) })) }
  }

  private id(): string {
    return `e-${String(this.nextId++).padStart(5, '0')}`
  }
}

const round = (v: number, digits: number): number => Number(v.toFixed(digits))

const roundedPlace = (p: PitchEstimate): PitchEstimate => ({
  at: { xMm: round(p.at.xMm, 3), yMm: round(p.at.yMm, 3) },
  covMm2: [round(p.covMm2[0], 5), round(p.covMm2[1], 5), round(p.covMm2[2], 5)],
  systematicSigmaMm: round(p.systematicSigmaMm, 4),
})

const roundedMeasure = (m: Measured): Measured => ({ ...m, value: round(m.value, 3), sigma: round(m.sigma, 4) })

/** Micrometres and microseconds are plenty, and make a log that is short to read and replays to the same bytes. */
function rounded<E extends SeenEvent>(e: E): E {
  const margin = 'margin' in e ? { margin: roundedMeasure(e.margin) } : {}
  const areas = 'areas' in e && e.areas ? { areas: e.areas.map((a) => ({ ...a, inside: roundedMeasure(a.inside) })) } : {}
  return { ...e, ...margin, ...areas, tS: round(e.tS, 6), probability: round(e.probability, 5), place: roundedPlace(e.place) }
}
