/** Facts of the match, without rule words: what the camera saw, what people did, that time passed. One union, one log. */
import type { AreaBox, AreaName } from '../../calibration/areas.ts'
import type { Measured, PitchEstimate } from '../../calibration/estimate.ts'
import type { Direction, LineName, PitchPoint, Side } from '../../calibration/units.ts'

interface Fact {
  readonly id: string
  readonly tS: number
}

interface Seen extends Fact {
  /** First and last frame that show it. */
  readonly frames: readonly [number, number]
  readonly probability: number
  /** Where; for ball events the ball's centre. */
  readonly place: PitchEstimate
}

/** Where a thing is, for the rules: its outline is a circle seen plumb from above. */
export interface Placed {
  readonly id: string
  readonly side: Side | null
  readonly role: 'ball' | 'figure' | 'reserve-keeper' | 'keeper'
  readonly where: PitchEstimate
  readonly radiusMm: number
  readonly moving: boolean
  /** Lying figures are neutral until raised; `lying` is left out for standing ones. */
  readonly lying?: boolean
  readonly hookedTo?: string
  /** A goalkeeper's outline as a rectangle: length and thickness in mm, angle of the length against the x axis in degrees. */
  readonly shape?: { readonly lengthMm: number; readonly thicknessMm: number; readonly angleDeg: number }
}

/** Places of everything that can be seen, given before the facts that rules judge by them. */
export interface Positions extends Fact {
  readonly kind: 'positions'
  readonly things: readonly Placed[]
}
export interface Flicked extends Seen {
  readonly kind: 'flicked'
  readonly figure: string
  /** Its side, when it was not among the positions yet (it came out from under the hand). */
  readonly side?: Side
  readonly ballMoving: boolean
}
export interface BallTouched extends Seen {
  readonly kind: 'ball-touched'
  /** Figure id, `keeper:A`, `post`, `fence`, `net`, or null when several could have. */
  readonly by: string | null
  readonly candidates: readonly string[]
  readonly byMoving: boolean
  readonly ballMoving: boolean
}
/** A flicked figure has gone past the ball without touching it. */
export interface PassedBall extends Seen {
  readonly kind: 'passed-ball'
  readonly figure: string
}
export interface FiguresTouched extends Seen {
  readonly kind: 'figures-touched'
  readonly figures: readonly [string, string]
}
export interface FenceTouched extends Seen {
  readonly kind: 'fence-touched'
  readonly object: string
}
export interface AtRest extends Seen {
  readonly kind: 'at-rest'
  readonly object: string
  /** The areas that it lies in or reaches into: how far it is wholly inside, mm; negative: so much of it sticks out. */
  readonly areas?: readonly { readonly area: AreaName; readonly inside: Measured }[]
}
export interface LineCrossed extends Seen {
  readonly kind: 'line-crossed'
  readonly object: string
  readonly line: LineName
  readonly part: 'leading-edge' | 'centre' | 'whole'
  readonly direction: 'in' | 'out'
  /** It was not seen when: only that it was between these, s. */
  readonly betweenS?: readonly [number, number]
  /** One standard deviation of its time, s; left out where the time is exact. */
  readonly sigmaS?: number
  /** How far beyond the line that part went afterwards, with its sigma. */
  readonly margin: Measured
}
/** The ball ran from one place to another without touching anything. */
export interface BallMoved extends Seen {
  readonly kind: 'ball-moved'
  readonly from: PitchPoint
  readonly to: PitchPoint
}
export interface HandSeen extends Seen {
  readonly kind: 'hand'
  /** Whose hand; null when that cannot be told. */
  readonly player: Side | null
  readonly touches?: string
  readonly touchedBy?: string
  readonly hinders?: string
  readonly overPlayingArea?: number
  /** Which hand or arm, of those seen at once; over which stretch of the cloth and which areas; what it covers or is at. */
  readonly hand?: string
  readonly region?: AreaBox
  readonly over?: readonly AreaName[]
  readonly at?: readonly string[]
  /** What of that cannot be seen: where each was last, and when, s. */
  readonly lastSeen?: Blind['lastSeen']
}
/** That hand or arm is gone from over the cloth. */
export interface HandGone extends Seen {
  readonly kind: 'hand-gone'
  readonly hand: string
  /** When it came, s. */
  readonly cameS: number
}
/** A thing's outline (of the ball: the place where it touches) has gone over the edge of the cloth, or is wholly back. */
export interface ClothLeft extends Seen {
  readonly kind: 'left-cloth' | 'back-on-cloth'
  readonly object: string
  /** How far beyond the edge, or from it, mm. */
  readonly margin: Measured
}
export interface LeftTable extends Seen {
  readonly kind: 'left-table'
  readonly object: string
}
/** A line's stretch or a thing that can no longer be seen, and that it can be seen again. */
export interface Blind extends Seen {
  readonly kind: 'blind' | 'unblind'
  /** A line, or EVERYTHING. */
  readonly what: string
  /** Things that can no longer be seen beside it: where each was last, and when, s. */
  readonly lastSeen?: readonly { readonly object: string; readonly at: PitchPoint; readonly tS: number }[]
}
/** What is named when no picture came for a while and something happened meanwhile. */
export const EVERYTHING = 'everything'

