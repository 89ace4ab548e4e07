/** What the side with the ball asked for: may this figure be forced, who stands too near; the answer stays until the next question. */
import { useEffect, useState } from 'preact/hooks'
import { type CallMessage, type ClientMessage, type MatchMessage, PROTOCOL_VERSION, type TableMessage } from '../edge/protocol.ts'
import { becauseOf, chip, restartName } from './calls/call-card.tsx'
import { millimetres, said, t } from './words.ts'

type Asked = 'forcing possible?' | 'distance' | 'positions?'
/** Calls that answer each question. */
const CODES: Readonly<Record<Asked, readonly string[]>> = {
  'forcing possible?': ['verifying-forcing'],
  distance: ['distance'],
  'positions?': ['positions-right', 'illegal-position', 'placing', 'illegal-playing-figure-number'],
}
interface Open {
  readonly what: Asked
  /** Calls known when it was asked: what came since answers it. */
  readonly after: string | null
}

/** Without an answer after this long there is nothing to say. */
const NONE_MS = 1500

/** Answers among the calls that came since a question. */
function since(calls: readonly CallMessage[], open: Open): CallMessage[] {
  const from = calls.findIndex((c) => c.id === open.after)
  if (from < 0 && open.after !== null) return []
  return calls.slice(from + 1).filter((c) => CODES[open.what].includes(c.code))
}

/** The question that is open, its answers, and the ways to ask and to close it. */
export function useAnswers(calls: readonly CallMessage[], say: (m: ClientMessage) => void) {
  const [open, set] = useState<Open | null>(null)
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (!open) return
    const timer = setTimeout(() => setLate(true), NONE_MS)
    return () => clearTimeout(timer)
  }, [open])
  return {
    open,
    late,
    answers: open ? since(calls, open) : [],
    ask: (what: Asked, by: 'A' | 'B' | 'referee', figure?: string) => {
      set({ what, after: calls.at(-1)?.id ?? null })
      say({ v: PROTOCOL_VERSION, kind: 'said', by, words: what, ...(figure ? { figure } : {}) })
    },
    close: () => set(null),
  }
}
export type Answers = ReturnType<typeof useAnswers>

/** The buttons: of the figure that is tapped on the pitch, else of the one farthest outside. */
export function Requests({
  match,
  table,
  answers,
  figure,
}: {
  match: MatchMessage
  table: TableMessage | null
  answers: Answers
  figure: { readonly id: string; readonly side: 'A' | 'B' } | null
}) {
  const by = match.possession
  // only a defender can be forced (FISTF 2.1.1)
  const pointed = figure && figure.side !== by ? figure : null
  return (
    <fieldset class="touch" aria-label={t('checks')}>
      {by && (
        <button type="button" onClick={() => answers.ask('forcing possible?', by, pointed?.id)}>
          {t('forcing')} {pointed?.id}
        </button>
      )}
      {by && match.restart?.side === by && match.restart.needMm !== null && (
        <button type="button" onClick={() => answers.ask('distance', by)}>
          {t('distance')} {match.restart.needMm} mm
        </button>
      )}
      <button type="button" onClick={() => answers.ask('positions?', 'referee')}>
        {t('positions')}
      </button>
      {!by && <span>{t('checksNeedPossession', { a: table?.names.A ?? 'A', b: table?.names.B ?? 'B' })}</span>}
    </fieldset>
  )
}

/** The answer, as big as a call: yes, no, or too close to say; figures that are too near with where each goes. */
export function Answer({ answers, match, say }: { answers: Answers; match: MatchMessage; say: (m: ClientMessage) => void }) {
  const { open, late, close } = answers
  if (!open) return null
  const given = answers.answers
  const [forcing] = given
  return (
    <section class="answer" aria-live="polite">
      <header>
        <h2>
          {
            {
              distance: `${t('distance')} ${match.restart?.needMm ?? ''} mm`,
              'forcing possible?': forcing?.phrase ?? t('forcing'),
              'positions?': `${t('positions')}${match.restart ? `: ${restartName(match.restart.kind)}` : ''}`,
            }[open.what]
          }
        </h2>
        <button type="button" onClick={close} aria-label={t('closeAnswer')}>
          &times;
        </button>
      </header>
      {open.what === 'forcing possible?' && forcing && <Forcing call={forcing} />}
      {open.what !== 'forcing possible?' && given.length > 0 && (
        <ul>
          {given.map((c) => (
            <li key={c.id}>
              {becauseOf(c)}
              {open.what === 'positions?' && <Margins call={c} />}
            </li>
          ))}
        </ul>
      )}
      {!given.length && <p>{t(late ? NOTHING[open.what] : 'asking')}</p>}
      <button type="button" class="play" onClick={() => say({ v: PROTOCOL_VERSION, kind: 'said', by: 'referee', words: 'play' })}>
        Play!
      </button>
    </section>
  )
}

/** What nothing amiss is called. */
const NOTHING = { distance: 'nobodyNear', 'forcing possible?': 'nothingToForce', 'positions?': 'noAnswer' } as const

/** Each thing that is not where it may be, and by how much. */
function Margins({ call }: { call: CallMessage }) {
  return (
    <ul>
      {call.measured.map((m) => (
        <li key={m.what}>
          {m.why ? said(m.why) : m.what}: {millimetres(m.marginMm)} &plusmn; {millimetres(m.sigmaMm)} mm
        </li>
      ))}
    </ul>
  )
}

function Forcing({ call }: { call: CallMessage }) {
  const [m] = call.measured
  const close = call.verdict === 'too-close'
  return (
    <p class="verdictLine">
      <b class={`verdict ${close ? 'too-close' : call.answer ? 'suggested' : 'no'}`}>{t(close ? 'too-close' : call.answer ? 'yes' : 'no')}</b>{' '}
      <span>
        {becauseOf(call)}
        {m && ` (${millimetres(m.marginMm)} ± ${millimetres(m.sigmaMm)} mm)`}
      </span>
    </p>
  )
}

/** Whose ball it is, in one touch. */
export function Possession({ match, table, say }: { match: MatchMessage; table: TableMessage | null; say: (m: ClientMessage) => void }) {
  return (
    <span class="possession">
      <fieldset aria-label={t('possessionOf')}>
        <small>{t('ballOf')}</small>
        {(['A', 'B'] as const).map((side) => (
          <button
            key={side}
            type="button"
            aria-pressed={match.possession === side}
            class={match.possession === side ? 'on' : ''}
            onClick={() => match.possession !== side && say({ v: PROTOCOL_VERSION, kind: 'possession', side })}
          >
            <i class={`chip ${side}`} style={chip(table, side)} /> <span class="name">{table?.names[side] ?? side}</span>
          </button>
        ))}
      </fieldset>
    </span>
  )
}
