/** The one place that turns a probability into a verdict, the same for every rule. */

import { english, type Why, why } from '../calibration/why.ts'
import type { GameEvent } from '../vision/events/game-event.ts'
import type { Finding } from './rule.ts'

export type Verdict = 'suggested' | 'too-close' | 'blind' | 'info'

/** Beyond the upper it is suggested, below the lower it is not said at all. */
export interface Thresholds {
  readonly suggest: number
  readonly mention: number
}
export const THRESHOLDS: Thresholds = { suggest: 0.95, mention: 0.05 }

export interface MeasuredInCall {
  readonly what: string
  readonly why: Why
  readonly marginMm: number
  readonly sigmaMm: number
}

export interface Call {
  readonly id: string
  readonly tS: number
  readonly code: string
  readonly rule: string
  readonly phrase: string | null
  readonly ownPhrase: string | null
  readonly verdict: Verdict
  readonly against: 'A' | 'B' | null
  readonly gains: 'A' | 'B' | null
  readonly restart: Finding['restart']
  readonly measured: readonly MeasuredInCall[]
  readonly probability: number
  /** Why, in English, and the same for a screen to say in its own language. */
  readonly because: string
  readonly why: Why
  readonly at: Finding['at'] | null
  readonly options?: readonly string[]
  readonly choiceOf?: 'A' | 'B' | null
  readonly figure?: string
  readonly figures?: readonly string[]
  readonly needs?: string
  readonly answer?: boolean
  readonly minGapMm?: number
  readonly remove?: readonly string[]
  readonly evidence: { readonly frames: readonly [number, number] | null; readonly events: readonly string[]; readonly picture: string | null }
}

/** Codes that tell the state of play and award nothing. */
const REMARKS = new Set([
  'change',
  'shootable',
  'placing',
  'positions-right',
  'distance',
  'verifying-forcing',
  'keeper-may-return',
  'limited-flick',
  'time-is-up',
  'match-over',
])

export function judge(f: Finding, event: GameEvent, id: string, thresholds: Thresholds = THRESHOLDS): Call | null {
  if (f.probability < thresholds.mention) return null
  // what happened while nobody could see it is not a close call
  const betweenS = 'betweenS' in event ? event.betweenS : undefined
  const unseen = f.blind || betweenS !== undefined
  const because = betweenS ? why`${f.because}; it was not seen between ${betweenS[0].toFixed(2)} and ${betweenS[1].toFixed(2)} s` : f.because
  const verdict: Verdict = unseen ? 'blind' : f.probability < thresholds.suggest ? 'too-close' : REMARKS.has(f.code) ? 'info' : 'suggested'
  return {
    id,
    tS: event.tS,
    code: f.code,
    rule: f.rule,
    phrase: f.phrase,
    ownPhrase: f.ownPhrase,
    verdict,
    against: f.against,
    gains: f.gains,
    restart: f.restart,
    measured: f.reasons
      .filter((r) => r.measured.unit === 'mm')
      .map((r) => ({ what: english(r.what), why: r.what, marginMm: r.measured.value - r.limit, sigmaMm: r.measured.sigma })),
    probability: f.probability,
    because: english(because),
    why: because,
    at: f.at ?? f.restart?.at ?? null,
    ...pick(f),
    evidence: { frames: 'frames' in event ? event.frames : null, events: [...new Set(f.evidence)], picture: null },
  }
}

/** The extra fields of a finding that it has. */
function pick(f: Finding): Partial<Pick<Call, 'options' | 'choiceOf' | 'figure' | 'figures' | 'needs' | 'answer' | 'minGapMm' | 'remove'>> {
  const { options, choiceOf, figure, figures, needs, answer, minGapMm, remove } = f
  return Object.fromEntries(Object.entries({ options, choiceOf, figure, figures, needs, answer, minGapMm, remove }).filter(([, v]) => v !== undefined))
}
