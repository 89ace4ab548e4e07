/** Second processes for tests: a stream server, Greenline itself. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
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

/**
 * A stand-in for the driver of a USB camera: ffmpeg and ffprobe that show `shows` (words of a shell, which knows the wished $size) at its
 * own pace in place of the device, and refuse what does not fit on the bus as the kernel does. Gives the PATH under which they are found.
 */
export function cameraStandIn(bin: string, device: string, shows: string, fits = '.'): string {
  const PATH = process.env.PATH
  mkdirSync(bin, { recursive: true })
  for (const tool of ['ffmpeg', 'ffprobe']) {
    const real = execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8', env: { PATH } }).trim()
    const script = `#!/bin/bash
args=("$@"); for i in "\${!args[@]}"; do [ "\${args[$i]}" = -f ] && [ "\${args[$((i + 1))]}" = v4l2 ] && at=$i; [ "\${args[$i]}" = ${device} ] && end=$i; [ "\${args[$i]}" = -video_size ] && size=\${args[$((i + 1))]}; [ "\${args[$i]}" = -input_format ] && kind=\${args[$((i + 1))]}; done
[ -z "$end" ] && exec ${real} "$@"
[[ "$kind $size" =~ ${fits} ]] || { echo "[video4linux2,v4l2 @ 0x1] ioctl(VIDIOC_STREAMON): No space left on device" >&2; exit 1; }
exec ${real} "\${args[@]:0:$at}" ${tool === 'ffmpeg' ? '-re ' : ''}${shows} "\${args[@]:$((end + 1))}"
`
    writeFileSync(join(bin, tool), script, { mode: 0o755 })
  }
  return `${bin}:${PATH}`
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
