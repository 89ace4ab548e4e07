/** The shoot-out (FISTF 17): whose goal is shot at, what was scored; what the camera did not call is entered. */
import { type ClientMessage, type MatchMessage, PROTOCOL_VERSION } from '../edge/protocol.ts'
import { chip } from './calls/call-card.tsx'
import { PerSide } from './per-side.tsx'
import type { Store } from './store.ts'
import { t } from './words.ts'

/** "(3 of 4 : 2 of 4)" */
export const attemptsText = (s: NonNullable<MatchMessage['shootOut']>): string =>
  `(${t('attempts', { x: s.A.scored, n: s.A.taken })} : ${t('attempts', { x: s.B.scored, n: s.B.taken })})`

export function ShootOut({ store, open, say }: { store: Store; open: boolean; say: (m: ClientMessage) => void }) {
  const { table } = store
  const { shootOut } = store.match
  return (
    <details class="enter" open={open || shootOut !== null}>
      <summary>
        {t('shootOut')} {shootOut && attemptsText(shootOut)}
      </summary>
      <p>{t('shootOutHint')}</p>
      <fieldset class="touch" aria-label={t('shootAt')}>
        <span>{t('shootAt')}</span>
        {(['A', 'B'] as const).map((goal) => (
          <button
            key={goal}
            type="button"
            class={shootOut?.goal === goal ? 'on' : ''}
            aria-pressed={shootOut?.goal === goal}
            onClick={() => say({ v: PROTOCOL_VERSION, kind: 'shoot-out', goal })}
          >
            <i class={`chip ${goal}`} style={chip(table, goal)} /> {table?.names[goal] ?? goal}
          </button>
        ))}
      </fieldset>
      <PerSide
        table={table}
        buttons={(side) =>
          (['shoot-out-goal', 'shoot-out-unsuccessful'] as const).map((what) => (
            <button key={what} type="button" onClick={() => say({ v: PROTOCOL_VERSION, kind: 'enter', what, side })}>
              {t(what)}
            </button>
          ))
        }
      />
    </details>
  )
}
