/** The state of play under FISTF 5.2: plain data, changed by events alone. Sides' rights, the flicks that run, what was last played. */

import type { Measured } from '../../calibration/estimate.ts'
import type { PitchPoint } from '../../calibration/units.ts'
import { otherSide, type Side } from '../../calibration/units.ts'
import type { Why } from '../../calibration/why.ts'
import type { LineCrossed, Placed } from '../../vision/events/game-event.ts'
import type { Reason } from '../rule.ts'
import type { Phrase } from './phrases.ts'

export const RESTARTS = ['flick-off', 'flick-in', 'goal-flick', 'corner-flick', 'free-flick', 'penalty-flick'] as const
export type RestartKind = (typeof RESTARTS)[number]
/** Chapters that say how each restart is taken. */
export const TAKEN: Readonly<Record<RestartKind, string>> = {
  'flick-off': 'FISTF 4.2',
  'flick-in': 'FISTF 14.2',
  'goal-flick': 'FISTF 15.2',
  'corner-flick': 'FISTF 16.2',
  'free-flick': 'FISTF 11.2',
  'penalty-flick': 'FISTF 12.2',
}
export type Stage = 'placing' | 'positional' | 'positional-done' | 'no-flicks' | 'authorised'

/** One contact with the ball. */
export interface Touch {
  readonly event: string
  readonly by: string | null
  readonly candidates: readonly string[]
  readonly side: Side | null
  readonly keeper: boolean
  readonly byMoving: boolean
  readonly probability: number
  /** Ball and toucher at the contact. */
  readonly ball: Placed
  readonly toucher: Placed | null
}

/** The ball played by a flicked figure or a goalkeeper: where ball and figure stood then (reading F-R15). */
export interface Played extends Touch {
  readonly figureBefore: Placed | null
  /** For a goalkeeper's touch of a running ball: the play of the other side that it met. */
  readonly keptFrom: Played | null
}

/** A figure that a finger started and that has not come to rest. */
export interface Flick {
  readonly event: string
  readonly figure: string
  readonly side: Side
  /** Whether the side had the ball when it was struck (kept when possession changes while it runs). */
  readonly type: 'try' | 'block' | 'illegal-block' | 'positional' | 'tick' | 'take'
  readonly from: Placed | null
  readonly wasOffside: boolean
  readonly ballMoving: boolean
  readonly touchedBall: boolean
  /** Gone past the ball, or stopped, without touching it. */
  readonly missed: boolean
  /** Hit the fence (2.1.3). */
  readonly rebounded: boolean
  /** Ran into a hand: whether it would have missed cannot be said (5.3.2). */
  readonly hindered: boolean
  /** Defenders completely in their own half that it moved, directly or through others (5.3.3). */
  readonly moved: readonly string[]
}

/** What the last touch by an attacker's figure froze for offside (13.1.2.3). */
export interface OffsideFrame {
  readonly side: Side
  readonly player: string
  readonly figures: readonly string[]
  /** All that stood in an offside position then, passive ones too. */
  readonly all: readonly string[]
  /** How far each of them is in an offside position. */
  readonly margins: Readonly<Record<string, Measured>>
  /** Ball in the area and past the last base already (13.1.2.2). */
  readonly past: boolean
  readonly ballAt: PitchPoint
  readonly playerAt: PitchPoint | null
  /** Defenders' places at the touch: one pushed by the attack since counts where he was (13.1.2.1 note). */
  readonly defenders: Readonly<Record<string, Placed>>
  readonly pushed: readonly string[]
  /** Whether the figures had to be judged after a block-flick that followed an earlier touch (cited as 13.1.2.3). */
  readonly afterBlockFlick: boolean
}

/** A decision of the rulebook at one event. */
export interface Ruling {
  readonly code: string
  readonly rule: string
  readonly phrase?: Phrase | null
  /** Who gains. */
  readonly side: Side | null
  readonly restart: string | null
  /** Who takes the restart, when that is not the side that gains. */
  readonly taker?: Side | null
  readonly at: PitchPoint | null
  readonly options?: readonly string[]
  readonly figure?: string
  readonly figures?: readonly string[]
  readonly needs?: string
  readonly answer?: boolean
  readonly minGapMm?: number
  readonly remove?: readonly string[]
  readonly candidates?: readonly string[]
  readonly probability?: number
  readonly reasons?: readonly Reason[]
  readonly evidence?: readonly string[]
  readonly because: Why
}

