/**
 * Resamples a picture to a plan view of the cloth at a constant scale, so that the network sees every table alike:
 * same millimetres per cell, no lens, no tilt, +x to the right and +y up, whatever the camera.
 */
import type { Camera } from '../../calibration/camera.ts'
import type { PitchPoint } from '../../calibration/units.ts'
import type { Frame } from '../frame.ts'

export interface PlanGrid {
  /** Middle of the top-left cell (smallest x, largest y), mm on the cloth. */
  readonly x0Mm: number
  readonly y0Mm: number
  readonly mmPerCell: number
  readonly width: number
  readonly height: number
}

/** A grid over the playing surface and `padMm` beyond it, its sides multiples of `multiple` cells. */
export function surfaceGrid(halfXMm: number, halfYMm: number, padMm: number, mmPerCell: number, multiple: number): PlanGrid {
  const cells = (half: number) => Math.ceil((2 * (half + padMm)) / mmPerCell / multiple) * multiple
  const width = cells(halfXMm)
  const height = cells(halfYMm)
  return { width, height, mmPerCell, x0Mm: -((width - 1) / 2) * mmPerCell, y0Mm: ((height - 1) / 2) * mmPerCell }
}

export const cellToPitch = (g: PlanGrid, i: number, j: number): PitchPoint => ({ xMm: g.x0Mm + i * g.mmPerCell, yMm: g.y0Mm - j * g.mmPerCell })
export const pitchToCell = (g: PlanGrid, p: PitchPoint): [i: number, j: number] => [(p.xMm - g.x0Mm) / g.mmPerCell, (g.y0Mm - p.yMm) / g.mmPerCell]

/** A table of which pixels make up each cell; built once per calibration, then a frame is resampled in a few milliseconds. */
export class Rectifier {
  private readonly lumaTaps: Int32Array
  private readonly chromaTaps: Int32Array
  private readonly nLuma: number
  private readonly nChroma: number

  constructor(
    camera: Camera,
    readonly grid: PlanGrid,
  ) {
    const scale = camera.mmPerPx({ xMm: grid.x0Mm + (grid.width / 2) * grid.mmPerCell, yMm: grid.y0Mm - (grid.height / 2) * grid.mmPerCell })
    const side = Math.max(1, Math.min(3, Math.round(grid.mmPerCell / scale)))
    const sideC = Math.max(1, Math.round(side / 2))
    this.nLuma = side * side
    this.nChroma = sideC * sideC
    this.lumaTaps = this.taps(camera, side, 1)
    this.chromaTaps = this.taps(camera, sideC, 2)
  }

  private taps(camera: Camera, side: number, shrink: number): Int32Array {
    const { grid } = this
    const w = Math.ceil(camera.model.widthPx / shrink)
    const h = Math.ceil(camera.model.heightPx / shrink)
    // corners of all cells in the picture; the taps of a cell lie evenly between its own four
    const cols = grid.width + 1
    const cornerX = new Float64Array(cols * (grid.height + 1))
    const cornerY = new Float64Array(cornerX.length)
    for (let j = 0, k = 0; j <= grid.height; j++)
      for (let i = 0; i < cols; i++, k++) {
        const px = camera.project({ xMm: grid.x0Mm + (i - 0.5) * grid.mmPerCell, yMm: grid.y0Mm - (j - 0.5) * grid.mmPerCell, zMm: 0 })
        cornerX[k] = (px.xPx - (shrink - 1) / 2) / shrink
        cornerY[k] = (px.yPx - (shrink - 1) / 2) / shrink
      }
    const out = new Int32Array(grid.width * grid.height * side * side)
    const between = (c: Float64Array, k: number, u: number, v: number) =>
      (c[k]! * (1 - u) + c[k + 1]! * u) * (1 - v) + (c[k + cols]! * (1 - u) + c[k + cols + 1]! * u) * v
    let n = 0
    for (let j = 0; j < grid.height; j++)
      for (let i = 0; i < grid.width; i++)
        for (let b = 0; b < side; b++)
          for (let a = 0; a < side; a++) {
            const k = j * cols + i
            const x = Math.round(between(cornerX, k, (a + 0.5) / side, (b + 0.5) / side))
            const y = Math.round(between(cornerY, k, (a + 0.5) / side, (b + 0.5) / side))
            out[n++] = x >= 0 && y >= 0 && x < w && y < h ? y * w + x : -1
          }
    return out
  }

  /** Three planes (luma, Cb, Cr) of grid.height x grid.width bytes; what lies outside the picture is 0, 128, 128. */
  run(frame: Pick<Frame, 'luma' | 'chroma'>, out: Uint8Array): void {
    const n = this.grid.width * this.grid.height
    gather(frame.luma, this.lumaTaps, this.nLuma, out, 0, n, 0)
    gather(frame.chroma[0], this.chromaTaps, this.nChroma, out, n, n, 128)
    gather(frame.chroma[1], this.chromaTaps, this.nChroma, out, 2 * n, n, 128)
  }

  /** The same for a square part of the grid whose top-left cell is (i0, j0); `at` is where in `out` its three planes begin. */
  runWindow(frame: Pick<Frame, 'luma' | 'chroma'>, i0: number, j0: number, side: number, out: Uint8Array, at: number): void {
    const n = side * side
    for (let j = 0; j < side; j++) {
      const first = (j0 + j) * this.grid.width + i0
      gather(frame.luma, this.lumaTaps, this.nLuma, out, at + j * side, side, 0, first)
      gather(frame.chroma[0], this.chromaTaps, this.nChroma, out, at + n + j * side, side, 128, first)
      gather(frame.chroma[1], this.chromaTaps, this.nChroma, out, at + 2 * n + j * side, side, 128, first)
    }
  }

  /** One plane at the luma's size (a mask, say), resampled alike. */
  plane(source: Uint8Array): Uint8Array {
    const n = this.grid.width * this.grid.height
    const out = new Uint8Array(n)
    gather(source, this.lumaTaps, this.nLuma, out, 0, n, 0)
    return out
  }
}

function gather(src: Uint8Array, taps: Int32Array, per: number, out: Uint8Array, at: number, n: number, empty: number, first = 0): void {
  for (let k = 0, t = first * per; k < n; k++) {
    let sum = 0
    for (let i = 0; i < per; i++, t++) {
      const p = taps[t]!
      sum += p < 0 ? empty : src[p]!
    }
    out[at + k] = sum / per
  }
}
