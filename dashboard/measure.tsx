/** The measuring tool: tap two things or places on the pitch, read the gap between their outlines as seen from above (FISTF 2.6.3). */
import { useRef } from 'preact/hooks'
import type { Store } from './store.ts'
import { t } from './words.ts'

/** A thing by its id, or a place on the cloth. */
export type End = string | { readonly xMm: number; readonly yMm: number }
export type Pair = readonly [End | null, End | null]

/** Readings that are this many sigmas apart are not of the same gap: something was moved. */
const MOVED = 4
const MOST_READINGS = 400

/** A tap starts a measurement, ends it, or begins a new one. */
export const tapped = ([a, b]: Pair, end: End): Pair => (a === null || b !== null ? [end, null] : a === end ? [null, null] : [a, end])

export interface Outline {
  readonly name: string
  readonly xMm: number
  readonly yMm: number
  readonly rMm: number
  readonly sigmaMm: number
  readonly hidden: boolean
}

export function outlineOf(store: Store, end: End | null): Outline | null {
  if (end === null) return null
  if (typeof end !== 'string') return { name: '+', ...end, rMm: 0, sigmaMm: 0, hidden: false }
  const q = store.things.find((x) => x.id === end)
  return q ? { name: q.id, xMm: q.xMm, yMm: q.yMm, rMm: q.rMm, sigmaMm: q.sigmaMm, hidden: q.seen === 'coasting' } : null
}

export function Measured({ store, pair, clear }: { store: Store; pair: Pair; clear: () => void }) {
  const kept = useRef<{ pair: Pair; tS: number; gaps: number[] }>({ pair, tS: 0, gaps: [] })
  const [a, b] = [outlineOf(store, pair[0]), outlineOf(store, pair[1])]
  if (pair[0] === null) return <p class="measured hint">{t('measureHint')}</p>
  const sigma = a && b ? Math.hypot(a.sigmaMm, b.sigmaMm) : 0
  const gap = a && b ? Math.hypot(a.xMm - b.xMm, a.yMm - b.yMm) - a.rMm - b.rMm : null
  // what lies still is averaged for as long as it is looked at
  const k = kept.current
  const mean = () => k.gaps.reduce((s, v) => s + v, 0) / k.gaps.length
  if (gap !== null && (k.pair !== pair || (k.gaps.length && Math.abs(gap - mean()) > MOVED * Math.max(0.1, sigma))))
    kept.current = { pair, tS: store.tS, gaps: [gap] }
  else if (gap !== null && k.tS !== store.tS) kept.current = { pair, tS: store.tS, gaps: [...k.gaps, gap].slice(-MOST_READINGS) }
  const { gaps } = kept.current
  const shown = gap !== null && gaps.length ? gaps.reduce((s, v) => s + v, 0) / gaps.length : null
  return (
    <p class="measured" role="status">
      <span>
        {a?.name ?? '?'} {pair[1] === null ? t('measureNext') : `\u2013 ${b?.name ?? '?'}`}
      </span>
      {shown !== null && (
        <b>
          {shown.toFixed(1)} &plusmn; {sigma.toFixed(1)} mm
        </b>
      )}
      {shown !== null && gaps.length > 1 && <small>{t('averaged', { n: gaps.length })}</small>}
      {(a?.hidden || b?.hidden) && <em>{t('blind')}</em>}
      <button type="button" onClick={clear} aria-label={t('measureClear')}>
        &times;
      </button>
    </p>
  )
}
