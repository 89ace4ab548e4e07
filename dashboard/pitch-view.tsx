/** The pitch to scale with everything on it, seen plumb from above. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { CallMessage, TableMessage } from '../edge/protocol.ts'
import { type End, gapBetween, type Outline, outlineOf, type Pair, ruleLines } from './measure.tsx'
import type { Store } from './store.ts'
import { t as say } from './words.ts'

/** How near a thumb must come to a thing's outline, and to a line, px of the screen. */
const THING_PX = 24
const LINE_PX = 12
const FALLBACK = { A: ['#e8b23a', '#5a3b12'], B: ['#4a79d8', '#e6edf7'] }

interface Place {
  readonly xMm: number
  readonly yMm: number
}
interface Looks {
  readonly store: Store
  readonly call: CallMessage | null
  readonly pair?: Pair
  /** Figures that are to go elsewhere, with where. */
  readonly moves?: readonly CallMessage[]
  readonly tap?: (end: End) => void
  /** The restart's place was drawn elsewhere with a finger. */
  readonly move?: ((at: Place) => void) | undefined
  /** What is drawn over everything that stands there. */
  readonly children?: ComponentChildren
}

/** Where on the pitch a finger is, and how many px of the screen a mm is. */
function placeOf(e: MouseEvent): { at: Place; pxPerMm: number } | null {
  const m = (e.currentTarget as Element).closest('svg')?.getScreenCTM()
  if (!m) return null
  const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(m.inverse())
  return { at: { xMm: Math.round(p.x * 10) / 10, yMm: Math.round(-p.y * 10) / 10 }, pxPerMm: m.a }
}

/** What a touch of the drawing means: the nearest thing within reach, else a line that the rules ask about, else the place. */
function touched(e: MouseEvent, store: Store): End | null {
  const finger = placeOf(e)
  if (!finger) return null
  const { at, pxPerMm } = finger
  const px = (mm: number) => mm * pxPerMm
  const near = store.things
    .map((q) => ({ id: q.id, px: px(Math.hypot(q.xMm - at.xMm, q.yMm - at.yMm) - q.rMm) }))
    .reduce<{ id: string; px: number } | null>((best, q) => (q.px < (best?.px ?? THING_PX) ? q : best), null)
  if (near) return near.id
  const line = ruleLines(store).find((name) => {
    const l = store.table?.lines.find((q) => q.name === name)
    return l?.kind === 'straight' && px(Math.abs(l.a.xMm === l.b.xMm ? at.xMm - l.a.xMm : at.yMm - l.a.yMm)) < LINE_PX
  })
  return line ?? at
}

export function PitchView({ store, call, pair, moves = [], tap, move, children }: Looks) {
  const t = store.table
  if (!t) return <div class="pitch waiting">{say('waitingTable')}</div>
  const hx = t.lengthMm / 2 + t.marginXMm
  const hy = t.widthMm / 2 + t.marginYMm
  const colours = { A: t.colours.A.length ? t.colours.A : FALLBACK.A, B: t.colours.B.length ? t.colours.B : FALLBACK.B }
  const at = call?.restart?.at
  // figures that are to be placed: where each stands and where it goes
  const placed = [...(call && !call.restart ? [call] : []), ...moves].flatMap((c) => {
    const q = store.things.find((x) => x.id === c.figure)
    return q && c.at ? [{ id: c.id, q, to: c.at }] : []
  })
  return (
    <svg class="pitch" viewBox={`${-hx} ${-hy} ${2 * hx} ${2 * hy}`} role="img" aria-label={say('pitch')}>
      <rect x={-hx} y={-hy} width={2 * hx} height={2 * hy} rx="10" fill="#1d6b3c" />
      <g transform="scale(1 -1)" fill="none" stroke="#f2f7f2" stroke-width={t.lineWidthMm}>
        <Lines table={t} />
      </g>
      <Goals table={t} />
      {store.hands.map((h, i) => (
        <polygon
          key={i}
          points={h.map(([x, y]) => `${x},${-y}`).join(' ')}
          fill="#000"
          fill-opacity="0.35"
          stroke="#fff"
          stroke-opacity="0.4"
          stroke-width="1.5"
          stroke-dasharray="5 4"
        />
      ))}
      {store.things.map((q) => {
        const dim = q.seen === 'coasting' ? 0.4 : 1
        if (q.kind === 'ball')
          return (
            <g key={q.id} opacity={dim}>
              <circle cx={q.xMm} cy={-q.yMm} r={q.rMm + 9} fill="none" stroke="#fff" stroke-opacity="0.55" stroke-width="2" />
              <circle cx={q.xMm} cy={-q.yMm} r={q.rMm} fill="#fff" stroke="#10261a" stroke-width="1.5" />
            </g>
          )
        if (q.kind === 'keeper')
          return <rect key={q.id} x={q.xMm - 7} y={-q.yMm - 10} width="14" height="20" rx="3" fill="#d9534f" stroke="#fff" stroke-width="1.5" opacity={dim} />
        const c = q.side ? colours[q.side] : ['#999', '#ccc']
        return (
          <g key={q.id} opacity={dim}>
            <circle
              cx={q.xMm}
              cy={-q.yMm}
              r={q.rMm}
              fill={c[c.length - 1]}
              stroke={c[0]}
              stroke-width="4.5"
              stroke-dasharray={q.kind === 'fallen' ? '6 4' : undefined}
            />
            <text x={q.xMm} y={-q.yMm - q.rMm - 6} text-anchor="middle" class="tag">
              {q.id}
            </text>
          </g>
        )
      })}
      {call?.restart?.kind === 'goal-flick' && call.restart.for && <GoalArea table={t} side={call.restart.for} />}
      {placed.map(({ id, q, to }) => (
        <g key={id} class="move">
          <line x1={q.xMm} y1={-q.yMm} x2={to.xMm} y2={-to.yMm} stroke="#ffd23f" stroke-width="3" stroke-dasharray="6 5" />
          <circle cx={to.xMm} cy={-to.yMm} r={q.rMm} fill="none" stroke="#ffd23f" stroke-width="4" stroke-dasharray="6 4" />
        </g>
      ))}
      {children}
      {pair && <Tape store={store} pair={pair} />}
      {at && !move && <Spot at={at} />}
      {tap && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a way to point at the drawing; the same can be chosen from the lists beside it
        <rect
          class="target"
          x={-hx}
          y={-hy}
          width={2 * hx}
          height={2 * hy}
          onClick={(e) => {
            const end = touched(e, store)
            if (end) tap(end)
          }}
        />
      )}
      {at && move && <Spot key={`${call?.id} ${at.xMm} ${at.yMm}`} at={at} move={move} />}
    </svg>
  )
}

