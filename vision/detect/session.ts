/** The detector as the rest sees it: a picture and a calibration become Detections. Holds the only resource of `vision`: a child process. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Camera } from '../../calibration/camera.ts'
import type { Pitch } from '../../calibration/pitch.ts'
import type { PitchPoint } from '../../calibration/units.ts'
import type { Detection, Detections, Region } from '../detections.ts'
import type { Frame } from '../frame.ts'
import { type Decoded, together } from './decode/heatmap.ts'
import { cellToPitch, pitchToCell, Rectifier, surfaceGrid } from './rectify.ts'

const MM_PER_CELL = 2.5
const MULTIPLE = 16
const PAD_MM = 15
const ANSWER_MS = 20_000
/** Side of a window in cells (160 mm), and how much of its edge is not trusted. */
const WINDOW = 64
const BORDER = 6
export const MAX_WINDOWS = 8
/** How near to a corner's arc and to a post a thing must be to be doubted, mm. */
const CORNER_MM = 16
const POST_MM = 14
const SPOT_MM = 8

interface Answer {
  readonly views?: readonly Decoded[]
  readonly id?: number
  readonly ready?: true
  readonly shifts?: Float32Array
  readonly ms: number
}

/** Paths of the models that one inference process holds. */
export interface ModelPaths {
  readonly detector: string
  readonly refineBall: string
  readonly refineBase: string
}

interface Pending {
  readonly resolve: (d: Answer) => void
  readonly reject: (e: Error) => void
  readonly timer: NodeJS.Timeout
}

/** Thrown (as a rejection) when the inference process died with a question open; the caller marks the frame blind and goes on. */
export class InferenceLost extends Error {}

export class DetectorSession {
  private child: ChildProcess | null = null
  private ready: Promise<void> = Promise.resolve()
  private readonly pending = new Map<number, Pending>()
  private next = 1
  private closed = false
  /** How often the process had to be started again. */
  restarts = 0
  /** Milliseconds of the last run inside the process. */
  lastMs = 0

  constructor(
    private readonly models: ModelPaths,
    private readonly threads = 1,
    private readonly onRestart: (why: string) => void = () => {},
  ) {
    this.start()
  }

  get pid(): number | undefined {
    return this.child?.pid
  }

  private start(): void {
    const child = fork(
      fileURLToPath(new URL('./inference-process.ts', import.meta.url)),
      [this.models.detector, this.models.refineBall, this.models.refineBase, String(this.threads)],
      {
        serialization: 'advanced',
        execArgv: ['--import', 'tsx'],
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      },
    )
    this.child = child
    let lastWords = ''
    child.stderr?.on('data', (d: Buffer) => {
      lastWords = (lastWords + d.toString()).slice(-400)
    })
    this.ready = new Promise((resolve) => {
      child.on('message', (m: Answer) => {
        if (m.ready) return resolve()
        const p = this.pending.get(m.id ?? 0)
        if (!p) return
        this.pending.delete(m.id!)
        clearTimeout(p.timer)
        if (m.views) this.lastMs = m.ms
        p.resolve(m)
      })
      child.on('exit', (code, signal) => {
        resolve()
        for (const p of this.pending.values()) {
          clearTimeout(p.timer)
          p.reject(new InferenceLost(`inference process ended (${signal ?? code})`))
        }
        this.pending.clear()
        if (this.closed) return
        this.restarts++
        this.onRestart(`${signal ?? `code ${code}`} ${lastWords.trim().split('\n').pop() ?? ''}`)
        setTimeout(() => this.closed || this.start(), Math.min(5000, 100 * 2 ** Math.min(6, this.restarts - 1)))
      })
    })
  }

  /** Plan views in (three planes each, all of one size), for each its peaks and hand region out. */
  async infer(planes: Uint8Array, width: number, height: number, count = 1): Promise<readonly Decoded[]> {
    return (await this.ask({ planes, width, height, count })).views!
  }

  /** Patches in, per patch the shift (u, v) and its sigmas in radii. */
  async refine(kind: 'ball' | 'base', patches: Uint8Array, facts: Float32Array, count: number): Promise<Float32Array> {
    return (await this.ask({ refine: kind, patches, facts, count })).shifts!
  }

