/** Measurements become tracks: what goes on, what is new, what is gone, and which ball is in play. */
import type { Pitch } from '../../calibration/pitch.ts'
import { defending, type Setup } from '../../calibration/setup.ts'
import type { PitchPoint, Side } from '../../calibration/units.ts'
import { type HandMask, handNear, type Region } from '../detections.ts'
import { COUNTS_FROM, type Known, type Measurement, type Measurements } from '../measurements.ts'
import type { TrackKind, Tracks } from '../tracks.ts'
import { assign, type Bounds, STILL_MM } from './assignment.ts'
import { asTrack, credit, distance, established, hidden, type Live, LOST_BALL_S, vote } from './live.ts'
import { fastest, staysPut } from './may-move.ts'
import { Motion, type Slowing } from './motion.ts'
import { Pace } from './pace.ts'
import { Strangeness } from './strangeness.ts'

const AGILITY: Record<TrackKind, number> = { ball: 3500, base: 2500, keeper: 2500, fallen: 1500 }
/** How ball and bases slow down until the match has shown better, mm/s2. */
export const USUAL_DECEL = { ball: 250, base: 800 } as const
/** A track not seen for this long, with nothing hiding it, is dropped, s. */
const FORGET_S: Record<TrackKind, number> = { ball: 1.2, base: 1.2, keeper: 1.2, fallen: 1 }
const FORGET_HIDDEN_S = 20
/** What first appears under a hand may be a finger: it counts only after this many looks with the hand away from it. */
const CLEAR_OF_HAND = 3
/** What is first seen so soon after the start was there before the hand, s. */
const FROM_THE_START_S = 0.2
const HAND_MM = 12
/** A track is taken for the ball only with a mean score of at least this. */
const BALL_SCORE = 0.25
/** A second ball, which is rare and stops the match, is reported only with a score of at least this. */
export const SECOND_BALL_SCORE = 0.6
/** What leapt to beside a hand must be well seen: a figure gone under the hand is not the fingertip that shows. */
const LEAP_BY_HAND_SCORE = 0.6
const LEAP_SCORE = 0.5
const NEW_BY_HAND_SCORE = 0.5
/** What stands beside a hand from the start may be in its shadow. */
const THERE_BY_HAND_SCORE = 0.35
const LEAP_BY_HAND_MM = 20
/** First seen so near the goal area, a reserve keeper was set down in it, mm. */
const AT_GOAL_MM = 60
/** Of so many things in sight less than this share is nearly nothing. */
const MANY = 6
const NEARLY_NONE = 0.2
/** Out of rest this far at once is a leap, mm; whether it was this thing or another shows within so long, s. */
const LEAP_MM = 15
const LEAPT_S = 0.5

export class Tracker {
  private live: Live[] = []
  private counts: Record<string, number> = {}
  private lastSeq = -1
  private lastS = Number.NEGATIVE_INFINITY
  private startS = Number.POSITIVE_INFINITY
  private mainBall: string | null = null
  private fresh = true
  private readonly bounds: Bounds | null
  private readonly pace = new Pace()
  private readonly slows: Record<TrackKind, Slowing> = {
    ball: { mmS2: USUAL_DECEL.ball },
    base: { mmS2: USUAL_DECEL.base },
    keeper: { mmS2: 0 },
    fallen: { mmS2: USUAL_DECEL.base },
  }

  /** With the table, bases in neither side's colours are told as reserve keepers; without, there are none. */
  constructor(private readonly table?: { readonly setup: Setup; readonly pitch: Pitch }) {
    const p = table?.pitch
    this.bounds = p ? { xMm: p.lengthMm / 2 + p.surfaceMarginMm.goalLine, yMm: p.widthMm / 2 + p.surfaceMarginMm.touchline } : null
  }

  /** How ball and bases slow down on this cloth, as learnt so far, mm/s2. */
  heard(decel: { readonly ball: number; readonly base: number }): void {
    this.slows.ball.mmS2 = decel.ball
    this.slows.base.mmS2 = decel.base
    this.slows.fallen.mmS2 = decel.base
  }