/** The ball was in the air, told when it was down again. */
export interface Airborne extends Seen {
  readonly kind: 'airborne'
  readonly object: string
  /** Since when at the latest, s. */
  readonly sinceS: number
}
/** A base hangs on another: seen from above they overlap. */
export interface Hooked extends Seen {
  readonly kind: 'hooked'
  readonly object: string
  readonly on: string
}

export interface Moved extends Seen {
  readonly kind: 'lifted' | 'placed' | 'fell'
  readonly object: string
}

export interface TimePassed extends Fact {
  readonly kind: 'time-passed'
  /** How much, s. */
  readonly seconds: number
}
/** A word spoken by a player, or a word or ruling of the referee (rulebook/scenarios/schema.md, Words). */
export interface Said extends Fact {
  readonly kind: 'said'
  readonly by: Side | 'referee'
  readonly words: string
  /** The figure that it is about, when one was pointed at. */
  readonly figure?: string
}
/** Everything lies still: the referee looks at the positions. */
export interface AllStill extends Fact {
  readonly kind: 'all-still'
}
export interface EndSignal extends Fact {
  readonly kind: 'end-signal'
  readonly half: number
}
/** The referee's clock: started, stopped, set. What is left out stays. */
export interface ClockSet extends Fact {
  readonly kind: 'clock-set'
  readonly running: boolean
  readonly half?: 'first' | 'second' | 'extra'
  readonly playedS?: number
}
export interface PlacedByHand extends Fact {
  readonly kind: 'set-down'
  readonly object: string
  readonly by: Side | 'referee'
}
export interface MatchStarted extends Fact {
  readonly kind: 'match-started'
  readonly attacks: Readonly<Record<Side, Direction>>
  readonly possession: Side | null
  /** Who takes the flick-off, when it was said. */
  readonly flickOff?: Side
}
/** The referee gives a restart himself: in place of a call, or where nothing was seen. */
export interface RestartGiven extends Fact {
  readonly kind: 'restart-given'
  /** As the rulebook names it. */
  readonly restart: string
  readonly side: Side
  /** Where it is taken; null where the ball lies, or where the book has it taken. */
  readonly at: PitchPoint | null
}
/** An attempt of a shoot-out begins, against this side's goal. */
export interface ShootOutBegun extends Fact {
  readonly kind: 'shoot-out'
  readonly goal: Side
}
/** What the referee does on the screen. */
export interface RefereeAct extends Fact {
  readonly kind: 'call-accepted' | 'call-dismissed' | 'undone' | 'possession-corrected' | 'last-touch-corrected'
  /** The call or event that is meant. */
  readonly subject: string
  readonly side: Side | null
  /** The figure that is meant, when the referee pointed at one. */
  readonly figure?: string
}

export type SeenEvent =
  | BallMoved
  | LeftTable
  | Flicked
  | BallTouched
  | PassedBall
  | FiguresTouched
  | FenceTouched
  | AtRest
  | LineCrossed
  | HandSeen
  | HandGone
  | ClothLeft
  | Airborne
  | Hooked
  | Blind
  | Moved
export type GameEvent =
  | SeenEvent
  | Positions
  | TimePassed
  | MatchStarted
  | RefereeAct
  | Said
  | AllStill
  | EndSignal
  | ClockSet
  | PlacedByHand
  | RestartGiven
  | ShootOutBegun

export const EVENT_KINDS = [
  'positions',
  'ball-moved',
  'said',
  'all-still',
  'end-signal',
  'clock-set',
  'set-down',
  'left-table',
  'flicked',
  'ball-touched',
  'passed-ball',
  'figures-touched',
  'fence-touched',
  'at-rest',
  'line-crossed',
  'hand',
  'hand-gone',
  'left-cloth',
  'back-on-cloth',
  'airborne',
  'hooked',
  'blind',
  'unblind',
  'lifted',
  'placed',
  'fell',
  'time-passed',
  'match-started',
  'call-accepted',
  'call-dismissed',
  'undone',
  'possession-corrected',
  'restart-given',
  'shoot-out',
  'last-touch-corrected',
] as const satisfies readonly GameEvent['kind'][]

/** An exact place, as scenarios and tests give it. */
export const exactly = (at: PitchPoint): PitchEstimate => ({ at, covMm2: [0, 0, 0], systematicSigmaMm: 0 })
