/** Things that move along paths past a camera, with measurement noise: what is followed and which facts are found. */
import type { Side } from '../../../calibration/units.ts'
import { Random } from '../../../models/synth/random.ts'
import type { HandMask } from '../../../vision/detections.ts'
import { EventFinder } from '../../../vision/events/find-events.ts'
import type { GameEvent } from '../../../vision/events/game-event.ts'
import type { Measurement } from '../../../vision/measurements.ts'
import { Tracker } from '../../../vision/track/tracker.ts'
import type { Tracks } from '../../../vision/tracks.ts'
import { pitch, setup } from '../../tables.ts'

export const NO_HANDS = { grid: { x0Mm: -700, y0Mm: 500, mmPerCell: 100, width: 14, height: 10 }, covered: new Uint8Array(140) }
const NOISE_MM = 0.25

export type Path = (t: number) => { x: number; y: number } | null

/** A hand as a round patch that covers the cloth while the path gives a place. */
export const handAt = (path: Path, tS: number, radiusMm = HAND_RADIUS_MM): HandMask => {
  const grid = { x0Mm: -700, y0Mm: 500, mmPerCell: 10, width: 140, height: 100 }
  const p = path(tS)
  const covered = Uint8Array.from({ length: 14000 }, (_, k) =>
    p && Math.hypot(-700 + (k % 140) * 10 - p.x, 500 - Math.floor(k / 140) * 10 - p.y) < radiusMm ? 1 : 0,
  )
  return { grid, covered }
}
const HAND_RADIUS_MM = 35

export interface Thing {
  readonly kind: Measurement['kind']
  readonly side?: 'A' | 'B'
  readonly score?: number
  readonly misfit?: number
  /** How sure its side is. */
  readonly confidence?: number
  readonly path: Path
}

/** Runs things along paths past a camera at `fps`, with measurement noise, and returns the facts found. */
export const watch = (things: Record<string, Thing>, seconds: number, fps = 30, seed = 1, hand: Path | null = null): GameEvent[] =>
  watched(things, seconds, { fps, seed, hand }).events

interface Conditions {
  readonly fps?: number
  readonly seed?: number
  readonly hand?: Path | null
  readonly handRadiusMm?: number
  /** Pictures that never arrive. */
  readonly lost?: (seq: number) => boolean
  /** How far a picture's time is off when it was taken, s (one standard deviation). */
  readonly jitterS?: number
  /** The side that a base's colours seem to be. */
  readonly colours?: (side: Side) => Side
  /** Rows are taken one after the other, s from y = -500 to 500 mm; and whether anybody knows. */
  readonly readoutS?: number
  readonly readoutKnown?: boolean
}

/** The same with the tracks of every picture, and with pictures that are lost. */
export function watched(
  things: Record<string, Thing>,
  seconds: number,
  {
    fps = 30,
    seed = 1,
    hand = null,
    handRadiusMm = HAND_RADIUS_MM,
    lost = () => false,
    colours = (side) => side,
    jitterS = 0,
    readoutS = 0,
    readoutKnown = true,
  }: Conditions,
) {
  const rng = new Random(seed)
  const tracker = new Tracker({ setup: setup(), pitch: pitch() })
  const finder = new EventFinder(pitch(), setup(), readoutKnown)
  const out: GameEvent[] = []
  const all: Tracks[] = []
  for (let seq = 0; seq < seconds * fps; seq++) {
    const taken = seq / fps
    if (lost(seq)) continue
    const tS = taken + (jitterS ? rng.normal(jitterS) : 0)
    const items = Object.values(things).flatMap(({ kind, side, score, misfit, confidence, path }): Measurement[] => {
      const whole = path(taken)
      if (!whole) return []
      const lateS = (readoutS * whole.y) / 1000
      const p = path(taken + lateS) ?? whole
      const at = { xMm: p.x + rng.normal(NOISE_MM), yMm: p.y + rng.normal(NOISE_MM) }
      return [
        {
          kind,
          where: { at, covMm2: [NOISE_MM ** 2, 0, NOISE_MM ** 2], systematicSigmaMm: 0.05 },
          score: score ?? 0.9,
          side: side ? colours(side) : null,
          sideConfidence: confidence ?? 0.9,
          misfit: kind === 'base' ? (misfit ?? 0.8) : null,
          radiusMm: kind === 'ball' ? 11 : 10,
          ...(readoutKnown ? { lateS } : {}),
        },
      ]
    })
    const tracks = tracker.update({ seq, tS, items, hands: hand ? handAt(hand, taken, handRadiusMm) : NO_HANDS, looked: null })
    if (!tracks) continue
    all.push(tracks)
    out.push(...finder.add(tracks))
    tracker.heard({ ball: finder.friction.ball.decel, base: finder.friction.base.decel })
  }
  return { events: [...out, ...finder.flush()], tracks: all }
}

/** Rolls from a place at a time with a velocity, slowing down evenly; before, it lies still. */
export function rolling(x: number, y: number, from: number, vx: number, vy: number, decel: number): Path {
  const v = Math.hypot(vx, vy)
  return (t) => {
    const dt = Math.max(0, Math.min(t - from, v / decel))
    const s = dt - (0.5 * decel * dt * dt) / v
    return { x: x + vx * s, y: y + vy * s }
  }
}
export const still =
  (x: number, y: number): Path =>
  () => ({ x, y })
export const of = <K extends GameEvent['kind']>(events: GameEvent[], kind: K) =>
  events.filter((e): e is Extract<GameEvent, { kind: K }> | (GameEvent & { kind: K }) => e.kind === kind)