  /** Tracks after a frame. Frames that came before (sent twice, out of order) change nothing and give null. */
  update(m: Measurements): Tracks | null {
    if (m.seq <= this.lastSeq) return null
    this.lastSeq = m.seq
    this.pace.add(m.seq, m.tS)
    this.startS = Math.min(this.startS, m.tS)
    const blank = this.isBlank(m)
    const looked = (t: Live) => m.looked === null || inside(m.looked, t.motion.predict(m.tS))
    for (const t of this.live) if (looked(t)) t.seen = 'coasting'
    for (const kind of ['ball', 'base', 'keeper', 'fallen'] as const) this.follow(kind, m)
    // what was not looked at was neither seen nor missed
    for (const t of this.live) if (t.seen === 'now' && t.lastSeenS < m.tS) t.lastSeenS = m.tS
    for (const t of this.live) if (t.seen !== 'now' && (blank || hidden(t, m))) t.hiddenS = m.tS
    // what was hidden is looked for from when it could be seen again
    this.live = this.live.filter(
      (t) => m.tS - t.lastSeenS <= FORGET_HIDDEN_S && m.tS - Math.max(t.lastSeenS, t.hiddenS) <= (t.hits < 5 ? 0.12 : FORGET_S[t.kind]),
    )
    this.fresh = false
    this.lastS = m.tS
    return blank ? { ...this.result(m), blank } : this.result(m)
  }

  /** Whether a picture shows nearly nothing of what is followed. */
  private isBlank(m: Measurements): true | undefined {
    const followed = this.live.filter((t) => established(t) && (t.kind === 'ball' || t.kind === 'base') && !hidden(t, m)).length
    const seen = m.items.filter((i) => (i.kind === 'ball' || i.kind === 'base') && i.score >= COUNTS_FROM[i.kind]).length
    return m.looked === null && followed >= MANY && seen < NEARLY_NONE * followed ? true : undefined
  }

  /** Places to look at before the next full pass: the ball, what moves, what a hand is near; and the things that lie still, which need less work. */
  attention(tS: number, hands: HandMask): { places: PitchPoint[]; still: Known[] } {
    const places: PitchPoint[] = []
    const still: Known[] = []
    for (const t of this.live) {
      if (t.kind !== 'ball' && t.kind !== 'base') continue
      const p = t.motion.predict(tS)
      const at = { xMm: p.x, yMm: p.y }
      if (t.motion.atRest) still.push({ kind: t.kind, at, side: t.side })
      const main = t.id === this.mainBall
      if (main || !t.motion.atRest || handNear(hands, p.x, p.y, t.radiusMm + 30)) {
        if (main) places.unshift(at)
        else places.push(at)
      }
    }
    return { places, still }
  }

