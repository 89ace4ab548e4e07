/** Reading what the user names, writing so that nothing is ever half there. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Lens, parseLens } from '../calibration/lens.ts'
import { type Pitch, parsePitch } from '../calibration/pitch.ts'
import { parseSetup, type Setup } from '../calibration/setup.ts'
import { orRaise, ProblemError } from './problems.ts'

export function readJsonFile(path: string, what: string): unknown {
  if (!existsSync(path)) throw new ProblemError('FILE_MISSING', `${what}: no file at ${path}`)
  const text = readFileSync(path, 'utf8')
  try {
    return JSON.parse(text)
  } catch (e) {
    throw new ProblemError('FILE_NOT_JSON', `${what}: ${path} is not JSON (${(e as Error).message})`)
  }
}

export const readPitch = (path: string): Pitch => orRaise(parsePitch(readJsonFile(path, 'pitch file')))
export const readSetup = (path: string | undefined): Setup => orRaise(parseSetup(path === undefined ? {} : readJsonFile(path, 'set-up file')))

export const readLens = (path: string | undefined): Lens | null => (path ? orRaise(parseLens(readJsonFile(path, 'lens file'))) : null)

/** Writes beside the target, then moves it there; what must outlast a power cut is on the disk before. */
export function writeWhole(path: string, content: string | Uint8Array, { mode = 0o644, lasting = false } = {}): void {
  mkdirSync(dirname(path), { recursive: true })
  const part = `${path}.part`
  writeFileSync(part, content, { mode, flush: lasting })
  renameSync(part, path)
}

/** A folder that is filled out of sight and moved into place file by file when all is well; on failure nothing is left. */
export class OutputFolder {
  private readonly staging: string
  private readonly names: string[] = []
  constructor(private readonly out: string) {
    this.staging = join(out, `.greenline-${process.pid}`)
    mkdirSync(this.staging, { recursive: true })
  }
  path(name: string): string {
    this.names.push(name)
    const p = join(this.staging, name)
    mkdirSync(dirname(p), { recursive: true })
    return p
  }
  commit(): void {
    for (const n of this.names) {
      const from = join(this.staging, n)
      if (!existsSync(from)) continue
      mkdirSync(dirname(join(this.out, n)), { recursive: true })
      renameSync(from, join(this.out, n))
    }
    this.drop()
  }
  drop(): void {
    rmSync(this.staging, { recursive: true, force: true })
  }
}
