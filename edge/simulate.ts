/** `greenline simulate`: films a told course of play with exact truth, in the format of the shared footage. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { parsePitch } from '../calibration/pitch.ts'
import { bodiesOf, cameraTruth, Film, pitchTruth, type Stage, stageOf } from '../models/synth/film.ts'
import { type Course, contactMm, course, USUAL } from '../models/synth/physics.ts'
import { randomScript } from '../models/synth/rally.ts'
import { parseScript } from '../models/synth/script.ts'
import { OutputFolder, readJsonFile } from './files.ts'
import presets from './presets.json' with { type: 'json' }
import { orRaise, ProblemError } from './problems.ts'

export interface SimulateOptions {
  readonly out: string
  readonly quiet: boolean
  /** Random play from this seed instead of a script. */
  readonly random?: number
  /** How many flicks of it. */
  readonly flicks: number
  /** On this table; without, on a common cloth. */
  readonly pitch?: string
}

/** The script that was given, or random play. */
function told(file: string | undefined, { random, flicks, pitch }: SimulateOptions): unknown {
  if ((file === undefined) === (random === undefined))
    throw new ProblemError('ARGS_INVALID', 'simulate: expected a clip script or --random with a seed, one of the two')
  if (file !== undefined) return readJsonFile(file, 'clip script')
  const pitchFile = pitch ? readJsonFile(pitch, 'pitch file') : presets.cloths[0]!.pitch
  return randomScript(random!, pitchFile, orRaise(parsePitch(pitchFile)), { flicks })
}

export async function simulate(file: string | undefined, o: SimulateOptions): Promise<void> {
  const script = orRaise(parseScript(told(file, o)))
  const { name, fps, durationS, size } = script
  const stage = stageOf(script)
  const times = Array.from({ length: Math.round(durationS * fps) }, (_, k) => k / fps)
  const play = course(bodiesOf(stage), script.flicks, script.pitch, { ...USUAL, ...script.physics }, times)
  const folder = new OutputFolder(o.out)
  const encoder = encode(size, fps, folder.path(`${name}.mp4`))
  try {
    const film = new Film(stage, play)
    const lines: string[] = []
    const startMs = performance.now()
    for (const k of times.keys()) {
      const { picture, record } = await film.frame(k)
      lines.push(JSON.stringify(record))
      if (!encoder.stdin.write(picture.rgb)) await once(encoder.stdin, 'drain')
      if (!o.quiet && (k % 10 === 9 || k === times.length - 1)) {
        const perFrame = (performance.now() - startMs) / (k + 1)
        process.stderr.write(`\r${name}: frame ${k + 1} of ${times.length}, ${Math.round((perFrame * (times.length - k - 1)) / 1000)} s to go   `)
      }
    }
    if (!o.quiet) process.stderr.write('\n')
    encoder.stdin.end()
    await encoder.done
    writeFileSync(folder.path(`${name}.jsonl`), `${lines.join('\n')}\n`)
    writeFileSync(folder.path(`${name}.events.json`), `${JSON.stringify(eventsTruth(stage, play, times.length), null, 1)}\n`)
    folder.commit()
  } finally {
    encoder.kill()
    folder.drop()
  }
}

/** Raw pictures in, H.264 out, in the colours that decoders expect. */
function encode(size: readonly [number, number], fps: number, path: string) {
  const colours = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', size.join('x'), '-r', String(fps), '-i', 'pipe:0']
  const output = [
    '-vf',
    'scale=out_color_matrix=bt709:out_range=tv',
    '-c:v',
    'libx264',
    '-preset',
    'fast',
    '-crf',
    '16',
    '-pix_fmt',
    'yuv420p',
    ...colours,
    path,
  ]
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...input, ...output], { stdio: ['pipe', 'ignore', 'pipe'] })
  let words = ''
  child.stderr.on('data', (d: Buffer) => {
    words += d.toString()
  })
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', () => reject(new ProblemError('TOOL_MISSING', 'simulate: ffmpeg is not installed (Debian package ffmpeg)')))
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new ProblemError('OUTPUT_FAILED', `simulate: the film could not be encoded: ${words.trim()}`)),
    )
  })
  done.catch(() => {}) // told where it is awaited
  child.stdin.on('error', () => {}) // the encoder's own words say why
  return { stdin: child.stdin, done, kill: () => child.kill('SIGKILL') }
}

function eventsTruth(stage: Stage, play: Course, frames: number): Record<string, unknown> {
  const { script, scene, kits } = stage
  return {
    schema: 'footage-rendered/1',
    kind: 'clip',
    name: script.name,
    video: `${script.name}.mp4`,
    frames,
    fps: script.fps,
    width: script.size[0],
    height: script.size[1],
    seed: script.seed,
    shutter_s: scene.optics.shutterS,
    pitch: pitchTruth(script),
    camera: cameraTruth(scene.camera),
    contact_distance: { A: contactMm(kits.A.radiusMm, kits.A.rimMm, 11), B: contactMm(kits.B.radiusMm, kits.B.rimMm, 11) },
    events: play.happenings,
    crossings: play.crossings,
    hands: script.flicks.map((f) => ({ flick_time: f.tS, figure: f.figure, team: f.figure[0] })),
    calls: script.calls,
  }
}
