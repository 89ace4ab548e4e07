/** The referee's page. */
import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type CallMessage, type ClientMessage, PROTOCOL_VERSION } from '../edge/protocol.ts'
import { UndoRedo } from './acts.tsx'
import { Answer, Possession, Requests, useAnswers } from './answers.tsx'
import { CallCard, chip, isAnswer, title, verdictText, who } from './calls/call-card.tsx'
import { Corrections } from './calls/corrections.tsx'
import { Clock, clockText } from './clock.tsx'
import { Connection } from './connection.ts'
import { Cue } from './cue.tsx'
import { Enter } from './enter.tsx'
import { Give } from './give.tsx'
import { HealthLine, inTrouble } from './health-line.tsx'
import { Languages } from './languages.tsx'
import { Measured, type Pair, tapped } from './measure.tsx'
import { NextMatch } from './next-match.tsx'
import { OffsideButton, OffsideLine, useOffside } from './offside-line.tsx'
import { PitchView } from './pitch-view.tsx'
import { attemptsText, ShootOut } from './shoot-out.tsx'
import { Announced, Offer, Question } from './spoken.tsx'
import { Spots, SpotsButton } from './spots.tsx'
import { decisionOf, EMPTY, type Store, standingCalls } from './store.ts'
import { Teams } from './teams.tsx'
import { entitle, millimetres, said, t } from './words.ts'

let update: (s: Store) => void = () => {}
const connection = new Connection((s) => update(s), true)

/** What became of a call, in a word. */
function stands(store: Store, c: CallMessage): string {
  const d = decisionOf(store, c.id)
  return d && d.verdict !== 'withdrawn' ? t(d.verdict) : c.verdict === 'info' ? '' : verdictText(c)
}

/** Remarks that a referee must not miss all the same. */
const TOLD = new Set(['time-is-up', 'match-over'])
/** A tap this soon after the call has changed was meant for the one before, ms. */
const SETTLE_MS = 450

/** How long a refusal is worth reading, ms. */
const NOTICE_MS = 8000

const say = (m: ClientMessage) => connection.say(m)

