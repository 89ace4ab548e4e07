/** Pages in a real browser against a server whose table is told by hand: what does not need a camera. */
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type App, buildApp } from '../../edge/app.ts'
import { MatchLog } from '../../edge/log.ts'
import { Pairing } from '../../edge/pairing.ts'
import { PROTOCOL_VERSION } from '../../edge/protocol.ts'
import { aboutTable, LiveTable } from '../../edge/table.ts'
import { off, play, told } from '../rules/story.ts'
import { pitch, setup } from '../tables.ts'
import { ABOUT } from './about.ts'

let browser: Browser
let app: App
let table: LiveTable
let url = ''
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] })
})
afterAll(() => browser?.close())
afterEach(() => app.server.close())

async function start(about = ABOUT): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'greenline-pages-'))
  table = new LiveTable(about, MatchLog.open(dir))
  app = await buildApp({ table, pairing: new Pairing('4711', '471100'), matchDir: () => dir, health: () => ({}) })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`
}
const live = (tS: number, ball: readonly [number, number] | null = null) =>
  app.live({
    v: PROTOCOL_VERSION,
    kind: 'live',
    tS,
    things: ball ? [{ id: 'ball', kind: 'ball', side: null, xMm: ball[0], yMm: ball[1], rMm: 11, sigmaMm: 0.2, seen: 'now' }] : [],
    hands: [],
    health: { fps: 30, ageMs: 20, latencyMs: 20, calibration: 'locked', residualMm: 0.1, source: 'live', problems: [] },
  })
const clock = (page: Page, where: string) => page.locator(where).first().textContent()

test('a tablet whose own clock is a minute wrong shows the same match clock (OP-43)', async () => {
  await start()
  const { match } = told({ ball: [0, 0], figures: { A1: [100, 0], B1: [-100, 0] } }, [])
  table.judge = match
  table.seen(10)
  table.clock(true)
  const right = await browser.newPage()
  const wrong = await browser.newPage()
  await wrong.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() + 60_000
  })
  await Promise.all([right, wrong].map((p) => p.goto(`${url}/public`)))
  await Promise.all([right, wrong].map((p) => p.locator('.time').first().waitFor()))
  const shown: string[][] = []
  for (const tS of [40, 71.2, 95]) {
    live(tS)
    await Promise.all([right, wrong].map((p) => p.waitForTimeout(200)))
    shown.push(await Promise.all([right, wrong].map(async (p) => /\d+:\d\d/.exec((await clock(p, '.time')) ?? '')?.[0] ?? '')))
  }
  expect(shown).toEqual([
    ['0:30', '0:30'],
    ['1:01', '1:01'],
    ['1:25', '1:25'],
  ])
  await Promise.all([right.close(), wrong.close()])
})

test('page and overlay load themselves anew when the server gives out other pages (OP-46), and only then', async () => {
  await start()
  const loads = { page: 0, overlay: 0 }
  const page = await browser.newPage()
  const overlay = await browser.newPage()
  page.on('load', () => loads.page++)
  overlay.on('load', () => loads.overlay++)
  await page.goto(url)
  await overlay.goto(`${url}/overlay`)
  await page.locator('.score').waitFor()
  await overlay.locator('.score').waitFor()
  table.retold(ABOUT)
  await page.waitForTimeout(600)
  expect(loads).toEqual({ page: 1, overlay: 1 })
  const [a, b] = [page.waitForEvent('load'), overlay.waitForEvent('load')]
  table.build = 'another'
  table.retold(ABOUT)
  await Promise.all([a, b])
  await page.locator('.score').waitFor()
  await page.waitForTimeout(600)
  expect(loads).toEqual({ page: 2, overlay: 2 })
  await Promise.all([page.close(), overlay.close()])
})

test('shoot-out spots: five at either end, and how far the ball has to be moved (FISTF 5.2, 17.1.3)', async () => {
  await start(aboutTable({ pitch: pitch(), setup: setup() }, { title: 'test', edition: '1' }, 'test'))
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(url)
  await page.getByRole('button', { name: 'Shoot-out spots' }).click()
  await page.locator('.spots text').first().waitFor()
  expect((await page.locator('.spots text').allTextContents()).map((s) => s.trim()).sort()).toEqual(['A', 'A', 'B', 'B', 'C', 'C', 'D', 'D', 'E', 'E'])
  // the middle spot of the right-hand end: 300 mm from the goal line, half a line and a ball's radius further in
  const x = 300 + 1.25 + 11
  live(1, [x, 20])
  await page.locator('.spots .meant', { hasText: 'C 20.0 mm' }).waitFor()
  live(2, [x, 0.2])
  await page.locator('.spots .there', { hasText: 'C is there' }).waitFor()
  await page.screenshot({ path: join(tmpdir(), 'greenline-spots.png') })
  await page.close()
})

test("over a magenta page the overlay's corners and middle stay magenta (OP-44)", async () => {
  await start()
  live(1, [0, 0])
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
  await page.goto(`${url}/overlay`)
  await page.locator('.score').waitFor()
  // as a streaming program's scene behind it
  await page.addStyleTag({ content: 'html { background: #f0f }' })
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray(3 * (y * info.width + x), 3 * (y * info.width + x) + 3)]
  for (const [x, y] of [
    [2, 2],
    [1917, 2],
    [2, 1077],
    [1917, 1077],
    [960, 540],
  ] as const)
    expect(at(x, y), `${x}, ${y}`).toEqual([255, 0, 255])
  await page.close()
})

test('a place that is tapped on the pitch becomes where the restart is taken, and undo takes it back', async () => {
  await start()
  const { calls, match } = told({ ball: [400, 0], figures: { A1: [370, 0], B1: [560, 100] } }, [
    play('A1', [560, 120], { runs: true }),
    off('B1', [615, 150], { runs: true }),
  ])
  table.judge = match
  table.record([], calls, match.state)
  const page = await browser.newPage({ viewport: { width: 800, height: 1280 } })
  await page.goto(`${url}/#pin=4711`)
  const pitchView = page.locator('svg.pitch')
  await pitchView.waitFor()
  const spot = page.locator('.pitch .spot')
  const before = await spot.getAttribute('transform')
  const box = (await pitchView.boundingBox())!
  await page.mouse.click(box.x + 0.3 * box.width, box.y + 0.4 * box.height)
  await page.screenshot({ path: join(tmpdir(), 'greenline-restart.png') })
  await page.getByRole('button', { name: 'restart from the tapped place' }).click()
  await page.getByText('Accepted by the referee').waitFor()
  expect(await spot.getAttribute('transform')).not.toBe(before)
  const { at } = table.decisions[0]!
  expect(at!.xMm).toBeLessThan(-150)
  expect(at!.yMm).toBeGreaterThan(20)
  await page.getByRole('button', { name: /Undo: Corner-flick, restart from the tapped place/ }).click()
  await page.getByText('Nothing to undo').waitFor()
  expect(await spot.getAttribute('transform')).toBe(before)
  await page.close()
})
