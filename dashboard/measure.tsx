/** The measuring tool: tap two things on the pitch, read the gap between their outlines as seen from above (FISTF 2.6.3). */
import type { Store } from './store.ts'
import { t } from './words.ts'

export type Pair = readonly [string | null, string | null]

/** A tap starts a measurement, ends it, or begins a new one. */
export const tapped = ([a, b]: Pair, id: string): Pair => (a === null || b !== null ? [id, null] : a === id ? [null, null] : [a, id])

export function Measured({ store, pair: [a, b], clear }: { store: Store; pair: Pair; clear: () => void }) {
  if (a === null) return <p class="measured hint">{t('measureHint')}</p>
  const p = store.things.find((q) => q.id === a)
  const q = store.things.find((x) => x.id === b)
  const gap = p && q ? Math.hypot(p.xMm - q.xMm, p.yMm - q.yMm) - p.rMm - q.rMm : null
  const hidden = p?.seen === 'coasting' || q?.seen === 'coasting'
  return (
    <p class="measured" role="status">
      <span>
        {a} {b === null ? t('measureNext') : `\u2013 ${b}`}
      </span>
      {gap !== null && p && q && (
        <b>
          {gap.toFixed(1)} &plusmn; {Math.hypot(p.sigmaMm, q.sigmaMm).toFixed(1)} mm
        </b>
      )}
      {hidden && <em>{t('blind')}</em>}
      <button type="button" onClick={clear} aria-label={t('measureClear')}>
        &times;
      </button>
    </p>
  )
}
