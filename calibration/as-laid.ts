/** The printed lines as they are laid: how far each runs from the ideal along its length, smoothed, with sigma. */
import { lineLengthMm } from './pitch.ts'
import { medianAbs, type Solution } from './solve.ts'

/** Offsets in mm along the line's normal (outward for boundary lines), every `stepMm` from its start. */
export interface LaidLine {
  readonly name: string
  readonly residualMm: number
  readonly sigmaMm: number
  readonly foundShare: number
  readonly stepMm: number
  readonly offsetsMm: readonly number[]
}

const STEP_MM = 40

export function laidLines(s: Solution): LaidLine[] {
  const groups = new Map<string, (typeof s.samples)[number][]>()
  for (const q of s.samples) {
    const g = groups.get(q.line.name)
    if (g) g.push(q)
    else groups.set(q.line.name, [q])
  }
  const out: LaidLine[] = []
  for (const [name, list] of groups) {
    const line = list[0]!.line
    const length = lineLengthMm(line)
    const offs = list.map((q) => {
      const seen = s.camera.toPitch({ xPx: q.xPx, yPx: q.yPx }, 0)
      const dx = seen.xMm - q.at.xMm
      const dy = seen.yMm - q.at.yMm
      if (line.kind === 'straight') {
        const tx = (line.b.xMm - line.a.xMm) / length
        const ty = (line.b.yMm - line.a.yMm) / length
        const along = (q.at.xMm - line.a.xMm) * tx + (q.at.yMm - line.a.yMm) * ty
        const outward = line.a.xMm === line.b.xMm ? Math.sign(line.a.xMm) || 1 : Math.sign(line.a.yMm) || 1
        return { along, off: (Math.abs(tx) > 0.5 ? dy : dx) * outward }
      }
      const a = Math.atan2(q.at.yMm - line.centre.yMm, q.at.xMm - line.centre.xMm)
      return { along: ((((a - line.from) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)) * line.radiusMm, off: dx * Math.cos(a) + dy * Math.sin(a) }
    })
    const median = [...offs].sort((a, b) => a.off - b.off)[offs.length >> 1]!.off
    const sigma = 1.4826 * medianAbs(offs.map((o) => o.off - median))
    const n = Math.max(1, Math.round(length / STEP_MM))
    const offsets = Array.from({ length: n + 1 }, (_, i) => {
      // weighted mean of the neighbourhood, outliers cut at three sigma
      let sum = 0
      let weight = 0
      for (const o of offs) {
        const d = (o.along - (i * length) / n) / STEP_MM
        if (Math.abs(d) > 2.5 || Math.abs(o.off - median) > 3 * sigma + 0.3) continue
        const w = Math.exp(-d * d)
        sum += w * o.off
        weight += w
      }
      return weight > 0.5 ? sum / weight : median
    })
    const asked = s.foundByLine.get(name)!
    out.push({
      name,
      residualMm: median,
      sigmaMm: sigma,
      foundShare: asked.found / Math.max(1, asked.asked),
      stepMm: length / n,
      offsetsMm: offsets.map((v) => Math.round(v * 1000) / 1000),
    })
  }
  return out
}
