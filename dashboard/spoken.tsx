/** Words that only people can say: advantage, questions of the rulebook, what a player or the referee announces. One touch each. */
import { type CallMessage, type ClientMessage, type MatchMessage, PROTOCOL_VERSION, SPOKEN, type Spoken, type TableMessage } from '../edge/protocol.ts'
import { chip } from './calls/call-card.tsx'
import { said, t } from './words.ts'

type Say = (m: ClientMessage) => void
const isSpoken = (w: string): w is Spoken => (SPOKEN as readonly string[]).includes(w)
/** Answers of the referee in the page's language; what players hear is said in the book's words. */
const ANSWERS: Partial<Record<Spoken, Parameters<typeof t>[0]>> = {
  'influenced play': 'influencedPlay',
  'no influence': 'noInfluence',
  deliberate: 'deliberate',
}
const capital = (w: string) => w[0]!.toUpperCase() + w.slice(1)

/** The offended side takes the sanction or plays on (FISTF 4.3.3). */
export function Offer({ call, table, say }: { call: CallMessage; table: TableMessage | null; say: Say }) {
  const by = call.choiceOf
  const options = (call.options ?? []).filter(isSpoken)
  if (!by || options.length < 2) return null
  return (
    <fieldset class="touch" aria-label={t('chooses', { side: table?.names[by] ?? by })}>
      <span>
        <i class={`chip ${by}`} style={chip(table, by)} /> {t('chooses', { side: table?.names[by] ?? by })}
      </span>
      {options.map((words) => (
        <button key={words} type="button" onClick={() => say({ v: PROTOCOL_VERSION, kind: 'said', by, words })}>
          {capital(words)}
        </button>
      ))}
    </fieldset>
  )
}

/** What is announced in the middle of play (FISTF 5.4, 6.2.2, 13.2): the side with the ball asks, the referee allows. */
export function Announced({ match, say }: { match: MatchMessage; say: Say }) {
  const by = match.possession
  const word = (who: 'A' | 'B' | 'referee', words: Spoken) => (
    <button key={words} type="button" onClick={() => say({ v: PROTOCOL_VERSION, kind: 'said', by: who, words })}>
      {capital(words)}
    </button>
  )
  return (
    <details class="enter">
      <summary>{t('announced')}</summary>
      <fieldset class="touch" aria-label={t('announced')}>
        {(['play', 'block-flick', 'limited flick', 'yes'] as const).map((w) => word('referee', w))}
        {by && (['offside?', 'tick'] as const).map((w) => word(by, w))}
      </fieldset>
    </details>
  )
}

/** One question at a time; play never waits for it. */
export function Question({ question, say }: { question: MatchMessage['question']; say: Say }) {
  if (!question) return null
  return (
    <fieldset class="touch question" aria-label={said(question.text)}>
      <span>{said(question.text)}</span>
      {question.answers.filter(isSpoken).map((words) => (
        <button key={words} type="button" onClick={() => say({ v: PROTOCOL_VERSION, kind: 'said', by: 'referee', words })}>
          {t(ANSWERS[words] ?? 'yes')}
        </button>
      ))}
    </fieldset>
  )
}
