/** The cloth: albedo at a place, from dye, wear, stripes and the printed lines with their coverage of one pixel. */
import type { Pitch, PrintedLine } from '../../calibration/pitch.ts'
import { type Rgb, scaled } from './colour.ts'
import { valueNoise } from './random.ts'

export interface ClothLook {
  readonly green: Rgb
  readonly white: Rgb
  readonly seed: number
  /** Relative depth of the fibre noise, of the large blotches, of the mown stripes. */
  readonly fibre: number
  readonly blotch: number
  readonly stripes: { readonly depth: number; readonly widthMm: number; readonly along: 'x' | 'y' }
  /** 0 new print .. 1 mostly rubbed off. */
  readonly wear: number
  /** Fold creases: offset and direction, relative darkness, width mm. */
  readonly creases: readonly { readonly angle: number; readonly offsetMm: number; readonly depth: number; readonly widthMm: number }[]
  /** Wrinkles: relative depth and wavelength of slow shading waves. */
  readonly wrinkles: { readonly depth: number; readonly waveMm: number }
  /** How it lies: nothing when it lies as it was printed. */
  readonly laid?: Laid
}

/** A cloth that is not laid square: one end pulled across (radians), stretched along either axis (share), its long lines bowed in the middle (mm). */
export interface Laid {
  readonly skew: number
  readonly stretch: readonly [x: number, y: number]
  readonly bowMm: number
}

/** The place of the print that lies at a place of the table; mm. */
export function printedAt(laid: Laid, pitch: Pitch, x: number, y: number): [x: number, y: number] {
  const bow = laid.bowMm * (1 - ((2 * x) / pitch.lengthMm) ** 2)
  return [(x - laid.skew * y) / (1 + laid.stretch[0]), (y - bow) / (1 + laid.stretch[1])]
}

const CELL_MM = 24

export class Cloth {
  private readonly near = new Map<number, PrintedLine[]>()
  constructor(
    readonly pitch: Pitch,
    readonly look: ClothLook,
  ) {
    const { lengthMm: l, widthMm: w } = pitch
    for (let i = Math.floor(-l / 2 / CELL_MM) - 1; i <= l / 2 / CELL_MM + 1; i++)
      for (let j = Math.floor(-w / 2 / CELL_MM) - 1; j <= w / 2 / CELL_MM + 1; j++) {
        const x = (i + 0.5) * CELL_MM
        const y = (j + 0.5) * CELL_MM
        const lines = pitch.lines.filter((line) => Math.abs(offset(line, x, y)) < CELL_MM)
        if (lines.length) this.near.set(i * 4096 + j, lines)
      }
  }

  /** Fraction of a pixel of the given footprint (mm) that is printed white at a place. */
  private printed(x: number, y: number, footprintMm: number): number {
    const lines = this.near.get(Math.floor(x / CELL_MM) * 4096 + Math.floor(y / CELL_MM))
    let c = 0
    const half = this.pitch.lineWidthMm / 2
    const f = footprintMm
    if (lines)
      for (const line of lines) {
        const d = Math.abs(offset(line, x, y))
        const cover = Math.min(1, Math.max(0, (half - d) / f + 0.5)) - Math.min(1, Math.max(0, (-half - d) / f + 0.5))
        if (cover > c) c = cover
      }
    const spotX = this.pitch.lengthMm / 2 - this.pitch.penaltySpotMm
    const d = Math.hypot(Math.abs(x) - spotX, y)
    if (d < 6) c = Math.max(c, Math.min(1, Math.max(0, (this.pitch.lineWidthMm * 0.65 - d) / f + 0.5)))
    return c
  }

  albedo(x: number, y: number, footprintMm: number): Rgb {
    const k = this.look
    let shade = 1 + k.blotch * valueNoise(x / 90, y / 90, k.seed) + k.blotch * 0.5 * valueNoise(x / 31, y / 31, k.seed + 7)
    shade += (k.fibre / Math.max(1, footprintMm)) * valueNoise(x / 1.3, y / 1.3, k.seed + 1)
    if (k.stripes.depth > 0) shade += k.stripes.depth * (Math.floor((k.stripes.along === 'x' ? y : x) / k.stripes.widthMm) & 1 ? 1 : -1)
    if (k.wrinkles.depth > 0) {
      const w = k.wrinkles.waveMm
      shade += k.wrinkles.depth * valueNoise(x / w + 0.7 * valueNoise(x / (2 * w), y / (2 * w), k.seed + 3), y / (2.4 * w), k.seed + 2)
    }
    for (const c of k.creases) {
      const d = (x * Math.cos(c.angle) + y * Math.sin(c.angle) - c.offsetMm) / c.widthMm
      if (d > -3 && d < 3) shade += c.depth * (d * Math.exp(-d * d) * 2.3)
    }
    const [px, py] = k.laid ? printedAt(k.laid, this.pitch, x, y) : [x, y]
    let cover = this.printed(px, py, footprintMm)
    if (cover > 0 && k.wear > 0) {
      const rubbed = 0.5 + 0.5 * valueNoise(x / 7, y / 7, k.seed + 5) + 0.35 * valueNoise(x / 2.2, y / 2.2, k.seed + 6)
      if (rubbed < k.wear) cover *= Math.max(0, 1 - 2.2 * (k.wear - rubbed))
    }
    const g = k.green
    const w = k.white
    return scaled([g[0] + (w[0] - g[0]) * cover, g[1] + (w[1] - g[1]) * cover, g[2] + (w[2] - g[2]) * cover], Math.max(0.2, shade))
  }
}

/** Signed distance from the middle of a printed line, beyond its ends a large one. */
function offset(line: PrintedLine, x: number, y: number): number {
  if (line.kind === 'straight') {
    const dx = line.b.xMm - line.a.xMm
    const dy = line.b.yMm - line.a.yMm
    const len = Math.hypot(dx, dy)
    const s = ((x - line.a.xMm) * dx + (y - line.a.yMm) * dy) / len
    const d = (-(x - line.a.xMm) * dy + (y - line.a.yMm) * dx) / len
    if (s < -1) return Math.hypot(x - line.a.xMm, y - line.a.yMm)
    if (s > len + 1) return Math.hypot(x - line.b.xMm, y - line.b.yMm)
    return d
  }
  const px = x - line.centre.xMm
  const py = y - line.centre.yMm
  let a = Math.atan2(py, px)
  while (a < line.from - 1e-9) a += 2 * Math.PI
  const d = Math.hypot(px, py) - line.radiusMm
  return a <= line.to + 1e-9 ? d : 1e3
}
