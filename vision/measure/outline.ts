/**
 * Where an outline lies, ray by ray: along each direction the colour goes from inside to outside; the edge is where it is half way.
 * Inside and outside are taken from the picture next to the edge, so neither the thing's colour nor the cloth's need be known.
 */
import type { ImagePoint } from '../../calibration/units.ts'
import type { Frame } from '../frame.ts'

export interface EdgePoint {
  /** Direction round the outline, radians. */
  readonly phi: number
  /** Edge from the expected outline, in fractions of the radius, outward positive. */
  readonly delta: number
  /** 0..1: contrast and steepness. */
  readonly weight: number
}

export interface OutlineSearch {
  /** How many directions. */
  readonly directions: number
  /** Half width of the search, fraction of the radius. */
  readonly reach: number
  /** Maps direction and offset (fraction of the radius) to the picture. */
  readonly place: (phi: number, delta: number) => ImagePoint
}

const CHROMA_WEIGHT = 1.3
const SAMPLES = 25

export function findEdges(frame: Frame, search: OutlineSearch): EdgePoint[] {
  const out: EdgePoint[] = []
  const v = new Float64Array(3 * SAMPLES)
  const t = new Float64Array(SAMPLES)
  for (let d = 0; d < search.directions; d++) {
    const phi = (2 * Math.PI * (d + 0.5)) / search.directions
    let ok = true
    for (let i = 0; i < SAMPLES; i++) {
      const delta = search.reach * ((2 * i) / (SAMPLES - 1) - 1)
      if (!colourAt(frame, search.place(phi, delta), v, 3 * i)) {
        ok = false
        break
      }
    }
    if (!ok) continue
    const edge = halfWay(v, t)
    if (edge) out.push({ phi, delta: search.reach * ((2 * edge.at) / (SAMPLES - 1) - 1), weight: edge.weight })
  }
  return out
}

/** The strongest step along the profile, at half height between what lies on its two sides. */
function halfWay(v: Float64Array, t: Float64Array): { at: number; weight: number } | null {
  const w = 4 // samples to each side that make up "inside" and "outside"
  let best = 0
  let at = -1
  for (let i = w; i < SAMPLES - w; i++) {
    let step = 0
    for (let c = 0; c < 3; c++) {
      let a = 0
      let b = 0
      for (let k = 1; k <= w; k++) {
        a += v[3 * (i - k) + c]!
        b += v[3 * (i + k) + c]!
      }
      step += ((a - b) / w) ** 2
    }
    const off = (2 * i) / (SAMPLES - 1) - 1
    const value = Math.sqrt(step) * (1 - 0.45 * off * off)
    if (value > best) {
      best = value
      at = i
    }
  }
  if (at < 0 || best < 9) return null
  const inner = [0, 0, 0]
  const outer = [0, 0, 0]
  for (let c = 0; c < 3; c++)
    for (let k = 3; k <= 5; k++) {
      inner[c]! += v[3 * Math.max(0, at - k) + c]! / 3
      outer[c]! += v[3 * Math.min(SAMPLES - 1, at + k) + c]! / 3
    }
  const dir = inner.map((x, c) => x - outer[c]!)
  const len2 = dir.reduce((s, x) => s + x * x, 0)
  if (len2 < 81) return null
  for (let i = 0; i < SAMPLES; i++) t[i] = dir.reduce((s, x, c) => s + x * (v[3 * i + c]! - outer[c]!), 0) / len2
  // walk outward from the inside plateau to the half-height crossing nearest to the steepest place
  let found = -1
  for (let i = Math.max(0, at - 5); i < Math.min(SAMPLES - 1, at + 5); i++) {
    if (t[i]! >= 0.5 && t[i + 1]! < 0.5) {
      const x = i + (t[i]! - 0.5) / (t[i]! - t[i + 1]!)
      if (found < 0 || Math.abs(x - at) < Math.abs(found - at)) found = x
    }
  }
  return found < 0 ? null : { at: found, weight: Math.min(1, Math.sqrt(len2) / 70) }
}

/** Luma and weighted chroma at a place (bilinear). */
function colourAt(f: Frame, p: ImagePoint, out: Float64Array, at: number): boolean {
  const x = p.xPx
  const y = p.yPx
  if (!(x >= 0 && y >= 0 && x < f.widthPx - 1 && y < f.heightPx - 1)) return false
  out[at] = bilinear(f.luma, f.widthPx, x, y)
  const cw = (f.widthPx + 1) >> 1
  const ch = (f.heightPx + 1) >> 1
  const cx = Math.max(0, Math.min(cw - 1.001, (x - 0.5) / 2))
  const cy = Math.max(0, Math.min(ch - 1.001, (y - 0.5) / 2))
  out[at + 1] = CHROMA_WEIGHT * bilinear(f.chroma[0], cw, cx, cy)
  out[at + 2] = CHROMA_WEIGHT * bilinear(f.chroma[1], cw, cx, cy)
  return true
}

