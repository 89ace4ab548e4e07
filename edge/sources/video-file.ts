/** A video file: every frame, in order; a file that is cut off is said to be so. */
import type { Frame } from '../../vision/frame.ts'
import { ProblemError } from '../problems.ts'
import { decode, probe } from './ffmpeg.ts'
import type { Source } from './source.ts'

export class VideoFileSource implements Source {
  readonly live = false
  constructor(readonly name: string) {}

  async *frames(signal: AbortSignal): AsyncIterable<Frame> {
    const input = ['-i', this.name]
    const format = await probe(input, this.name)
    const run = decode(input, format, signal, true, 60_000)
    let count = 0
    for (;;) {
      const step = await run.next()
      if (step.done) {
        if (signal.aborted) return
        const expected = format.frames
        if (count === 0)
          throw new ProblemError('SOURCE_UNREADABLE', `${this.name}: no picture could be decoded${step.value.error ? ` (${step.value.error.trim()})` : ''}`)
        if (expected !== null && count < 0.98 * expected - 2)
          throw new ProblemError('SOURCE_CUT_OFF', `${this.name} is cut off: expected ${expected} frames, got ${count}; copy the file again`)
        return
      }
      count++
      yield step.value
    }
  }
}