/** An offence whose victim may still choose to play on (4.3.3). Until then the sanction is what holds. */
export interface Offer {
  readonly offended: Side
  readonly ruling: Ruling
  /** Block-flick offences leave possession with the attacker even over still defenders (6.2.4 note). */
  readonly blockFlick: boolean
  readonly offsideExists: string | null
  /** The count before a try that the offence spoiled (5.2.4). */
  readonly countBefore: FistfState['consecutive']
  /** A ball that went out meanwhile. */
  readonly out: LineCrossed | null
}

/** One attempt of the shoot-out (17.2) against the goal of a side. */
export interface ShootOut {
  readonly goal: Side
  readonly shooter: string | null
  readonly touched: boolean
  readonly replays: number
  /** Who has said that he is ready. */
  readonly ready: readonly Side[]
  /** The referee has said "play!". */
  readonly authorised: boolean
}

export const HALVES = ['first', 'second', 'extra'] as const
/** The referee's clock (3.1.1). Times on the camera's clock, s. */
export interface Clock {
  readonly half: (typeof HALVES)[number]
  /** Played in this half up to `sinceS`. */
  readonly playedS: number
  /** When it was started; null while it stands. */
  readonly sinceS: number | null
  readonly timeIsUp: boolean
}

export interface FistfState {
  readonly possession: Side | null
  readonly places: Readonly<Record<string, Placed>>
  readonly flicks: Readonly<Record<string, Flick>>
  /** Figures pushed by a flicked one, and by which. */
  readonly pushedBy: Readonly<Record<string, string>>
  readonly lastPlayed: Played | null
  /** Still figures of either side, and goalkeepers, that the ball touched since it was played. */
  readonly deflections: readonly Touch[]
  readonly lastTouch: Touch | null
  readonly lastPlayedBy: string | null
  readonly ballInPlay: boolean
  readonly ballMoving: boolean
  readonly ballMovedSinceTouch: boolean
  readonly shootable: boolean
  readonly consecutive: { readonly figure: string; readonly count: number } | null
  /** The count as it was before a change ended it; regained with the ball (5.1.3.2, 5.2.2). */
  readonly tries: FistfState['consecutive']
  /** `unknown`: what went before was not seen, and a right cannot be denied. */
  readonly blockFlick: 'available' | 'unknown' | 'used' | 'lapsed' | 'not_available' | null
  readonly ticks: number
  readonly tick: 'asked' | 'allowed' | 'announced' | null
  readonly barred: { readonly figure: string; readonly by: RestartKind | 'tick' } | null
  readonly passive: readonly string[]
  readonly offside: OffsideFrame | null
  readonly blocked: boolean
  readonly limited: 'announced' | 'taken' | null
  readonly restart: {
    readonly type: RestartKind
    readonly side: Side
    readonly taker: string | null
    readonly stage: Stage
    readonly positional: Readonly<Record<Side, number>>
    readonly replays: number
    /** The defender has begun to place his figures: the attacker's stay as they are (4.2.2, 15.2.1.1). */
    readonly defenderPlaces?: boolean
  } | null
  /** The restart just taken, until the next touch. */
  readonly direct: { readonly type: RestartKind; readonly side: Side; readonly taker: string; readonly from: PitchPoint } | null
  readonly replays: number
  readonly reserveInPlay: readonly Side[]
  /** Plays of a reserve keeper since it came on (9.1.4, 9.2.1); null once it is off and may not come back yet (9.2.3). */
  readonly reservePlays: Readonly<Partial<Record<Side, number | null>>>
  readonly openGoalPlays: number
  /** A free-flick given for an offence of the reserve keeper's side is not counted either (9.2.1.1). */
  readonly openGoalFree: boolean
  /** The attacker must let the owed block-flick be made first (rule number). */
  readonly mustWait: string | null
  readonly keeperOffences: Readonly<Record<Side, number>>
  readonly keeperMoved: boolean
  readonly unplaced: readonly string[]
  readonly handsOver: Readonly<Record<Side, number>>
  readonly asked: { readonly what: 'influence' | 'deliberate' | 'block-flick'; readonly ruling: Ruling | null; readonly sinceS: number } | null
  readonly afterGoal: boolean
  readonly shootOut: ShootOut | null
  readonly clock: Clock
  readonly halfOver: 'signalled' | 'over' | null
  readonly score: Readonly<Record<Side, number>>
  readonly offer: Offer | null
  /** What was decided at the last event. */
  readonly rulings: readonly Ruling[]
}

