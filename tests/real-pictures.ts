/** Real pictures of related scenes beside the checkout, and what the detector says of them at its own scale. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as ort from 'onnxruntime-node'
import sharp from 'sharp'
import { openModel } from '../edge/model.ts'
import { decodeHeatmap, type Peak } from '../vision/detect/decode/heatmap.ts'
import { framePlanes } from '../vision/frame.ts'
import { shared } from './shared.ts'

/** Radius of a ball in cells of the detector's input. */
export const BALL_CELLS = 4.4
const SCORE = 0.3
/** The pool picture's list has no radii; by eye. */
const POOL_BALL_PX = 11

export interface Round {
  readonly x: number
  readonly y: number
  readonly r: number
}
export interface Picture {
  readonly name: string
  readonly path: string
  /** Radius in px of what is to look as big as a ball. */
  readonly radiusPx: number
  /** Round things of that size that should be called a ball (or, for flat discs, a base). */
  readonly truth: readonly Round[]
}

const folder = shared('footage/real')
const csv = (file: string): Round[] =>
  readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((l) => l.split(','))
    .map((c) => c.map(Number).filter(Number.isFinite))
    .map(([x, y, r]) => ({ x: x!, y: y!, r: r ?? POOL_BALL_PX }))

function crops(): Picture[] {
  const dir = join(folder, 'foosball-ball-crops')
  return readdirSync(dir)
    .filter((f) => f.endsWith('.jpg'))
    .map((f) => {
      const box = readFileSync(join(dir, f.replace('.jpg', '.txt')), 'utf8')
        .trim()
        .split(/\s+/)
        .map(Number)
      // fractions of a crop of about 130 px
      const truth = box.length >= 5 ? [{ x: box[1]!, y: box[2]!, r: Math.min(box[3]!, box[4]!) / 2 }] : []
      return { name: `foosball-ball-crops/${f}`, path: join(dir, f), radiusPx: 13, truth }
    })
}
const still = (video: string, seconds: number): string => {
  const out = join('.cache', 'real', `${video.replace(/\W/g, '-')}.png`)
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', '-ss', String(seconds), '-i', join(folder, video), '-frames:v', '1', out])
  return out
}

const median = (a: readonly Round[]) => [...a].sort((p, q) => p.r - q.r)[a.length >> 1]!.r
const withCsv = (name: string, picture: string, list: string): Picture => {
  const truth = csv(list)
  return { name, path: join(folder, picture), radiusPx: median(truth), truth }
}
const plain = (name: string, path: string, radiusPx: number): Picture => ({ name, path, radiusPx, truth: [] })

export function pictures(): Picture[] {
  mkdirSync('.cache/real', { recursive: true })
  return [
    withCsv('snooker, whole table', 'snooker-overhead/image-2.jpg', 'snooker-overhead/image-2.balls.csv'),
    withCsv('snooker, near', 'snooker-overhead/image-1.jpg', 'snooker-overhead/image-1.balls.csv'),
    withCsv('pool', 'pool-wide-camera/ideal_points.jpg', 'pool-wide-camera/ideal_points.balls.csv'),
    withCsv('foosball', 'foosball-overhead/BallCalibration.png', 'foosball-overhead/BallCalibration.balls.csv'),
    plain('euro coins', join(folder, 'euro-coins-a4/recta.jpg'), 36),
    plain('greek coins', join(folder, 'greek-coins/coins.png'), 22),
    plain('sweets', join(folder, 'opencv-samples/smarties.png'), 26),
    plain('lids on a table', join(folder, 'opencv-samples/stuff.jpg'), 40),
    plain('hands', join(folder, 'hands-overhead/frame0001_top1.png'), 14),
    plain('robot football', still('robocin-vss/static.mp4', 1), 8),
    plain('robot football, stick', still('vss-sdk/robot_move.mp4', 5), 8),
    ...crops(),
  ]
}

export const openDetector = (): Promise<ort.InferenceSession> => ort.InferenceSession.create(openModel('detector').path)

export type Seen = Awaited<ReturnType<typeof look>>

/** What the detector sees in a picture that is brought to its scale by the size of its own ball. */
export async function look(session: ort.InferenceSession, p: Picture) {
  const k = BALL_CELLS / p.radiusPx
  const meta = await sharp(p.path).rotate().removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const [w0, h0] = [meta.info.width, meta.info.height]
  const [w, h] = [Math.max(16, Math.round(w0 * k)), Math.max(16, Math.round(h0 * k))]
  const [W, H] = [16 * Math.ceil(w / 16), 16 * Math.ceil(h / 16)]
  const rgb = await sharp(meta.data, { raw: { width: w0, height: h0, channels: meta.info.channels } })
    .resize(w, h, { fit: 'fill' })
    .extend({ right: W - w, bottom: H - h, background: '#1d6b3c' })
    .removeAlpha()
    .raw()
    .toBuffer()
  const f = framePlanes(rgb, W, H)
  const planes = new Uint8Array(3 * W * H)
  planes.set(f.luma)
  for (const c of [0, 1] as const)
    for (let y = 0; y < H; y++) for (let x = 0; x < W; x++) planes[(c + 1) * W * H + y * W + x] = f.chroma[c][((y >> 1) * W) / 2 + (x >> 1)]!
  const r = await session.run({ planes: new ort.Tensor('uint8', planes, [1, 3, H, W]) })
  const decoded = decodeHeatmap(r.peaks!.data as Float32Array, r.hand!.data as Float32Array, r.offset!.data as Float32Array, W / 2, H / 2)
  const peaks = decoded.peaks.filter((q) => q.score >= SCORE && q.i < w && q.j < h)
  const hand = decoded.hand.reduce((s, v) => s + v, 0) / decoded.hand.length
  return { peaks, hand, k, w, h, w0, h0, rgb, W, H }
}

/** Things of a picture that were found as a kind, each peak used once. */
export function found(seen: Seen, truth: readonly Round[], kind: Peak['kind'], used: Set<Peak>): number {
  return truth.filter((t) => {
    const hit = seen.peaks.find((q) => q.kind === kind && !used.has(q) && Math.hypot(q.i - t.x * seen.k, q.j - t.y * seen.k) < BALL_CELLS)
    if (hit) used.add(hit)
    return hit
  }).length
}
