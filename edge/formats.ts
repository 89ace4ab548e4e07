/** What `analyze` writes (design section 6): calibration, positions, events, calls. */
import { contours } from 'd3-contour'
import type { Calibration } from '../calibration/calibration.ts'
import { type PitchEstimate, sigmaPerAxisMm } from '../calibration/estimate.ts'
import type { Pitch } from '../calibration/pitch.ts'
import type { Call } from '../rules/judge.ts'
import type { HandMask } from '../vision/detections.ts'
import type { GameEvent } from '../vision/events/game-event.ts'
import { COUNTS_FROM, type Measurement, type Measurements } from '../vision/measurements.ts'
import { SECOND_BALL_SCORE } from '../vision/track/tracker.ts'
import type { Track, Tracks } from '../vision/tracks.ts'

const mm = (v: number) => Math.round(v * 1000) / 1000

export function calibrationJson(c: Calibration, { lines: _, ...pitch }: Pitch): Record<string, unknown> {
  const m = c.camera.model
  return {
    id: c.id,
    ...m,
    lines: c.lines.map((l) => ({
      name: l.name,
      residualMm: mm(l.residualMm),
      sigmaMm: mm(l.sigmaMm),
      foundShare: mm(l.foundShare),
      stepMm: mm(l.stepMm),
      offsetsMm: l.offsetsMm,
      offsetSigmasMm: l.offsetSigmasMm,
      edges: l.edges,
    })),
    lineWidth: c.lineWidth && { widthMm: mm(c.lineWidth.widthMm), sigmaMm: mm(c.lineWidth.sigmaMm) },
    lateral: c.lateral,
    systematicSigmaMm: { cloth: mm(c.systematicSigmaMm.cloth), ballHeight: mm(c.systematicSigmaMm.ballHeight) },
    residualMm: mm(c.residualMm),
    problems: c.problems,
    pitch,
  }
}

export interface PositionRecord {
  readonly xMm: number
  readonly yMm: number
  readonly sigmaMm: number
  readonly side: 'A' | 'B' | null
  readonly role: string
  readonly id: string
  readonly score: number
  readonly seen: 'now' | 'coasting'
  readonly standing: boolean
}

export interface FrameRecord {
  readonly seq: number
  readonly tS: number
  readonly ball: PositionRecord | null
  readonly otherBalls: readonly PositionRecord[]
  readonly bases: readonly PositionRecord[]
  readonly keepers: readonly PositionRecord[]
  readonly hands: readonly (readonly [number, number])[][]
  readonly blind: readonly (readonly [number, number])[][]
}

const ROLE = { ball: 'ball', base: 'figure', keeper: 'keeper', fallen: 'figure' } as const

function record(t: Track): PositionRecord {
  return {
    xMm: mm(t.where.at.xMm),
    yMm: mm(t.where.at.yMm),
    sigmaMm: mm(sigmaPerAxisMm(t.where)),
    side: t.side,
    role: t.reserve ? 'reserve-keeper' : ROLE[t.kind],
    id: t.id,
    score: mm(t.score),
    seen: t.seen,
    standing: t.kind !== 'fallen',
  }
}

export function positionsOfTracks(t: Tracks): FrameRecord {
  const hands = handPolygons(t.hands)
  // a ball that is not seen is not reported: freshness travels with every position (OP-14)
  const ball = t.ball?.seen === 'now' ? record(t.ball) : null
  return {
    seq: t.seq,
    tS: Math.round(t.tS * 1e6) / 1e6,
    ball,
    otherBalls: t.otherBalls.map(record),
    bases: [...t.bases, ...t.fallen].map(record),
    keepers: t.keepers.map(record),
    hands,
    blind: hands,
  }
}

