/** Undo and redo, each saying what it would do. */
import { type Act, type ClientMessage, PROTOCOL_VERSION } from '../edge/protocol.ts'
import { title } from './calls/call-card.tsx'
import type { Store } from './store.ts'
import { t } from './words.ts'

const HALVES = { first: 'firstHalf', second: 'secondHalf', extra: 'extraTime' } as const

function named(store: Store, act: Act): string {
  const side = (s: 'A' | 'B') => store.table?.names[s] ?? s
  switch (act.kind) {
    case 'decided': {
      const call = store.calls.find((c) => c.id === act.call)
      const what = call ? title(call) : act.call
      if (act.figure && !act.lastTouch) return `${what}, ${t('figureWas', { figure: act.figure })}`
      if (act.at) return `${what}, ${t('restartHere')}`
      return act.lastTouch ? `${what}, ${t('lastTouchWas', { side: act.figure ?? side(act.lastTouch) })}` : `${what} ${t(act.verdict)}`
    }
    case 'said':
      return `"${act.words}"${act.figure ? ` ${act.figure}` : ''}`
    case 'clock':
      return act.half ? t(HALVES[act.half]) : t(act.running ? 'clockStarted' : 'clockStopped')
    case 'possession':
      return t('possession', { side: side(act.side) })
    case 'flick-off':
      return `${t('toss')} ${side(act.by)}`
    case 'given':
      return `${t(act.restart)}, ${side(act.side)}`
    case 'shoot-out':
      return `${t('shootAt')} ${side(act.goal)}`
    case 'entered':
      return `${t(act.what)}, ${side(act.side)}`
  }
}

export function UndoRedo({ store, say }: { store: Store; say: (m: ClientMessage) => void }) {
  const { undo, redo } = store.match
  return (
    <div class="acts">
      <button type="button" class="undo" disabled={!undo} onClick={() => say({ v: PROTOCOL_VERSION, kind: 'undo' })}>
        {undo ? t('undo', { what: named(store, undo) }) : t('nothingToUndo')}
      </button>
      {redo && (
        <button type="button" class="undo" onClick={() => say({ v: PROTOCOL_VERSION, kind: 'redo' })}>
          {t('redo', { what: named(store, redo) })}
        </button>
      )}
    </div>
  )
}
