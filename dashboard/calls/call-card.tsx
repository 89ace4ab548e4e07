/** One call, big enough to be read at two metres: what, for whom, how sure, why, and the picture that shows it. */
import type { CallMessage, Decision, TableMessage } from '../../edge/protocol.ts'

const WORDS: Record<string, string> = {
  'flick-in': 'Flick-in',
  'goal-flick': 'Goal-flick',
  'corner-flick': 'Corner-flick',
  'flick-off': 'Flick-off',
  goal: 'Goal!',
  'own-goal': 'Own goal',
  change: 'Change!',
  shootable: 'Shootable!',
}
const VERDICTS = { suggested: 'suggested', 'too-close': 'too close to call', blind: 'blind: not seen', info: 'note' } as const

export const title = (c: CallMessage): string => WORDS[c.code] ?? c.phrase ?? c.code

export function who(c: CallMessage, table: TableMessage | null): string {
  const name = (s: 'A' | 'B') => (table && table.names[s] !== s ? `${table.names[s]} (${s})` : `Side ${s}`)
  if (c.restart) return c.restart.for ? `for ${name(c.restart.for)}` : 'for whom? last touch unknown'
  return c.gains ? `for ${name(c.gains)}` : ''
}

export function CallCard({ call, table, decision }: { call: CallMessage; table: TableMessage | null; decision: Decision | null }) {
  const m = call.measured[0]
  const side = call.restart?.for ?? call.gains
  return (
    <article class={`call ${call.verdict}`} aria-live="assertive">
      <header>
        <div>
          <h1>{title(call)}</h1>
          {call.ownPhrase && (
            <p class="own" lang="it">
              {call.ownPhrase}
            </p>
          )}
          <p class="who">
            {side && <i class={`chip ${side}`} style={chip(table, side)} />}
            {who(call, table)}
          </p>
        </div>
        <span class={`verdict ${call.verdict}`}>{VERDICTS[call.verdict]}</span>
      </header>
      {call.evidence.picture && (
        <img src={`/${call.evidence.picture}`} alt={`The cloth seen plumb from above, and what the camera sees: ${m?.what ?? call.code}`} />
      )}
      <dl>
        {m && (
          <div class="margin">
            <dt>{m.what}</dt>
            <dd>
              <b>{Math.abs(m.marginMm) >= 100 ? Math.round(m.marginMm) : m.marginMm.toFixed(1)}</b> &plusmn; {m.sigmaMm.toFixed(1)} mm
            </dd>
          </div>
        )}
        <div>
          <dt>why</dt>
          <dd>{call.because}</dd>
        </div>
        <div>
          <dt>rule</dt>
          <dd>
            {call.rule}, {call.probability > 0.9995 ? 'over 99.9' : (100 * call.probability).toFixed(1)} % sure, at {call.tS.toFixed(2)} s
          </dd>
        </div>
      </dl>
      {decision && <p class={`decided ${decision.verdict}`}>{decision.verdict === 'accepted' ? 'Accepted' : 'Dismissed'} by the referee</p>}
    </article>
  )
}

export function chip(table: TableMessage | null, side: 'A' | 'B') {
  const c = table?.colours[side] ?? []
  return c.length ? { background: c[c.length - 1], borderColor: c[0] } : {}
}
