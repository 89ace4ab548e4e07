/** The path of one thing between two impulses: straight, slowing down evenly, from samples in mm and s. */
export interface Sample {
  readonly seq: number
  readonly tS: number
  readonly x: number
  readonly y: number
  readonly sigma: number
}

export interface Path {
  /** Reference time and the place and velocity at it. */
  readonly tS: number
  readonly x: number
  readonly y: number
  readonly vx: number
  readonly vy: number
  readonly decel: number
  readonly sigmaV: number
}

/** Place on a path; forward it stops when its speed is used up, backward it was faster. */
export function along(p: Path, tS: number): { x: number; y: number; vx: number; vy: number } {
  const v = Math.hypot(p.vx, p.vy)
  if (v < 1e-6) return { x: p.x, y: p.y, vx: 0, vy: 0 }
  const dt = Math.min(tS - p.tS, p.decel > 0 ? v / p.decel : Number.POSITIVE_INFINITY)
  const s = dt - (0.5 * p.decel * dt * dt) / v
  const k = 1 - (p.decel * dt) / v
  return { x: p.x + p.vx * s, y: p.y + p.vy * s, vx: p.vx * k, vy: p.vy * k }
}

/** Least squares over the samples with a known deceleration (the spread of decelerations matters little over a few frames). */
export function fitPath(samples: readonly Sample[], decel: number): Path {
  const last = samples[samples.length - 1]!
  if (samples.length === 1) return { tS: last.tS, x: last.x, y: last.y, vx: 0, vy: 0, decel, sigmaV: 1e3 }
  const t0 = samples.reduce((s, q) => s + q.tS, 0) / samples.length
  let path: Path = { tS: t0, x: last.x, y: last.y, vx: 0, vy: 0, decel: 0, sigmaV: 1e3 }
  for (let it = 0; it < 3; it++) {
    // straight-line fit to the samples with the bend of slowing down taken out
    let sw = 0
    let mt = 0
    let mx = 0
    let my = 0
    const pts = samples.map((q) => {
      const v = Math.hypot(path.vx, path.vy)
      const dt = q.tS - t0
      const bend = v > 30 ? (-0.5 * decel * dt * dt) / v : 0
      return { t: dt, x: q.x - path.vx * bend, y: q.y - path.vy * bend, w: 1 / q.sigma ** 2 }
    })
    for (const p of pts) {
      sw += p.w
      mt += p.w * p.t
      mx += p.w * p.x
      my += p.w * p.y
    }
    mt /= sw
    mx /= sw
    my /= sw
    let tt = 0
    let tx = 0
    let ty = 0
    for (const p of pts) {
      tt += p.w * (p.t - mt) ** 2
      tx += p.w * (p.t - mt) * (p.x - mx)
      ty += p.w * (p.t - mt) * (p.y - my)
    }
    const vx = tx / tt
    const vy = ty / tt
    path = { tS: t0, x: mx - vx * mt, y: my - vy * mt, vx, vy, decel, sigmaV: 1 / Math.sqrt(tt) }
  }
  return path
}

/** When two paths are nearest to each other between two times, and the place between them. */
export function meeting(a: Path, b: Path, fromS: number, toS: number): { tS: number; x: number; y: number; gapMm: number } {
  let best = { tS: fromS, x: 0, y: 0, gapMm: Number.POSITIVE_INFINITY }
  const n = 60
  for (let i = 0; i <= n; i++) {
    const tS = fromS + ((toS - fromS) * i) / n
    const p = along(a, tS)
    const q = along(b, tS)
    const gapMm = Math.hypot(p.x - q.x, p.y - q.y)
    if (gapMm < best.gapMm) best = { tS, x: (p.x + q.x) / 2, y: (p.y + q.y) / 2, gapMm }
  }
  return best
}
