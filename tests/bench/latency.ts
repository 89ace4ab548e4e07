/**
 * From the whole ball crossing a line (camera's clock) to the call painted in Chromium, with viewers watching on the same machine.
 *   node --import tsx tests/bench/latency.ts [ROUNDS] [VIEWERS]      (defaults 5, 20)
 * The bundled match is played again and again; every call that carries a picture counts. Prints a table in ms.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { WebSocket } from 'ws'
import { PROTOCOL_VERSION, type ServerMessage } from '../../edge/protocol.ts'
import { freePort, greenline, said } from '../edge/processes.ts'

const rounds = Number(process.argv[2] ?? 5)
const viewers = Number(process.argv[3] ?? 20)
const ROUND_MS = 26_000
const SETTLED_S = 0.5

const port = await freePort()
const child = greenline('run', '--port', String(port), '--match', mkdtempSync(join(tmpdir(), 'greenline-latency-')))
const [, pin] = await said(child, /#pin=(\d{4})/)

/** Wall time of the camera's time 0 in this round, ms: the least seen, since what is sent is never early. */
let zeroMs = Number.POSITIVE_INFINITY
let lastS = 0
const crossed = new Map<string, { tS: number; wallMs: number; heardMs: number }>()
const live: number[] = []
function listen(first: boolean): void {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`)
  socket.on('open', () => socket.send(JSON.stringify({ v: PROTOCOL_VERSION, kind: 'hello', last: 0 })))
  socket.on('message', (d) => {
    if (!first) return
    const m = JSON.parse(String(d)) as ServerMessage
    const now = Date.now()
    if (m.kind === 'live' && m.health.source === 'live' && m.health.latencyMs > 0) {
      if (m.tS < lastS - 5) zeroMs = Number.POSITIVE_INFINITY
      lastS = m.tS
      // a film waits at its first pictures for the camera to be solved: its time begins after them
      if (m.tS > SETTLED_S) zeroMs = Math.min(zeroMs, now - m.health.latencyMs - 1000 * m.tS)
      if (m.tS > SETTLED_S) live.push(m.health.latencyMs)
    }
    if (m.kind === 'call' && m.call.evidence.picture) crossed.set(m.call.id, { tS: m.call.tS, wallMs: zeroMs + 1000 * m.call.tS, heardMs: now })
  })
}
for (let k = 0; k < viewers; k++) listen(k === 0)

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
const painted = new Map<string, number>()
await page.exposeFunction('painted', (id: string, ms: number) => painted.has(id) || painted.set(id, ms))
// as text: what the compiler adds to functions is not there in the page
await page.addInitScript(`
  const tell = () => {
    const id = document.querySelector('[data-call]')?.getAttribute('data-call')
    if (id) requestAnimationFrame(() => setTimeout(() => painted(id, Date.now())))
  }
  addEventListener('DOMContentLoaded', () => new MutationObserver(tell).observe(document.body, { subtree: true, childList: true, attributes: true }))
`)
await page.goto(`http://127.0.0.1:${port}/#pin=${pin}`)
await new Promise((r) => setTimeout(r, rounds * ROUND_MS))
await browser.close()
const health = (await (await fetch(`http://127.0.0.1:${port}/api/health`)).json()) as { latency: { p50: number; p99: number }; dropped: number }
child.kill('SIGKILL')

const q = (v: number[], p: number) => Math.round(v.sort((a, b) => a - b)[Math.min(v.length - 1, Math.floor(p * v.length))] ?? Number.NaN)
const row = (name: string, v: number[]) => `| ${name} | ${v.length} | ${q(v, 0.5)} | ${q(v, 0.95)} | ${q(v, 1)} |`
const both = [...crossed].filter(([id]) => painted.has(id))
console.log(
  `${viewers} viewers, ${rounds} rounds of the bundled match; pictures dropped ${health.dropped}\n\n| ms | n | median | 95 % | worst |\n| --- | --- | --- | --- | --- |`,
)
console.log(row('picture taken to positions sent', live))
console.log(
  row(
    'crossing to call sent',
    [...crossed.values()].map((c) => c.heardMs - c.wallMs),
  ),
)
console.log(
  row(
    'crossing to call painted',
    both.map(([id, c]) => painted.get(id)! - c.wallMs),
  ),
)
process.exit(0)
