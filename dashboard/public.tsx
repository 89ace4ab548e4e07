/** The table on a screen in the hall: score, clock, positions and the newest call. Nothing that players may not be told (FISTF 5.2.1 note). */
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { CallCard, chip } from './calls/call-card.tsx'
import { clockText } from './clock.tsx'
import { Connection } from './connection.ts'
import { HealthLine } from './health-line.tsx'
import { PitchView } from './pitch-view.tsx'
import { decisionOf, EMPTY, type Store, standingCalls } from './store.ts'
import './screen.ts'
import { entitle, t } from './words.ts'

/** How long a call stays beside the pitch, s of play; its answer to a player is for the referee to give. */
const SHOWN_S = 20

let update: (s: Store) => void = () => {}
const connection = new Connection((s) => update(s))

function Page() {
  const [store, setStore] = useState<Store>(EMPTY)
  const [nowMs, setNow] = useState(performance.now())
  useEffect(() => {
    update = setStore
    setStore(connection.store)
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const { table, match } = store
  const newest = standingCalls(store)
    .filter((c) => c.restart && (c.verdict === 'suggested' || c.verdict === 'too-close'))
    .at(-1)
  const decision = newest ? decisionOf(store, newest.id) : null
  const call = newest && store.tS >= newest.tS && store.tS - newest.tS < SHOWN_S && decision?.verdict !== 'dismissed' ? newest : null
  const side = (s: 'A' | 'B') => (
    <span class={`side ${match.possession === s ? 'ball' : ''}`}>
      <i class={`chip ${s}`} style={chip(table, s)} /> {table?.names[s] ?? s} <b>{match.score[s]}</b>
    </span>
  )
  return (
    <div class="public">
      <header>
        {side('A')}
        <span class="time">{clockText(match.clock, store.tS)}</span>
        {side('B')}
      </header>
      <main>
        <PitchView store={store} call={call} />
        {call && <CallCard call={call} table={table} decision={decision} />}
      </main>
      <footer>
        <HealthLine store={store} nowMs={nowMs} />
        <p>{t('suggestions')}</p>
      </footer>
    </div>
  )
}

entitle('hall')
render(<Page />, document.getElementById('app')!)
