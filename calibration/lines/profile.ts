/** The two edges of a printed line where it is crossed, to a fraction of a pixel. */
import { lumaAt, type PicturePlanes } from '../picture.ts'

export interface Crossing {
  /** Middle of the line along the search direction, px from the expected place. */
  readonly offsetPx: number
  /** Distance between the two half-height edges, px (blur included). */
  readonly widthPx: number
  /** Brightness above the ground on the darker-contrast side, luma levels. */
  readonly contrast: number
}

const STEP_PX = 0.5

/**
 * Looks along a unit direction through an expected place for one bright line; `groundPx` from its middle the cloth is bare.
 * Half-height crossings on both sides, each against its own ground, so that one side may be brighter than the other.
 * Returns null when there is no such line, or when something else bright or dark stands there.
 */
export function crossLine(p: PicturePlanes, x: number, y: number, ux: number, uy: number, groundPx: number, reachPx: number): Crossing | null {
  const n = Math.ceil((reachPx + groundPx + 1) / STEP_PX)
  const v = new Float64Array(2 * n + 1)
  for (let i = -n; i <= n; i++) {
    const s = i * STEP_PX
    const l = lumaAt(p, x + s * ux, y + s * uy)
    if (Number.isNaN(l)) return null
    v[i + n] = l
  }
  const limit = Math.round(reachPx / STEP_PX)
  let best = -1
  let peak = Number.NEGATIVE_INFINITY
  const m = Math.round(groundPx / STEP_PX)
  for (let i = n - limit; i <= n + limit; i++) {
    if (i - m < 0 || i + m > 2 * n) continue
    const rise = v[i]! - Math.max(v[i - m]!, v[i + m]!)
    const prefer = rise - 0.4 * Math.abs(i - n) * STEP_PX
    if (prefer > peak) {
      peak = prefer
      best = i
    }
  }
  if (best < 0) return null
  let top = best
  for (let i = best - 3; i <= best + 3; i++) if (i >= 0 && i <= 2 * n && v[i]! > v[top]!) top = i
  const left = ground(v, top, -1, m)
  const right = ground(v, top, 1, m)
  if (!left || !right) return null
  const contrast = v[top]! - Math.max(left.level, right.level)
  if (contrast < 10) return null
  const a = edge(v, top, -1, (v[top]! + left.level) / 2, m)
  const b = edge(v, top, 1, (v[top]! + right.level) / 2, m)
  if (a === null || b === null) return null
  return { offsetPx: ((a + b) / 2 - n) * STEP_PX, widthPx: (b - a) * STEP_PX, contrast }
}

/** Level of the ground on one side: the mean between one and one and a half line widths from the top; uneven ground is refused. */
function ground(v: Float64Array, top: number, dir: number, m: number): { level: number } | null {
  let sum = 0
  let count = 0
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let k = m - 2; k <= m + 1; k++) {
    const i = top + dir * k
    if (i < 0 || i >= v.length) continue
    sum += v[i]!
    low = Math.min(low, v[i]!)
    high = Math.max(high, v[i]!)
    count++
  }
  return count < 2 || high - low > 0.35 * Math.abs(v[top]! - sum / count) + 8 ? null : { level: sum / count }
}

function edge(v: Float64Array, top: number, dir: number, level: number, m: number): number | null {
  for (let k = 0; k <= m; k++) {
    const i = top + dir * k
    const j = i + dir
    if (j < 0 || j >= v.length) return null
    if (v[j]! <= level && v[i]! > level) return i + (dir * (v[i]! - level)) / (v[i]! - v[j]!)
  }
  return null
}
