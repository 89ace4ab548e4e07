/**
 * The stream's overlay: a transparent page for a browser source, 1920 x 1080. `/overlay` is everything, `/overlay/score` and `/overlay/radar`
 * are parts; `?delay=ms` holds everything back as the video is, `?theme=light` for dark pictures.
 */
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { CallMessage, TableMessage } from '../edge/protocol.ts'
import { chip, isAnswer, title, verdictText, who } from './calls/call-card.tsx'
import { EvidencePicture } from './calls/evidence-picture.tsx'
import { clockText, NAMES as HALVES } from './clock.tsx'
import { Connection } from './connection.ts'
import { PitchView } from './pitch-view.tsx'
import { attemptsText } from './shoot-out.tsx'
import { EMPTY, type Store } from './store.ts'
import { millimetres, t } from './words.ts'

/** A clock that nobody confirms is shown as one that stands, ms. */
const SILENT_MS = 3000
/** How long a call stays on the picture, ms. */
const BANNER_MS = 7000

const query = new URLSearchParams(location.search)
const delayMs = Math.max(0, Math.min(60_000, Number(query.get('delay') ?? 0) || 0))
const part = location.pathname.split('/')[2] ?? 'all'
document.documentElement.dataset.theme = query.get('theme') === 'light' ? 'light' : 'dark'

let show: (s: Store) => void = () => {}
new Connection((s) => {
  // held back as a whole, so that score, positions and banner fit the delayed picture
  if (delayMs) setTimeout(() => show(s), delayMs)
  else show(s)
})

function Overlay() {
  const [store, setStore] = useState<Store>(EMPTY)
  const [banner, setBanner] = useState<{ call: CallMessage; untilMs: number } | null>(null)
  const [nowMs, setNow] = useState(performance.now())
  useEffect(() => {
    let known: string | null = null
    show = (s) => {
      setStore(s)
      const newest = s.calls.filter((c) => c.verdict !== 'info' && !isAnswer(c)).at(-1)
      // what was called before this page was opened is no news
      if (known === null) known = s.table ? (newest?.id ?? '') : null
      else if (newest && newest.id !== known) {
        known = newest.id
        setBanner({ call: newest, untilMs: performance.now() + BANNER_MS })
      }
    }
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const { table } = store
  if (!table) return null
  const dismissed = banner && store.decisions.some((d) => d.call === banner.call.id && d.verdict !== 'accepted' && !d.undone)
  return (
    <>
      {part !== 'radar' && <Score store={store} table={table} silent={!store.connected || nowMs - store.heardMs > SILENT_MS + delayMs} />}
      {part !== 'score' && (
        <div class={`radar ${part === 'radar' ? 'alone' : ''}`}>
          <PitchView store={store} call={null} />
        </div>
      )}
      {part === 'all' && banner && banner.untilMs > nowMs && !dismissed && <Banner call={banner.call} table={table} />}
    </>
  )
}

function Score({ store, table, silent }: { store: Store; table: TableMessage; silent: boolean }) {
  const { match } = store
  const side = (s: 'A' | 'B') => (
    <span class={`side ${match.possession === s ? 'ball' : ''}`}>
      <i class={`chip ${s}`} style={chip(table, s)} />
      <span class="name">{table.names[s]}</span>
      <b>{match.score[s]}</b>
    </span>
  )
  return (
    <div class={`score ${part === 'score' ? 'alone' : ''}`}>
      {side('A')}
      {side('B')}
      {match.shootOut && <span class="attempts">{attemptsText(match.shootOut)}</span>}
      <span class={`time ${match.clock.running && !silent ? '' : 'stands'}`}>
        <small>{t(HALVES[match.clock.half])}</small> {clockText(match.clock, store.tS)}
      </span>
    </div>
  )
}

function Banner({ call, table }: { call: CallMessage; table: TableMessage }) {
  const m = call.measured[0]
  return (
    <div class="banner">
      {call.evidence.picture && <EvidencePicture key={call.id} src={call.evidence.picture} match={table.match} alt="" />}
      <div>
        <h1>{title(call)}</h1>
        {call.verdict !== 'suggested' && <p class="close">{verdictText(call)}</p>}
        <p>
          {who(call, table)}
          {m && Math.abs(m.marginMm) < 100 && (
            <>
              {' '}
              <b>
                {millimetres(m.marginMm)} &plusmn; {millimetres(m.sigmaMm)} mm
              </b>
            </>
          )}
        </p>
      </div>
    </div>
  )
}

render(<Overlay />, document.getElementById('app')!)
