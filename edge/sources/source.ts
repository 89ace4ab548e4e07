/** Where pictures come from. One interface; which kind it is follows from how it is written. */
import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import type { Frame } from '../../vision/frame.ts'
import { ProblemError } from '../problems.ts'
import { CameraSource } from './camera.ts'
import { ImagesSource } from './images.ts'
import { StreamSource } from './stream.ts'
import { VideoFileSource } from './video-file.ts'

export interface Source {
  readonly name: string
  /** Live sources have no end: what is missed is gone, and when they fail they are tried again. */
  readonly live: boolean
  /** What was agreed with a camera, in words. */
  readonly format?: string
  /** Where a USB camera is plugged in now; null while it is not. */
  readonly device?: string | null
  /** Frames in order of time until the source ends or the signal aborts. Throws a ProblemError when it fails. */
  frames(signal: AbortSignal): AsyncIterable<Frame>
}

export const IMAGE_TYPES = new Set(['.jpg', '.jpeg', '.png', '.webp', '.bmp', '.tif', '.tiff'])
export const isImage = (path: string): boolean => IMAGE_TYPES.has(extname(path).toLowerCase())

/** `camera:/dev/video0`, `rtsp://...`, `http://...`, or files. */
export function openSource(names: readonly string[]): Source {
  const [first = ''] = names
  if (first.startsWith('camera:')) return new CameraSource(first.slice('camera:'.length))
  if (/^(rtsp|http|https|tcp|udp):\/\//.test(first)) return new StreamSource(first)
  for (const n of names) if (!existsSync(n)) throw new ProblemError('FILE_MISSING', `source: no file at ${n}`)
  if (names.every(isImage)) return new ImagesSource(names)
  if (names.length > 1) throw new ProblemError('ARGS_INVALID', `source: expected one video or only images, got ${names.length} files of both kinds`)
  return new VideoFileSource(first)
}
