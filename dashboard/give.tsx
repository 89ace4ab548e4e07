/** A restart that the referee gives by hand: where nothing was called, or nothing could be seen. */
import { type ClientMessage, PROTOCOL_VERSION, RESTARTS, type TableMessage } from '../edge/protocol.ts'
import { restartName } from './calls/call-card.tsx'
import { PerSide } from './per-side.tsx'
import { t } from './words.ts'

/** Where these are taken the book says itself. */
const FIXED = new Set(['flick-off', 'penalty-flick', 'corner-flick', 'goal-flick'])

interface Parts {
  readonly table: TableMessage | null
  /** A place that was tapped on the pitch. */
  readonly spot: { readonly xMm: number; readonly yMm: number } | null
  readonly say: (m: ClientMessage) => void
}

export function Give({ table, spot, say }: Parts) {
  return (
    <details class="enter">
      <summary>{t('giveRestart')}</summary>
      <p>{t('giveHint')}</p>
      <PerSide
        table={table}
        buttons={(side) =>
          RESTARTS.map((restart) => (
            <button
              key={restart}
              type="button"
              onClick={() => say({ v: PROTOCOL_VERSION, kind: 'give', restart, side, at: FIXED.has(restart) ? null : spot, instead: null })}
            >
              {restartName(restart)}
            </button>
          ))
        }
      />
    </details>
  )
}
