/**
 * Simulated rallies through tracker, events and rules, without pictures: what was found of what happened.
 *   node --import tsx tests/bench/rallies.ts [COUNT] [SEED] [--list]
 * Half at 30 and half at 60 frames a second; measurement noise at the measured sigma; one look in ten misses a thing; hands hide what they
 * cover; friction and restitution up to 30 % off. Prints precision and recall per kind, errors, and whether probabilities hold.
 */

import { type Constants, type Course, USUAL } from '../../models/synth/physics.ts'
import { randomRally } from '../../models/synth/rally.ts'
import { Random } from '../../models/synth/random.ts'
import type { HandMask } from '../../vision/detections.ts'
import { EventFinder } from '../../vision/events/find-events.ts'
import type { GameEvent } from '../../vision/events/game-event.ts'
import type { Measurement } from '../../vision/measurements.ts'
import { Tracker } from '../../vision/track/tracker.ts'
import { pitch, setup } from '../tables.ts'

const NOISE = { ball: 0.28, base: 0.31 } as const
const KEEPER_MM = 1
const MISSED = 0.1
/** A touch or flick is found within this many frames of it; a crossing within this time and place; that something stopped, within so long. */
const FRAMES = 3
const CROSSING_S = 0.1
const STOP_S = 0.5
/** What stopped after less of a way than this cannot be said to have run, mm. */
const RAN_MM = 3

interface Tally {
  true: number
  found: number
  said: number
  wrong: number
  readonly dtMs: number[]
  readonly mm: number[]
}
const tally = (): Tally => ({ true: 0, found: 0, said: 0, wrong: 0, dtMs: [], mm: [] })
const ROWS = [
  'flicked',
  'ball-touched',
  'ball on keeper',
  'ball on fence, post or net',
  'figures-touched',
  'fence-touched',
  'line-crossed',
  'ball at rest',
  'figure at rest',
] as const
type Row = (typeof ROWS)[number]
export const tallies = () => Object.fromEntries(ROWS.map((r) => [r, tally()])) as Record<Row, Tally>

/** The row in which a fact counts; null for what is not scored here. */
function rowOf(e: GameEvent): Row | null {
  switch (e.kind) {
    case 'flicked':
    case 'figures-touched':
    case 'fence-touched':
      return e.kind
    case 'ball-touched':
      if (e.by === null) return null
      return e.by.startsWith('keeper') ? 'ball on keeper' : ['fence', 'post', 'net'].includes(e.by) ? 'ball on fence, post or net' : 'ball-touched'
    case 'line-crossed':
      return e.object !== 'ball' || e.part !== 'whole' || e.line === 'halfway-line' ? null : 'line-crossed'
    case 'at-rest':
      return e.object === 'ball' ? 'ball at rest' : 'figure at rest'
    default:
      return null
  }
}

export interface RallyReport {
  readonly kinds: Readonly<Record<string, Tally>>
  /** Things said at a probability (rounded to tenths): how many, and how many of them were true. */
  readonly calibration: Readonly<Record<string, { said: number; true: number }>>
  readonly switches: number
  readonly rallies: number
  readonly msPerFrame: number
}

