/** A USB camera through V4L2: compressed pictures (MJPEG) are preferred, since uncompressed ones do not fit through USB at speed. */
import { existsSync } from 'node:fs'
import type { Frame } from '../../vision/frame.ts'
import { identityOf } from '../camera-controls.ts'
import { ProblemError } from '../problems.ts'
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
  format?: string
  /** The name under which it comes back, whatever number it is given then; null until it was seen to have one. */
  private identity: string | null = null
  constructor(private readonly asked: string) {
    this.name = `camera:${asked}`
  }

  get device(): string | null {
    return [this.identity, this.asked].find((d) => d !== null && existsSync(d)) ?? null
  }

  async *frames(signal: AbortSignal): AsyncIterable<Frame> {
    let refused: unknown
    const { device } = this
    if (!device)
      throw new ProblemError(
        'CAMERA_MISSING',
        `camera ${this.asked} is not there: plug it in and it is taken by itself; which are there, greenline doctor says`,
      )
    // a name of its own may take a moment to appear after the plug
    const name = identityOf(device)
    if (name !== device) this.identity = name
    for (const [format, size, rate] of WISHES) {
      // kernel time stamps (capture time), not the time of arrival
      const input = ['-f', 'v4l2', '-ts', 'mono2abs', '-input_format', format, '-video_size', size, '-framerate', rate, '-i', device]
      let came = false
      try {
        const found: VideoFormat = await probe(input, this.name, 8000)
        this.format = `${format} ${found.widthPx}x${found.heightPx} at ${Math.round(found.fps)}`
        for await (const frame of liveFrames(input, found, signal, this.name, 2000)) {
          came = true
          yield frame
        }
        return
      } catch (e) {
        // what ran and broke off is lost; what never gave a picture may give one in a smaller format
        if (came || signal.aborted) throw e
        refused = e
      }
    }
    const [, size, rate] = WISHES[WISHES.length - 1]!
    throw /no space left/i.test(String(refused))
      ? new ProblemError(
          'SOURCE_LOST',
          `${this.name}: the USB bus has no room for it, not even at ${size} and ${rate} pictures a second; unplug the other camera, or give this one a port of its own`,
        )
      : refused
  }
}
