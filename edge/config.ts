/** One configuration schema: type, default, unit, range and a sentence per field; unknown keys are refused; frozen once read. */
import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { ProblemError } from './problems.ts'

export const configSchema = z.strictObject({
  source: z.string().default('demo').describe('Where pictures come from: demo, camera:/dev/video0, a file, rtsp://... or http://...'),
  host: z.string().default('0.0.0.0').describe('Address to serve the screens on; 127.0.0.1 keeps them on this computer.'),
  port: z.number().int().min(1).max(65535).default(8080).describe('Port of the screens.'),
  pitch: z.string().default('').describe('Pitch file; empty: what was entered on the set-up page, else a common cloth.'),
  setup: z.string().default('').describe('Set-up file of the match; empty: what the rule set allows.'),
  cameraHeightMm: z
    .number()
    .refine((mm) => mm === 0 || (mm >= 300 && mm <= 5000), 'expected 0, or 300 to 5000 mm')
    .default(0)
    .describe('Tape-measured height of the lens above the cloth, mm; 0: not measured.'),
  lens: z.string().default('').describe('Lens file from greenline calibrate --board; empty: the lens is learnt from the lines.'),
  rules: z.enum(['fistf-5.2']).default('fistf-5.2').describe('Rulebook.'),
  matchDir: z.string().default('matches').describe('Folder in which matches are kept.'),
  inferenceThreads: z.number().int().min(1).max(8).default(1).describe('Threads of the network.'),
  cameraPerSecond: z.number().min(1).max(30).default(10).describe('Pictures a second on /camera.mjpg; they are made only while somebody looks.'),
  cameraOutsideFence: z.boolean().default(false).describe('Whether /camera.mjpg shows what is outside the fence; false: black there.'),
  cameraFocus: z.number().int().min(-1).default(-1).describe('Focus of a USB camera in its own units; -1: as it is now, held.'),
  cameraExposureMs: z.number().min(0).max(100).default(0).describe('Exposure of a USB camera, ms; 0: as it is now, held. 6 or less where the light allows.'),
  cameraGain: z.number().int().min(-1).default(-1).describe('Gain of a USB camera in its own units; -1: as it is now, held.'),
  cameraReadoutMs: z
    .number()
    .min(-1)
    .max(100)
    .default(-1)
    .describe('From the first row of a picture to its last (rolling shutter), ms, as the camera states it; 0: a global shutter; -1: not known.'),
  cameraWhiteBalanceK: z.number().int().min(0).max(12000).default(0).describe('White balance of a USB camera, K; 0: as it is now, held.'),
  mainsHz: z
    .union([z.literal(0), z.literal(50), z.literal(60)])
    .default(50)
    .describe('Mains frequency of the lamps, Hz; 0: lamps that do not flicker.'),
  positionsPerSecond: z.number().min(1).max(60).default(20).describe('How often positions are sent to the screens.'),
})
export type Config = Readonly<z.infer<typeof configSchema>>

/** In seconds; null when nobody knows. */
export const readoutS = (ms: number): number | null => (ms < 0 ? null : ms / 1000)

export function readConfig(path: string | undefined, overrides: Record<string, unknown>): Config {
  let fromFile: unknown = {}
  if (path !== undefined) {
    if (!existsSync(path)) throw new ProblemError('FILE_MISSING', `configuration: no file at ${path}`)
    try {
      fromFile = parse(readFileSync(path, 'utf8'))
    } catch (e) {
      throw new ProblemError('CONFIG_INVALID', `configuration ${path} is not TOML: ${(e as Error).message.split('\n')[0]}`)
    }
  }
  const given = Object.fromEntries(Object.entries(overrides).filter(([, v]) => v !== undefined))
  const parsed = configSchema.safeParse({ ...(fromFile as object), ...given })
  if (parsed.success) return Object.freeze(parsed.data)
  const issue = parsed.error.issues[0]!
  throw new ProblemError('CONFIG_INVALID', `configuration: ${issue.path.join('.') || 'content'}: ${issue.message}`)
}

/** The sample file: every field with its sentence and default. */
export function sampleConfig(): string {
  const defaults = configSchema.parse({})
  return Object.entries(configSchema.shape)
    .map(([key, field]) => `# ${field.description ?? ''}\n${key} = ${JSON.stringify(defaults[key as keyof typeof defaults])}\n`)
    .join('\n')
}
