/** Where the ball goes at a shoot-out (FISTF 5.2, 17.1.3): five spots at either end, and how far the ball still has to be moved to the nearest. */
import type { Store } from './store.ts'
import { t } from './words.ts'

const BALL_MM = 11

/** How near the ball must be for its spot to be meant, and to lie on it, mm. */
const MEANT_MM = 80
const THERE_MM = 1

export function Spots({ store }: { store: Store }) {
  if (!store.table) return null
  const ball = store.things.find((q) => q.kind === 'ball')
  const { spots } = store.table
  const far = (s: (typeof spots)[number]) => (ball ? Math.hypot(ball.xMm - s.xMm, ball.yMm - s.yMm) : Number.POSITIVE_INFINITY)
  const near = spots.reduce<(typeof spots)[number] | null>((p, q) => (p && far(p) <= far(q) ? p : q), null)
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
