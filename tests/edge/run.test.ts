/** The main job as it is: real decoder, real ONNX session, real server, real Chromium. */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { english, type Why } from '../../calibration/why.ts'
import { MatchLog } from '../../edge/log.ts'
import { LiveTable } from '../../edge/table.ts'
import { lacks, root, shared } from '../shared.ts'
import { ABOUT } from './about.ts'
import { cameraStandIn } from './camera-stand-in.ts'
import { cable, freePort, greenline, said, streamServer } from './processes.ts'

const dir = mkdtempSync(join(tmpdir(), 'greenline-run-'))
let child: ChildProcess | null = null
let browser: Browser | null = null
const startedOn = async (port: number, ...args: string[]) => {
  child = greenline('run', '--port', String(port), ...args)
  const [, pin, admin] = await said(child, /#pin=(\d{4})\b[\s\S]*setup#pin=(\d{6})/)
  return { port, pin: pin!, admin: admin! }
}
const started = async (...args: string[]) => startedOn(await freePort(), ...args)
const health = async (port: number) =>
  (await fetch(`http://127.0.0.1:${port}/api/health`)).json() as Promise<{
    fps: number
    source: string
    calibration: string
    problems: Why[]
    residualMm: number | null
    inferencePid: number
    inferenceRestarts: number
  }>
const until = async <T>(look: () => Promise<T>, ok: (v: T) => boolean, ms: number): Promise<T> => {
  const end = Date.now() + ms
  for (;;) {
    const v = await look()
    if (ok(v) || Date.now() > end) return v
    await new Promise((r) => setTimeout(r, 100))
  }
}
const open = async () => {
  browser ??= await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  return browser.newPage({ viewport: { width: 1280, height: 800 } })
}
/** What axe-core finds on a page that is serious or worse. */
async function serious(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core') })
  const found = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> } }).axe.run(),
  )
  return found.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => `${v.id}: ${v.nodes[0]?.html.slice(0, 120)}`)
}
afterEach(() => child?.kill('SIGKILL'))
afterAll(() => browser?.close())

/** Figures at the end of the bundled clip as the footage has them. */
const RALLY = 'footage/rendered/clips/clip-rally.jsonl'
const last = lacks(RALLY) ? null : JSON.parse(readFileSync(shared(RALLY), 'utf8').trim().split('\n').at(-1)!)
interface Footage {
  readonly base_centre: [number, number]
  readonly base_radius: number
}
const truth: { xMm: number; yMm: number; rMm: number }[] | null =
  last?.figures.map((f: Footage) => ({ xMm: f.base_centre[0], yMm: f.base_centre[1], rMm: f.base_radius })) ?? null
const far = (a: { xMm: number; yMm: number }, b: { xMm: number; yMm: number }) => Math.hypot(a.xMm - b.xMm, a.yMm - b.yMm)

/** By how much the measuring tool misses the footage's gap between two figures beyond three of its sigmas, mm; as of one moment, since the demo begins anew. */
async function offTruth(page: Page, ids: readonly [string, string], all: NonNullable<typeof truth>): Promise<number> {
  const seen = await page.evaluate((names) => {
    const tags = [...document.querySelectorAll('.pitch text.tag')]
    const at = (id: string) =>
      tags.filter((e) => e.textContent?.trim() === id).map((e) => ({ xMm: Number(e.getAttribute('x')), yMm: -Number(e.getAttribute('y')) - 16 }))
    return { places: names.flatMap(at), said: document.querySelector('.measured b')?.textContent ?? '' }
  }, ids)
  const [gap, sigma] = (seen.said.match(/[\d.]+/g) ?? []).map(Number)
  // the camera may have been mounted the other way round: then everything is told turned half round, and distances are the same
  const nearest = (turn: 1 | -1) =>
    seen.places.map((q) => all.map((k) => ({ ...k, xMm: turn * k.xMm, yMm: turn * k.yMm })).reduce((a, b) => (far(a, q) < far(b, q) ? a : b)))
  const known = ([1, -1] as const).map(nearest).find((pair) => pair.length === 2 && pair.every((k, i) => far(k, seen.places[i]!) < 4))
  if (!known || gap === undefined || sigma === undefined) return Number.POSITIVE_INFINITY
  return Math.abs(gap - (far(known[0]!, known[1]!) - known[0]!.rMm - known[1]!.rMm)) - 3 * sigma - 0.05
}

