/** A USB camera through V4L2: compressed pictures (MJPEG) are preferred, since uncompressed ones do not fit through USB at speed. */
import { existsSync } from 'node:fs'
import type { Frame } from '../../vision/frame.ts'
import { identityOf } from '../camera-controls.ts'
import type { VideoFormat } from './ffmpeg.ts'
import { probe } from './ffmpeg.ts'
import type { Source } from './source.ts'
import { liveFrames } from './stream.ts'

/** Tried in turn until the camera agrees; each as input format, size and rate. */
const WISHES = [
  ['mjpeg', '1920x1080', '60'],
  ['mjpeg', '1920x1080', '30'],
  ['mjpeg', '1280x720', '30'],
  ['yuyv422', '1280x720', '10'],
] as const

export class CameraSource implements Source {
  readonly live = true
  readonly name: string
  /** The name under which it comes back, whatever number it is given then. */
  private readonly identity: string
  constructor(private readonly device: string) {
    this.name = `camera:${device}`
    this.identity = identityOf(device)
  }

  async *frames(signal: AbortSignal): AsyncIterable<Frame> {
    let refused: unknown
    const device = existsSync(this.identity) ? this.identity : this.device
    for (const [format, size, rate] of WISHES) {
      // kernel time stamps (capture time), not the time of arrival
      const input = ['-f', 'v4l2', '-ts', 'mono2abs', '-input_format', format, '-video_size', size, '-framerate', rate, '-i', device]
      let found: VideoFormat
      try {
        found = await probe(input, this.name, 8000)
      } catch (e) {
        refused = e
        continue
      }
      yield* liveFrames(input, found, signal, this.name, 2000)
      return
    }
    throw refused
  }
}
