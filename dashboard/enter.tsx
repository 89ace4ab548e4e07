/** What the referee writes on the match sheet himself: goals that were not called, cards, substitutions. */
import { type ClientMessage, PROTOCOL_VERSION, SHEET_KINDS, type TableMessage } from '../edge/protocol.ts'
import { PerSide } from './per-side.tsx'
import { t } from './words.ts'

export function Enter({ table, say }: { table: TableMessage | null; say: (m: ClientMessage) => void }) {
  return (
    <details class="enter">
      <summary>{t('sheet')}</summary>
      <p>{t('sheetHint')}</p>
      <PerSide
        table={table}
        buttons={(side) =>
          SHEET_KINDS.filter((what) => !what.startsWith('shoot-out')).map((what) => (
            <button key={what} type="button" class={what} onClick={() => say({ v: PROTOCOL_VERSION, kind: 'enter', what, side })}>
              {t(what)}
            </button>
          ))
        }
      />
      <a href="/sheet" target="_blank" rel="noreferrer">
        {t('openSheet')}
      </a>
    </details>
  )
}
