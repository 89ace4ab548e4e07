/** The match sheet, to print: score, what was entered, every call with what was measured and what the referee decided. */
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { CallMessage, Decision, MatchMessage, SheetEntry, TableMessage } from '../edge/protocol.ts'
import { becauseOf, chip, isAnswer, title, who } from './calls/call-card.tsx'
import { attemptsText } from './shoot-out.tsx'
import './screen.ts'
import { entitle, language, millimetres, said, t } from './words.ts'

interface Sheet {
  readonly table: TableMessage
  readonly match: MatchMessage
  readonly calls: readonly CallMessage[]
  readonly decisions: readonly Decision[]
  /** Share of the time for which a line could not be seen. */
  readonly blind?: Readonly<Record<string, number>>
}

const POLL_MS = 2000
/** Which match; without, the one that is played. */
const asked = new URLSearchParams(location.search).get('match')
const HALVES = { first: 'firstHalf', second: 'secondHalf', extra: 'extraTime' } as const

function when(c: SheetEntry['clock'] | null): string {
  if (!c) return ''
  const s = Math.floor(c.playedS)
  return `${t(HALVES[c.half])} ${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`
}

/** Goals that were accepted and what was entered by hand, in the order of the match. */
function entries(sheet: Sheet): { key: string; side: 'A' | 'B'; what: string; when: string; order: number }[] {
  const order = (c: SheetEntry['clock'] | null) => (c ? { first: 0, second: 1, extra: 2 }[c.half] * 1e5 + c.playedS : 0)
  const scored = sheet.calls.filter(
    (c) => c.gains && (c.code === 'goal' || c.code === 'own-goal') && sheet.decisions.some((d) => d.call === c.id && d.verdict === 'accepted' && !d.undone),
  )
  return [
    ...scored.map((c) => ({ key: c.id, side: c.gains!, what: t(c.code === 'goal' ? 'goal' : 'own-goal'), when: when(c.clock), order: order(c.clock) })),
    ...sheet.match.sheet.map((e) => ({ key: e.id, side: e.side, what: t(e.what), when: when(e.clock), order: order(e.clock) })),
  ].sort((a, b) => a.order - b.order)
}

/** What the referee made of a call. */
function decided(d: Decision, table: TableMessage): string {
  return [
    d.verdict === 'accepted' ? t('accepted') : t('dismissed'),
    ...(d.lastTouch ? [t('lastTouchWas', { side: table.names[d.lastTouch] })] : []),
    ...(d.figure ? [t('figureWas', { figure: d.figure })] : []),
    ...(d.at ? [t('restartMoved')] : []),
  ].join(', ')
}

/** What heads the sheet; a match goes by the time of its start (edge/matches.ts). */
function heads(table: TableMessage): [what: string, words: string][] {
  const { competition, referee } = table.occasion
  const began = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)/.exec(table.match)
  const day = began && new Date(`${began.slice(1).join(':')}Z`).toLocaleDateString(language(), { dateStyle: 'long' })
  const rows: [string, string | null][] = [
    [t('competition'), competition],
    [t('playedOn'), day],
    [t('refereeName'), referee],
  ]
  return rows.flatMap(([what, words]): [string, string][] => (words ? [[what, words]] : []))
}

function Page() {
  const [sheet, set] = useState<Sheet | null>(null)
  const [problem, say] = useState('')
  const [kept, setKept] = useState<readonly string[]>([])
  useEffect(() => {
    const look = () =>
      fetch(`/api/sheet${asked ? `?match=${encodeURIComponent(asked)}` : ''}`).then(
        async (r) => (r.ok ? set((await r.json()) as Sheet) : say((await r.json()).problem)),
        () => {},
      )
    look()
    if (asked) return
    const timer = setInterval(look, POLL_MS)
    return () => clearInterval(timer)
  }, [])
  const played = sheet?.table.match
  useEffect(() => {
    fetch('/api/matches').then(
      async (r) => setKept((await r.json()) as string[]),
      () => {},
    )
  }, [played])
  if (!sheet) return <p class="quiet">{problem || t('waitingTable')}</p>
  const { table, match } = sheet
  const lines = entries(sheet)
  const withdrawn = new Set(sheet.decisions.filter((d) => d.verdict === 'withdrawn').map((d) => d.call))
  const calls = sheet.calls.filter((c) => c.verdict !== 'info' && !isAnswer(c) && !withdrawn.has(c.id))
  const hidden = Object.entries(sheet.blind ?? {}).filter(([, share]) => share >= 0.005)
  return (
    <main class="sheet">
      <header>
        <h1>{t('sheet')}</h1>
        <button type="button" onClick={() => print()}>
          {t('print')}
        </button>
      </header>
      <p class="result">
        <i class="chip A" style={chip(table, 'A')} /> {table.names.A} <b>{match.score.A}</b> : <b>{match.score.B}</b> {table.names.B}{' '}
        <i class="chip B" style={chip(table, 'B')} />
      </p>
      {match.shootOut && (
        <p>
          {t('shootOut')} {attemptsText(match.shootOut)}
        </p>
      )}
      <dl class="occasion">
        {heads(table).map(([what, words]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p>
        {table.rulebook} &middot; {table.match}
      </p>
      {lines.length ? (
        <ul>
          {lines.map((l) => (
            <li key={l.key}>
              <time>{l.when}</time> <b>{l.what}</b> {table.names[l.side]}
            </li>
          ))}
        </ul>
      ) : (
        <p>{t('nothingYet')}</p>
      )}
      <h2>{t('decisions')}</h2>
      {calls.length ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than a phone is scrolled, with the keyboard too
        <div class="wide" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th>{t('time')}</th>
                <th>{t('call')}</th>
                <th>{t('rule')}</th>
                <th>{t('why')}</th>
                <th>mm</th>
                <th>{t('decision')}</th>
              </tr>
            </thead>
            <tbody>
              {calls.map((c) => {
                const d = sheet.decisions.find((x) => x.call === c.id && !x.undone)
                const m = c.measured[0]
                return (
                  <tr key={c.id}>
                    <td>
                      {when(c.clock)} ({c.tS.toFixed(1)} s)
                    </td>
                    <td>
                      {title(c)} {who(c, table)}
                    </td>
                    <td>{c.rule}</td>
                    <td>{becauseOf(c)}</td>
                    <td>{m ? `${millimetres(m.marginMm)} ± ${millimetres(m.sigmaMm)}` : ''}</td>
                    <td>{d ? decided(d, table) : t('notDecided')}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      ) : (
        <p>{t('nothingYet')}</p>
      )}
      {hidden.length > 0 && (
        <p>
          {t('unseenLines')} {hidden.map(([line, share]) => `${said({ text: line, values: [] })} ${millimetres(100 * share, 0)} %`).join(', ')}
        </p>
      )}
      <p class="sign">{t('signatures')}</p>
      {kept.length > 1 && (
        <nav class="kept" aria-label={t('keptMatches')}>
          <h2>{t('keptMatches')}</h2>
          <ul>
            {kept.map((name) => (
              <li key={name}>{name === table.match ? <b>{name}</b> : <a href={`/sheet?match=${encodeURIComponent(name)}`}>{name}</a>}</li>
            ))}
          </ul>
          {asked && <a href="/sheet">{t('thisMatch')}</a>}
        </nav>
      )}
    </main>
  )
}

entitle('sheet')
render(<Page />, document.getElementById('app')!)