  private follow(kind: TrackKind, m: Measurements): void {
    const mine = this.live.filter((t) => t.kind === kind && (m.looked === null || t.seen === 'coasting'))
    const items = m.items.filter((i) => i.kind === kind)
    let freeItems = items
    // the ball in play chooses first, then what is established, each with tight gates and then as far as the fastest flick reaches; a
    // doubtful newcomer never takes their place
    const rank = (t: Live) => (t.id === this.mainBall ? 0 : established(t) ? 1 : 2)
    const tiers = [0, 1, 2].map((r) => mine.filter((t) => rank(t) === r))
    for (const tier of tiers) {
      let freeTracks = tier
      // what hardly counts (a fingertip where a figure just stood) comes last: a figure that was flicked is the one well seen beside it
      const weak = (i: Measurement) => kind !== 'ball' && i.score < COUNTS_FROM[kind]
      for (const [wide, hardly] of [
        [false, false],
        [true, false],
        [false, true],
      ] as const) {
        const fit = freeItems.filter((i) => weak(i) === hardly)
        const reachable = wide ? fit.filter((i) => mayHaveLeapt(i, m.hands)) : fit
        const pairs = assign(
          freeTracks,
          reachable,
          m.tS,
          wide,
          (t) => staysPut(t, this.live, m, this.lastS),
          (t) => fastest(t, this.live, m, this.lastS),
          this.bounds,
        )
        const done = new Set<unknown>()
        // what lay all the time, and who ran in its name: what was to go on with the one goes on with the other
        const ranAs = new Map<Live, Live>()
        for (const [t, i] of pairs) {
          const back = wide ? this.layThere(t, i, m.tS) : null
          if (back) {
            exchange(t, back)
            ranAs.set(back, t)
          }
          const taker = back ?? ranAs.get(t) ?? t
          this.take(taker, i, m.tS, m.hands)
          done.add(i).add(taker)
          if (t.seen === 'now') done.add(t)
        }
        freeTracks = freeTracks.filter((t) => !done.has(t))
        freeItems = freeItems.filter((i) => !done.has(i))
      }
    }
    for (const i of freeItems) {
      // what first appears beside a hand is a finger unless it is well seen
      const byHand = handNear(m.hands, i.where.at.xMm, i.where.at.yMm, i.radiusMm + HAND_MM)
      const least = !byHand ? COUNTS_FROM[kind] : m.tS - this.startS > FROM_THE_START_S ? NEW_BY_HAND_SCORE : THERE_BY_HAND_SCORE
      if (i.score < least) continue
      // a second detection on top of a track is the same thing seen twice
      if (this.live.some((t) => t.kind === kind && t.seen === 'now' && distance(t, i, m.tS) < 0.8 * i.radiusMm)) continue
      this.begin(kind, i, m.tS, m.hands)
    }
  }

  /** Who leapt away a moment ago from where this one would leap to: then it lies there still, and this one is what ran. */
  private layThere(t: Live, i: Measurement, tS: number): Live | null {
    const { at } = i.where
    const was = (o: Live) => o.leapt !== null && tS - o.leapt.tS < LEAPT_S && Math.hypot(o.leapt.from.xMm - at.xMm, o.leapt.from.yMm - at.yMm) < STILL_MM
    return this.live.find((o) => o !== t && o.kind === t.kind && was(o) && (o.side === null || t.side === null || o.side === t.side)) ?? null
  }

  private take(t: Live, i: Measurement, tS: number, hands: HandMask): void {
    const before = t.motion.estimate(t.lastSeenS).at
    const { at } = i.where
    if (t.motion.atRest && Math.hypot(at.xMm - before.xMm, at.yMm - before.yMm) > LEAP_MM) t.leapt = { from: before, tS, motion: t.motion.copy() }
    t.motion.update(i.where, tS, i.lateS, this.pace.jitterS)
    if (!t.motion.atRest) t.travelledMm += Math.max(0, Math.hypot(i.where.at.xMm - before.xMm, i.where.at.yMm - before.yMm) - 2)
    t.seen = 'now'
    t.lastSeenS = tS
    t.score += (i.score - t.score) / Math.min(15, t.hits + 1)
    t.hits++
    t.looks++
    if (t.doubt > 0 && !handNear(hands, i.where.at.xMm, i.where.at.yMm, i.radiusMm + HAND_MM)) t.doubt--
    t.radiusMm = i.radiusMm
    t.strangeness.look(i.misfit)
    if (i.side) vote(t, i.side, i.sideConfidence)
  }

  private begin(kind: TrackKind, i: Measurement, tS: number, hands: HandMask): void {
    const letter = kind === 'ball' ? 'ball' : kind === 'keeper' ? 'K' : kind === 'fallen' ? 'F' : (i.side ?? 'X')
    const n = (this.counts[letter] = (this.counts[letter] ?? 0) + 1)
    const hits = this.fresh ? 10 : 1
    const doubtful = tS - this.startS > FROM_THE_START_S && handNear(hands, i.where.at.xMm, i.where.at.yMm, i.radiusMm + HAND_MM)
    this.live.push({
      id: `${letter}${n}`,
      kind,
      side: i.side,
      sideVotes: { A: 0, B: 0 },
      strangeness: new Strangeness(),
      began: i.where.at,
      motion: new Motion(i.where, tS, AGILITY[kind], i.lateS, this.slows[kind]),
      leapt: null,
      radiusMm: i.radiusMm,
      score: i.score,
      seen: 'now',
      lastSeenS: tS,
      hiddenS: Number.NEGATIVE_INFINITY,
      votedS: tS,
      hits,
      looks: 1,
      travelledMm: 0,
      doubt: doubtful ? CLEAR_OF_HAND : 0,
    })
  }

