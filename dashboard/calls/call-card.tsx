/** One call, big enough to be read at two metres: what, for whom, how sure, why, and the picture that shows it. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { CallMessage, Decision, TableMessage } from '../../edge/protocol.ts'
import { millimetres, said, t } from '../words.ts'
import { EvidencePicture } from './evidence-picture.tsx'

/** Restarts without a phrase in the book go by their names. */
const NAMES = [
  'flick-off',
  'flick-in',
  'goal-flick',
  'corner-flick',
  'free-flick',
  'penalty-flick',
  'illegal-position',
  'positions-right',
  'own-goal',
  'time-is-up',
  'match-over',
  'keeper-may-return',
  'distance',
] as const
const isName = (code: string): code is (typeof NAMES)[number] => (NAMES as readonly string[]).includes(code)

/** In a headline a name begins with a capital; within a sentence it does not. */
export const restartName = (kind: string): string => {
  const name = isName(kind) ? t(kind) : kind
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
export const title = (c: CallMessage): string =>
  isName(c.code) ? restartName(c.code) : (c.phrase ?? (c.code === 'shoot-out-unsuccessful' ? t(c.code) : c.code))
/** Answers to what the referee asked: no calls of play. */
const ANSWERS = new Set(['verifying-forcing', 'distance', 'illegal-position', 'illegal-playing-figure-number', 'positions-right'])
export const isAnswer = (c: CallMessage): boolean => ANSWERS.has(c.code)
/** Whom a call is for: after a goal who scored, though the other side flicks off. */
const isFor = (c: CallMessage): 'A' | 'B' | null => (c.code === 'goal' || c.code === 'own-goal' ? c.gains : c.restart ? c.restart.for : c.gains)

/** Far from the line and yet not sure: what is not known is something else than the distance. */
const CLEAR_SIGMAS = 3
export const verdictText = (c: CallMessage): string => {
  const m = c.measured[0]
  return t(c.verdict === 'too-close' && m && Math.abs(m.marginMm) > CLEAR_SIGMAS * m.sigmaMm ? 'notSure' : c.verdict)
}

/** Why, in the page's language. */
export const becauseOf = (c: CallMessage): string => (c.why ? said(c.why) : c.because)
const measuredWhat = (m: CallMessage['measured'][number]): string => (m.why ? said(m.why) : m.what)

export function who(c: CallMessage, table: TableMessage | null): string {
  const name = (s: 'A' | 'B') => (table && table.names[s] !== s ? `${table.names[s]} (${s})` : t('side', { side: s }))
  const side = isFor(c)
  return side ? t('forSide', { side: name(side) }) : c.restart ? t('forWhom') : ''
}

/** `children` are the referee's buttons: above the picture, so that they stand still when it comes. */
export function CallCard({
  call,
  table,
  decision,
  children,
}: {
  call: CallMessage
  table: TableMessage | null
  decision: Decision | null
  children?: ComponentChildren
}) {
  const m = call.measured[0]
  const side = isFor(call)
  return (
    <article class={`call ${call.verdict}`} data-call={call.id}>
      <header>
        <h1 lang={isName(call.code) ? undefined : 'en'}>
          <Unbroken words={title(call)} />
        </h1>
        {call.ownPhrase && (
          <p class="own" lang="it">
            {call.ownPhrase}
          </p>
        )}
        <p class="who">
          {side && <i class={`chip ${side}`} style={chip(table, side)} />}
          {who(call, table)}
          <span class={`verdict ${call.verdict}`}>{verdictText(call)}</span>
        </p>
      </header>
      {m && (
        <p class="margin">
          <b>{millimetres(m.marginMm)}</b> &plusmn; {millimetres(m.sigmaMm)} mm <small>{measuredWhat(m)}</small>
        </p>
      )}
      {children}
      {decision && (
        <p class={`decided ${decision.verdict}`}>
          {t(decision.verdict === 'accepted' ? 'acceptedBy' : 'dismissedBy')}
          {decision.figure && `: ${t('figureWas', { figure: decision.figure })}`}
        </p>
      )}
      <Evidence key={call.id} call={call} match={table?.match ?? ''} what={m ? measuredWhat(m) : title(call)} />
      <dl>
        <div>
          <dt>{t('why')}</dt>
          <dd>{becauseOf(call)}</dd>
        </div>
        {call.needs && (
          <div class="needs">
            <dt>{t('onlyReferee')}</dt>
            <dd>{said({ text: call.needs, values: [] })}</dd>
          </div>
        )}
        <div>
          <dt>{t('rule')}</dt>
          <dd>
            {t('sure', {
              rule: call.rule,
              percent: call.probability > 0.9995 ? t('over', { percent: millimetres(99.9) }) : millimetres(100 * call.probability, 1),
              time: millimetres(call.tS, 2),
            })}
            {call.evidence.frames && (
              <small class="trail">
                {[t('shownIn', { from: call.evidence.frames[0], to: call.evidence.frames[1] }), call.evidence.calibration].filter(Boolean).join(' \u00b7 ')}
              </small>
            )}
          </dd>
        </div>
      </dl>
    </article>
  )
}

/** "Flick-in" is one word, also where the line ends. */
function Unbroken({ words }: { words: string }) {
  return (
    <>
      {words.split(' ').flatMap((w, i) => [
        i ? ' ' : '',
        <span key={i} class="word">
          {w}
        </span>,
      ])}
    </>
  )
}

/** The picture that was measured, or the moment itself as the camera saw it, before and after. */
function Evidence({ call, match, what }: { call: CallMessage; match: string; what: string }) {
  const [moment, show] = useState(false)
  const { picture, loop } = call.evidence
  if (!picture) return null
  const src = moment && loop ? loop : picture
  return (
    <figure class="evidence">
      <EvidencePicture key={src} src={src} match={match} alt={t(src === loop ? 'loopOf' : 'plumb', { what })} />
      {loop && (
        <button type="button" onClick={() => show(!moment)}>
          {t(moment ? 'picture' : 'moment')}
        </button>
      )}
    </figure>
  )
}

export function chip(table: TableMessage | null, side: 'A' | 'B') {
  const c = table?.colours[side] ?? []
  return c.length ? { background: c[c.length - 1], borderColor: c[0] } : {}
}
