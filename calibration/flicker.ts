/**
 * Lamps that flicker: with a rolling shutter their pulse lies over the picture as bright and dark bands that wander from frame to frame.
 * Each place is compared with its own mean over time; what a whole row shares is light, not a hand.
 */
import type { PicturePlanes } from './picture.ts'

const ROWS = 72
const COLUMNS = 24
/** Share of a look in the mean; looks before anything is said. */
const FOLLOW = 0.03
const LOOKS = 3
/** The depth told is the median of so many pictures: one arm, one step of the light, is none. */
const OVER = 9
/** A place this dark says nothing. */
const DARK = 12

export class FlickerWatch {
  private mean: Float32Array | null = null
  private size = ''
  private looks = 0
  private depths: number[] = []

  /** Depth of the bands, median of the last pictures: one standard deviation of the rows' brightness about its trend, as a share; 0 before it is known. */
  look(p: PicturePlanes): number {
    const now = new Float32Array(ROWS * COLUMNS)
    for (let j = 0; j < ROWS; j++)
      for (let i = 0; i < COLUMNS; i++)
        now[j * COLUMNS + i] = p.luma[Math.floor(((j + 0.5) / ROWS) * p.heightPx) * p.widthPx + Math.floor(((i + 0.5) / COLUMNS) * p.widthPx)]!
    const size = `${p.widthPx}x${p.heightPx}`
    if (!this.mean || this.size !== size) {
      this.mean = now
      this.size = size
      this.looks = 0
      this.depths = []
      return 0
    }
    const rows = new Float64Array(ROWS)
    for (let j = 0; j < ROWS; j++) {
      const ratios: number[] = []
      for (let k = j * COLUMNS; k < (j + 1) * COLUMNS; k++) if (this.mean[k]! > DARK) ratios.push(now[k]! / this.mean[k]!)
      rows[j] = ratios.length ? ratios.sort((a, b) => a - b)[ratios.length >> 1]! : 1
    }
    for (let k = 0; k < now.length; k++) this.mean[k] = this.mean[k]! + FOLLOW * (now[k]! - this.mean[k]!)
    if (++this.looks < LOOKS) return 0
    this.depths = [...this.depths, bands(rows)].slice(-OVER)
    return this.depths.length < OVER / 2 ? 0 : [...this.depths].sort((a, b) => a - b)[this.depths.length >> 1]!
  }
}

/** Spread of the rows about a straight line (a change of the light from top to bottom), noise of single rows smoothed away. */
function bands(rows: Float64Array): number {
  const n = rows.length
  const smooth = Array.from(rows, (_, j) => {
    const part = rows.slice(Math.max(0, j - 2), Math.min(n, j + 3))
    return part.reduce((s, v) => s + v, 0) / part.length
  })
  const mid = (n - 1) / 2
  const mean = smooth.reduce((s, v) => s + v, 0) / n
  const slope = smooth.reduce((s, v, j) => s + (j - mid) * v, 0) / smooth.reduce((s, _, j) => s + (j - mid) ** 2, 0)
  return Math.sqrt(smooth.reduce((s, v, j) => s + (v - mean - slope * (j - mid)) ** 2, 0) / n) / mean
}
