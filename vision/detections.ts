/** What a picture shows and roughly where: the detector's answer, before anything is measured. */
import type { ImagePoint, PitchPoint } from '../calibration/units.ts'
import { cellToPitch, type PlanGrid, pitchToCell } from './detect/rectify.ts'

export const DETECTION_KINDS = ['ball', 'base', 'keeper', 'fallen'] as const
export type DetectionKind = (typeof DETECTION_KINDS)[number]

export interface Detection {
  readonly kind: DetectionKind
  /** Where the middle of the thing is seen. */
  readonly at: ImagePoint
  /** 0..1 */
  readonly score: number
  /** What else was nearly seen in the same place: scores of weaker kinds. */
  readonly others: Readonly<Partial<Record<DetectionKind, number>>>
}

/** Cells of the plan view that a hand or arm covers (1) or not (0). */
export interface HandMask {
  readonly grid: PlanGrid
  readonly covered: Uint8Array
}

/** Whether a hand or arm is seen within a reach of a place on the cloth, mm. */
export function handNear(h: HandMask, xMm: number, yMm: number, reachMm: number): boolean {
  const [ci, cj] = pitchToCell(h.grid, { xMm, yMm })
  const n = Math.ceil(reachMm / h.grid.mmPerCell)
  for (let j = Math.round(cj) - n; j <= Math.round(cj) + n; j++)
    for (let i = Math.round(ci) - n; i <= Math.round(ci) + n; i++) {
      if (i < 0 || j < 0 || i >= h.grid.width || j >= h.grid.height || !h.covered[j * h.grid.width + i]) continue
      const p = cellToPitch(h.grid, i, j)
      if (Math.hypot(p.xMm - xMm, p.yMm - yMm) <= reachMm) return true
    }
  return false
}

/** The stretches of the region that hang together (four neighbours): the places of the cells of each, mm on the cloth. */
export function handPatches({ grid, covered }: HandMask): PitchPoint[][] {
  const left = Uint8Array.from(covered)
  const out: PitchPoint[][] = []
  const { width, height } = grid
  for (let first = left.indexOf(1); first >= 0; first = left.indexOf(1, first)) {
    const cells = [first]
    left[first] = 0
    const take = (k: number, there: boolean) => {
      if (!there || !left[k]) return
      left[k] = 0
      cells.push(k)
    }
    for (let n = 0; n < cells.length; n++) {
      const k = cells[n]!
      take(k - 1, k % width > 0)
      take(k + 1, k % width < width - 1)
      take(k - width, k >= width)
      take(k + width, k < width * (height - 1))
    }
    out.push(cells.map((k) => cellToPitch(grid, k % width, Math.floor(k / width))))
  }
  return out
}

/** A rectangle on the cloth, mm. */
export interface Region {
  readonly x0Mm: number
  readonly y0Mm: number
  readonly x1Mm: number
  readonly y1Mm: number
}

export interface Detections {
  readonly seq: number
  readonly tS: number
  readonly items: readonly Detection[]
  readonly hands: HandMask
  /** Where was looked; null when it was everywhere. */
  readonly looked: readonly Region[] | null
}
