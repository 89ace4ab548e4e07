/** A server whose table is told by hand, and a real browser: for tests of pages that need no camera. */
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type App, buildApp } from '../../edge/app.ts'
import { MatchLog } from '../../edge/log.ts'
import { Pairing } from '../../edge/pairing.ts'
import { PROTOCOL_VERSION, type ServerMessage } from '../../edge/protocol.ts'
import { aboutTable } from '../../edge/shown.ts'
import { LiveTable } from '../../edge/table.ts'
import { off, play, told } from '../rules/story.ts'
import { pitch, setup } from '../tables.ts'
import { ABOUT } from './about.ts'

export let browser: Browser
export let app: App
export let table: LiveTable
export let url = ''

/** To be called once by a test file. */
export function openRoom(): void {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] })
  })
  afterAll(() => browser?.close())
  afterEach(() => app.server.close())
}

export async function start(about = ABOUT, port = 0): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'greenline-pages-'))
  table = new LiveTable(about, MatchLog.open(dir))
  app = await buildApp({ table, pairing: new Pairing('4711', '471100'), matchDir: () => dir, health: () => ({}) })
  await app.server.listen({ port, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`
}

/** The test table with its lines. */
export const lined = () => aboutTable({ pitch: pitch(), setup: setup() }, { title: 'test', edition: '1' }, 'test', { competition: '', referee: '' })

type Things = Extract<ServerMessage, { kind: 'live' }>['things']
export const base = (id: string, xMm: number, yMm: number): Things[number] => ({
  ...{ id, kind: 'base', side: id[0] as 'A' | 'B', rMm: 10, sigmaMm: 0.2, seen: 'now' },
  ...{ xMm, yMm },
})
export const live = (tS: number, ball: readonly [number, number] | null = null, others: Things = []) =>
  app.live({
    v: PROTOCOL_VERSION,
    kind: 'live',
    tS,
    things: [
      ...(ball ? [{ id: 'ball', kind: 'ball' as const, side: null, xMm: ball[0], yMm: ball[1], rMm: 11, sigmaMm: 0.2, seen: 'now' as const }] : []),
      ...others,
    ],
    hands: [],
    health: { fps: 30, ageMs: 20, latencyMs: 20, calibration: 'locked', residualMm: 0.1, source: 'live', problems: [] },
  })

/** A shot that a defender sends over its own goal line. */
export const cornerStory = () =>
  told({ ball: [400, 0], figures: { A1: [370, 0], B1: [560, 100] } }, [play('A1', [560, 120], { runs: true }), off('B1', [615, 150], { runs: true })])
