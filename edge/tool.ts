/** Programs of the system that are asked one thing: run to their end, with what they said. */
import { spawn } from 'node:child_process'
import { ProblemError } from './problems.ts'

export interface Said {
  /** Exit status; null when it was stopped (it took too long). */
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** `apt` is the Debian package that holds the program. Throws a ProblemError when it is not installed. */
export function runTool(name: string, args: readonly string[], apt: string, timeoutMs: number): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs })
    let out = ''
    let err = ''
    child.stdout.on('data', (d: Buffer) => (out += d))
    child.stderr.on('data', (d: Buffer) => (err += d))
    child.once('error', () => reject(new ProblemError('TOOL_MISSING', `${name} is not installed; install it with: apt-get install ${apt}`)))
    child.once('close', (code) => resolve({ code, out, err }))
  })
}
