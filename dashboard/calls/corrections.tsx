/** What was wrong with a call, in one touch: the last touch, the side it is for, the figure it is about. */
import { type CallMessage, type ClientMessage, PROTOCOL_VERSION, RESTARTS, type RestartName } from '../../edge/protocol.ts'
import type { Store } from '../store.ts'
import { t } from '../words.ts'
import { chip } from './call-card.tsx'

/** Calls that follow from who touched the ball last. */
const OUT = new Set(['flick-in', 'goal-flick', 'corner-flick', 'goal', 'own-goal'])
const isRestart = (kind: string): kind is RestartName => (RESTARTS as readonly string[]).includes(kind)

/** A figure that was tapped on the pitch. */
export interface Pointed {
  readonly id: string
  readonly side: 'A' | 'B'
  readonly at: { readonly xMm: number; readonly yMm: number }
}
interface Parts {
  readonly call: CallMessage
  readonly store: Store
  readonly pointed: Pointed | null
  readonly say: (m: ClientMessage) => void
}

export function Corrections(parts: Parts) {
  const { call } = parts
  if (call.verdict === 'info') return null
  return OUT.has(call.code) ? <LastTouch {...parts} /> : <Meant {...parts} />
}

function LastTouch({ call, store, pointed, say }: Parts) {
  const { table } = store
  const others = (call.restart?.candidates ?? [])
    .filter((id) => id !== pointed?.id)
    .flatMap((id) => {
      const side = store.things.find((q) => q.id === id)?.side
      return side ? [{ id, side }] : []
    })
  return (
    <fieldset class="touch" aria-label={t('lastTouchHint')}>
      <span>{t('lastTouch')}</span>
      {(['A', 'B'] as const).map((lastTouch) => (
        <button key={lastTouch} type="button" onClick={() => say({ v: PROTOCOL_VERSION, kind: 'correct', call: call.id, lastTouch })}>
          <i class={`chip ${lastTouch}`} style={chip(table, lastTouch)} /> {table?.names[lastTouch] ?? lastTouch}
        </button>
      ))}
      {[...others, ...(pointed ? [pointed] : [])].map(({ id, side }) => (
        <button key={id} type="button" onClick={() => say({ v: PROTOCOL_VERSION, kind: 'correct', call: call.id, lastTouch: side, figure: id })}>
          <i class={`chip ${side}`} style={chip(table, side)} /> {id}
        </button>
      ))}
    </fieldset>
  )
}

/** Any other call: the same restart for the other side, or the same call about the figure that was tapped. */
function Meant({ call, store, pointed, say }: Parts) {
  const { table } = store
  const { restart } = call
  const kind = restart && isRestart(restart.kind) ? restart.kind : null
  const sides = kind ? (['A', 'B'] as const).filter((side) => side !== restart?.for) : []
  const others = call.figure || call.figures ? likely(call, store, pointed) : []
  if (!sides.length && !others.length) return null
  return (
    <fieldset class="touch" aria-label={t('itWasHint')}>
      {sides.length > 0 && <span>{t('itIsFor')}</span>}
      {kind &&
        sides.map((side) => (
          <button
            key={side}
            type="button"
            onClick={() => say({ v: PROTOCOL_VERSION, kind: 'give', restart: kind, side, at: restart?.at ?? null, instead: call.id })}
          >
            <i class={`chip ${side}`} style={chip(table, side)} /> {table?.names[side] ?? side}
          </button>
        ))}
      {others.map((another) => (
        <button
          key={another.id}
          type="button"
          // an offside is punished where the figure stands (FISTF 13.1.2)
          onClick={() =>
            say({ v: PROTOCOL_VERSION, kind: 'amend', call: call.id, at: call.code === 'offside' && restart ? another.at : null, figure: another.id })
          }
        >
          <i class={`chip ${another.side}`} style={chip(table, another.side)} /> {t('itWas', { figure: another.id })}
        </button>
      ))}
    </fieldset>
  )
}

/** So many are offered without being pointed at. */
const OFFERED = 2

/** Figures that may have been meant instead: the one that was tapped, and those of the same side that are nearest. */
function likely(call: CallMessage, store: Store, pointed: Pointed | null): Pointed[] {
  const named = new Set([call.figure, ...(call.figures ?? [])])
  const about = store.things.find((q) => named.has(q.id))
  const from = call.at ?? about
  const near = store.things
    .filter((q) => q.kind === 'base' && q.side && q.side === about?.side && !named.has(q.id) && q.id !== pointed?.id)
    .map((q) => ({ id: q.id, side: q.side!, at: { xMm: q.xMm, yMm: q.yMm }, far: from ? Math.hypot(q.xMm - from.xMm, q.yMm - from.yMm) : 0 }))
    .sort((a, b) => a.far - b.far)
  return [...(pointed && !named.has(pointed.id) ? [pointed] : []), ...near.slice(0, OFFERED)]
}
