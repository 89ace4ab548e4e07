/**
 * The camera's own controls through Debian's v4l2-ctl: everything automatic is switched off, values are set and read back. What is not given
 * is frozen at what the camera had chosen by itself. A picture that changes by itself measures nothing.
 */
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { plain, type Why, why } from '../calibration/why.ts'
import type { Config } from './config.ts'
import { ProblemError } from './problems.ts'
import type { SetupMessage } from './protocol.ts'
import { runTool } from './tool.ts'

export interface Control {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly value: number
  readonly inactive: boolean
}

/** What was asked of a control and what the camera then said. */
export interface Setting {
  readonly name: string
  readonly wanted: number
  readonly got: number | null
}

export interface CameraState {
  /** A name that stays when the camera is plugged into another port or found in another order. */
  readonly identity: string
  readonly settings: readonly Setting[]
  /** Controls that the camera still changes by itself. */
  readonly automatic: readonly string[]
  readonly exposureMs: number | null
}

/** What the organiser fixed; null leaves what the camera has. */
export interface CameraWishes {
  readonly focus: number | null
  readonly exposureMs: number | null
  readonly gain: number | null
  readonly whiteBalanceK: number | null
  readonly mainsHz: 0 | 50 | 60
}

const TOOL = 'v4l2-ctl'
const ANSWER_MS = 4000
/** An exposure step, ms (V4L2: exposure_time_absolute counts 100 microseconds). */
const EXPOSURE_STEP_MS = 0.1

/** Each automatic, with the value that switches it off; cameras differ in the names (kernel 5.16 renamed them). */
const AUTOMATICS: Readonly<Record<string, number>> = {
  auto_exposure: 1,
  exposure_auto: 1,
  exposure_dynamic_framerate: 0,
  exposure_auto_priority: 0,
  focus_automatic_continuous: 0,
  focus_auto: 0,
  white_balance_automatic: 0,
  white_balance_temperature_auto: 0,
  gain_automatic: 0,
  autogain: 0,
}
const EXPOSURE = ['exposure_time_absolute', 'exposure_absolute']
const VALUES = { focus: ['focus_absolute'], gain: ['gain'], whiteBalanceK: ['white_balance_temperature'] } as const
const MAINS = { 0: 0, 50: 1, 60: 2 } as const

/** Lines of `v4l2-ctl --list-ctrls`. */
export function parseControls(text: string): Control[] {
  return text.split('\n').flatMap((line) => {
    const m = /^\s*(\w+)\s+0x[0-9a-f]+\s+\((int|bool|menu)\)\s*:(.*)$/.exec(line)
    if (!m) return []
    const field = (name: string) => Number(new RegExp(`\\b${name}=(-?\\d+)`).exec(m[3]!)?.[1] ?? Number.NaN)
    const value = field('value')
    if (!Number.isFinite(value)) return []
    const or = (v: number, other: number) => (Number.isFinite(v) ? v : other)
    return [{ name: m[1]!, min: or(field('min'), 0), max: or(field('max'), 1), value, inactive: /flags=.*inactive/.test(m[3]!) }]
  })
}

/** The link that names this camera whatever its number is (by serial, else by port); the device itself when there is none. */
export function identityOf(device: string, folders = ['/dev/v4l/by-id', '/dev/v4l/by-path']): string {
  for (const folder of folders) {
    if (!existsSync(folder)) continue
    for (const name of readdirSync(folder).sort()) {
      const link = join(folder, name)
      if (existsSync(link) && existsSync(device) && realpathSync(link) === realpathSync(device)) return link
    }
  }
  return device
}

async function run(device: string, ...args: string[]): Promise<string> {
  const { code, out, err } = await runTool(TOOL, ['-d', device, ...args], 'v4l-utils', ANSWER_MS)
  if (code !== 0) throw new ProblemError('CAMERA_MISSING', `${TOOL}: ${err.trim().split('\n').pop() || 'no answer from the camera'}`)
  return out
}

const list = async (device: string): Promise<Control[]> => parseControls(await run(device, '--list-ctrls'))

/**
 * Switches every automatic off, sets what is wished (the nearest the camera can), reads all back. Values that were automatic are frozen
 * where the camera had brought them. Throws when the tool or the camera does not answer.
 */