export function bilinear(src: Uint8Array, width: number, x: number, y: number): number {
  const i = Math.floor(x)
  const j = Math.floor(y)
  const k = j * width + i
  const u = x - i
  const v = y - j
  return (src[k]! * (1 - u) + src[k + 1]! * u) * (1 - v) + (src[k + width]! * (1 - u) + src[k + width + 1]! * u) * v
}

export interface Shift {
  /** Offset in the basis of the directions, in radii. */
  readonly dx: number
  readonly dy: number
  /** Common offset of all edges, fraction of the radius: the apparent radius is off by this. */
  readonly radial: number
  readonly cov: readonly [number, number, number]
  /** Share of the directions that agree. */
  readonly share: number
  /** Scatter of the edges that agree, fraction of the radius. */
  readonly scatter: number
}

/**
 * Robust fit of a shift (and, if asked, a common radial offset) to edges: delta = dx cos(phi) + dy sin(phi) + radial.
 * Tukey's biweight, iterated; figures, fingers and shadows on part of the outline lose their say.
 */
export function fitShift(edges: readonly EdgePoint[], directions: number, withRadius: boolean, priorRadialSigma = 0.03): Shift | null {
  if (edges.length < 8) return null
  let dx = 0
  let dy = 0
  let radial = 0
  let scale = 0.2
  let cov: [number, number, number] = [1, 0, 1]
  let agree = 0
  let scatter = 0
  for (let it = 0; it < 12; it++) {
    const n = [0, 0, 0, 0, 0, 0] // xx xy xr yy yr rr
    const g = [0, 0, 0]
    const sorted: number[] = []
    agree = 0
    let ss = 0
    let sw = 0
    for (const e of edges) {
      const c = Math.cos(e.phi)
      const s = Math.sin(e.phi)
      const r = e.delta - dx * c - dy * s - radial
      sorted.push(Math.abs(r))
      const u = r / (4.7 * scale)
      if (Math.abs(u) >= 1) continue
      const w = e.weight * (1 - u * u) ** 2
      agree++
      ss += w * r * r
      sw += w
      n[0]! += w * c * c
      n[1]! += w * c * s
      n[2]! += w * c
      n[3]! += w * s * s
      n[4]! += w * s
      n[5]! += w
      g[0]! += w * c * r
      g[1]! += w * s * r
      g[2]! += w * r
    }
    if (sw < 4) return null
    const prior = scale ** 2 / priorRadialSigma ** 2
    const [xx, xy, xr, yy, yr, rr] = n as [number, number, number, number, number, number]
    const m = withRadius ? [xx, xy, xr, xy, yy, yr, xr, yr, rr + prior] : [xx, xy, 0, xy, yy, 0, 0, 0, 1]
    const inv = inverse3(m)
    if (!inv) return null
    const gr = withRadius ? g[2]! - prior * radial : 0
    dx += inv[0]! * g[0]! + inv[1]! * g[1]! + inv[2]! * gr
    dy += inv[3]! * g[0]! + inv[4]! * g[1]! + inv[5]! * gr
    radial += withRadius ? inv[6]! * g[0]! + inv[7]! * g[1]! + inv[8]! * gr : 0
    sorted.sort((a, b) => a - b)
    scale = Math.max(0.006, 1.4826 * sorted[sorted.length >> 1]!)
    scatter = Math.sqrt(ss / sw)
    cov = [inv[0]! * scatter ** 2, inv[1]! * scatter ** 2, inv[4]! * scatter ** 2]
  }
  return { dx, dy, radial, cov, share: agree / directions, scatter }
}

function inverse3(m: number[]): number[] | null {
  const [a, b, c, d, e, f, g, h, i] = m as [number, number, number, number, number, number, number, number, number]
  const A = e * i - f * h
  const B = f * g - d * i
  const C = d * h - e * g
  const det = a * A + b * B + c * C
  if (Math.abs(det) < 1e-12) return null
  return [A, c * h - b * i, b * f - c * e, B, a * i - c * g, c * d - a * f, C, b * g - a * h, a * e - b * d].map((v) => v / det)
}
