/** Words that only people can say: advantage, questions of the rulebook, checks that a player asks for. One touch each. */
import { type CallMessage, type ClientMessage, type MatchMessage, PROTOCOL_VERSION, SPOKEN, type Spoken, type TableMessage } from '../edge/protocol.ts'
import { chip } from './calls/call-card.tsx'
import { t } from './words.ts'

type Say = (m: ClientMessage) => void
const isSpoken = (w: string): w is Spoken => (SPOKEN as readonly string[]).includes(w)
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

/** One question at a time; play never waits for it. */
export function Question({ question, say }: { question: MatchMessage['question']; say: Say }) {
  if (!question) return null
  return (
    <fieldset class="touch question" aria-label={question.text}>
      <span>{question.text}</span>
      {question.answers.filter(isSpoken).map((words) => (
        <button key={words} type="button" onClick={() => say({ v: PROTOCOL_VERSION, kind: 'said', by: 'referee', words })}>
          {capital(words)}
        </button>
      ))}
    </fieldset>
  )
}

/** What the side with the ball may ask for. */
export function Requests({ match, say }: { match: MatchMessage; say: Say }) {
  const by = match.possession
  if (!by) return null
  const ask = (words: Spoken) => () => say({ v: PROTOCOL_VERSION, kind: 'said', by, words })
  return (
    <fieldset class="touch" aria-label={t('checks')}>
      <button type="button" onClick={ask('forcing possible?')}>
        {t('forcing')}
      </button>
      <button type="button" onClick={ask('distance')}>
        {t('distance')}
      </button>
    </fieldset>
  )
}
