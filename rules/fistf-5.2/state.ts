/** The state of play under FISTF 5.2 and its one reducer. Plain data; nothing but events changes it. */
import { probabilityAbove } from '../../calibration/estimate.ts'
import { otherSide, type Side } from '../../calibration/units.ts'
import type { BallTouched, GameEvent, Placed } from '../../vision/events/game-event.ts'
import { attackSign, insideShootingArea } from '../common/areas.ts'
import type { MatchSetup } from '../rule.ts'

/** One contact with the ball. */
export interface Touch {
  readonly event: string
  readonly tS: number
  readonly by: string | null
  readonly candidates: readonly string[]
  readonly side: Side | null
  readonly keeper: boolean
  readonly byMoving: boolean
  readonly probability: number
  /** Ball and toucher at the contact. */
  readonly ball: Placed | null
  readonly toucher: Placed | null
}

/** The ball played by a flicked figure or a goalkeeper: where ball and figure stood then (reading F-R15). */
export interface Played extends Touch {
  readonly figureBefore: Placed | null
  /** For a goalkeeper's touch of a running ball: the play of the other side that it met. */
  readonly keptFrom: Played | null
}

export interface RunningFlick {
  readonly event: string
  readonly figure: string
  readonly side: Side
  readonly from: Placed | null
  readonly touchedBall: boolean
  /** Whether it was an attacker's try for the ball (5.2.3). */
  readonly isTry: boolean
}

export interface FistfState {
  readonly possession: Side | null
  readonly places: Readonly<Record<string, Placed>>
  readonly flicks: Readonly<Record<string, RunningFlick>>
  readonly lastPlayed: Played | null
  /** Still figures of either side, and goalkeepers, that the ball touched since it was played. */
  readonly deflections: readonly Touch[]
  readonly lastTouch: Touch | null
  readonly ballInPlay: boolean
  readonly ballMoving: boolean
  readonly shootable: boolean
  readonly consecutive: { readonly figure: string; readonly count: number } | null
  readonly score: Readonly<Record<Side, number>>
}

export const START: FistfState = {
  possession: null,
  places: {},
  flicks: {},
  lastPlayed: null,
  deflections: [],
  lastTouch: null,
  ballInPlay: true,
  ballMoving: false,
  shootable: false,
  consecutive: null,
  score: { A: 0, B: 0 },
}

const isKeeper = (id: string | null) => id?.startsWith('keeper:') ?? false
const isFixed = (id: string) => id === 'fence' || id === 'post' || id === 'net'

export function sideOf(s: FistfState, id: string | null): Side | null {
  if (!id) return null
  if (isKeeper(id)) return id.endsWith('A') ? 'A' : 'B'
  return s.places[id]?.side ?? null
}

export function reduce(s: FistfState, e: GameEvent, setup: MatchSetup): FistfState {
  switch (e.kind) {
    case 'match-started':
      return { ...START, places: s.places, possession: e.possession }
    case 'positions':
      return { ...s, places: Object.fromEntries(e.things.map((t) => [t.id, t])) }
    case 'flicked':
      return flicked(s, e.id, e.figure)
    case 'ball-touched':
      return touched(s, e)
    case 'passed-ball':
      return atRest(s, e.figure)
    case 'at-rest':
      return atRest(s, e.object)
    case 'line-crossed':
      return e.object === 'ball' && e.part === 'whole' ? crossed(s, e, setup) : s
    case 'possession-corrected':
      return { ...s, possession: e.side }
    case 'last-touch-corrected':
      return s.lastTouch ? { ...s, lastTouch: { ...s.lastTouch, side: e.side, by: null } } : s
    case 'placed':
      return e.object === 'ball' ? { ...s, ballInPlay: true, deflections: [], ballMoving: false } : s
    case 'figures-touched':
    case 'fence-touched':
    case 'hand':
    case 'blind':
    case 'unblind':
    case 'lifted':
    case 'fell':
    case 'time-passed':
    case 'call-accepted':
    case 'call-dismissed':
    case 'undone':
      return s
  }
}

