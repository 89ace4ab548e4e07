/** What stood or ran near an impulse, at the distance at which it would touch. */
import type { Pitch } from '../../calibration/pitch.ts'
import { defending, type Setup } from '../../calibration/setup.ts'
import type { Track } from '../tracks.ts'
import { ballContactMm, type Neighbour, posts } from './contacts.ts'
import type { Course } from './course.ts'
import { type Impulse, STILL_MM_S } from './impulses.ts'
import type { Body } from './two-touches.ts'

/** A goalkeeper's block taken for round: so large, give or take. */
const KEEPER_MM = 7
const KEEPER_SLACK_MM = 5
const KEEPER_NEAR_MM = 50
/** Seen no farther from one place than this for a second it stands, mm. */
const KEEPER_STANDS_MM = 4

export class Neighbours {
  constructor(
    private readonly pitch: Pitch,
    private readonly setup: Setup,
    private readonly course: Course,
  ) {}

  ofBall(i: Impulse): Neighbour[] {
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

  ofBase(key: string, t: Track, i: Impulse): Neighbour[] {
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

  /** Goalkeepers near an impulse of a round thing: blocks on rods, about 9 x 13 mm, whose turn is not measured. */
  private keepersNear(i: Impulse, radiusMm: number): Neighbour[] {
    return this.course.now.keepers
      .filter((k) => Math.hypot(k.where.at.xMm - i.x, k.where.at.yMm - i.y) < KEEPER_NEAR_MM)
      .map((k) => ({ id: `keeper:${this.keeperSide(k)}`, x: k.where.at.xMm, y: k.where.at.yMm, contactMm: radiusMm + KEEPER_MM, slackMm: KEEPER_SLACK_MM }))
  }

  /** Of neighbours those that may have run at an impulse; of a goalkeeper on his rod nobody knows. */
  running(all: readonly Neighbour[], i: Impulse): Neighbour[] {
    return all.filter((n) => (n.id.startsWith('keeper') ? !this.keeperStands(n) : this.course.mayHaveRun(n.id, i.tS, STILL_MM_S)))
  }

  /** Whether a goalkeeper was seen in one place before and after. */
  private keeperStands(n: Neighbour): boolean {
    const sights = this.course.history.flatMap((h) => h.keepers.filter((k) => `keeper:${this.keeperSide(k)}` === n.id && k.seen === 'now'))
    return sights.length > 2 && sights.every((k) => Math.hypot(k.where.at.xMm - n.x, k.where.at.yMm - n.y) < KEEPER_STANDS_MM)
  }

  /** All that the ball may meet, with the ways that each may have gone. */
  bodies(ball: Track): Body[] {
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
    const posted = posts(this.pitch, ball.radiusMm).map((post): Body => ({ ...post, ways: [() => post] }))
    return [...bases, ...keepers, ...posted, wall(sx, null), wall(-sx, null), wall(null, sy), wall(null, -sy)]
  }

  /** The goal that a keeper stands in decides whose it is. */
  keeperSide(k: Track): 'A' | 'B' {
    return defending(this.setup, k.where.at)
  }
}
