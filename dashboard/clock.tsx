/** The referee's clock: only his hand starts and stops it (FISTF 3.1.1). */
import { type ClientMessage, type ClockMessage, PROTOCOL_VERSION } from '../edge/protocol.ts'
import { t } from './words.ts'

const HALVES = ['first', 'second', 'extra'] as const
export const NAMES = { first: 'firstHalf', second: 'secondHalf', extra: 'extraTime' } as const

export const clockText = (c: ClockMessage, tS: number): string => {
  const s = Math.floor(c.playedS + (c.running ? Math.max(0, tS - c.tS) : 0))
  const minutes = (v: number) => `${Math.floor(v / 60)}:${String(v % 60).padStart(2, '0')}`
  // what the referee adds is told apart (FISTF 3.2.2)
  return s >= c.limitS ? `${minutes(c.limitS)} +${minutes(s - c.limitS)}` : minutes(s)
}
const added = (c: ClockMessage, tS: number): boolean => c.playedS + (c.running ? Math.max(0, tS - c.tS) : 0) >= c.limitS

export function Clock({ clock, tS, say }: { clock: ClockMessage; tS: number; say: ((m: ClientMessage) => void) | null }) {
  const next = HALVES[HALVES.indexOf(clock.half) + 1]
  const text = (
    <>
      <small>{t(NAMES[clock.half])}</small> <b class={added(clock, tS) ? 'added' : ''}>{clockText(clock, tS)}</b>
    </>
  )
  if (!say) return <span class="clock">{text}</span>
  return (
    <span class="clock">
      <button
        type="button"
        class={clock.running ? 'on' : ''}
        aria-label={`${t(NAMES[clock.half])} ${clockText(clock, tS)}, ${t(clock.running ? 'stopClock' : 'startClock')}`}
        onClick={() => say({ v: PROTOCOL_VERSION, kind: 'clock', running: !clock.running })}
      >
        {text} <i aria-hidden="true">{clock.running ? '\u275a\u275a' : '\u25b6'}</i>
      </button>
      {!clock.running && next && clock.playedS > 0 && (
        <button type="button" class="next" onClick={() => say({ v: PROTOCOL_VERSION, kind: 'clock', running: false, half: next })}>
          {t(NAMES[next])}
        </button>
      )}
    </span>
  )
}
