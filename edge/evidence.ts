/** The picture that shows a call: the cloth seen plumb with line edges, outline, gap and error bar; beside it what the camera sees. */
import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import type { Calibration } from '../calibration/calibration.ts'
import type { Camera } from '../calibration/camera.ts'
import { blueOf, greenOf, redOf } from '../calibration/colour.ts'
import { type PitchEstimate, sigmaPerAxisMm } from '../calibration/estimate.ts'
import { lineLengthMm, type Pitch, pointOnLine, ruleEdge } from '../calibration/pitch.ts'
import { LINE_NAMES, type LineName, type PitchPoint } from '../calibration/units.ts'
import type { Call } from '../rules/judge.ts'
import type { GameEvent } from '../vision/events/game-event.ts'
import { bilinear, type Frame } from '../vision/frame.ts'
import type { Table } from './pipeline.ts'

const KEEP_BYTES = 220e6
const KEEP_S = 2.2

/** The last frames, and where the ball was measured in each, within a bound of memory. */
export class FrameKeeper {
  private frames: { frame: Frame; ball: PitchPoint | null }[] = []
  keep(frame: Frame): void {
    this.frames.push({ frame, ball: null })
    const most = Math.max(2, Math.floor(KEEP_BYTES / (1.5 * frame.luma.length)))
    while (this.frames.length > most || this.frames[0]!.frame.tS < frame.tS - KEEP_S) this.frames.shift()
  }
  /** Where the ball was measured in the newest frame. */
  ballAt(seq: number, at: PitchPoint | null): void {
    const kept = this.frames.find((f) => f.frame.seq === seq)
    if (kept) kept.ball = at
  }
  /** The frames of a loop about a moment. */
  around(tS: number): Frame[] {
    const near = this.frames.map((f) => f.frame).filter((f) => f.tS >= tS - LOOP_BEFORE_S && f.tS <= tS + LOOP_AFTER_S)
    const step = Math.max(1, Math.ceil(near.length / LOOP_FRAMES))
    return near.filter((_, i) => i % step === 0)
  }
  /** The frame of that number, or the nearest in time that is kept. */
  find(seq: number, tS: number): { frame: Frame; ball: PitchPoint | null } | null {
    return (
      this.frames.find((f) => f.frame.seq === seq) ??
      this.frames.reduce<{ frame: Frame; ball: PitchPoint | null } | null>(
        (best, f) => (!best || Math.abs(f.frame.tS - tS) < Math.abs(best.frame.tS - tS) ? f : best),
        null,
      )
    )
  }
}

/** A loop shows this much before and after what it is about, s, in so many pictures at most. */
const LOOP_BEFORE_S = 0.7
export const LOOP_AFTER_S = 0.5
const LOOP_FRAMES = 18
const LOOP_PX = 320

const PX_PER_MM = 6
const HALF_W_MM = 60
const HALF_H_MM = 42
const CELL_PX = 12
/** A base is widest about so high. */
const ABOUT_WALL_MM = 2.5
const ROWS_AT_ONCE = 24

/** A frame with where the ball was measured in it. */
export interface Kept {
  readonly frame: Frame
  readonly ball: PitchPoint | null
}

/** The frame that decided a call: its last one, where the margin was measured. */
export const decidingFrame = (keeper: FrameKeeper, event: { readonly tS: number; readonly frames?: readonly [number, number] }): Kept | null =>
  keeper.find(event.frames?.[1] ?? -1, event.tS)

/** What stood where when a call was made. */
export type Stood = Extract<GameEvent, { kind: 'positions' }>['things']

/** As the facts up to a time had it. */
export const stoodAt = (events: readonly GameEvent[], tS: number, before: Stood): Stood =>
  events.findLast((e): e is Extract<GameEvent, { kind: 'positions' }> => e.kind === 'positions' && e.tS <= tS + 1e-6)?.things ?? before

