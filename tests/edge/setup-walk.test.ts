/** A volunteer with a tape and a coin sets a table up, from the first start to the flick-off: a real browser, the real path, a rendered table. */
import type { ChildProcess } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Locator } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { ImagePoint } from '../../calibration/units.ts'
import { bodiesOf, Film, stageOf } from '../../models/synth/film.ts'
import { course, USUAL } from '../../models/synth/physics.ts'
import { parseScript } from '../../models/synth/script.ts'
import { Turned } from '../../models/synth/turned.ts'
import { PITCH_FILE } from '../tables.ts'
import { cameraStandIn, controlsStandIn } from './camera-stand-in.ts'
import { freePort, greenline, said } from './processes.ts'

const dir = mkdtempSync(join(tmpdir(), 'greenline-walk-'))
let child: ChildProcess | null = null
afterAll(() => child?.kill('SIGKILL'))

/** The table that stands there: a common cloth, but five of its dimensions are its own. */
const OWN = { lengthMm: 1192, widthMm: 796, penaltySpotMm: 106, centreCircleRadiusMm: 92 }
const COIN = { x: 180, y: -140, mm: 23.25 }
const lineUp = (sign: number, side: string) =>
  Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`${side}${i + 1}`, [-sign * (80 + 95 * (i % 5)), (i < 5 ? 1 : -1) * (110 + 37 * (i % 3))]]))

/** A minute and a half of a table at rest, as a camera sees it; gives the height of the lens and where the coin is seen. */
async function filmed(path: string): Promise<{ heightMm: number; coin: ImagePoint }> {
  const script = parseScript({
    ...{ name: 'walk', seed: 12, durationS: 0.2, size: [1920, 1080], pitch: { ...PITCH_FILE, ...OWN }, ball: [0, 0], flicks: [] },
    figures: { ...lineUp(1, 'A'), ...lineUp(-1, 'B') },
    keepers: { A: [-580, 0], B: [580, 0] },
  })
  if (!script.ok) throw new Error(script.problem.message)
  const bare = stageOf(script.value)
  const profile = [0.01, 1.8].map((z) => [z, COIN.mm / 2] as const)
  const coin = new Turned(
    { id: 'coin', kind: 'thing', velocity: [0, 0] },
    { paint: () => [0.62, 0.5, 0.2], gloss: 0.1 },
    [COIN.x, COIN.y, 0],
    [0, 0, 1],
    profile,
  )
  const stage = { ...bare, fixed: [...bare.fixed, coin] }
  const { rgb } = (await new Film(stage, course(bodiesOf(stage), [], script.value.pitch, USUAL, [0])).frame(0)).picture
  await sharp(rgb, { raw: { width: 1920, height: 1080, channels: 3 } })
    .jpeg({ quality: 92 })
    .toFile(join(dir, 'walk.jpg'))
  const made = join(dir, 'noise.mkv')
  const noisy = ['-loop', '1', '-framerate', '30', '-i', join(dir, 'walk.jpg'), '-vf', 'noise=alls=4:allf=t', '-frames:v', '45', '-c:v', 'mjpeg', '-q:v', '3']
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...noisy, made])
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-stream_loop', '60', '-i', made, '-c', 'copy', path])
  const { camera } = stage.scene
  return { heightMm: camera.centre[2], coin: camera.project({ xMm: COIN.x, yMm: COIN.y, zMm: 1.8 }) }
}

