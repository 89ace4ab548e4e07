/** Pictures from Debian's ffmpeg as a child process: planes through a pipe, capture times from its log. */
import { spawn } from 'node:child_process'
import type { Frame } from '../../vision/frame.ts'
import { ProblemError } from '../problems.ts'
import { runTool } from '../tool.ts'

export interface VideoFormat {
  readonly widthPx: number
  readonly heightPx: number
  readonly fps: number
  /** Frames that the container promises; null for streams. */
  readonly frames: number | null
}

const MAX_WAITING = 3
const FIRST_PICTURE_MS = 12_000
const GRACE_MS = 200
/** Stamps that run back by more than this are another clock's, s. */
const NEW_STAMPS_S = 1
/** So many in a row that are not later: the stamps stand still, and pictures are taken to come at the stream's rate. */
const STANDS_STILL = 5

/** Size and rate as ffprobe tells them. */
export async function probe(input: readonly string[], what: string, timeoutMs = 15_000): Promise<VideoFormat> {
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'stream=width,height,avg_frame_rate,r_frame_rate,nb_frames', '-of', 'json', ...input]
  const { out, err } = await runTool('ffprobe', args, 'ffmpeg', timeoutMs)
  const stream = safeJson(out)?.streams?.[0]
  if (!stream?.width || !stream.height) throw new ProblemError('SOURCE_UNREADABLE', `${what} cannot be read as video: ${lastLine(err) || 'no picture in it'}`)
  const rate = (s: string | undefined) => {
    const [a, b] = (s ?? '').split('/').map(Number)
    return a !== undefined && b ? a / b : 0
  }
  return {
    widthPx: stream.width,
    heightPx: stream.height,
    fps: rate(stream.avg_frame_rate) || rate(stream.r_frame_rate) || 30,
    frames: Number(stream.nb_frames) || null,
  }
}

interface ProbeJson {
  streams?: { width?: number; height?: number; avg_frame_rate?: string; r_frame_rate?: string; nb_frames?: string }[]
}
function safeJson(text: string): ProbeJson | null {
  try {
    return JSON.parse(text) as ProbeJson
  } catch {
    return null
  }
}

export const lastLine = (text: string): string => text.trim().split('\n').pop()?.replace(/\s+/g, ' ').slice(0, 200) ?? ''

/**
 * Decodes to full-range 4:2:0 planes. Frames carry the time stamps of the input (capture time), from zero at the first one.
 * With `keepAll` the decoder waits for the reader; without, frames that nobody took in time are dropped, oldest first.
 */
export async function* decode(
  input: readonly string[],
  format: VideoFormat,
  signal: AbortSignal,
  keepAll: boolean,
  stallMs: number,
): AsyncGenerator<Frame, { frames: number; error: string }> {
  const args = [
    '-hide_banner',
    '-nostats',
    '-loglevel',
    'info',
    ...input,
    '-an',
    '-map',
    '0:v:0',
    '-vf',
    'scale=out_range=full,format=yuvj420p,showinfo=checksum=0',
    '-fps_mode',
    'passthrough',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'yuvj420p',
    'pipe:1',
  ]
  const child = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const { widthPx: w, heightPx: h } = format
  const cw = (w + 1) >> 1
  const ch = (h + 1) >> 1
  const size = w * h + 2 * cw * ch
  const times: number[] = []
  const ready: Uint8Array[] = []
  let dropped = 0
  let buffer = new Uint8Array(size)
  let filled = 0
  let ended = false
  let error = ''
  let wake: () => void = () => {}
  const abort = () => child.kill('SIGKILL')
  signal.addEventListener('abort', abort)
  let log = ''
  child.stderr.on('data', (d: Buffer) => {
    log += d.toString()
    const lines = log.split(/[\r\n]+/)
    log = lines.pop() ?? ''
    for (const l of lines) {
      const t = /showinfo.* pts_time:\s*([-\d.]+)/.exec(l)
      if (t) times.push(Number(t[1]))
      else if (/error|invalid|fail|no space|partial file|moov|refused|timed out/i.test(l)) error = l
    }
    wake()
  })
  child.stdout.on('data', (d: Buffer) => {
    let at = 0
    while (at < d.length) {
      const n = Math.min(size - filled, d.length - at)
      buffer.set(d.subarray(at, at + n), filled)
      filled += n
      at += n
      if (filled < size) continue
      ready.push(buffer)
      buffer = new Uint8Array(size)
      filled = 0
    }
    if (keepAll && ready.length > MAX_WAITING) child.stdout.pause()
    while (!keepAll && ready.length > 1) {
      ready.shift()
      dropped++
    }
    wake()
  })
  child.on('error', () => {
    error = 'ffmpeg is not installed; install it with: apt-get install ffmpeg'
    ended = true
    wake()
  })
  child.on('close', () => {
    ended = true
    wake()
  })
  let seq = 0
  let origin: number | null = null
  let first: number | null = null
  let last = Number.NEGATIVE_INFINITY
  let late = 0
  try {
    for (;;) {
      if (signal.aborted) break
      const index = seq + dropped
      if (ready.length && (times.length > index || ended)) {
        const planes = ready.shift()!
        if (keepAll && ready.length < MAX_WAITING) child.stdout.resume()
        const pts = times[index] ?? index / format.fps
        origin ??= pts
        first ??= pts
        seq++
        // the stream's own time holds again as soon as it is later than what was made up meanwhile
        if (pts - origin > last) first = origin
        // a picture that is sent twice, or after a later one, was had already; stamps that begin anew or stand still are another matter
        const again = pts - first <= last
        late = again ? late + 1 : 0
        if (again && late < STANDS_STILL && last - (pts - first) < NEW_STAMPS_S) continue
        if (again) first = pts - last - 1 / format.fps
        const tS = pts - first
        last = tS
        yield {
          seq: index,
          tS,
          widthPx: w,
          heightPx: h,
          luma: planes.subarray(0, w * h),
          chroma: [planes.subarray(w * h, w * h + cw * ch), planes.subarray(w * h + cw * ch)],
        }
        continue
      }
      if (ended) break
      const woken = await new Promise<boolean>((resolve) => {
        // a stream may have to wait for its next key frame before the first picture
        let timer = setTimeout(
          () => {
            // pictures that came while this process was busy with something else are taken first
            timer = setTimeout(() => resolve(false), GRACE_MS)
          },
          first === null ? Math.max(stallMs, FIRST_PICTURE_MS) : stallMs,
        )
        wake = () => {
          clearTimeout(timer)
          resolve(true)
        }
      })
      if (!woken) {
        error = `no picture for ${stallMs / 1000} s`
        break
      }
    }
  } finally {
    signal.removeEventListener('abort', abort)
    child.kill('SIGKILL')
  }
  if (filled > 0 && !error) error = 'the last picture is not whole'
  return { frames: seq + dropped, error }
}
