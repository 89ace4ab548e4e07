/** A network stream (RTSP, HTTP, TCP): live, so the newest picture wins. */
import type { Frame } from '../../vision/frame.ts'
import { ProblemError } from '../problems.ts'
import { decode, probe } from './ffmpeg.ts'
import type { Source } from './source.ts'

const STALL_MS = 3000

export class StreamSource implements Source {
  readonly live = true
  constructor(readonly name: string) {}

  async *frames(signal: AbortSignal): AsyncIterable<Frame> {
    const rtsp = this.name.startsWith('rtsp')
    const input = [
      ...(rtsp ? ['-rtsp_transport', 'tcp', '-timeout', '5000000'] : ['-rw_timeout', '5000000']),
      '-probesize',
      '500000',
      '-analyzeduration',
      '500000',
      '-i',
      this.name,
    ]
    const format = await probe(input, this.name, 10_000)
    yield* liveFrames(input, format, signal, this.name, STALL_MS)
  }
}

/** Frames of a live input; its end is always a loss. */
export async function* liveFrames(
  input: readonly string[],
  format: Parameters<typeof decode>[1],
  signal: AbortSignal,
  name: string,
  stallMs: number,
): AsyncIterable<Frame> {
  const run = decode(input, format, signal, false, stallMs)
  for (;;) {
    const step = await run.next()
    if (step.done) {
      if (signal.aborted) return
      throw new ProblemError('SOURCE_LOST', `${name}: ${step.value.error.trim() || 'the stream ended'}`)
    }
    yield step.value
  }
}