function Page() {
  const [store, setStore] = useState<Store>(EMPTY)
  const [nowMs, setNow] = useState(performance.now())
  const [chosen, choose] = useState<string | null>(null)
  const [pair, measure] = useState<Pair>([null, null])
  const [asked, ask] = useState(false)
  const [spots, showSpots] = useState(false)
  const line = useOffside(asked)
  useEffect(() => {
    update = setStore
    setStore(connection.store)
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const answers = useAnswers(store.calls, say)
  // what was chosen and measured belongs to a match, and calls are numbered anew in the next
  const match = store.table?.match
  useEffect(() => {
    choose(null)
    measure([null, null])
    answers.close()
  }, [match])
  const calls = standingCalls(store)
  const shown = calls.filter((c) => !isAnswer(c) && (c.verdict !== 'info' || TOLD.has(c.code)))
  // a new call is looked at, whatever was being looked at
  const newest = shown.at(-1)?.id ?? null
  useEffect(() => choose(null), [newest])
  const call = calls.find((c) => c.id === chosen) ?? shown[shown.length - 1] ?? null
  const decision = call ? decisionOf(store, call.id) : null
  const changed = useRef({ id: call?.id, atMs: 0 })
  if (changed.current.id !== call?.id) changed.current = { id: call?.id, atMs: performance.now() }
  const sayOfCall = (m: ClientMessage) => {
    if (performance.now() - changed.current.atMs >= SETTLE_MS) say(m)
  }
  const decide = (verdict: 'accepted' | 'dismissed') => {
    if (call && call.verdict !== 'info') sayOfCall({ v: PROTOCOL_VERSION, kind: 'decide', call: call.id, verdict })
  }
  useKeys(store.role !== 'viewer', { a: () => decide('accepted'), d: () => decide('dismissed') })
  // a place that was tapped may be where the restart is to be taken
  const spot = pair[1] === null && pair[0] !== null && typeof pair[0] !== 'string' ? pair[0] : null
  const drawn = call?.restart && decision?.at ? { ...call, restart: { ...call.restart, at: decision.at } } : call
  const table = store.table
  const { clock } = store.match
  // a figure that was tapped on the pitch may be the one that touched last
  const tappedThing = store.things.find((x) => x.id === pair[0] && (x.kind === 'base' || x.kind === 'keeper'))
  const pointed = tappedThing?.side ? { id: tappedThing.id, side: tappedThing.side, at: { xMm: tappedThing.xMm, yMm: tappedThing.yMm } } : null
  const bad = inTrouble(store, nowMs)
  const fresh = clock.half === 'first' && !clock.running && clock.playedS === 0 && store.calls.length === 0
  return (
    <div class={`page ${bad ? 'stale' : ''}`}>
      <header class="head">
        <div class="bar">
          <strong class="brand">Greenline</strong>
          <span
            class="score"
            role="img"
            aria-label={t('scoreOf', { a: table?.names.A ?? 'A', b: table?.names.B ?? 'B', x: store.match.score.A, y: store.match.score.B })}
          >
            <i class="chip A" style={chip(table, 'A')} /> <span class="name">{table?.names.A ?? 'A'}</span> <b>{store.match.score.A}</b> :{' '}
            <b>{store.match.score.B}</b> <span class="name">{table?.names.B ?? 'B'}</span> <i class="chip B" style={chip(table, 'B')} />
            {store.match.shootOut && <small>{attemptsText(store.match.shootOut)}</small>}
          </span>
          <Clock clock={store.match.clock} tS={store.tS} say={store.role === 'viewer' ? null : say} />
          <span class={`light ${store.match.shootable ? 'on' : ''}`}>{t(store.match.shootable ? 'shootable' : 'notShootable')}</span>
          {store.match.blockFlick && <span class="light owed">{t('blockFlickOwed')}</span>}
          {store.role === 'viewer' ? (
            <span class="possession">
              {store.match.possession ? t('possession', { side: table?.names[store.match.possession] ?? store.match.possession }) : t('possessionUnknown')}
            </span>
          ) : (
            <Possession match={store.match} table={table} say={say} />
          )}
        </div>
        {bad && <HealthLine store={store} nowMs={nowMs} />}
      </header>
      <main>
        <section class="left">
          <PitchView
            store={store}
            call={drawn}
            moves={answers.answers}
            pair={pair}
            tap={(end) => measure(tapped(pair, end))}
            move={
              store.role !== 'viewer' && call?.restart && call.verdict !== 'info'
                ? (at) => sayOfCall({ v: PROTOCOL_VERSION, kind: 'amend', call: call.id, at })
                : undefined
            }
          >
            {line && <OffsideLine store={store} line={line} />}
            {spots && <Spots store={store} />}
          </PitchView>
          <div class="tools">
            <OffsideButton on={asked} line={line} toggle={() => ask(!asked)} />
            <SpotsButton on={spots} toggle={() => showSpots(!spots)} />
          </div>
          <Measured store={store} pair={pair} choose={measure} />
          <ol class="history" aria-label={t('calls')}>
            {[...calls]
              .reverse()
              .slice(0, 30)
              .map((c) => (
                <li key={c.id}>
                  <button type="button" class={c.id === call?.id ? 'now' : ''} onClick={() => choose(c.id === shown[shown.length - 1]?.id ? null : c.id)}>
                    <time>{c.clock ? clockText({ ...c.clock, running: false, tS: 0, limitS: clock.limitS }, 0) : `${millimetres(c.tS, 1)} s`}</time>
                    <b>{title(c)}</b> <span>{who(c, table)}</span>
                    <em>{stands(store, c)}</em>
                  </button>
                </li>
              ))}
          </ol>
        </section>
        <section class="right">
          {call ? (
            <CallCard call={call} table={table} decision={decision}>
              {store.role !== 'viewer' && call.verdict !== 'info' && (
                <div class="buttons decide">
                  <button type="button" class="accept" aria-keyshortcuts="A" onClick={() => decide('accepted')}>
                    {t('accept')}
                  </button>
                  <button type="button" class="dismiss" aria-keyshortcuts="D" onClick={() => decide('dismissed')}>
                    {t('dismiss')}
                  </button>
                </div>
              )}
            </CallCard>
          ) : (
            <div class="quiet">{t(store.calls.length ? 'playGoesOn' : 'noCallYet')}</div>
          )}
          <p class="spoken" role="status" aria-live="polite">
            {call && `${title(call)}, ${who(call, table)}: ${verdictText(call)}`}
          </p>
          <Answer answers={answers} match={store.match} say={say} />
          {store.role !== 'viewer' ? (
            <div class="buttons">
              <Question question={store.match.question} say={say} />
              {call && <Offer call={call} table={table} say={say} />}
              {call?.restart && spot && (
                <button type="button" class="here" onClick={() => sayOfCall({ v: PROTOCOL_VERSION, kind: 'amend', call: call.id, at: spot })}>
                  {t('restartHere')}
                </button>
              )}
              {call && <Corrections call={call} store={store} pointed={pointed} say={sayOfCall} />}
              <Requests match={store.match} table={table} answers={answers} figure={pointed} />
              <UndoRedo store={store} say={say} />
              {fresh && <Teams store={store} open say={say} />}
            </div>
          ) : (
            <form
              class="pair"
              onSubmit={(e) => {
                e.preventDefault()
                connection.pair(String(new FormData(e.currentTarget).get('pin') ?? ''))
              }}
            >
              <label>
                {t('watching')}
                <input name="pin" inputMode="numeric" autocomplete="off" maxLength={6} pattern="\d{4}|\d{6}" required />
              </label>
              <button type="submit">{t('pair')}</button>
            </form>
          )}
          {store.notice && nowMs - store.noticeMs < NOTICE_MS && (
            <p class="notice" role="alert">
              {said({ text: store.notice, values: [] })}
            </p>
          )}
        </section>
        <section class="more">
          {store.role !== 'viewer' && (
            <div class="buttons">
              {!fresh && <Teams store={store} open={false} say={say} />}
              <Announced match={store.match} say={say} />
              <Give table={table} spot={spot} say={say} />
              <ShootOut store={store} open={store.match.over} say={say} />
              <Enter table={table} say={say} />
              {table && !fresh && !clock.running && <NextMatch match={table.match} say={say} />}
            </div>
          )}
          <Cue newest={newest} told={`${store.run} ${store.table?.match ?? ''}`} />
        </section>
      </main>
      <footer>
        {!bad && <HealthLine store={store} nowMs={nowMs} />}
        <p class="book">
          {table?.rulebook ?? ''}. {t('suggestions')} {store.role !== 'viewer' && t('keys')}
        </p>
        <Languages chosen={() => setNow(performance.now())} />
      </footer>
    </div>
  )
}

/** Keys of a keyboard beside the table; what is being typed is left alone. */
function useKeys(on: boolean, keys: Readonly<Record<string, () => void>>): void {
  const now = useRef(keys)
  now.current = {
    ...keys,
    u: () => say({ v: PROTOCOL_VERSION, kind: 'undo' }),
    r: () => say({ v: PROTOCOL_VERSION, kind: 'redo' }),
  }
  useEffect(() => {
    if (!on) return
    const pressed = (e: KeyboardEvent) => {
      const typing = e.repeat || e.target instanceof HTMLInputElement || e.target instanceof HTMLSelectElement || e.target instanceof HTMLTextAreaElement
      if (!typing && !e.ctrlKey && !e.metaKey && !e.altKey) now.current[e.key.toLowerCase()]?.()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [on])
}

entitle('refereePage')
render(<Page />, document.getElementById('app')!)