/** Dragged less than this it was not meant, mm. */
const MEANT_MM = 8

/** Where the restart is taken; with `move` it can be drawn to another place. */
function Spot({ at, move }: { at: Place; move?: (at: Place) => void }) {
  const [drawn, draw] = useState<Place | null>(null)
  const { xMm, yMm } = drawn ?? at
  const handle = move && {
    onPointerDown: (e: PointerEvent) => {
      ;(e.currentTarget as Element).setPointerCapture(e.pointerId)
      draw(at)
    },
    onPointerMove: (e: PointerEvent) => drawn && draw(placeOf(e)?.at ?? drawn),
    onPointerUp: () => {
      if (drawn && Math.hypot(drawn.xMm - at.xMm, drawn.yMm - at.yMm) > MEANT_MM) move(drawn)
      else draw(null)
    },
    onPointerCancel: () => draw(null),
  }
  return (
    <g transform={`translate(${xMm} ${-yMm})`} class={`spot ${move ? 'movable' : ''}`} {...handle}>
      {move && <circle r="34" fill="#ffd23f" fill-opacity={drawn ? 0.35 : 0.08} />}
      <circle r="20" fill="none" stroke="#ffd23f" stroke-width="4" />
      <path d="M-30 0H-12M12 0H30M0-30V-12M0 12V30" stroke="#ffd23f" stroke-width="4" />
    </g>
  )
}

/** What is being measured, and the gap as a line from outline to outline. */
function Tape({ store, pair }: { store: Store; pair: Pair }) {
  const gap = gapBetween(store, pair)
  const ring = (x: Outline) => <circle key={x.name} cx={x.xMm} cy={-x.yMm} r={x.rMm + 6} fill="none" stroke="#6cf0ff" stroke-width="4" />
  if (!gap) {
    const p = outlineOf(store, pair[0])
    return p && ring(p)
  }
  const { from: p, to: q } = gap
  const d = Math.hypot(q.xMm - p.xMm, q.yMm - p.yMm) || 1
  const [ux, uy] = [(q.xMm - p.xMm) / d, (q.yMm - p.yMm) / d]
  return (
    <g>
      {[p, q].map(ring)}
      <line x1={p.xMm + p.rMm * ux} y1={-(p.yMm + p.rMm * uy)} x2={q.xMm - q.rMm * ux} y2={-(q.yMm - q.rMm * uy)} stroke="#6cf0ff" stroke-width="4" />
    </g>
  )
}

/** A goal-flick may be taken anywhere in the taker's own goal area. */
function GoalArea({ table, side }: { table: TableMessage; side: 'A' | 'B' }) {
  const { depthMm, widthMm } = table.goalArea
  const x = table.attacks[side] === '+x' ? -table.lengthMm / 2 : table.lengthMm / 2 - depthMm
  return <rect x={x} y={-widthMm / 2} width={depthMm} height={widthMm} fill="#ffd23f" fill-opacity="0.25" stroke="#ffd23f" stroke-width="4" />
}

function Lines({ table }: { table: TableMessage }) {
  return (
    <>
      {table.lines.map((l) => {
        if (l.kind === 'straight') return <line key={l.name} x1={l.a.xMm} y1={l.a.yMm} x2={l.b.xMm} y2={l.b.yMm} />
        const p = (a: number) => `${l.centre.xMm + l.radiusMm * Math.cos(a)} ${l.centre.yMm + l.radiusMm * Math.sin(a)}`
        if (l.to - l.from > 6) return <circle key={l.name} cx={l.centre.xMm} cy={l.centre.yMm} r={l.radiusMm} />
        return <path key={l.name} d={`M${p(l.from)}A${l.radiusMm} ${l.radiusMm} 0 0 1 ${p(l.to)}`} />
      })}
    </>
  )
}

function Goals({ table }: { table: TableMessage }) {
  const x = table.lengthMm / 2
  const w = table.goalWidthMm
  return (
    <>
      {[-1, 1].map((s) => (
        <rect
          key={s}
          x={s > 0 ? x : -x - 40}
          y={-w / 2}
          width="40"
          height={w}
          rx="4"
          fill="#fff"
          fill-opacity="0.12"
          stroke="#fff"
          stroke-opacity="0.7"
          stroke-width="3"
        />
      ))}
    </>
  )
}