/** A single picture: nothing is followed, everything is as measured. */
export function positionsOfMeasurements(m: Measurements): FrameRecord {
  const counts: Record<string, number> = {}
  const one = (i: Measurement): PositionRecord => {
    const letter = i.kind === 'ball' ? 'ball' : i.kind === 'keeper' ? 'K' : i.kind === 'fallen' ? 'F' : (i.side ?? 'X')
    const n = (counts[letter] = (counts[letter] ?? 0) + 1)
    return {
      xMm: mm(i.where.at.xMm),
      yMm: mm(i.where.at.yMm),
      sigmaMm: mm(sigmaPerAxisMm(i.where)),
      side: i.side,
      role: ROLE[i.kind],
      id: `${letter}${n}`,
      score: mm(i.score),
      seen: 'now',
      standing: i.kind !== 'fallen',
    }
  }
  const of = (...kinds: Measurement['kind'][]) => m.items.filter((i) => kinds.includes(i.kind) && i.score >= COUNTS_FROM[i.kind])
  const balls = of('ball').sort((a, b) => b.score - a.score)
  const hands = handPolygons(m.hands)
  return {
    seq: m.seq,
    tS: m.tS,
    ball: balls[0] ? one(balls[0]) : null,
    otherBalls: balls
      .slice(1)
      .filter((b) => b.score >= SECOND_BALL_SCORE)
      .map(one),
    bases: of('base', 'fallen').map(one),
    keepers: of('keeper').map(one),
    hands,
    blind: hands,
  }
}

/** Outlines, on the cloth in mm, of what hands and arms cover. */
export function handPolygons(h: HandMask): [number, number][][] {
  if (!h.covered.some((v) => v)) return []
  const { grid } = h
  const [shape] = contours().size([grid.width, grid.height]).thresholds([0.5])(Array.from(h.covered))
  return (shape?.coordinates ?? []).map((polygon) =>
    polygon[0]!
      .filter((_, i, a) => i % 2 === 0 || a.length < 12)
      .map(([x, y]) => [Math.round(grid.x0Mm + (x! - 0.5) * grid.mmPerCell), Math.round(grid.y0Mm - (y! - 0.5) * grid.mmPerCell)] as [number, number]),
  )
}

/** An event as a line of events.jsonl: places flat, with everything that a replay needs. */
export function eventJson(e: GameEvent): Record<string, unknown> {
  const flat = (p: PitchEstimate) => ({
    xMm: p.at.xMm,
    yMm: p.at.yMm,
    sigmaMm: mm(sigmaPerAxisMm(p)),
    covMm2: p.covMm2,
    systematicSigmaMm: p.systematicSigmaMm,
  })
  if (e.kind === 'positions') return { ...e, things: e.things.map((t) => ({ ...t, where: flat(t.where) })) }
  return 'place' in e ? { ...e, place: flat(e.place) } : { ...e }
}

/** And back: the very event that was written. */
export function eventFromJson(line: Record<string, unknown>): GameEvent {
  const deep = (p: { xMm: number; yMm: number; covMm2: PitchEstimate['covMm2']; systematicSigmaMm: number }): PitchEstimate => ({
    at: { xMm: p.xMm, yMm: p.yMm },
    covMm2: p.covMm2,
    systematicSigmaMm: p.systematicSigmaMm,
  })
  type Flat = Parameters<typeof deep>[0]
  if (line.kind === 'positions')
    return { ...line, things: (line.things as { where: Flat }[]).map((t) => ({ ...t, where: deep(t.where) })) } as unknown as GameEvent
  return (line.place ? { ...line, place: deep(line.place as Flat) } : line) as unknown as GameEvent
}

/** A call as a line of calls.jsonl; its picture, if its event has a place, lies under the call's own name. */
export function callJson(c: Call, events: readonly GameEvent[]): Call {
  const event = events.find((e) => e.id === c.evidence.events[c.evidence.events.length - 1])
  return { ...c, evidence: { ...c.evidence, picture: event && 'place' in event ? `evidence/${c.id}.png` : null } }
}