/** The figure that a call is about is looked at where it stands; else the ball, else the place of the event. */
export async function evidencePicture(
  kept: Kept,
  cal: Calibration,
  table: Table,
  call: Call,
  event: { readonly place: PitchEstimate },
  stood: Stood = [],
): Promise<Buffer> {
  const about = call.figure ? stood.find((q) => q.id === call.figure) : undefined
  const at = about?.where.at ?? kept.ball ?? event.place.at
  const w = 2 * HALF_W_MM * PX_PER_MM
  const h = 2 * HALF_H_MM * PX_PER_MM
  const ball = about ? null : kept.ball && table.setup.ballRadiusMm
  const body = about ? { radiusMm: about.radiusMm, zMm: ABOUT_WALL_MM } : ball ? { radiusMm: ball, zMm: ball } : null
  const plan = await planView(kept.frame, cal, at, body, w, h)
  const overlay = Buffer.from(planOverlay(table, call, at, ball, stood, w, h))
  const seen = await cameraView(kept.frame, cal.camera, cal.cloth.toTable(at), h)
  return sharp({ create: { width: w + h + 8, height: h, channels: 3, background: '#101614' } })
    .composite([
      { input: plan, raw: { width: w, height: h, channels: 3 }, left: 0, top: 0 },
      { input: overlay, left: 0, top: 0 },
      { input: seen, raw: { width: h, height: h, channels: 3 }, left: w + 8, top: 0 },
    ])
    .png({ compressionLevel: 2 })
    .toBuffer()
}

/**
 * Seen from straight above every point: the cloth at z = 0, the ball at the height of its centre. Cloth that the ball hides
 * from the camera is hatched, since nobody saw it.
 */
async function planView(
  frame: Frame,
  { camera, cloth }: Calibration,
  printed: PitchPoint,
  body: { readonly radiusMm: number; readonly zMm: number } | null,
  w: number,
  h: number,
): Promise<Buffer> {
  const rgb = Buffer.alloc(3 * w * h)
  const [cx, cy, cz] = camera.centre
  // the print as it lies: a line of the drawing falls on the line of the picture
  const at = cloth.toTable(printed)
  const place = (i: number, j: number) => cloth.toTable({ xMm: printed.xMm + (i - w / 2) / PX_PER_MM, yMm: printed.yMm - (j - h / 2) / PX_PER_MM })
  // over a few millimetres a lens bends nothing: between the corners of small cells it is read off, for the cloth and for the ball's height
  const cells = [0, body?.zMm ?? 0].map((zMm) => {
    const across = Math.ceil(w / CELL_PX) + 1
    return {
      across,
      px: Array.from({ length: across * (Math.ceil(h / CELL_PX) + 1) }, (_, k) =>
        camera.project({ ...place((k % across) * CELL_PX, Math.floor(k / across) * CELL_PX), zMm }),
      ),
    }
  })
  const projected = (onBody: boolean, i: number, j: number) => {
    const { across, px } = cells[onBody ? 1 : 0]!
    const k = Math.floor(j / CELL_PX) * across + Math.floor(i / CELL_PX)
    const [u, v] = [(i % CELL_PX) / CELL_PX, (j % CELL_PX) / CELL_PX]
    const [a, b, c, d] = [px[k]!, px[k + 1]!, px[k + across]!, px[k + across + 1]!]
    const mix = (f: 'xPx' | 'yPx') => (a[f] * (1 - u) + b[f] * u) * (1 - v) + (c[f] * (1 - u) + d[f] * u) * v
    return { xPx: mix('xPx'), yPx: mix('yPx') }
  }
  for (let j = 0; j < h; j++) {
    if (j % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate() // pictures that come meanwhile go first
    for (let i = 0; i < w; i++) {
      const dx = (i - w / 2) / PX_PER_MM
      const dy = -(j - h / 2) / PX_PER_MM
      const xMm = at.xMm + dx
      const yMm = at.yMm + dy
      const k = 3 * (j * w + i)
      const onBody = body !== null && Math.hypot(dx, dy) <= body.radiusMm
      const ball = body && body.zMm === body.radiusMm ? body.radiusMm : null
      if (!onBody && ball && distanceToRay([xMm - cx, yMm - cy, -cz], [at.xMm - cx, at.yMm - cy, ball - cz]) < ball) {
        rgb.fill((i + j) % 14 < 5 ? 92 : 58, k, k + 3)
        continue
      }
      const p = projected(onBody, i, j)
      putPixel(frame, p.xPx, p.yPx, rgb, k)
    }
  }
  return rgb
}

/** Distance of a point from the line through the origin along `d`. */
function distanceToRay(d: readonly [number, number, number], p: readonly [number, number, number]): number {
  const n = Math.hypot(...d)
  const t = (d[0] * p[0] + d[1] * p[1] + d[2] * p[2]) / (n * n)
  return Math.hypot(p[0] - t * d[0], p[1] - t * d[1], p[2] - t * d[2])
}

/** What the camera saw around a place, frame after frame at a third of the speed, as an endless picture; null when no frames are left. */
export async function evidenceLoop(frames: readonly Frame[], camera: Camera, at: PitchPoint): Promise<Buffer | null> {
  if (frames.length < 2) return null
  const pictures: Buffer[] = []
  for (const f of frames) pictures.push(await cameraView(f, camera, at, LOOP_PX))
  const delay = frames.map((f, i) => (i + 1 < frames.length ? Math.round(3000 * (frames[i + 1]!.tS - f.tS)) : 800))
  return sharp(Buffer.concat(pictures), { raw: { width: LOOP_PX, height: LOOP_PX * frames.length, channels: 3, pageHeight: LOOP_PX } })
    .webp({ loop: 0, delay, quality: 65, effort: 0 })
    .toBuffer()
}

/** Three bytes a pixel. */
async function cameraView(frame: Frame, camera: Camera, at: PitchPoint, side: number): Promise<Buffer> {
  const c = camera.project({ ...at, zMm: 0 })
  const half = Math.max(24, Math.round(HALF_H_MM / camera.mmPerPx(at)))
  const n = 2 * half
  const rgb = Buffer.alloc(3 * n * n)
  for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) putPixel(frame, Math.round(c.xPx) + i - half, Math.round(c.yPx) + j - half, rgb, 3 * (j * n + i))
  return sharp(rgb, { raw: { width: n, height: n, channels: 3 } })
    .resize(side, side, { kernel: 'cubic' })
    .raw()
    .toBuffer()
}