test('from the first start to the flick-off, at tablet size, with fingers: lines, heights, bases, a coin, the certificate, names, toss, clock; a comma is a decimal point (OP-37), pace and blur are said (OP-30); after a power cut it goes on', async () => {
  const bin = join(dir, 'bin')
  const device = join(dir, 'video0')
  const film = join(dir, 'walk.mkv')
  mkdirSync(bin, { recursive: true })
  const { heightMm, coin } = await filmed(film)
  writeFileSync(device, '')
  const { PATH, LC_ALL = 'C.UTF-8' } = process.env
  controlsStandIn(bin, join(dir, 'controls.json'))
  process.env.PATH = cameraStandIn(bin, device, `-i ${film}`)
  process.env.LC_ALL = 'de_DE.UTF-8'
  const config = join(dir, 'greenline.toml')
  const settings = { source: `camera:${device}`, matchDir: join(dir, 'matches'), cameraExposureMs: 5 }
  writeFileSync(
    config,
    Object.entries(settings)
      .map(([k, v]) => `${k} = ${JSON.stringify(v)}\n`)
      .join(''),
  )
  const port = await freePort()
  child = greenline('run', '--config', config, '--port', String(port))
  process.env.PATH = PATH
  process.env.LC_ALL = LC_ALL
  const [, pin, admin] = await said(child, /#pin=(\d{4})\b[\s\S]*setup#pin=(\d{6})/)
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, hasTouch: true })
  let touches = 0
  const startMs = Date.now()
  const tap = async (l: Locator) => {
    touches++
    await l.tap()
  }
  /** A tap into the field, and a key for every character. */
  const type = async (label: string | RegExp, text: string, n = 0) => {
    touches += 1 + text.length
    await page.getByLabel(label).nth(n).fill(text)
  }
  const choose = async (l: Locator, option: string) => {
    touches += 2
    await l.selectOption(option)
  }
  const shot = (name: string) => page.screenshot({ path: join(tmpdir(), `greenline-walk-${name}.png`) })

  await page.goto(`http://127.0.0.1:${port}/setup#pin=${admin}`)
  await page.locator('.shot img').waitFor({ timeout: 30_000 })
  await page.getByText(/dimensions of the table are not entered/).waitFor({ timeout: 30_000 })
  await shot('1-first')
  await choose(page.getByLabel('Start from a common cloth'), 'FISTF, middle (1200 x 800)')
  await type(/^Length, outer edge/, '1192')
  await type(/^Width, outer edge/, '796')
  await type(/^Goal line to penalty spot/, '106')
  await type(/^Centre circle, radius/, '92')
  await type(/^Lens above the cloth/, heightMm.toFixed(1).replace('.', ','))
  for (const k of [0, 1]) {
    await type(/^Diameter, mm/, '20', k)
    await page.keyboard.press('Tab')
  }
  await tap(page.getByRole('button', { name: 'Use these' }))
  await page.getByText('Taken. The lines are looked for anew.').waitFor()
  await page.getByText(/dimensions of the table are not entered/).waitFor({ state: 'detached' })
  await page.getByText(/Lines fit to 0\.\d\d mm/).waitFor({ timeout: 30_000 })
  await shot('2-lines')
  await type(/^Check with a bright disc/, '23.25')
  const setup = await (await fetch(`http://127.0.0.1:${port}/api/setup`)).json()
  expect(setup.residualMm).toBeLessThan(0.5)
  expect(setup.cameraHeightMm).toBeCloseTo(heightMm, 1)
  await page.locator('.shot').scrollIntoViewIfNeeded()
  const box = (await page.locator('.shot svg').boundingBox())!
  touches++
  await page.touchscreen.tap(box.x + ((coin.xPx + 0.5) / setup.widthPx) * box.width + 3, box.y + ((coin.yPx + 0.5) / setup.heightPx) * box.height - 3)
  const reading = page.locator('.gauge p')
  await reading.waitFor({ timeout: 10_000 })
  await shot('3-gauge')
  expect(await reading.textContent()).toMatch(/reads 23\.\d\d ± 0\.\d\d mm: agrees/)
  await expect.poll(async () => (await (await fetch(`http://127.0.0.1:${port}/api/setup`)).json()).camera.settings.length, { timeout: 20_000 }).toBe(9)
  // how fast it really goes, and how far a ball smears meanwhile (OP-30)
  expect(await page.locator('.pace').textContent()).toMatch(
    /mjpeg 1920x1080 at 30 a second.*\d+ pictures a second are measured.*open for 5\.0 ms.*smears over 5\.0 mm/,
  )
  await tap(page.getByRole('link', { name: 'Certificate' }))
  await page.getByRole('heading').first().waitFor()
  await shot('4-certificate')
  expect(await page.getByRole('heading').first().textContent()).toBe('Certificate')

  await page.goto(`http://127.0.0.1:${port}/#pin=${pin}`)
  await page.getByText(/pictures a second/).waitFor({ timeout: 20_000 })
  await type('Name of side A', 'Reggio')
  await type('Name of side B', 'Torino')
  await tap(page.getByRole('button', { name: 'Take names' }))
  await page.locator('.score', { hasText: 'Torino' }).waitFor()
  await expect.poll(async () => (await page.locator('.teams .count').textContent())?.match(/\d+/g), { timeout: 10_000 }).toEqual(['10', '10'])
  // who is A is seen by the colours that were learnt at the line-up: yellow and blue, the other side red and white
  const chip = async (side: string) => (await page.locator(`.score .chip.${side}`).getAttribute('style'))?.match(/\d+/g)?.map(Number) ?? []
  await expect.poll(async () => (await chip('A')).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(6)
  const [[r = 0, , b = 0, ringR = 0, ringG = 0, ringB = 0], other] = [await chip('A'), await chip('B')]
  expect([b - r > 30, Math.min(ringR, ringG) - ringB > 40, other[3]! - other[4]! > 50]).toEqual([true, true, true])
  await tap(page.locator('.teams').getByRole('button', { name: 'Reggio' }))
  await tap(page.getByRole('button', { name: /start the clock/ }))
  await page.getByRole('button', { name: /stop the clock/ }).waitFor()
  await page.locator('.possession [aria-pressed=true]', { hasText: 'Reggio' }).waitFor()
  await shot('5-match')
  // the dimensions of another table are refused while the lines stand against them; what held goes on holding
  const room = async () => (await fetch(`http://127.0.0.1:${port}/api/setup`)).json()
  const { pitchFile, cameraHeightMm, state } = await room()
  const elsewhere = { pin: admin, pitch: { ...pitchFile, lengthMm: pitchFile.lengthMm + 60 }, cameraHeightMm }
  const refused = await fetch(`http://127.0.0.1:${port}/api/setup`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify(elsewhere),
  })
  expect([refused.status, (await refused.json()).problem]).toEqual([422, expect.stringMatching(/what stood before is kept/)])
  expect([state, (await room()).state, (await room()).pitchFile.lengthMm]).toEqual(['locked', 'locked', pitchFile.lengthMm])
  expect(await page.locator('.pitch .tag').count()).toBeGreaterThanOrEqual(20)
  const s = ((Date.now() - startMs) / 1000).toFixed(0)
  // the power is cut: at the next start the match goes on, with its names, table and clock
  child.kill('SIGKILL')
  await new Promise((r) => child!.on('exit', r))
  process.env.PATH = `${bin}:${PATH}`
  child = greenline('run', '--config', config, '--port', String(port))
  process.env.PATH = PATH
  await said(child, /goes on with the match in/)
  await page.getByText(/pictures a second/).waitFor({ timeout: 30_000 })
  await page.locator('.score', { hasText: 'Reggio' }).waitFor()
  const again = await (await fetch(`http://127.0.0.1:${port}/api/setup`)).json()
  expect([again.cameraHeightMm, again.pitchFile.lengthMm]).toEqual([setup.cameraHeightMm, 1192])
  console.log(`set up: ${touches} touches and keys, ${s} s of waiting for the machine`)
  await browser.close()
}, 180_000)