export function rallies(count: number, seed: number, say: (line: string) => void = () => {}): RallyReport {
  const kinds = tallies()
  const calibration: Record<string, { said: number; true: number }> = {}
  let [switches, frames, ms] = [0, 0, 0]
  for (let n = 0; n < count; n++) {
    const rng = new Random(seed * 100_003 + n)
    const fps = n % 2 ? 60 : 30
    const off = () => rng.between(0.7, 1.3)
    const change: Partial<Constants> = {
      baseDecel: USUAL.baseDecel * off(),
      ballRollDecel: USUAL.ballRollDecel * off(),
      restitution: {
        ballBase: Math.min(0.9, USUAL.restitution.ballBase * off()),
        baseBase: Math.min(0.9, USUAL.restitution.baseBase * off()),
        ballFence: Math.min(0.9, USUAL.restitution.ballFence * off()),
        baseFence: Math.min(0.9, USUAL.restitution.baseFence * off()),
      },
    }
    const table = pitch()
    const rally = randomRally(rng, table, 3, fps, change)
    const tracker = new Tracker({ pitch: table, setup: setup() })
    const finder = new EventFinder(table, setup())
    const said: GameEvent[] = []
    const names = new Names()
    const last = new Map<string, string>()
    for (const [seq, state] of rally.course.states.entries()) {
      const hands = handsAt(state.t, rally.flicks, rally.course.states, fps)
      const items = state.bodies.flatMap((b): Measurement[] => {
        if (rng.chance(MISSED) || covered(hands, b.x, b.y)) return []
        const s = b.kind === 'keeper' ? KEEPER_MM : NOISE[b.kind]
        return [
          {
            kind: b.kind,
            where: { at: { xMm: b.x + rng.normal(s), yMm: b.y + rng.normal(s) }, covMm2: [s * s, 0, s * s], systematicSigmaMm: 0.1 },
            score: 0.85,
            side: b.kind === 'ball' ? null : (b.id[0] as 'A' | 'B'),
            sideConfidence: 0.85,
            misfit: null,
            radiusMm: b.radiusMm,
          },
        ]
      })
      const t0 = performance.now()
      const tracks = tracker.update({ seq, tS: state.t, items, hands, looked: null, lens: LENS })
      if (tracks) said.push(...finder.add(tracks))
      tracker.heard({ ball: finder.friction.ball.decel, base: finder.friction.base.decel })
      ms += performance.now() - t0
      frames++
      for (const t of tracks?.bases ?? []) {
        const b = state.bodies.find((q) => q.kind === 'base' && Math.hypot(q.x - t.where.at.xMm, q.y - t.where.at.yMm) < 6)
        if (!b || t.seen !== 'now') continue
        names.saw(t.id, b.id, state.t)
        if (last.has(b.id) && last.get(b.id) !== t.id) {
          switches++
          say(`rally ${n} (${fps} fps) ${state.t.toFixed(3)} s: ${b.id} was ${last.get(b.id)}, is ${t.id}; ${Math.hypot(b.vx, b.vy).toFixed(0)} mm/s`)
        }
        last.set(b.id, t.id)
      }
    }
    said.push(...finder.flush())
    compare(rally.course, said, names, fps, kinds, calibration, (line) => say(`rally ${n} (${fps} fps) ${line}`))
  }
  return { kinds, calibration, switches, rallies: count, msPerFrame: ms / frames }
}

export type Truth = Pick<Course, 'happenings' | 'crossings'>

/** Which thing was followed under which name, and from when on: after an exchange what was said before it is still right. */
export class Names {
  private readonly seen = new Map<string, { readonly tS: number; readonly is: string }[]>()

  saw(ours: string, is: string, tS: number): void {
    const list = this.seen.get(ours) ?? []
    if (list.at(-1)?.is !== is) this.seen.set(ours, [...list, { tS, is }])
  }

  at(ours: string, tS: number): string {
    const list = this.seen.get(ours) ?? []
    return (list.findLast((q) => q.tS <= tS) ?? list[0])?.is ?? ours
  }
}

