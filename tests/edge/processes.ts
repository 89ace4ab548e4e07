/** Second processes for tests: a stream server, Greenline itself. */
import { type ChildProcess, spawn } from 'node:child_process'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { root } from '../shared.ts'

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const s = createServer().listen(0, '127.0.0.1', () => {
      const { port } = s.address() as { port: number }
      s.close(() => resolve(port))
    })
  })

/** Resolves when the process has said a line that fits. */
export function said(child: ChildProcess, what: RegExp, ms = 60_000): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(new Error(`not said within ${ms} ms: ${what}; said: ${text.slice(-800)}`)), ms)
    const listen = (d: Buffer) => {
      text += d
      const m = what.exec(text)
      if (!m) return
      clearTimeout(timer)
      resolve(m)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${text.slice(-800)}`)))
  })
}

export async function streamServer(port: number, file?: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'tests/edge/stream-server.mts'), String(port), ...(file ? [file] : [])], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await said(child, /ready/)
  return child
}

/** A cable between two ports that can be pulled out and put in again. */
export async function cable(to: number): Promise<{ port: number; cut(): void; mend(): void; close(): void }> {
  const open = new Set<Socket>()
  let whole = true
  const server = createServer((near) => {
    if (!whole) return near.destroy()
    const far = connect(to, '127.0.0.1')
    for (const [a, b] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(a)
      a.pipe(b)
      a.on('error', () => b.destroy())
      a.on('close', () => {
        open.delete(a)
        b.destroy()
      })
    }
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    cut: () => {
      whole = false
      for (const s of open) s.destroy()
    },
    mend: () => {
      whole = true
    },
    close: () => server.close(),
  }
}

export function greenline(...args: string[]): ChildProcess {
  return spawn(process.execPath, [join(root, 'edge/greenline.mjs'), ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
}

export const ended = (child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> =>
  new Promise((resolve) => {
    let out = ''
    let err = ''
    child.stdout?.on('data', (d: Buffer) => (out += d))
    child.stderr?.on('data', (d: Buffer) => (err += d))
    child.on('close', (code) => resolve({ code, out, err }))
  })
