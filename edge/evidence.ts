/** The picture that shows a call: the cloth seen plumb with line edges, outline, gap and error bar; beside it what the camera sees. */
import sharp from 'sharp'
import type { Calibration } from '../calibration/calibration.ts'
import type { Camera } from '../calibration/camera.ts'
import { lineLengthMm, type Pitch, pointOnLine } from '../calibration/pitch.ts'
import type { PitchPoint } from '../calibration/units.ts'
import type { Call } from '../rules/judge.ts'
import { bilinear, type Frame } from '../vision/frame.ts'
import type { Table } from './pipeline.ts'

const KEEP_BYTES = 220e6
const KEEP_S = 2.2

/** The last frames, within a bound of memory. */
export class FrameKeeper {
  private frames: Frame[] = []
  keep(f: Frame): void {
    this.frames.push(f)
    const most = Math.max(2, Math.floor(KEEP_BYTES / (1.5 * f.luma.length)))
    while (this.frames.length > most || this.frames[0]!.tS < f.tS - KEEP_S) this.frames.shift()
  }
  nearest(tS: number): Frame | null {
    return this.frames.reduce<Frame | null>((best, f) => (!best || Math.abs(f.tS - tS) < Math.abs(best.tS - tS) ? f : best), null)
  }
}

const PX_PER_MM = 6
const HALF_W_MM = 60
const HALF_H_MM = 42

export async function evidencePicture(keeper: FrameKeeper, cal: Calibration, table: Table, call: Call, at: PitchPoint, tS: number): Promise<Buffer | null> {
  const frame = keeper.nearest(tS)
  if (!frame) return null
  const w = 2 * HALF_W_MM * PX_PER_MM
  const h = 2 * HALF_H_MM * PX_PER_MM
  const plan = await planView(frame, cal.camera, at, w, h)
  const overlay = Buffer.from(planOverlay(table.pitch, call, at, table.setup.ballRadiusMm, w, h))
  const seen = await cameraView(frame, cal.camera, at, h)
  const { width = h } = await sharp(seen).metadata()
  return sharp({ create: { width: w + width + 8, height: h, channels: 3, background: '#101614' } })
    .composite([
      {
        input: await sharp(plan)
          .composite([{ input: overlay }])
          .png()
          .toBuffer(),
        left: 0,
        top: 0,
      },
      { input: seen, left: w + 8, top: 0 },
    ])
    .png()
    .toBuffer()
}

/** The cloth as if seen from straight above every point (z = 0). */
async function planView(frame: Frame, camera: Camera, at: PitchPoint, w: number, h: number): Promise<Buffer> {
  const rgb = Buffer.alloc(3 * w * h)
  for (let j = 0; j < h; j++)
    for (let i = 0; i < w; i++) {
      const p = camera.project({ xMm: at.xMm + (i - w / 2) / PX_PER_MM, yMm: at.yMm - (j - h / 2) / PX_PER_MM, zMm: 0 })
      putPixel(frame, p.xPx, p.yPx, rgb, 3 * (j * w + i))
    }
  return sharp(rgb, { raw: { width: w, height: h, channels: 3 } })
    .png()
    .toBuffer()
}

async function cameraView(frame: Frame, camera: Camera, at: PitchPoint, side: number): Promise<Buffer> {
  const c = camera.project({ ...at, zMm: 0 })
  const half = Math.max(24, Math.round(HALF_H_MM / camera.mmPerPx(at)))
  const n = 2 * half
  const rgb = Buffer.alloc(3 * n * n)
  for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) putPixel(frame, Math.round(c.xPx) + i - half, Math.round(c.yPx) + j - half, rgb, 3 * (j * n + i))
  return sharp(rgb, { raw: { width: n, height: n, channels: 3 } })
    .resize(side, side, { kernel: 'cubic' })
    .png()
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
  out[k] = clamp(luma + 1.402 * cr)
  out[k + 1] = clamp(luma - 0.344136 * cb - 0.714136 * cr)
  out[k + 2] = clamp(luma + 1.772 * cb)
}

/** Line edges (thin), the ball's outline seen plumb, the gap to the edge that counts and its error bar of two sigmas. */
function planOverlay(pitch: Pitch, call: Call, at: PitchPoint, radiusMm: number, w: number, h: number): string {
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
      return `<polyline points="${pts.join(' ')}" fill="none" stroke="#ffd23f" stroke-width="1" stroke-opacity="0.8"/>`
    })
  })
  const m = call.measured[0]
  const text = m ? `${m.what}: ${m.marginMm.toFixed(1)} &#177; ${m.sigmaMm.toFixed(1)} mm` : ''
  const bar = m ? 2 * m.sigmaMm * PX_PER_MM : 0
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">
${edges.join('\n')}
<circle cx="${X(at.xMm)}" cy="${Y(at.yMm)}" r="${radiusMm * PX_PER_MM}" fill="none" stroke="#ff4f5e" stroke-width="2"/>
<circle cx="${X(at.xMm)}" cy="${Y(at.yMm)}" r="${radiusMm * PX_PER_MM + bar}" fill="none" stroke="#ff4f5e" stroke-width="1" stroke-dasharray="4 4"/>
<rect x="0" y="${h - 34}" width="${w}" height="34" fill="#101614" fill-opacity="0.75"/>
<text x="12" y="${h - 11}" font-family="DejaVu Sans, sans-serif" font-size="18" fill="#f4f7f5">${text}</text>
</svg>`
}