  /**
   * Which track is the ball in play. It stays the one it was through gaps; another takes over only when it is clearly more
   * credible, or when the old one has been gone for a while with no hand over it.
   */
  private chooseBall(balls: readonly Live[], m: Measurements): Live | null {
    const main = balls.find((b) => b.id === this.mainBall) ?? null
    const best = balls.filter((b) => b.seen === 'now' && b !== main).reduce<Live | null>((p, q) => (!p || credit(q) > credit(p) ? q : p), null)
    if (!main) return best && credit(best) >= BALL_SCORE ? best : null
    if (!best) return main
    if (main.seen === 'now' || m.tS - main.lastSeenS < LOST_BALL_S || hidden(main, m)) return credit(best) > credit(main) + 0.35 ? best : main
    return credit(best) >= BALL_SCORE ? best : main
  }

  /** Each side has one reserve keeper at most: the strangest base of those that were set down at its goal (FISTF 9.1.1). */
  private reserveKeepers(shown: readonly Live[]): Map<Live, Side> {
    const out = new Map<Live, Side>()
    if (!this.table) return out
    const { setup, pitch } = this.table
    const atGoal = ({ xMm, yMm }: PitchPoint) =>
      Math.abs(xMm) > pitch.lengthMm / 2 - pitch.goalArea.depthMm - AT_GOAL_MM && Math.abs(yMm) < pitch.goalArea.widthMm / 2 + AT_GOAL_MM
    const strange = shown.filter((t) => t.kind === 'base' && t.strangeness.certain && atGoal(t.began)).sort((p, q) => q.strangeness.mean - p.strangeness.mean)
    for (const t of strange) {
      const side = defending(setup, t.began)
      if (![...out.values()].includes(side)) out.set(t, side)
    }
    return out
  }

  private result(m: Measurements): Tracks {
    const shown = this.live.filter(established)
    const balls = shown.filter((t) => t.kind === 'ball')
    const main = this.chooseBall(balls, m)
    this.mainBall = main?.id ?? null
    const reserves = this.reserveKeepers(shown)
    const show = (t: Live) => asTrack(t, m.tS, reserves.get(t))
    const of = (kind: TrackKind) => shown.filter((t) => t.kind === kind).map(show)
    return {
      seq: m.seq,
      tS: m.tS,
      ball: main ? show(main) : null,
      otherBalls: balls.filter((b) => b !== main && b.seen === 'now' && b.score >= SECOND_BALL_SCORE).map(show),
      bases: of('base'),
      keepers: of('keeper'),
      fallen: of('fallen'),
      hands: m.hands,
      ...(m.lens ? { lens: m.lens } : {}),
    }
  }
}

/** What ran was `ran` all the time, and `lay` has not moved. */
function exchange(ran: Live, lay: Live): void {
  ran.motion = lay.motion
  ran.lastSeenS = lay.lastSeenS
  ran.seen = lay.seen
  lay.motion = lay.leapt!.motion
  lay.leapt = null
}

function inside(regions: readonly Region[], p: { x: number; y: number }): boolean {
  return regions.some((r) => p.x > r.x0Mm && p.x < r.x1Mm && p.y > r.y0Mm && p.y < r.y1Mm)
}

const mayHaveLeapt = (i: Measurement, hands: HandMask): boolean =>
  i.score >= LEAP_BY_HAND_SCORE || ((i.kind === 'ball' || i.score >= LEAP_SCORE) && !handNear(hands, i.where.at.xMm, i.where.at.yMm, LEAP_BY_HAND_MM))
