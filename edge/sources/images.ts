/** Still images as a source: each a frame of its own. */
import sharp from 'sharp'
import { type Frame, framePlanes } from '../../vision/frame.ts'
import { ProblemError } from '../problems.ts'
import type { Source } from './source.ts'

export class ImagesSource implements Source {
  readonly live = false
  readonly name: string
  constructor(private readonly paths: readonly string[]) {
    this.name = paths.length === 1 ? paths[0]! : `${paths.length} images`
  }

  async *frames(signal: AbortSignal): AsyncIterable<Frame> {
    for (const [seq, path] of this.paths.entries()) {
      if (signal.aborted) return
      yield await readImage(path, seq)
    }
  }
}

export async function readImage(path: string, seq = 0): Promise<Frame> {
  try {
    const { data, info } = await sharp(path, { failOn: 'error' })
      .rotate()
      .flatten()
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { seq, tS: seq, widthPx: info.width, heightPx: info.height, ...framePlanes(data, info.width, info.height) }
  } catch (e) {
    throw new ProblemError('SOURCE_UNREADABLE', `image ${path} cannot be read: ${(e as Error).message.split('\n')[0]}`)
  }
}