/** What was said of a course of play beside what happened. */
export function compare(
  truth: Truth,
  said: readonly GameEvent[],
  names: Names,
  fps: number,
  kinds: Record<string, Tally>,
  calibration: Record<string, { said: number; true: number }>,
  say: (line: string) => void,
): void {
  const used = new Set<GameEvent>()
  const same = (ours: string, theirs: string, tS: number) => (ours === 'ball' ? 'ball' : names.at(ours, tS)) === theirs
  const hit = (row: Row, t: number, within: number, fits: (e: GameEvent) => boolean) =>
    said.filter((e) => rowOf(e) === row && !used.has(e) && Math.abs(e.tS - t) <= within && fits(e)).sort((a, b) => Math.abs(a.tS - t) - Math.abs(b.tS - t))[0]
  const count = (row: Row, e: GameEvent | undefined, t: number, at: readonly [number, number] | null, who: string) => {
    const k = kinds[row]!
    k.true++
    if (!e) return say(`${t.toFixed(3)} s: ${row} missed (${who})`)
    used.add(e)
    k.found++
    k.dtMs.push(1000 * (e.tS - t))
    if (at && 'place' in e) k.mm.push(Math.hypot(e.place.at.xMm - at[0], e.place.at.yMm - at[1]))
  }
  const within = FRAMES / fps
  const began = new Map<string, readonly [number, number]>()
  for (const h of truth.happenings) {
    const [first, second = ''] = h.pair as [string, string?]
    // where it was when it last began to run
    for (const [id, c] of Object.entries(h.centres)) if (h.type !== 'stop' && !began.has(id)) began.set(id, c)
    switch (h.type) {
      case 'finger-figure':
        count(
          'flicked',
          hit('flicked', h.t, within, (e) => e.kind === 'flicked' && same(e.figure, second, h.t)),
          h.t,
          null,
          second,
        )
        break
      case 'ball-figure':
      case 'ball-keeper': {
        const row = h.type === 'ball-figure' ? 'ball-touched' : 'ball on keeper'
        const is = (ours: string) => (row === 'ball-touched' ? same(ours, second, h.t) : ours === `keeper:${keeperAt(h.centres[second]!)}`)
        const e = hit(row, h.t, within, (q) => q.kind === 'ball-touched' && q.by !== null && is(q.by))
        // left open between several, the true one among them: neither found nor invented
        const open =
          e ?? said.find((q) => q.kind === 'ball-touched' && !used.has(q) && Math.abs(q.tS - h.t) <= within && q.by === null && q.candidates.some(is))
        if (!e && open) used.add(open)
        else count(row, e, h.t, h.centres.ball ?? null, second)
        break
      }
      case 'ball-fence':
      case 'ball-post':
      case 'ball-net': {
        const e = hit('ball on fence, post or net', h.t, within, (q) => q.kind === 'ball-touched' && q.by === second)
        count('ball on fence, post or net', e, h.t, h.centres.ball ?? null, second)
        break
      }
      case 'figure-fence':
        count(
          'fence-touched',
          hit('fence-touched', h.t, within, (e) => e.kind === 'fence-touched' && same(e.object, first, h.t)),
          h.t,
          null,
          first,
        )
        break
      case 'figure-figure':
        count(
          'figures-touched',
          hit(
            'figures-touched',
            h.t,
            within,
            (e) =>
              e.kind === 'figures-touched' &&
              h.pair.every((p) => e.figures.some((f) => (p.endsWith('GK') ? f === `keeper:${keeperAt(h.centres[p]!)}` : same(f, p, h.t)))),
          ),
          h.t,
          null,
          h.pair.join(' '),
        )
        break
      case 'stop': {
        const row = first === 'ball' ? 'ball at rest' : 'figure at rest'
        const at = h.centres[first]!
        const from = began.get(first) ?? at
        began.delete(first)
        const e = hit(row, h.t, STOP_S, (q) => q.kind === 'at-rest' && same(q.object, first, h.t))
        // a nudge of a millimetre is neither asked for nor held against
        if (Math.hypot(at[0] - from[0], at[1] - from[1]) < RAN_MM) {
          if (e) used.add(e)
        } else count(row, e, h.t, at, first)
      }
    }
  }
  for (const c of truth.crossings.filter((q) => q.body === 'ball' && q.part === 'whole')) {
    const printed = c.line.startsWith('touch') ? Math.abs(c.centre[0]) < 600 : Math.abs(c.centre[1]) < 400
    if (!printed) continue
    const fits = (e: GameEvent) => e.kind === 'line-crossed' && e.line === c.line && e.direction === c.direction
    count('line-crossed', hit('line-crossed', c.t, CROSSING_S, fits), c.t, c.centre, c.line)
  }
  for (const e of said) {
    const row = rowOf(e)
    if (!row || !('probability' in e)) continue
    kinds[row]!.said++
    if (!used.has(e)) {
      kinds[row]!.wrong++
      say(`${e.tS.toFixed(3)} s: ${row} invented (${'object' in e ? e.object : 'figure' in e ? e.figure : 'by' in e ? e.by : ''})`)
    }
    const bin = Math.min(1, Math.round(e.probability * 10) / 10).toFixed(1)
    calibration[bin] ??= { said: 0, true: 0 }
    calibration[bin].said++
    if (used.has(e)) calibration[bin].true++
  }
}
/** Whose goal a keeper stands in, as the set-up of these rallies has it. */
const keeperAt = ([x]: readonly [number, number]): 'A' | 'B' => (x > 0 === (setup().sides.A.attacks === '+x') ? 'B' : 'A')

