/** What a rulebook is made of: one reducer for the state of play, one pure function per rule. No clock, no I/O. */
import type { Measured } from '../calibration/estimate.ts'
import type { Pitch } from '../calibration/pitch.ts'
import type { Direction, PitchPoint, Side } from '../calibration/units.ts'
import type { Why } from '../calibration/why.ts'
import type { GameEvent } from '../vision/events/game-event.ts'

export interface MatchSetup {
  readonly pitch: Pitch
  readonly attacks: Readonly<Record<Side, Direction>>
  readonly ballRadiusMm: number
}

/** Why a rule speaks: something measured against a limit, or something counted. */
export interface Reason {
  readonly what: Why
  readonly measured: Measured
  readonly limit: number
}

export interface Restart {
  readonly kind: string
  /** Who takes it; null when the last touch is unknown. */
  readonly for: Side | null
  readonly at: PitchPoint | null
  readonly candidates?: readonly string[]
}

export interface Finding {
  /** The rule as cited, e.g. `FISTF 14.1.1`. */
  readonly rule: string
  readonly code: string
  readonly phrase: string | null
  /** The same in the rulebook's own language. */
  readonly ownPhrase: string | null
  readonly against: Side | null
  /** Who gains by it, null if neither. */
  readonly gains: Side | null
  readonly restart: Restart | null
  readonly probability: number
  readonly reasons: readonly Reason[]
  /** Events that show it. */
  readonly evidence: readonly string[]
  readonly blind?: boolean
  /** Where it happened or is punished, when it is not only the restart's place. */
  readonly at?: PitchPoint | null
  /** What the offended side may choose (4.3.3). */
  readonly options?: readonly string[]
  readonly choiceOf?: Side | null
  readonly figure?: string
  readonly figures?: readonly string[]
  /** What only the referee can say. */
  readonly needs?: string
  readonly answer?: boolean
  readonly minGapMm?: number
  readonly remove?: readonly string[]
  readonly offerOpen?: boolean
  /** One sentence a player understands. */
  readonly because: Why
}

/** The state of play is plain data: it can be logged, compared, undone. */
export type Reducer<S> = (state: S, event: GameEvent, setup: MatchSetup) => S

export interface Rule<S> {
  readonly ref: string
  readonly title: string
  find(before: S, event: GameEvent, after: S, setup: MatchSetup): readonly Finding[]
}

/** What of the book is done, for `greenline rules`. */
export interface Coverage {
  readonly rule: string
  readonly title: string
  readonly status: 'done' | 'needs the referee' | 'cannot be seen'
  readonly note: string
}

/** The offside line as it lies now, and how far beyond it each attacker stands. */
export interface OffsideNow {
  readonly side: Side
  readonly lineXMm: number
  readonly figures: readonly { readonly id: string; readonly margin: Measured }[]
}

export interface Rulebook<S> {
  readonly name: string
  readonly title: string
  readonly edition: string
  readonly start: S
  readonly reduce: Reducer<S>
  /** The state after an event whose decision the referee did not follow: what was seen stays, what was decided does not. */
  dismiss(before: S, after: S): S
  /** What is left of the state when the table or the ends have changed: nothing that was in the making. */
  resumed(state: S): S
  readonly rules: readonly Rule<S>[]
  /** For a referee who asks before anything is declared; null when no side has the ball. */
  offsideNow(state: S, setup: MatchSetup): OffsideNow | null
  readonly coverage: readonly Coverage[]
}