  private async ask(question: object): Promise<Answer> {
    await this.ready
    const child = this.child
    if (!child?.connected) throw new InferenceLost('inference process is not running')
    const id = this.next++
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.pending.delete(id)
        reject(new InferenceLost('inference gave no answer'))
        child.kill('SIGKILL')
      }, ANSWER_MS)
      this.pending.set(id, { resolve, reject, timer })
      child.send({ id, ...question }, (e) => {
        if (!e) return
        clearTimeout(timer)
        this.pending.delete(id)
        reject(new InferenceLost(e.message))
      })
    })
  }

  close(): void {
    this.closed = true
    this.child?.kill()
  }
}

/** The view, mirrored left to right, top to bottom, and both. */
function mirrors(planes: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(4 * planes.length)
  out.set(planes)
  const rows = planes.length / width
  for (let r = 0; r < rows; r++) {
    const row = planes.subarray(r * width, (r + 1) * width)
    const turned = row.slice().reverse()
    const plane = Math.floor(r / height)
    const down = plane * height + (height - 1 - (r % height))
    out.set(turned, planes.length + r * width)
    out.set(row, 2 * planes.length + down * width)
    out.set(turned, 3 * planes.length + down * width)
  }
  return out
}

/** Frames of one calibration: the plan view's table is made once. */
export class Detector {
  private readonly rectifier: Rectifier
  private readonly planes: Uint8Array
  private hand: Uint8Array
  private readonly halfX: number
  private readonly halfY: number

  constructor(
    private readonly session: DetectorSession,
    private readonly camera: Camera,
    private readonly pitch: Pick<Pitch, 'lengthMm' | 'widthMm' | 'surfaceMarginMm' | 'goal' | 'penaltySpotMm'>,
  ) {
    this.halfX = pitch.lengthMm / 2 + pitch.surfaceMarginMm.goalLine
    this.halfY = pitch.widthMm / 2 + pitch.surfaceMarginMm.touchline
    this.rectifier = new Rectifier(camera, surfaceGrid(this.halfX, this.halfY, PAD_MM, MM_PER_CELL, MULTIPLE))
    const { width, height } = this.rectifier.grid
    this.planes = new Uint8Array(3 * width * height)
    this.hand = new Uint8Array((width * height) / 4)
  }

  /** The whole cloth; `careful` looks at it four times, mirrored both ways, which takes as much longer. */
  async detect(frame: Frame, careful = false): Promise<Detections> {
    const { grid } = this.rectifier
    this.rectifier.run(frame, this.planes)
    if (careful) {
      const { width, height } = grid
      const looks = await this.session.infer(mirrors(this.planes, width, height), width, height, 4)
      this.hand = looks[0]!.hand
      const peaks = together(looks.map((view, n) => view.peaks.map((p) => ({ ...p, i: n & 1 ? width - 1 - p.i : p.i, j: n & 2 ? height - 1 - p.j : p.j }))))
      return this.result(frame, this.items(peaks, 0, 0, 0), null)
    }
    const [view] = await this.session.infer(this.planes, grid.width, grid.height)
    this.hand = view!.hand
    return this.result(frame, this.items(view!.peaks, 0, 0, 0), null)
  }

