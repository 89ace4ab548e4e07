/** `greenline doctor`: looks at what Greenline needs and says, for each, whether it is well and what to do if not. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statfsSync } from 'node:fs'
import { DetectorSession } from '../vision/detect/session.ts'
import { modelPaths } from './model.ts'
import { openSource } from './sources/source.ts'

interface Finding {
  readonly what: string
  readonly ok: boolean
  readonly says: string
}

const PLAN_CELLS = [576, 400] as const

export async function doctor(o: { source?: string }): Promise<void> {
  const findings: Finding[] = []
  const check = async (what: string, look: () => Promise<string> | string) => {
    try {
      findings.push({ what, ok: true, says: await look() })
    } catch (e) {
      findings.push({ what, ok: false, says: (e as Error).message.split('\n')[0]! })
    }
    const f = findings[findings.length - 1]!
    process.stdout.write(`${f.ok ? 'ok  ' : 'FAULT'} ${f.what}: ${f.says}\n`)
  }
  await check('node', () => {
    const major = Number(process.versions.node.split('.')[0])
    if (major < 20) throw new Error(`version ${process.versions.node}, expected 20 or newer; install a newer Node`)
    return process.versions.node
  })
  await check('video decoder', () => {
    try {
      return execFileSync('ffmpeg', ['-version'], { encoding: 'utf8' }).split('\n')[0]!
    } catch {
      throw new Error('ffmpeg is not installed; install it with: apt-get install ffmpeg')
    }
  })
  await check('models', () => {
    modelPaths()
    return 'present and unchanged'
  })
  await check('speed', async () => {
    const session = new DetectorSession(modelPaths(), 1)
    try {
      const planes = new Uint8Array(3 * PLAN_CELLS[0] * PLAN_CELLS[1])
      const times: number[] = []
      for (let i = 0; i < 12; i++) {
        const t = performance.now()
        await session.infer(planes, PLAN_CELLS[0], PLAN_CELLS[1])
        times.push(performance.now() - t)
      }
      times.sort((a, b) => a - b)
      const median = times[times.length >> 1]!
      if (median > 66) throw new Error(`a picture takes ${median.toFixed(0)} ms, expected under 66; close other programs or use a faster computer`)
      return `${median.toFixed(0)} ms a picture on one thread`
    } finally {
      session.close()
    }
  })
  await check('disk', () => {
    const s = statfsSync('.')
    const freeGb = (s.bavail * s.bsize) / 1e9
    if (freeGb < 2) throw new Error(`${freeGb.toFixed(1)} GB free, expected at least 2; a day of matches needs about 1 GB`)
    return `${freeGb.toFixed(0)} GB free`
  })
  await check('clock', () => {
    const year = new Date().getFullYear()
    if (year < 2025) throw new Error(`the clock says ${year}; set it, or files will be misdated (calls are not affected)`)
    return new Date().toISOString()
  })
  const cameras = existsSync('/dev') ? readdirSync('/dev').filter((d) => /^video\d+$/.test(d)) : []
  process.stdout.write(
    cameras.length ? `cameras: ${cameras.map((c) => `camera:/dev/${c}`).join(', ')}\n` : 'cameras: none plugged in (the demo and video files work without)\n',
  )
  if (o.source && o.source !== 'demo')
    await check(`source ${o.source}`, async () => {
      const abort = new AbortController()
      const first = performance.now()
      let frames = 0
      let size = ''
      let t0 = 0
      let t1 = 0
      for await (const f of openSource([o.source!]).frames(abort.signal)) {
        if (frames === 0) t0 = f.tS
        t1 = f.tS
        size = `${f.widthPx}x${f.heightPx}`
        if (++frames >= 60 || performance.now() - first > 8000) break
      }
      abort.abort()
      if (!frames) throw new Error('no picture within 8 s; check cable and address')
      return `${size}, ${frames > 1 ? ((frames - 1) / Math.max(1e-6, t1 - t0)).toFixed(1) : '-'} pictures a second by its own clock`
    })
  if (findings.some((f) => !f.ok)) process.exitCode = 1
}
