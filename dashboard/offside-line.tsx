/** The offside line as it lies now, with how far beyond it each attacker stands: looked at while the button is pressed in. */
import { useEffect, useState } from 'preact/hooks'
import type { OffsideMessage } from '../edge/protocol.ts'
import type { Store } from './store.ts'
import { t } from './words.ts'

const POLL_MS = 500

/** What the device says of the offside line, asked for again and again while `on`. */
export function useOffside(on: boolean): OffsideMessage | null {
  const [now, set] = useState<OffsideMessage | null>(null)
  useEffect(() => {
    if (!on) return set(null)
    const look = () =>
      fetch('/api/offside').then(
        async (r) => set((await r.json()) as OffsideMessage | null),
        () => set(null),
      )
    look()
    const timer = setInterval(look, POLL_MS)
    return () => clearInterval(timer)
  }, [on])
  return now
}

/** In the pitch's drawing, y down. */
export function OffsideLine({ store, line }: { store: Store; line: OffsideMessage }) {
  const half = (store.table?.widthMm ?? 0) / 2
  return (
    <g class="offside">
      <line x1={line.lineXMm} x2={line.lineXMm} y1={-half} y2={half} />
      {line.figures.map((f) => {
        const q = store.things.find((x) => x.id === f.id)
        if (!q) return null
        const beyond = f.marginMm > 2 * f.sigmaMm
        const close = Math.abs(f.marginMm) <= 2 * f.sigmaMm
        return (
          <text key={f.id} x={q.xMm} y={-q.yMm + q.rMm + 24} text-anchor="middle" class={beyond ? 'beyond' : close ? 'close' : ''}>
            {f.marginMm > 0 ? '+' : '\u2212'}
            {Math.abs(f.marginMm).toFixed(1)} &plusmn; {f.sigmaMm.toFixed(1)}
          </text>
        )
      })}
    </g>
  )
}

export function OffsideButton({ on, line, toggle }: { on: boolean; line: OffsideMessage | null; toggle: () => void }) {
  return (
    <button type="button" class={`tool ${on ? 'on' : ''}`} aria-pressed={on} onClick={toggle}>
      {on && !line ? t('offsideNobody') : t('offsideLine')}
    </button>
  )
}