  /** Only around some places (at most MAX_WINDOWS): for the frames between full passes. */
  async look(frame: Frame, places: readonly PitchPoint[]): Promise<Detections> {
    const { grid } = this.rectifier
    const corners = this.corners(places)
    const bytes = 3 * WINDOW * WINDOW
    const planes = new Uint8Array(bytes * corners.length)
    for (const [n, [i0, j0]] of corners.entries()) this.rectifier.runWindow(frame, i0, j0, WINDOW, planes, n * bytes)
    const views = corners.length ? await this.session.infer(planes, WINDOW, WINDOW, corners.length) : []
    const hand = this.hand.slice()
    const items: Detection[] = []
    for (const [n, view] of views.entries()) {
      const [i0, j0] = corners[n]!
      for (let j = 0; j < WINDOW / 2; j++) hand.set(view.hand.subarray((j * WINDOW) / 2, ((j + 1) * WINDOW) / 2), ((j0 / 2 + j) * grid.width) / 2 + i0 / 2)
      // what two windows see is one thing
      for (const d of this.items(view.peaks, i0, j0, BORDER))
        if (items.every((q) => q.kind !== d.kind || Math.hypot(q.at.xPx - d.at.xPx, q.at.yPx - d.at.yPx) > 3)) items.push(d)
    }
    this.hand = hand
    const looked = corners.map(([i0, j0]): Region => {
      const a = cellToPitch(grid, i0 + BORDER, j0 + WINDOW - 1 - BORDER)
      const b = cellToPitch(grid, i0 + WINDOW - 1 - BORDER, j0 + BORDER)
      return { x0Mm: a.xMm, y0Mm: a.yMm, x1Mm: b.xMm, y1Mm: b.yMm }
    })
    return this.result(frame, items, looked)
  }

  /** Top-left cells of windows that hold all the places; a place well inside an earlier window needs none of its own. */
  private corners(places: readonly PitchPoint[]): [number, number][] {
    const { grid } = this.rectifier
    const out: [number, number][] = []
    const even = (v: number, most: number) => 2 * Math.floor(Math.max(0, Math.min(most, v)) / 2)
    for (const p of places) {
      const [i, j] = pitchToCell(grid, p)
      if (out.some(([a, b]) => i > a + 16 && i < a + WINDOW - 16 && j > b + 16 && j < b + WINDOW - 16)) continue
      out.push([even(i - WINDOW / 2, grid.width - WINDOW), even(j - WINDOW / 2, grid.height - WINDOW)])
    }
    return out
  }

  private items(peaks: Decoded['peaks'], i0: number, j0: number, border: number): Detection[] {
    const { grid } = this.rectifier
    return peaks.flatMap((p) => {
      if (border && (p.i < border || p.j < border || p.i > WINDOW - border || p.j > WINDOW - border)) return []
      const on = cellToPitch(grid, i0 + p.i, j0 + p.j)
      // beyond the fence's inner face nothing belongs to the game
      if (Math.abs(on.xMm) > this.halfX + 4 || Math.abs(on.yMm) > this.halfY + 4) return []
      return [{ kind: p.kind, at: this.camera.project({ ...on, zMm: 0 }), ...this.weighed(p, on) }]
    })
  }

  /** Corners' arcs, the feet of posts and printed spots look like bases from above: there it takes twice as much. */
  private weighed(p: Decoded['peaks'][number], on: PitchPoint): Pick<Detection, 'score' | 'others'> {
    const { lengthMm, widthMm, goal, penaltySpotMm } = this.pitch
    const [x, y] = [Math.abs(on.xMm) - lengthMm / 2, Math.abs(on.yMm) - widthMm / 2]
    const corner = Math.abs(x + CORNER_MM / 2) < CORNER_MM && Math.abs(y + CORNER_MM / 2) < CORNER_MM
    const post = x > -POST_MM && Math.abs(Math.abs(on.yMm) - goal.widthMm / 2) < POST_MM
    const spot = Math.hypot(x + penaltySpotMm, on.yMm) < SPOT_MM
    if (!corner && !post && !spot) return { score: p.score, others: p.others }
    const { base } = p.others
    return { score: p.kind === 'base' ? p.score / 2 : p.score, others: base === undefined ? p.others : { ...p.others, base: base / 2 } }
  }

  private result(frame: Frame, items: readonly Detection[], looked: Detections['looked']): Detections {
    const { grid } = this.rectifier
    const half = {
      x0Mm: grid.x0Mm + grid.mmPerCell / 2,
      y0Mm: grid.y0Mm - grid.mmPerCell / 2,
      mmPerCell: 2 * grid.mmPerCell,
      width: grid.width / 2,
      height: grid.height / 2,
    }
    return { seq: frame.seq, tS: frame.tS, items, hands: { grid: half, covered: this.hand }, looked }
  }
}
