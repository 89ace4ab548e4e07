/** Where the ball goes at a shoot-out (FISTF 5.2, 17.1.3): five spots at either end, and how far the ball still has to be moved to the nearest. */
import type { TableMessage } from '../edge/protocol.ts'
import type { Store } from './store.ts'
import { t } from './words.ts'

export interface Spot {
  readonly name: string
  readonly xMm: number
  readonly yMm: number
}

const BALL_MM = 11

/**
 * Wholly inside the shooting area, as near to the shooting line as can be without touching it; and as near to the touchline (A, E), with the
 * penalty area's side line through its centre (B, D), on the middle line (C).
 */
export function shootOutSpots(table: TableMessage, ballMm = BALL_MM): Spot[] {
  const straight = (name: string) => table.lines.find((l) => l.name === name && l.kind === 'straight')
  const out: Spot[] = []
  for (const [end, sign] of [
    ['+x', 1],
    ['-x', -1],
  ] as const) {
    const line = straight(`shooting-line${end}`)
    const side = straight(`penalty-area${end}/side+y`)
    if (line?.kind !== 'straight') continue
    const xMm = sign * (Math.abs(line.a.xMm) + table.lineWidthMm / 2 + ballMm)
    const wide = table.widthMm / 2 - table.lineWidthMm - ballMm
    const across = side?.kind === 'straight' ? Math.abs(side.a.yMm) : null
    out.push({ name: 'A', xMm, yMm: wide }, { name: 'C', xMm, yMm: 0 }, { name: 'E', xMm, yMm: -wide })
    if (across !== null) out.push({ name: 'B', xMm, yMm: across }, { name: 'D', xMm, yMm: -across })
  }
  return out
}

/** How near the ball must be for its spot to be meant, and to lie on it, mm. */
const MEANT_MM = 80
const THERE_MM = 1

export function Spots({ store }: { store: Store }) {
  if (!store.table) return null
  const ball = store.things.find((q) => q.kind === 'ball')
  const spots = shootOutSpots(store.table, ball?.rMm)
  const far = (s: Spot) => (ball ? Math.hypot(ball.xMm - s.xMm, ball.yMm - s.yMm) : Number.POSITIVE_INFINITY)
  const near = spots.reduce<Spot | null>((p, q) => (p && far(p) <= far(q) ? p : q), null)
  return (
    <g class="spots">
      {spots.map((s) => {
        const meant = s === near && far(s) < MEANT_MM
        const there = far(s) < Math.max(THERE_MM, 2 * (ball?.sigmaMm ?? 0))
        return (
          <g key={`${s.name}${s.xMm}`} class={meant ? (there ? 'there' : 'meant') : ''}>
            <circle cx={s.xMm} cy={-s.yMm} r={ball?.rMm ?? BALL_MM} />
            <text x={s.xMm + (s.xMm > 0 ? 20 : -20)} y={-s.yMm + 9} text-anchor={s.xMm > 0 ? 'start' : 'end'}>
              {s.name}
              {meant && (there ? ` ${t('spotThere')}` : ` ${far(s).toFixed(1)} mm`)}
            </text>
          </g>
        )
      })}
    </g>
  )
}

export function SpotsButton({ on, toggle }: { on: boolean; toggle: () => void }) {
  return (
    <button type="button" class={`tool ${on ? 'on' : ''}`} aria-pressed={on} onClick={toggle}>
      {t('shootOutSpots')}
    </button>
  )
}