function putPixel(f: Frame, x: number, y: number, out: Buffer, k: number): void {
  if (!(x >= 0 && y >= 0 && x < f.widthPx - 1 && y < f.heightPx - 1)) return
  const cw = (f.widthPx + 1) >> 1
  const ch = (f.heightPx + 1) >> 1
  const luma = bilinear(f.luma, f.widthPx, x, y)
  const cx = Math.max(0, Math.min(cw - 1.001, (x - 0.5) / 2))
  const cy = Math.max(0, Math.min(ch - 1.001, (y - 0.5) / 2))
  const cb = bilinear(f.chroma[0], cw, cx, cy) - 128
  const cr = bilinear(f.chroma[1], cw, cx, cy) - 128
  const clamp = (v: number) => Math.max(0, Math.min(255, v))
  out[k] = clamp(redOf(luma, cr))
  out[k + 1] = clamp(greenOf(luma, cb, cr))
  out[k + 2] = clamp(blueOf(luma, cb))
}

/** Line edges (thin), every outline seen plumb, the gap to the edge that counts and its error bar of two sigmas. */
function planOverlay({ pitch, setup }: Table, call: Call, at: PitchPoint, ballMm: number | null, stood: Stood, w: number, h: number): string {
  const X = (x: number) => ((x - at.xMm) * PX_PER_MM + w / 2).toFixed(1)
  const Y = (y: number) => ((at.yMm - y) * PX_PER_MM + h / 2).toFixed(1)
  const half = pitch.lineWidthMm / 2
  const edges = pitch.lines.flatMap((l) => {
    const n = Math.max(2, Math.round(lineLengthMm(l) / 10))
    return [-half, half].map((e) => {
      const pts = Array.from({ length: n + 1 }, (_, i) => {
        const q = pointOnLine(l, (i / n) * lineLengthMm(l))
        return `${X(q.at.xMm + q.nx * e)},${Y(q.at.yMm + q.ny * e)}`
      })
      return `<polyline points="${pts.join(' ')}" fill="none" stroke="#ffd23f" stroke-width="2"/>`
    })
  })
  const outline = (place: PitchPoint, radiusMm: number, sigmaMm: number, colour: string) =>
    `<circle cx="${X(place.xMm)}" cy="${Y(place.yMm)}" r="${radiusMm * PX_PER_MM}" fill="none" stroke="${colour}" stroke-width="2"/>
<circle cx="${X(place.xMm)}" cy="${Y(place.yMm)}" r="${(radiusMm + 2 * sigmaMm) * PX_PER_MM}" fill="none" stroke="${colour}" stroke-width="1" stroke-dasharray="4 4"/>`
  const m = call.measured[0]
  const line = LINE_NAMES.find((n) => m?.what.endsWith(n))
  const figures = stood
    .filter((q) => q.role !== 'ball' && Math.abs(q.where.at.xMm - at.xMm) < 2 * HALF_W_MM && Math.abs(q.where.at.yMm - at.yMm) < 2 * HALF_H_MM)
    .map((q) => outline(q.where.at, q.radiusMm, sigmaPerAxisMm(q.where), q.id === call.figure ? '#ff4f5e' : '#6cf0ff'))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">
${edges.join('\n')}
${figures.join('\n')}
${ballMm ? outline(at, ballMm, m?.sigmaMm ?? 0, '#ff4f5e') : ''}
${line && ballMm ? gapMark(pitch, line, at, ballMm, m?.sigmaMm ?? 0, X, Y) : ''}
${call.code === 'offside' ? offsideMark(call, setup, stood, X, Y) : ''}
</svg>`
}

/** The line that the last defender made when the ball was last played, laid off from the base that was beyond it by what was measured (FISTF 13.1.1). */
function offsideMark(call: Call, { sides }: Table['setup'], stood: Stood, X: (x: number) => string, Y: (y: number) => string): string {
  const m = call.measured.find((q) => q.what.startsWith('base '))
  const q = stood.find((s) => s.id === call.figure)
  if (!m || !q || !call.against) return ''
  const forward = sides[call.against].attacks === '+x' ? 1 : -1
  const edge = q.where.at.xMm + forward * q.radiusMm
  const last = edge - forward * m.marginMm
  const y = Number(Y(q.where.at.yMm))
  return `<line x1="${X(last)}" y1="0" x2="${X(last)}" y2="9999" stroke="#ffd23f" stroke-width="3" stroke-dasharray="12 8"/>
<line x1="${X(last)}" y1="${y}" x2="${X(edge)}" y2="${y}" stroke="#ffffff" stroke-width="4"/>`
}

/** Half a cross-bar of an error bar, mm. */
const TICK_MM = 2

/** From the edge that counts to the nearest point of the ball's outline, straight across the line; there an error bar of two sigmas either way. */
function gapMark(pitch: Pitch, line: LineName, at: PitchPoint, radiusMm: number, sigmaMm: number, X: (x: number) => string, Y: (y: number) => string): string {
  const e = ruleEdge(pitch, line)
  const near = (e.axis === 'x' ? at.xMm : at.yMm) - e.outward * radiusMm
  const stroke = (from: readonly [along: number, beside: number], to: readonly [along: number, beside: number], look: string) => {
    const end = (n: 1 | 2, [along, beside]: readonly [number, number]) =>
      e.axis === 'x' ? `x${n}="${X(along)}" y${n}="${Y(at.yMm + beside)}"` : `x${n}="${X(at.xMm + beside)}" y${n}="${Y(along)}"`
    return `<line ${end(1, from)} ${end(2, to)} ${look}/>`
  }
  const bar = 'stroke="#ff4f5e" stroke-width="2"'
  const [low, high] = [near - 2 * sigmaMm, near + 2 * sigmaMm]
  return [
    stroke([e.atMm, 0], [near, 0], 'stroke="#ffffff" stroke-width="4"'),
    stroke([low, 0], [high, 0], bar),
    ...[low, high].map((v) => stroke([v, -TICK_MM], [v, TICK_MM], bar)),
  ].join('\n')
}