function flicked(s: FistfState, event: string, figure: string): FistfState {
  const side = sideOf(s, figure)
  if (!side) return s
  // the first flick that is seen tells who has the ball when nothing else did
  const possession = s.possession ?? side
  const isTry = side === possession && s.ballInPlay
  const count = !isTry ? null : s.consecutive?.figure === figure ? s.consecutive.count + 1 : 1
  const flick: RunningFlick = { event, figure, side, from: s.places[figure] ?? null, touchedBall: false, isTry }
  return { ...s, possession, flicks: { ...s.flicks, [figure]: flick }, consecutive: count === null ? s.consecutive : { figure, count } }
}

function touched(s: FistfState, e: BallTouched): FistfState {
  if (e.by && isFixed(e.by)) return s // fence, posts and nets are neutral (2.7)
  const sides = new Set((e.by ? [e.by] : e.candidates).map((id) => sideOf(s, id)).filter((v) => v !== null))
  const side = sides.size === 1 ? [...sides][0]! : null
  const keeper = isKeeper(e.by)
  const running = e.by ? s.flicks[e.by] : undefined
  const ball: Placed | null = { id: 'ball', side: null, role: 'ball', radiusMm: s.places.ball?.radiusMm ?? 11, moving: e.ballMoving, where: e.place }
  const touch: Touch = {
    event: e.id,
    tS: e.tS,
    by: e.by,
    candidates: e.candidates,
    side,
    keeper,
    byMoving: e.byMoving,
    probability: e.probability,
    ball,
    toucher: e.by ? (s.places[e.by] ?? null) : null,
  }
  const plays = keeper || (e.byMoving && running !== undefined) || (e.byMoving && side !== null && side === s.possession)
  const next: FistfState = { ...s, lastTouch: touch, ballMoving: true }
  if (plays)
    return {
      ...next,
      lastPlayed: {
        ...touch,
        figureBefore: running?.from ?? touch.toucher,
        keptFrom: keeper && e.ballMoving && s.lastPlayed && s.lastPlayed.side !== side ? s.lastPlayed : null,
      },
      deflections: keeper ? [...s.deflections, touch] : [],
      possession: s.possession === null || keeper ? side : s.possession,
      flicks: running ? { ...s.flicks, [running.figure]: { ...running, touchedBall: true } } : s.flicks,
      consecutive: side === s.possession && s.consecutive && e.by !== s.consecutive.figure ? null : s.consecutive,
    }
  // a still figure: of the defender it takes the ball (5.1.2.b), of the attacker it only ends the count (5.2.1)
  const change = side !== null && s.possession !== null && side !== s.possession
  return { ...next, deflections: [...s.deflections, touch], possession: change ? side : s.possession, consecutive: null }
}

/** A flicked figure that came to rest without the ball has missed (5.1.2.a). */
export function missed(s: FistfState, object: string): RunningFlick | null {
  const f = s.flicks[object]
  return f?.isTry && !f.touchedBall && f.side === s.possession && s.ballInPlay ? f : null
}

function atRest(s: FistfState, object: string): FistfState {
  if (object === 'ball') return { ...s, ballMoving: false }
  if (!s.flicks[object]) return s
  const miss = missed(s, object)
  const { [object]: _, ...flicks } = s.flicks
  return miss ? { ...s, flicks, possession: otherSide(miss.side), consecutive: null } : { ...s, flicks }
}

function crossed(s: FistfState, e: Extract<GameEvent, { kind: 'line-crossed' }>, setup: MatchSetup): FistfState {
  if (e.line.startsWith('shooting-line')) {
    const sign = e.line.endsWith('+x') ? 1 : -1
    if (e.direction === 'in') return { ...s, shootable: false }
    return { ...s, shootable: s.possession !== null && attackSign(setup, s.possession) === sign }
  }
  if (e.line === 'halfway-line') return s
  return e.direction === 'out' && s.ballInPlay && e.margin.value > 0 ? { ...s, ballInPlay: false, shootable: false, consecutive: null } : s
}

/** Whether the ball was played completely inside the shooting area that its player attacks (7.1.1.a). */
export function playedInShootingArea(p: Played | null, setup: MatchSetup): number {
  if (!p?.ball || !p.side) return 0
  return probabilityAbove(insideShootingArea(setup.pitch, attackSign(setup, p.side), p.ball), 0)
}
