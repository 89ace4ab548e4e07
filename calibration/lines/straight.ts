/** Straight lines among the chains: the bend of the lens is taken out first (plumb-line method, Brown 1971), then chains are joined. */
import type { ImagePoint } from '../units.ts'
import type { Chain } from './ridges.ts'

/** A line nx*x + ny*y = rho in straightened pixels about the picture's centre, with the length that was seen of it. */
export interface SeenLine {
  readonly nx: number
  readonly ny: number
  readonly rho: number
  readonly seenPx: number
  /** Extent along the direction (-ny, nx). */
  readonly from: number
  readonly to: number
}

/** Radial bend of a lens in the division model: straight = bent / (1 + lambda r^2), r in half picture widths. */
export interface Bend {
  readonly lambda: number
  readonly cx: number
  readonly cy: number
  readonly half: number
}

export function straighten(b: Bend, p: ImagePoint): [number, number] {
  const x = p.xPx - b.cx
  const y = p.yPx - b.cy
  const g = 1 / (1 + (b.lambda * (x * x + y * y)) / (b.half * b.half))
  return [x * g, y * g]
}

interface Fit {
  nx: number
  ny: number
  rho: number
  rms: number
  from: number
  to: number
}

function fitLine(points: readonly (readonly [number, number])[]): Fit {
  let sx = 0
  let sy = 0
  for (const [x, y] of points) {
    sx += x
    sy += y
  }
  const n = points.length
  const mx = sx / n
  const my = sy / n
  let xx = 0
  let xy = 0
  let yy = 0
  for (const [x, y] of points) {
    xx += (x - mx) ** 2
    xy += (x - mx) * (y - my)
    yy += (y - my) ** 2
  }
  const a = 0.5 * Math.atan2(2 * xy, xx - yy)
  const nx = -Math.sin(a)
  const ny = Math.cos(a)
  const rms = Math.sqrt(Math.max(0, xx * nx * nx + 2 * xy * nx * ny + yy * ny * ny) / n)
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const [x, y] of points) {
    const s = x * ny - y * nx
    from = Math.min(from, s)
    to = Math.max(to, s)
  }
  return { nx, ny, rho: nx * mx + ny * my, rms, from, to }
}

/** Of a lens that sees 95 degrees. */
const STRONGEST_BEND = -0.4

/** The bend under which the long chains are straightest; chains that stay curved (circles) count no more than a bounded amount. */
export function findBend(chains: readonly Chain[], widthPx: number, heightPx: number): Bend {
  const base = { cx: (widthPx - 1) / 2, cy: (heightPx - 1) / 2, half: widthPx / 2 }
  const long = chains.filter((c) => c.length > widthPx / 22).map((c) => c.filter((_, i) => i % 3 === 0))
  const cost = (lambda: number) => {
    let sum = 0
    for (const c of long) {
      const r = fitLine(c.map((p) => straighten({ ...base, lambda }, p))).rms
      sum += (c.length * r * r) / (r * r + 1)
    }
    return sum
  }
  let best = 0
  let low = Number.POSITIVE_INFINITY
  for (let l = STRONGEST_BEND; l <= 0.1001; l += 0.01) {
    const v = cost(l)
    if (v < low) {
      low = v
      best = l
    }
  }
  for (let h = 0.005; h > 0.0005; h /= 2) for (const l of [best - h, best + h]) if (cost(l) < low) [low, best] = [cost(l), l]
  return { ...base, lambda: best }
}

/** Straight lines with their support; collinear chains are joined, curved ones are left out or cut. */
export function findStraightLines(chains: readonly Chain[], bend: Bend): SeenLine[] {
  const pieces = chains.flatMap((c) => straightPieces(c.map((p) => straighten(bend, p))))
  pieces.sort((a, b) => b.length - a.length)
  const lines: { fit: Fit; points: (readonly [number, number])[] }[] = []
  for (const piece of pieces) {
    const f = fitLine(piece)
    const host = lines.find((l) => {
      const cos = l.fit.nx * f.nx + l.fit.ny * f.ny
      if (Math.abs(cos) < 0.9994) return false
      const e = (p: readonly [number, number]) => Math.abs(l.fit.nx * p[0] + l.fit.ny * p[1] - l.fit.rho)
      return e(piece[0]!) < 3.5 && e(piece[piece.length - 1]!) < 3.5
    })
    if (host) {
      host.points.push(...piece)
      host.fit = fitLine(host.points)
    } else lines.push({ fit: f, points: [...piece] })
  }
  return lines.map((l) => ({ nx: l.fit.nx, ny: l.fit.ny, rho: l.fit.rho, seenPx: l.points.length, from: l.fit.from, to: l.fit.to }))
}

function straightPieces(points: (readonly [number, number])[]): (readonly [number, number])[][] {
  if (points.length < 26) return []
  const f = fitLine(points)
  if (f.rms < 0.8) return [points]
  const half = points.length >> 1
  return [...straightPieces(points.slice(0, half)), ...straightPieces(points.slice(half))]
}
