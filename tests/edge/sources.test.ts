import { type ChildProcess, execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { ProblemError } from '../../edge/problems.ts'
import { openSource, type Source } from '../../edge/sources/source.ts'
import type { Frame } from '../../vision/frame.ts'
import { root } from '../shared.ts'
import { cameraStandIn } from './camera-stand-in.ts'
import { freePort, streamServer } from './processes.ts'

const dir = mkdtempSync(join(tmpdir(), 'greenline-sources-'))
const clip = join(dir, 'clip.mp4')
execFileSync('ffmpeg', [
  '-v',
  'error',
  '-y',
  '-f',
  'lavfi',
  '-i',
  'testsrc2=size=320x180:rate=30:duration=2',
  '-pix_fmt',
  'yuv420p',
  '-c:v',
  'libx264',
  '-movflags',
  '+faststart',
  clip,
])
const still = join(dir, 'still.png')
execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', clip, '-frames:v', '1', still])

async function take(source: Source, most: number, signal = new AbortController()): Promise<Frame[]> {
  const out: Frame[] = []
  for await (const f of source.frames(signal.signal)) {
    out.push(f)
    if (out.length >= most) signal.abort()
  }
  return out
}

/** What every source keeps: sizes fit the planes, numbers rise, time never runs back, it stops when asked. */
function keepsContract(frames: readonly Frame[]): void {
  for (const [i, f] of frames.entries()) {
    expect(f.luma.length).toBe(f.widthPx * f.heightPx)
    expect(f.chroma[0].length).toBe(Math.ceil(f.widthPx / 2) * Math.ceil(f.heightPx / 2))
    if (i) {
      expect(f.seq).toBeGreaterThan(frames[i - 1]!.seq)
      expect(f.tS).toBeGreaterThan(frames[i - 1]!.tS)
    }
  }
}

describe('sources', () => {
  test('a file gives every frame with its own time, and then ends', async () => {
    const frames = await take(openSource([clip]), 1000)
    keepsContract(frames)
    expect(frames).toHaveLength(60)
    expect(frames[59]!.tS).toBeCloseTo(59 / 30, 3)
    expect(frames.map((f) => f.seq)).toEqual(Array.from({ length: 60 }, (_, i) => i))
  })

  test('a picture that is sent twice is given once, one that comes after a later one not at all; stamps that stand still stop nothing (OP-38)', async () => {
    const stamped = async (name: string, ts: string) => {
      const [plain, odd] = [join(dir, 'plain.mkv'), join(dir, `${name}.mkv`)]
      execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', clip, '-c:v', 'mjpeg', plain])
      execFileSync('ffmpeg', ['-v', 'quiet', '-y', '-i', plain, '-c', 'copy', '-bsf:v', `setts=ts='${ts}'`, odd])
      const frames = await take(openSource([odd]), 1000)
      keepsContract(frames)
      return frames
    }
    const twice = await stamped('twice', 'floor(N/2)*66')
    expect(twice.map((f) => Math.round(f.tS / 0.066))).toEqual(Array.from({ length: 30 }, (_, i) => i))
    // every fourth picture comes one place too late
    const late = await stamped('late', '33*(N-2*eq(mod(N,4),3))')
    expect(late).toHaveLength(45)
    const still = await stamped('still', '33*min(N,30)')
    expect(still.length).toBeGreaterThan(50)
    expect(still.at(-1)!.tS).toBeGreaterThan(1.7)
  })

  test('images give a frame each, and stop when asked', async () => {
    const frames = await take(openSource([still, still, still]), 2)
    keepsContract(frames)
    expect(frames).toHaveLength(2)
  })

  test('a reader slower than the file loses no frame', async () => {
    let n = 0
    for await (const _ of openSource([clip]).frames(new AbortController().signal)) {
      n++
      if (n % 10 === 0) await new Promise((r) => setTimeout(r, 60))
    }
    expect(n).toBe(60)
  })

  test.each([
    ['a missing file', () => openSource([join(dir, 'nope.mp4')]), 'FILE_MISSING'],
    ['a missing camera', () => take(openSource(['camera:/dev/video77']), 1), 'CAMERA_MISSING'],
    ['a file that is no video', () => take(openSource([join(root, 'package.json')]), 1), 'SOURCE_UNREADABLE'],
    ['images mixed with video', () => openSource([still, clip]), 'ARGS_INVALID'],
  ])('%s is one named problem', async (_name, open, code) => {
    const failure = await (async (): Promise<unknown> => open())().catch((e: unknown) => e)
    expect(failure).toBeInstanceOf(ProblemError)
    expect((failure as ProblemError).code).toBe(code)
    expect((failure as ProblemError).message).not.toContain('\n')
  })

  test('a video that is cut off is said to be so', async () => {
    const cut = join(dir, 'cut.mp4')
    copyFileSync(clip, cut)
    const bytes = readFileSync(clip)
    writeFileSync(cut, bytes.subarray(0, Math.floor(bytes.length * 0.6)))
    await expect(take(openSource([cut]), 1000)).rejects.toMatchObject({ code: 'SOURCE_CUT_OFF' })
  })
})

describe('a live stream on loopback', () => {
  let server: ChildProcess | null = null
  afterEach(() => server?.kill('SIGTERM'))

  test('gives frames with capture times; when the other process is killed it says so; tried again it comes back', async () => {
    const port = await freePort()
    const source = openSource([`http://127.0.0.1:${port}/`])
    expect(source.live).toBe(true)
    await expect(take(source, 1)).rejects.toMatchObject({ code: 'SOURCE_UNREADABLE' })
    for (let round = 0; round < 2; round++) {
      server = await streamServer(port)
      const frames: Frame[] = []
      const reading = (async () => {
        for await (const f of source.frames(new AbortController().signal)) {
          frames.push(f)
          if (frames.length === 20) server?.kill('SIGTERM')
        }
      })()
      await expect(reading).rejects.toMatchObject({ code: 'SOURCE_LOST' })
      keepsContract(frames)
      expect(frames.length).toBeGreaterThanOrEqual(20)
      // by the camera's clock, not by arrival
      expect((frames[19]!.tS - frames[0]!.tS) / (frames[19]!.seq - frames[0]!.seq)).toBeCloseTo(1 / 30, 2)
    }
  })
})

describe('a USB camera, with a stand-in for its driver: the real decoder, but the bus has room for small pictures only', () => {
  const PATH = process.env.PATH
  const device = join(dir, 'video9')
  const bus = (fits: string) => {
    writeFileSync(device, '')
    process.env.PATH = cameraStandIn(join(dir, 'bin'), device, '-f lavfi -i "testsrc=size=$size:rate=30:duration=2"', fits)
  }
  afterEach(() => {
    process.env.PATH = PATH
  })

  test('the next smaller format is taken by itself, and what was agreed is said (OP-26)', async () => {
    bus('mjpeg.1280')
    const source = openSource([`camera:${device}`])
    const frames = await take(source, 10)
    keepsContract(frames)
    expect(frames[0]!.widthPx).toBe(1280)
    expect(source.format).toBe('mjpeg 1280x720 at 30')
  })

  test('when nothing fits, one sentence says so and what to do (OP-26)', async () => {
    bus('nothing')
    const failure = await take(openSource([`camera:${device}`]), 1).catch((e: Error) => e.message)
    expect(failure).toMatch(
      /^camera:.*: the USB bus has no room for it, not even at 1280x720 and 10 pictures a second; unplug the other camera, or give this one a port of its own$/,
    )
  })

  test('pictures carry the time at which they were taken, not that of their arrival (OP-23)', async () => {
    bus('mjpeg.1920')
    const frames: Frame[] = []
    for await (const f of openSource([`camera:${device}`]).frames(new AbortController().signal)) {
      frames.push(f)
      await new Promise((r) => setTimeout(r, (frames.length * 7) % 15)) // a reader that is held up, differently each time
      if (frames.length === 25) break
    }
    for (const f of frames) expect(Math.abs(f.tS - f.seq / 30 - (frames[0]!.tS - frames[0]!.seq / 30))).toBeLessThan(0.002)
  })
})

test('without the decoder one line says what to install', async () => {
  const { PATH } = process.env
  process.env.PATH = '/nowhere'
  try {
    await expect(openSource([clip]).frames(new AbortController().signal)[Symbol.asyncIterator]().next()).rejects.toThrow(
      'ffprobe is not installed; install it with: apt-get install ffmpeg',
    )
  } finally {
    process.env.PATH = PATH
  }
})
