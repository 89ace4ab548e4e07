/** Finds the nearest solid along a ray: low ones through a grid over the cloth, tall ones one by one behind the box of their owner. */
import type { Solid } from './shapes.ts'

const CELL_MM = 40
const CELLS = 128 // cells each way, the centre spot in the middle: plus or minus 2.5 m
const LOW_MM = 75 // solids below this height are found through the grid, taller ones one by one

/** Solids of one owner that reach above LOW_MM, with the box that holds them. */
interface Group {
  readonly solids: Solid[]
  readonly low: number[]
  readonly high: number[]
}

const cellIndex = (i: number, j: number) => (((i + CELLS / 2) & (CELLS - 1)) * CELLS) | ((j + CELLS / 2) & (CELLS - 1))

function passes(g: Group, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, tMax: number): boolean {
  const ax = (g.low[0]! - ox) / dx
  const bx = (g.high[0]! - ox) / dx
  const ay = (g.low[1]! - oy) / dy
  const by = (g.high[1]! - oy) / dy
  const az = (g.low[2]! - oz) / dz
  const bz = (g.high[2]! - oz) / dz
  const near = Math.max(Math.min(ax, bx), Math.min(ay, by), Math.min(az, bz))
  const far = Math.min(Math.max(ax, bx), Math.max(ay, by), Math.max(az, bz))
  return far >= 0 && near <= far && near < tMax
}

export class SolidGrid {
  /** What the last ray met; null when it met nothing. */
  hit: Solid | null = null
  private readonly tall = new Map<string, Group>()
  private readonly cells: (Solid[] | undefined)[] = new Array(CELLS * CELLS)

  constructor(solids: readonly Solid[]) {
    for (const s of solids) this.insert(s)
  }

  private insert(s: Solid): void {
    const cover = s.cover()
    if (cover.some((b) => b.z + b.r > LOW_MM)) {
      const list = this.tall.get(s.owner.id)
      const group = list ?? { solids: [], low: [1e9, 1e9, 1e9], high: [-1e9, -1e9, -1e9] }
      group.solids.push(s)
      for (const b of cover)
        for (const [i, v] of [b.x, b.y, b.z].entries()) {
          group.low[i] = Math.min(group.low[i]!, v - b.r)
          group.high[i] = Math.max(group.high[i]!, v + b.r)
        }
      if (!list) this.tall.set(s.owner.id, group)
      return
    }
    const keys = new Set<number>()
    for (const b of cover)
      for (let i = Math.floor((b.x - b.r) / CELL_MM); i <= Math.floor((b.x + b.r) / CELL_MM); i++)
        for (let j = Math.floor((b.y - b.r) / CELL_MM); j <= Math.floor((b.y + b.r) / CELL_MM); j++) keys.add(cellIndex(i, j))
    for (const k of keys) {
      const list = this.cells[k]
      if (list) list.push(s)
      else this.cells[k] = [s]
    }
  }

  /** Nearest solid along a ray; `timeS` moves the moving ones. Sets `hit`. */
  nearest(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, timeS: number, tMax: number): number {
    let best = tMax
    this.hit = null
    for (const group of this.tall.values()) {
      if (!passes(group, ox, oy, oz, dx, dy, dz, best)) continue
      for (const s of group.solids) {
        const t = s.meet(ox - s.owner.velocity[0] * timeS, oy - s.owner.velocity[1] * timeS, oz, dx, dy, dz)
        if (t < best) {
          best = t
          this.hit = s
        }
      }
    }
    // the stretch of the ray below LOW_MM
    let ta = 0
    let tb = best
    if (Math.abs(dz) > 1e-6) {
      const tl = (LOW_MM - oz) / dz
      const tg = -oz / dz
      ta = Math.max(0, Math.min(tl, tg))
      tb = Math.min(best, Math.max(tl, tg))
    } else tb = Math.min(best, 300)
    if (tb <= ta) return best
    tb = Math.min(tb, ta + 400)
    let ci = Math.floor((ox + ta * dx) / CELL_MM)
    let cj = Math.floor((oy + ta * dy) / CELL_MM)
    const ei = Math.floor((ox + tb * dx) / CELL_MM)
    const ej = Math.floor((oy + tb * dy) / CELL_MM)
    const si = dx > 0 ? 1 : -1
    const sj = dy > 0 ? 1 : -1
    let tx = dx === 0 ? Number.POSITIVE_INFINITY : ((ci + (dx > 0 ? 1 : 0)) * CELL_MM - ox) / dx
    let ty = dy === 0 ? Number.POSITIVE_INFINITY : ((cj + (dy > 0 ? 1 : 0)) * CELL_MM - oy) / dy
    const stepX = Math.abs(CELL_MM / dx)
    const stepY = Math.abs(CELL_MM / dy)
    for (let guard = 0; guard < 40; guard++) {
      const list = this.cells[cellIndex(ci, cj)]
      if (list)
        for (let q = 0; q < list.length; q++) {
          const s = list[q]!
          const v = s.owner.velocity
          const b = s.bound
          const px = b.x - ox + v[0] * timeS
          const py = b.y - oy + v[1] * timeS
          const pz = b.z - oz
          const along = px * dx + py * dy + pz * dz
          if (px * px + py * py + pz * pz - along * along > b.r * b.r) continue
          const t = s.meet(ox - v[0] * timeS, oy - v[1] * timeS, oz, dx, dy, dz)
          if (t < best) {
            best = t
            this.hit = s
          }
        }
      if (ci === ei && cj === ej) break
      if (tx < ty) {
        if (tx > tb) break
        ci += si
        tx += stepX
      } else {
        if (ty > tb) break
        cj += sj
        ty += stepY
      }
    }
    return best
  }

  blocked(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, tMax: number): boolean {
    return this.nearest(ox, oy, oz, dx, dy, dz, 0, tMax) < tMax
  }
}
