/** What a picture shows and roughly where: the detector's answer, before anything is measured. */
import type { ImagePoint } from '../calibration/units.ts'
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
export const handNear = (h: HandMask, xMm: number, yMm: number, reachMm: number): boolean =>
  cellsNear(h.grid, xMm, yMm, reachMm).some((k) => h.covered[k] === 1)

/** A part of the region that hangs together (four neighbours): the numbers of its cells, and what it reaches over, mm on the cloth. */
export interface HandStretch {
  readonly cells: readonly number[]
  readonly region: Region
}

/** The stretches of the region, and for each cell which it belongs to (counted from 1; 0: none). */
export function handStretches({ grid, covered }: HandMask): { readonly stretches: readonly HandStretch[]; readonly of: Uint16Array } {
  const { width, height } = grid
  const of = new Uint16Array(covered.length)
  const stretches: HandStretch[] = []
  for (let first = covered.indexOf(1); first >= 0; first = covered.indexOf(1, first + 1)) {
    if (of[first]) continue
    const number = stretches.length + 1
    const cells = [first]
    of[first] = number
    let [i0, i1, j1] = [width, 0, 0]
    const j0 = Math.floor(first / width)
    for (let n = 0; n < cells.length; n++) {
      const k = cells[n]!
      const i = k % width
      const j = (k - i) / width
      if (i < i0) i0 = i
      if (i > i1) i1 = i
      if (j > j1) j1 = j
      for (const [there, q] of [
        [i > 0, k - 1],
        [i < width - 1, k + 1],
        [j > 0, k - width],
        [j < height - 1, k + width],
      ] as const) {
        if (!there || of[q] || !covered[q]) continue
        of[q] = number
        cells.push(q)
      }
    }
    const [a, b] = [cellToPitch(grid, i0, j1), cellToPitch(grid, i1, j0)]
    stretches.push({ cells, region: { x0Mm: a.xMm, y0Mm: a.yMm, x1Mm: b.xMm, y1Mm: b.yMm } })
  }
  return { stretches, of }
}

/** The cells whose middles are within a reach of a place on the cloth, mm. */
export function cellsNear(grid: PlanGrid, xMm: number, yMm: number, reachMm: number): number[] {
  const [ci, cj] = pitchToCell(grid, { xMm, yMm })
  const n = reachMm / grid.mmPerCell
  const out: number[] = []
  for (let j = Math.max(0, Math.ceil(cj - n)); j <= Math.min(grid.height - 1, cj + n); j++)
    for (let i = Math.max(0, Math.ceil(ci - n)); i <= Math.min(grid.width - 1, ci + n); i++) if (Math.hypot(i - ci, j - cj) <= n) out.push(j * grid.width + i)
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
