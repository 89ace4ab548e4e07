/** The start of a match: who plays, which end, whose colours, who flicks off. A minute at most, then the clock. */
import { type ClientMessage, PROTOCOL_VERSION } from '../edge/protocol.ts'
import { chip } from './calls/call-card.tsx'
import type { Store } from './store.ts'
import { t } from './words.ts'

const SIDES = ['A', 'B'] as const

/** Each side has this many figures at most beside its goalkeeper (FISTF 5.2, 1.5.1). */
const EACH = 10
const figures = (s: Store, side: 'A' | 'B'): number => s.things.filter((x) => (x.kind === 'base' || x.kind === 'fallen') && x.side === side).length

/** Open until the clock has run. */
export function Teams({ store, open, say }: { store: Store; open: boolean; say: (m: ClientMessage) => void }) {
  const { table } = store
  if (!table) return null
  const teams = (what: Omit<Extract<ClientMessage, { kind: 'teams' }>, 'v' | 'kind'>) => say({ v: PROTOCOL_VERSION, kind: 'teams', ...what })
  // the side that attacks to the right stands on the left of the drawing
  const [left, right] = table.attacks.A === '+x' ? SIDES : ([...SIDES].reverse() as ['B', 'A'])
  return (
    <details class="enter teams" open={open}>
      <summary>{t('startOfMatch')}</summary>
      <form
        key={table.match}
        class="names"
        onSubmit={(e) => {
          e.preventDefault()
          const d = new FormData(e.currentTarget)
          teams({ names: { A: String(d.get('A') ?? 'A'), B: String(d.get('B') ?? 'B') } })
        }}
      >
        {SIDES.map((side) => (
          <label key={side}>
            <i class={`chip ${side}`} style={chip(table, side)} />
            <input name={side} defaultValue={table.names[side]} maxLength={60} required aria-label={t('nameOf', { side })} />
          </label>
        ))}
        <button type="submit">{t('takeNames')}</button>
      </form>
      <form
        key={`sheet ${table.match}`}
        class="names"
        onSubmit={(e) => {
          e.preventDefault()
          const d = new FormData(e.currentTarget)
          teams({ occasion: { competition: String(d.get('competition') ?? ''), referee: String(d.get('referee') ?? '') } })
        }}
      >
        <label>
          {t('competition')}
          <input name="competition" defaultValue={table.occasion.competition} maxLength={80} />
        </label>
        <label>
          {t('refereeName')}
          <input name="referee" defaultValue={table.occasion.referee} maxLength={60} autocomplete="name" />
        </label>
        <button type="submit">{t('takeSheet')}</button>
      </form>
      <fieldset class="touch" aria-label={t('ends')}>
        <span>
          {table.names[left]} &rarr; {' | '} &larr; {table.names[right]}
        </span>
        <button type="button" onClick={() => teams({ swapEnds: true })}>
          {t('swapEnds')}
        </button>
        <button type="button" onClick={() => teams({ swapColours: true })}>
          {t('swapColours')}
        </button>
      </fieldset>
      <p class="count">
        {t('figuresSeen')}:{' '}
        {SIDES.map((side) => (
          <span key={side} class={figures(store, side) === EACH ? '' : 'odd'}>
            <i class={`chip ${side}`} style={chip(table, side)} /> {figures(store, side)}
          </span>
        ))}
      </p>
      <fieldset class="touch" aria-label={t('toss')}>
        <span>{t('toss')}</span>
        {SIDES.map((by) => (
          <button key={by} type="button" onClick={() => say({ v: PROTOCOL_VERSION, kind: 'flick-off', by })}>
            <i class={`chip ${by}`} style={chip(table, by)} /> {table.names[by]}
          </button>
        ))}
      </fieldset>
    </details>
  )
}