describe('the main job', () => {
  test('the demo: a call appears on the referee page with its picture and its trail (OP-49), is accepted, taken back, and survives kill -9', async () => {
    const match = join(dir, 'match')
    const { port, pin } = await started('--match', match)
    const page = await open()
    await page.goto(`http://127.0.0.1:${port}/#pin=${pin}`)
    await page.getByText(/pictures a second/).waitFor({ timeout: 30_000 })
    // the start of the match: names, and who flicks off
    await page.getByLabel('Name of side A').fill('Reggio')
    await page.getByRole('button', { name: 'Take names' }).click()
    await page.locator('.score', { hasText: 'Reggio' }).waitFor()
    const overlay = await open()
    await overlay.goto(`http://127.0.0.1:${port}/overlay`)
    await overlay.locator('.score').waitFor()
    await page.getByRole('heading', { name: 'Flick-in' }).waitFor({ timeout: 60_000 })
    expect(await page.locator('.call .who').textContent()).toContain('Side B')
    expect(await page.locator('.call .margin').textContent()).toMatch(/^\d+\.\d ± \d\.\d mm whole ball beyond touchline[+-]y$/)
    await overlay.locator('.banner').getByText('Flick-in').waitFor({ timeout: 10_000 })
    expect(await overlay.locator('.score').textContent()).toContain('Reggio')
    const shot = sharp(await overlay.screenshot({ omitBackground: true })).ensureAlpha()
    const { data, info } = await shot.raw().toBuffer({ resolveWithObject: true })
    const alpha = (x: number, y: number) => data[4 * (Math.round(y * info.height) * info.width + Math.round(x * info.width)) + 3]
    expect([alpha(0.5, 0.3), alpha(0.5, 0.5), alpha(0.05, 0.5)]).toEqual([0, 0, 0]) // nothing over the middle of the picture
    expect(alpha(0.06, 0.08)).toBeGreaterThan(150) // the score stands top left
    await overlay.close()
    const picture = page.locator('.call img')
    await expect.poll(() => picture.evaluate((i: HTMLImageElement) => i.naturalWidth), { timeout: 8000 }).toBeGreaterThan(600)
    for (const [width, height] of [
      [1280, 800],
      [800, 1280],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await serious(page), `${width} x ${height}, ${colorScheme}, with a call`).toEqual([])
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    // a finger beside a figure means the figure
    const figure = page.locator('.pitch text.tag', { hasText: /^A7$/ })
    const box = (await figure.boundingBox())!
    await page.mouse.click(box.x + box.width / 2, box.y + box.height + 12)
    expect(await page.getByLabel('Measure from').inputValue()).toBe('A7')
    await page.getByLabel('Measure to').selectOption('B9')
    await page.locator('.measured small').waitFor()
    // measured between two that lie still, it is the distance that the footage has, within three of its sigmas
    if (truth) await expect.poll(() => offTruth(page, ['A7', 'B9'], truth), { timeout: 40_000 }).toBeLessThan(0)
    // the moment itself is there once the pictures after it are
    await page.getByRole('button', { name: 'Show the moment' }).click()
    await expect.poll(() => picture.evaluate((i: HTMLImageElement) => (i.currentSrc.includes('.webp') ? i.naturalWidth : 0)), { timeout: 20_000 }).toBe(320)
    await page.getByRole('button', { name: 'Show the measurement' }).click()
    expect(await page.locator('.measured b').textContent()).toMatch(/^\d+\.\d ± \d\.\d mm$/)
    await page.getByRole('combobox', { name: 'Language' }).selectOption('it')
    await page.getByRole('button', { name: 'Accetta' }).waitFor()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('en')
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByText('Accepted by the referee').waitFor()
    await page.getByRole('button', { name: /Undo: Flick-in accepted/ }).click()
    await page.getByText('Nothing to undo').waitFor()
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByText('Accepted by the referee').waitFor()
    const call = readFileSync(join(match, 'log.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((l) => JSON.parse(l))
      .find((e) => e.type === 'call' && e.call.code === 'flick-in').call
    expect(call.restart.for).toBe('B')
    // from the call back to the pixels: frames, events, calibration, margin with sigma, rule (OP-49)
    expect(call).toMatchObject({
      rule: expect.stringMatching(/^FISTF /),
      measured: [{ marginMm: expect.any(Number), sigmaMm: expect.any(Number) }],
      evidence: {
        frames: [expect.any(Number), expect.any(Number)],
        events: expect.arrayContaining([expect.any(String)]),
        calibration: expect.stringMatching(/^cal-1920x1080-/),
        picture: expect.any(String),
      },
    })
    child!.kill('SIGKILL')
    await page.getByText(/Not connected/).waitFor({ timeout: 5000 })
    const again = await started('--match', match)
    await page.goto(`http://127.0.0.1:${again.port}/#pin=${again.pin}`)
    await page.getByText('Accepted by the referee').waitFor({ timeout: 30_000 })
    await page.locator('.score', { hasText: 'Reggio' }).waitFor()
    // the next match at the same table begins empty, under the calibration that stands; the one before is kept with its sheet
    const sheetOf = async (name: string) => (await fetch(`http://127.0.0.1:${again.port}/api/sheet?match=${name}`)).json()
    await page.getByText(/Lines fit to/).waitFor({ timeout: 20_000 })
    const locked = (await health(again.port)).residualMm
    await page.getByRole('button', { name: 'Next match' }).click()
    await page.waitForTimeout(800) // sooner is a tap that slipped
    await page.getByRole('button', { name: /Tap again/ }).click()
    await page.getByText('No call yet').waitFor()
    expect(await page.locator('.score').textContent()).toMatch(/A 0 : 0 B/)
    expect(await health(again.port)).toMatchObject({ calibration: 'locked', residualMm: locked })
    const [next] = readdirSync(dir).filter((name) => /^\d{4}-.*-demo$/.test(name))
    expect(readFileSync(join(dir, next!, 'log.jsonl'), 'utf8')).toMatch(/"what":"kept"/)
    expect((await sheetOf('match')).calls.map((c: { code: string }) => c.code)).toContain('flick-in')
    expect((await sheetOf('match')).table.names.A).toBe('Reggio')
    expect((await sheetOf('..')).problem).toMatch(/no sheet/)
    await page.goto(`http://127.0.0.1:${again.port}/sheet?match=match`)
    await page.getByText('Reggio').first().waitFor()
    for (const [path, ready] of [
      [`/#pin=${again.pin}`, '.bar'],
      [`/setup#pin=${again.admin}`, '.bar'],
      ['/sheet', '.sheet'],
      ['/public', '.public .pitch'],
      ['/device', '.device img'],
      ['/certificate', '.sheet td'],
      ['/buying', '.sheet td'],
    ] as const) {
      await page.goto(`http://127.0.0.1:${again.port}${path}`)
      await page.reload()
      await page.locator(ready).first().waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await serious(page)).toEqual([])
      }
    }
    await page.close()
  }, 150_000)

  test('the cable is out for three seconds across a call: it is there once, and the page says so meanwhile (OP-40, OP-41)', async () => {
    const { port, pin } = await started('--match', join(dir, 'cable'))
    const line = await cable(port)
    const page = await open()
    await page.goto(`http://127.0.0.1:${line.port}/#pin=${pin}`)
    await page.getByText(/pictures a second/).waitFor({ timeout: 30_000 })
    const told = async () => ((await (await fetch(`http://127.0.0.1:${port}/api/sheet`)).json()) as { calls: unknown[] }).calls.length
    const before = await told()
    line.cut()
    const cutMs = Date.now()
    await page.getByText(/Not connected: nothing heard for [12] s/).waitFor({ timeout: 3000 })
    expect(await until(told, (n) => n > before, 45_000)).toBeGreaterThan(before) // while nobody could hear it
    await page.waitForTimeout(Math.max(0, cutMs + 3000 - Date.now()))
    line.mend()
    await expect.poll(async () => (await page.locator('.history li').count()) - (await told()), { timeout: 15_000 }).toBe(0)
    await page.getByRole('button', { name: 'Accept', exact: true }).waitFor() // paired still
    line.close()
    await page.close()
  }, 120_000)

  test('overlay and page are open before the server is, and through five restarts: both come back by themselves (OP-39, OP-45)', async () => {
    const match = join(dir, 'restarts')
    const first = await started('--match', match)
    const page = await open()
    await page.goto(`http://127.0.0.1:${first.port}/#pin=${first.pin}`)
    const overlay = await open()
    await overlay.goto(`http://127.0.0.1:${first.port}/overlay`)
    for (let k = 0; k < 5; k++) {
      child!.kill('SIGKILL')
      await page.getByText(/Not connected/).waitFor({ timeout: 5000 })
      const again = await startedOn(first.port, '--match', match)
      expect(again.pin).toBe(first.pin)
      await page.getByText(/pictures a second/).waitFor({ timeout: 30_000 })
      await page.getByRole('button', { name: 'Accept', exact: true }).waitFor() // still the referee's
      await overlay.locator('.score').waitFor()
      await expect.poll(() => overlay.locator('.radar circle').count(), { timeout: 15_000 }).toBeGreaterThan(10)
    }
    await overlay.close()
    await page.close()
  }, 180_000)

  test('the camera picture for streamers is black outside the fence', async () => {
    const { port } = await started('--match', join(dir, 'camera'))
    await until(
      () => health(port),
      (h) => h.calibration === 'locked',
      30_000,
    )
    const stop = new AbortController()
    const response = await fetch(`http://127.0.0.1:${port}/camera.mjpg`, { signal: stop.signal })
    expect(response.headers.get('content-type')).toMatch(/multipart\/x-mixed-replace/)
    let bytes = Buffer.alloc(0)
    for await (const chunk of response.body!) {
      bytes = Buffer.concat([bytes, Buffer.from(chunk)])
      if (bytes.indexOf('\xff\xd9', bytes.indexOf('\xff\xd8', 0, 'latin1'), 'latin1') > 0) break
    }
    stop.abort()
    const jpeg = bytes.subarray(bytes.indexOf('\xff\xd8', 0, 'latin1'))
    const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray(3 * (y * info.width + x), 3 * (y * info.width + x) + 3)]
    expect(info.width).toBe(1920)
    expect(Math.max(...at(100, 100), ...at(1900, 1000))).toBeLessThan(12)
    expect(Math.max(...at(960, 540))).toBeGreaterThan(40)
  }, 60_000)

  test('the inference process is killed: it is back within seconds and the picture goes on (OP-34)', async () => {
    const { port } = await started('--match', join(dir, 'inference'))
    const before = await until(
      () => health(port),
      (h) => h.calibration === 'locked' && h.fps > 3,
      30_000,
    )
    process.kill(before.inferencePid, 'SIGKILL')
    const after = await until(
      () => health(port),
      (h) => h.inferenceRestarts === 1 && h.inferencePid !== before.inferencePid && h.fps > 3 && h.problems.length === 0,
      15_000,
    )
    expect(after).toMatchObject({ inferenceRestarts: 1, source: 'live', problems: [] })
    expect(after.inferencePid).not.toBe(before.inferencePid)
  }, 60_000)

  test('a live stream that dies is named on the page and comes back by itself', async () => {
    const streamPort = await freePort()
    let server = await streamServer(streamPort, join(root, 'edge/demo/rally.mp4'))
    const { port } = await started(
      '--source',
      `http://127.0.0.1:${streamPort}/`,
      '--pitch',
      join(root, 'edge/demo/pitch.json'),
      '--setup',
      join(root, 'edge/demo/setup.json'),
      '--camera-height-mm',
      '1147',
      '--match',
      join(dir, 'stream'),
    )
    expect(
      await until(
        () => health(port),
        (h) => h.calibration === 'locked' && h.source === 'live',
        40_000,
      ),
    ).toMatchObject({ calibration: 'locked', source: 'live' })
    server.kill('SIGKILL')
    const lost = await until(
      () => health(port),
      (h) => h.source === 'lost',
      12_000,
    )
    expect(lost.source).toBe('lost')
    expect(lost.problems.map(english).join()).toMatch(/127\.0\.0\.1/)
    server = await streamServer(streamPort, join(root, 'edge/demo/rally.mp4'))
    expect(
      (
        await until(
          () => health(port),
          (h) => h.source === 'live' && h.fps > 3,
          30_000,
        )
      ).source,
    ).toBe('live')
    server.kill('SIGKILL')
  }, 120_000)

  test('started before its camera is plugged in: the page says what to do, old matches open (OP-51), and the camera is taken when it comes', async () => {
    new LiveTable({ ...ABOUT, names: { A: 'Novara', B: 'Chieri' } }, MatchLog.open(join(dir, 'played-before'))).keepTable()
    const device = join(dir, 'video7')
    const film = join(root, 'edge/demo/rally.mp4')
    const { PATH } = process.env
    process.env.PATH = cameraStandIn(join(dir, 'bin'), device, `-i ${film}`)
    const { port } = await started(
      ...['--source', `camera:${device}`, '--pitch', join(root, 'edge/demo/pitch.json'), '--setup', join(root, 'edge/demo/setup.json')],
      ...['--camera-height-mm', '1147', '--match', join(dir, 'late')],
    )
    process.env.PATH = PATH
    const page = await open()
    await page.goto(`http://127.0.0.1:${port}/`)
    await page.getByText(/camera .*video7 is not there: plug it in/).waitFor({ timeout: 10_000 })
    await page.getByText('Camera is starting').waitFor()
    await page.goto(`http://127.0.0.1:${port}/sheet`)
    await page.getByRole('link', { name: 'played-before' }).click()
    await page.getByText('Novara').first().waitFor()
    await page.goto(`http://127.0.0.1:${port}/`)
    await page.getByText('Camera is starting').waitFor()
    writeFileSync(device, '')
    await page.getByText(/pictures a second/).waitFor({ timeout: 20_000 })
    await page.getByText(/Lines fit to/).waitFor({ timeout: 20_000 })
    await page.close()
  }, 90_000)

  test('a source that shows no pitch: the problem is on the page, nothing is guessed', async () => {
    const toml = join(dir, 'still.toml')
    const { execFileSync } = await import('node:child_process')
    const grey = join(dir, 'grey.mp4')
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'color=gray:size=640x360:rate=10', '-t', '20', '-pix_fmt', 'yuv420p', grey])
    writeFileSync(toml, `source = ${JSON.stringify(grey)}\npitch = ${JSON.stringify(join(root, 'edge/demo/pitch.json'))}\n`)
    const { port } = await started('--config', toml, '--match', join(dir, 'grey'))
    const h = await until(
      () => health(port),
      (x) => x.problems.length > 0,
      15_000,
    )
    expect(h).toMatchObject({ calibration: 'none' })
    expect(h.problems.map(english).join()).toMatch(/no pitch lines found/)
    const page = await open()
    await page.goto(`http://127.0.0.1:${port}/`)
    await page.getByText(/no pitch lines found/).waitFor({ timeout: 10_000 })
    await page.getByText('Not calibrated').waitFor()
    await page.close()
  }, 60_000)
})