const CELL = 10
/** Nothing flies here: what is taken to fly is an error that shows in the crossings. */
const LENS = { xMm: 30, yMm: -20, heightMm: 1300 }
const GRID = { x0Mm: -700, y0Mm: 500, mmPerCell: CELL, width: 140, height: 100 }

/** An arm over the table around each flick: a strip from the finger to the nearer touchline. */
function handsAt(
  t: number,
  flicks: readonly { tS: number; figure: string }[],
  states: readonly { t: number; bodies: readonly { id: string; x: number; y: number }[] }[],
  fps: number,
): HandMask {
  const coveredCells = new Uint8Array(GRID.width * GRID.height)
  for (const f of flicks) {
    const dt = t - f.tS
    if (dt < -0.5 || dt > 0.4) continue
    const k = Math.min(states.length - 1, Math.round(Math.min(t, f.tS) * fps))
    const b = states[k]!.bodies.find((q) => q.id === f.figure)
    if (!b) continue
    const side = Math.sign(b.y) || 1
    const back = 24 + (dt < 0 ? 120 * Math.max(0, -dt - 0.15) : 300 * Math.max(0, dt - 0.05))
    for (let j = 0; j < GRID.height; j++)
      for (let i = 0; i < GRID.width; i++) {
        const x = GRID.x0Mm + i * CELL
        const y = GRID.y0Mm - j * CELL
        if (Math.abs(x - b.x) < 28 && side * (y - b.y) > back) coveredCells[j * GRID.width + i] = 1
      }
  }
  return { grid: GRID, covered: coveredCells }
}
function covered(h: HandMask, x: number, y: number): boolean {
  const i = Math.round((x - GRID.x0Mm) / CELL)
  const j = Math.round((GRID.y0Mm - y) / CELL)
  return i >= 0 && j >= 0 && i < GRID.width && j < GRID.height && h.covered[j * GRID.width + i] === 1
}

const q = (a: readonly number[], p: number) => {
  const s = [...a].sort((x, y) => x - y)
  return s.length ? s[Math.min(s.length - 1, Math.ceil(p * s.length) - 1)]! : Number.NaN
}

export function table(r: RallyReport): string {
  const lines = [
    `${r.rallies} rallies; identity switches ${r.switches}; tracking and events ${r.msPerFrame.toFixed(2)} ms a frame`,
    '',
    '| kind | true | found | recall | said | wrong | precision | time median / 95 % ms | place median / 95 % mm |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  ]
  for (const [kind, k] of Object.entries(r.kinds)) {
    const dt = k.dtMs.map(Math.abs)
    lines.push(
      `| ${kind} | ${k.true} | ${k.found} | ${(k.found / k.true).toFixed(3)} | ${k.said} | ${k.wrong} | ${(1 - k.wrong / k.said).toFixed(3)} | ${q(dt, 0.5).toFixed(1)} / ${q(dt, 0.95).toFixed(1)} | ${k.mm.length ? `${q(k.mm, 0.5).toFixed(2)} / ${q(k.mm, 0.95).toFixed(2)}` : '-'} |`,
    )
  }
  lines.push('', '| said at | how often | true |', '| --- | --- | --- |')
  for (const [p, c] of Object.entries(r.calibration).sort()) lines.push(`| ${p} | ${c.said} | ${(c.true / c.said).toFixed(2)} |`)
  return lines.join('\n')
}

if (process.argv[1]?.endsWith('rallies.ts')) {
  const [count = '1000', seed = '1'] = process.argv.slice(2).filter((a) => a !== '--list')
  console.log(table(rallies(Number(count), Number(seed), process.argv.includes('--list') ? console.log : undefined)))
}
