/** The measuring tool: tap two things or places on the pitch, read the gap between their outlines as seen from above (FISTF 2.6.3). */
import { useRef } from 'preact/hooks'
import type { Store } from './store.ts'
import { millimetres, said, t } from './words.ts'

/** A thing by its id, a printed line by its name, or a place on the cloth. */
export type End = string | { readonly xMm: number; readonly yMm: number }
export type Pair = readonly [End | null, End | null]

/** Readings that are this many sigmas apart are not of the same gap: something was moved. */
const MOVED = 4
const MOST_READINGS = 400

/** A tap starts a measurement, ends it, or begins a new one. */
export const tapped = ([a, b]: Pair, end: End): Pair =>
  a === null || b !== null ? [end, null] : a === end ? [null, null] : isLine(a) && isLine(end) ? [end, null] : [a, end]

export interface Outline {
  readonly name: string
  readonly xMm: number
  readonly yMm: number
  readonly rMm: number
  readonly sigmaMm: number
  readonly hidden: boolean
}

/** Lines whose outer edge the rules ask about. */
const isRuleLine = (name: string): boolean => /^(touchline|goal-line|shooting-line)/.test(name)
const isLine = (end: End | null): boolean => typeof end === 'string' && isRuleLine(end)
export const ruleLines = (store: Store): string[] => (store.table?.lines ?? []).map((l) => l.name).filter(isRuleLine)

export function outlineOf(store: Store, end: End | null): Outline | null {
  if (end === null) return null
  if (typeof end !== 'string') return { name: '+', ...end, rMm: 0, sigmaMm: 0, hidden: false }
  const q = store.things.find((x) => x.id === end)
  return q ? { name: q.id, xMm: q.xMm, yMm: q.yMm, rMm: q.rMm, sigmaMm: q.sigmaMm, hidden: q.seen === 'coasting' } : null
}

/** The edge that counts of a line, where it is nearest to a place; outward is where the rules call a thing beyond. */
function edgeOf(store: Store, name: End | null): { readonly axis: 'xMm' | 'yMm'; readonly at: number; readonly outward: number } | null {
  const l = typeof name === 'string' && isRuleLine(name) ? store.table?.lines.find((q) => q.name === name) : undefined
  if (l?.kind !== 'straight' || !store.table) return null
  const axis = l.a.xMm === l.b.xMm ? 'xMm' : 'yMm'
  const outward = Math.sign(l.a[axis]) || 1
  return { axis, at: l.a[axis] + (outward * store.table.lineWidthMm) / 2, outward }
}

export interface Gap {
  readonly from: Outline
  readonly to: Outline
  /** Between the outlines; to a line, beyond its outer edge when positive. */
  readonly mm: number
  readonly sigmaMm: number
}

/** The two ends as they are now, or null while one is not seen. */
export function gapBetween(store: Store, [a, b]: Pair): Gap | null {
  const edge = edgeOf(store, a) ?? edgeOf(store, b)
  if (edge) {
    const thing = outlineOf(store, edgeOf(store, a) ? b : a)
    if (!thing) return null
    const foot = { xMm: thing.xMm, yMm: thing.yMm, [edge.axis]: edge.at }
    const name = String(edgeOf(store, a) ? a : b)
    const mm = edge.outward * (thing[edge.axis] - edge.at) - thing.rMm
    return { from: thing, to: { name, ...foot, rMm: 0, sigmaMm: 0, hidden: false }, mm, sigmaMm: thing.sigmaMm }
  }
  const [p, q] = [outlineOf(store, a), outlineOf(store, b)]
  return p && q ? { from: p, to: q, mm: Math.hypot(p.xMm - q.xMm, p.yMm - q.yMm) - p.rMm - q.rMm, sigmaMm: Math.hypot(p.sigmaMm, q.sigmaMm) } : null
}

export function Measured({ store, pair, choose }: { store: Store; pair: Pair; choose: (pair: Pair) => void }) {
  const kept = useRef<{ pair: Pair; tS: number; gaps: number[] }>({ pair, tS: 0, gaps: [] })
  const gap = gapBetween(store, pair)
  // what lies still is averaged for as long as it is looked at
  const k = kept.current
  const mean = () => k.gaps.reduce((s, v) => s + v, 0) / k.gaps.length
  if (gap && (k.pair !== pair || (k.gaps.length && Math.abs(gap.mm - mean()) > MOVED * Math.max(0.1, gap.sigmaMm))))
    kept.current = { pair, tS: store.tS, gaps: [gap.mm] }
  else if (gap && k.tS !== store.tS) kept.current = { pair, tS: store.tS, gaps: [...k.gaps, gap.mm].slice(-MOST_READINGS) }
  const { gaps } = kept.current
  const shown = gap && gaps.length ? gaps.reduce((s, v) => s + v, 0) / gaps.length : null
  const hidden = pair.some((e) => outlineOf(store, e)?.hidden)
  const name = (e: End | null) => (e === null ? '' : typeof e === 'string' ? e : '+')
  const select = (end: 0 | 1) => (
    <select
      aria-label={t(end ? 'measureTo' : 'measureFrom')}
      value={name(pair[end])}
      onChange={(e) => {
        const to = e.currentTarget.value || null
        // a thing has no gap to itself, nor a line to another line
        const other = pair[end ? 0 : 1]
        const kept = other === to || (isLine(other) && isLine(to)) ? null : other
        choose(end ? [kept, to] : [to, kept])
      }}
    >
      <option value="">{'\u2026'}</option>
      {typeof pair[end] === 'object' && pair[end] !== null && <option value="+">+</option>}
      {store.things.map((q) => (
        <option key={q.id} value={q.id}>
          {q.id}
        </option>
      ))}
      {ruleLines(store).map((l) => (
        <option key={l} value={l}>
          {said({ text: l, values: [] })}
        </option>
      ))}
    </select>
  )
  return (
    <p class="measured">
      {select(0)} {'\u2013'} {select(1)}
      {pair[0] === null && <span class="hint">{t('measureHint')}</span>}
      {shown !== null && gap && (
        <b>
          {millimetres(shown, 1)} &plusmn; {millimetres(gap.sigmaMm, 1)} mm
        </b>
      )}
      {shown !== null && gaps.length > 1 && <small>{t('averaged', { n: gaps.length })}</small>}
      {hidden && <em>{t('blind')}</em>}
      {pair[0] !== null && (
        <button type="button" onClick={() => choose([null, null])} aria-label={t('measureClear')}>
          &times;
        </button>
      )}
    </p>
  )
}