export async function fixCamera(device: string, wishes: CameraWishes): Promise<CameraState> {
  const before = await list(device)
  const has = (name: string) => before.find((c) => c.name === name)
  const settings: Setting[] = []
  const set = async (name: string, value: number) => {
    const c = has(name)
    if (!c) return
    const wanted = Math.round(Math.max(c.min, Math.min(c.max, value)))
    // one at a time: a camera that refuses one of several takes none of them
    await run(device, `--set-ctrl=${name}=${wanted}`).catch(() => {})
    settings.push({ name, wanted, got: null })
  }
  for (const [name, off] of Object.entries(AUTOMATICS)) await set(name, off)
  const frozen = (names: readonly string[], wish: number | null) => names.map((n) => [n, wish ?? has(n)?.value] as const)
  const exposure = wishes.exposureMs === null ? null : wishes.exposureMs / EXPOSURE_STEP_MS
  const values = [
    ...frozen(EXPOSURE, exposure),
    ...frozen(VALUES.focus, wishes.focus),
    ...frozen(VALUES.gain, wishes.gain),
    ...frozen(VALUES.whiteBalanceK, wishes.whiteBalanceK),
  ]
  for (const [name, value] of values) if (value !== undefined) await set(name, value)
  await set('power_line_frequency', MAINS[wishes.mainsHz])
  const after = await list(device)
  const now = (name: string) => after.find((c) => c.name === name)?.value ?? null
  const exposed = EXPOSURE.map(now).find((v) => v !== null)
  return {
    identity: identityOf(device),
    settings: settings.map((s) => ({ ...s, got: now(s.name) })),
    automatic: [
      ...Object.entries(AUTOMATICS).flatMap(([name, off]) => (now(name) !== null && now(name) !== off ? [name] : [])),
      // a value that stays out of our hands is in the camera's, whatever its automatics say
      ...after.filter((c) => c.inactive && values.some(([name]) => name === c.name)).map((c) => c.name),
    ],
    exposureMs: exposed === undefined || exposed === null ? null : exposed * EXPOSURE_STEP_MS,
  }
}

/** In words, what stands against certifying what this camera measures; empty when nothing does. */
export function objections(s: CameraState, wishes: CameraWishes): Why[] {
  const out = s.automatic.map((a) => why`the camera still changes ${a.replaceAll('_', ' ')} by itself; switch it off, or use another camera`)
  for (const { name, wanted, got } of s.settings)
    if (got !== null && got !== wanted && !s.automatic.includes(name)) out.push(why`${name.replaceAll('_', ' ')}: asked for ${wanted}, the camera holds ${got}`)
  if (s.exposureMs === null) return [...out, why`the camera does not say how long it exposes`]
  if (s.exposureMs > LONGEST_MS)
    out.push(
      why`exposure is ${s.exposureMs.toFixed(1)} ms: a ball at 1 m/s is smeared over ${s.exposureMs.toFixed(1)} mm; more light, then ${LONGEST_MS} ms or less`,
    )
  // lamps flicker at twice the mains' frequency; shorter exposures see it unless the lamps are free of it
  const period = wishes.mainsHz ? 1000 / (2 * wishes.mainsHz) : null
  if (period && s.exposureMs > period / 2 && Math.abs(s.exposureMs / period - Math.round(s.exposureMs / period)) > 0.03)
    out.push(why`exposure is ${s.exposureMs.toFixed(1)} ms, no multiple of the lamps' ${period.toFixed(2)} ms: the picture will pulse`)
  return out
}
/** Above this a moving ball is smeared too much to measure, ms. */
const LONGEST_MS = 10

/** The camera held as the organiser's settings want it, and what stands against it; what fails is an objection too. */
export async function heldCamera(device: string, c: Config): Promise<NonNullable<SetupMessage['camera']>> {
  const or = (v: number, none: number) => (v === none ? null : v)
  const wishes: CameraWishes = {
    focus: or(c.cameraFocus, -1),
    exposureMs: or(c.cameraExposureMs, 0),
    gain: or(c.cameraGain, -1),
    whiteBalanceK: or(c.cameraWhiteBalanceK, 0),
    mainsHz: c.mainsHz,
  }
  try {
    const state = await fixCamera(device, wishes)
    return { identity: state.identity, format: null, settings: [...state.settings], objections: objections(state, wishes) }
  } catch (e) {
    return { identity: device, format: null, settings: [], objections: [plain((e as Error).message)] }
  }
}