export const START: FistfState = {
  possession: null,
  places: {},
  flicks: {},
  pushedBy: {},
  lastPlayed: null,
  deflections: [],
  lastTouch: null,
  lastPlayedBy: null,
  ballInPlay: true,
  ballMoving: false,
  ballMovedSinceTouch: false,
  shootable: false,
  consecutive: null,
  tries: null,
  blockFlick: null,
  ticks: 0,
  tick: null,
  barred: null,
  passive: [],
  offside: null,
  blocked: false,
  limited: null,
  restart: null,
  direct: null,
  replays: 0,
  reserveInPlay: [],
  reservePlays: {},
  openGoalPlays: 0,
  openGoalFree: false,
  mustWait: null,
  keeperOffences: { A: 0, B: 0 },
  keeperMoved: false,
  unplaced: [],
  handsOver: { A: 0, B: 0 },
  asked: null,
  afterGoal: false,
  shootOut: null,
  clock: { half: 'first', playedS: 0, sinceS: null, timeIsUp: false },
  halfOver: null,
  score: { A: 0, B: 0 },
  offer: null,
  rulings: [],
}

export const isKeeper = (id: string | null): boolean => id?.startsWith('keeper:') ?? false

export function sideOf(s: FistfState, id: string | null): Side | null {
  if (!id) return null
  if (isKeeper(id)) return id.endsWith('A') ? 'A' : 'B'
  return s.places[id]?.side ?? null
}

export const say = (s: FistfState, ...r: Ruling[]): FistfState => ({ ...s, rulings: [...s.rulings, ...r] })

/** Lying, hooked and unplaced figures are neutral (5.1.2.b, 2.1.3.4, reading F-R23). */
export const isNeutral = (s: FistfState, id: string): boolean => Boolean(s.places[id]?.lying) || s.unplaced.includes(id)

/** Possession passes: counts, rights and offside of the former attacker end (6.2.7.b, 13.3.1, 13.1.2.4.b). */
export function change(s: FistfState, to: Side): FistfState {
  return {
    ...s,
    possession: to,
    consecutive: null,
    ticks: 0,
    tick: null,
    passive: [],
    offside: null,
    barred: null,
    blocked: false,
    limited: null,
    blockFlick: s.blockFlick === 'available' ? 'lapsed' : (s.blockFlick ?? 'not_available'),
  }
}

/** A restart is given; what belonged to the stopped play ends. */
export function award(s: FistfState, type: RestartKind, side: Side): FistfState {
  return {
    ...change(s, side),
    restart: { type, side, taker: null, stage: 'placing', positional: { A: 0, B: 0 }, replays: 0 },
    direct: null,
    ballInPlay: false,
    ballMoving: false,
    offer: null,
    replays: 0,
  }
}

/** Puts an offence to the offended side: the sanction holds unless it plays on. */
export function offend(s: FistfState, ruling: Ruling, more: Partial<Pick<Offer, 'blockFlick' | 'offsideExists' | 'countBefore'>> = {}): FistfState {
  const offended = ruling.side ?? otherSide(s.possession ?? 'A')
  const offer: Offer = {
    offended,
    ruling,
    blockFlick: more.blockFlick ?? false,
    offsideExists: more.offsideExists ?? null,
    countBefore: more.countBefore ?? null,
    out: null,
  }
  return { ...say(s, ruling), offer }
}

/** 9.2.1.1: an offence of the reserve keeper's side takes back the play that it met, and the free-flick is not counted either. */
function playTakenBack(s: FistfState, offender: Side): FistfState {
  return s.reserveInPlay.includes(offender) && s.openGoalPlays > 0 ? { ...s, openGoalPlays: s.openGoalPlays - 1, openGoalFree: true } : s
}

/** The state if the open offer's sanction is taken. */
export function withSanction(s: FistfState): FistfState {
  const o = s.offer
  if (!o) return s
  const kind = o.ruling.restart
  const lapsed = o.blockFlick && s.blockFlick !== null ? 'lapsed' : s.blockFlick
  if (kind === 'free-flick' || kind === 'penalty-flick') return { ...playTakenBack(award(s, kind, o.offended), otherSide(o.offended)), score: s.score }
  return { ...s, offer: null, blockFlick: lapsed, ...(o.blockFlick ? { possession: o.offended } : {}) }
}

/** A ruling that awards nothing by itself. */
export const note = (code: string, rule: string, because: Why, more: Partial<Ruling> = {}): Ruling => ({
  code,
  rule,
  side: null,
  restart: null,
  at: null,
  because,
  ...more,
})
