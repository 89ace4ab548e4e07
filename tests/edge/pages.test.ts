/** Pages in a real browser against a server whose table is told by hand: what does not need a camera. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { play, told } from '../rules/story.ts'
import { ABOUT } from './about.ts'
import { cable } from './processes.ts'
import { base, browser, cornerStory, lined, live, openRoom, start, table, url } from './table-room.ts'

openRoom()
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
  await start(lined())
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(url)
  await page.getByRole('button', { name: 'Shoot-out spots' }).click()
  await page.locator('.spots text').first().waitFor()
  expect((await page.locator('.spots text').allTextContents()).map((s) => s.trim()).sort()).toEqual(['1', '1', '2', '2', '3', '3', '4', '4', '5', '5'])
  // the middle spot of the right-hand end: 300 mm from the goal line, half a line, a ball's radius and 1 mm further in
  const x = 300 + 1.25 + 11 + 1
  live(1, [x, 20])
  await page.locator('.spots .meant', { hasText: '3 20.0 mm' }).waitFor()
  live(2, [x, 0.2])
  await page.locator('.spots .there', { hasText: '3 is there' }).waitFor()
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
  const { calls, match } = cornerStory()
  table.judge = match
  table.record([], calls, match.state)
  const page = await browser.newPage({ viewport: { width: 800, height: 1280 } })
  await page.goto(`${url}/#pin=4711`)
  const pitchView = page.locator('svg.pitch')
  await pitchView.waitFor()
  await page.waitForTimeout(500) // what changed a moment ago is not meant
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

test('the cross of a restart is drawn to its right place with one finger', async () => {
  await start()
  const { calls, match } = cornerStory()
  table.judge = match
  table.record([], calls, match.state)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`${url}/?lang=en#pin=4711`)
  await page.locator('.spot.movable').waitFor()
  await page.waitForTimeout(500)
  const box = (await page.locator('svg.pitch').boundingBox())!
  const spot = (await page.locator('.spot.movable').boundingBox())!
  await page.mouse.move(spot.x + spot.width / 2, spot.y + spot.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.5 * box.height, { steps: 4 })
  await page.mouse.up()
  await page.getByText('Accepted by the referee').waitFor()
  const { at } = table.decisions[0]!
  expect(Math.hypot(at!.xMm, at!.yMm)).toBeLessThan(4)
  await page.close()
})

const goalStory = () => told({ ball: [450, 0], figures: { A1: [420, 0], B1: [300, 200] } }, [play('A1', [640, 10], { runs: true })])

test('the socket is cut for three seconds across a goal: afterwards there is exactly one goal, on the page and in the score (OP-40)', async () => {
  await start()
  const { match, calls } = goalStory()
  table.judge = match
  const line = await cable(Number(new URL(url).port))
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`http://127.0.0.1:${line.port}/#pin=4711`)
  await page.locator('.score').waitFor()
  line.cut()
  table.record([], calls, match.state)
  const goal = calls.find((c) => c.code === 'goal')!
  table.verdict(goal.id, 'accepted', 'referee')
  await page.getByText(/Not connected/).waitFor({ timeout: 2500 })
  // where it is seen without scrolling
  expect((await page.getByText(/Not connected/).boundingBox())!.y).toBeLessThan(200)
  await page.waitForTimeout(3000)
  line.mend()
  await page.getByRole('heading', { name: 'Goal!' }).waitFor()
  expect(await page.locator('.history b', { hasText: 'Goal!' }).count()).toBe(1)
  expect((await page.locator('.score').textContent())!.replace(/\s+/g, ' ')).toContain('A 1 : 0 B')
  line.close()
  await page.close()
})

test('a new call is shown, whatever older one was being looked at; a tap in the moment in which it changes decides nothing', async () => {
  await start()
  const first = cornerStory()
  table.judge = first.match
  table.record([], first.calls, first.match.state)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`${url}/#pin=4711`)
  await page.locator('.history button', { hasText: 'Shootable' }).first().click()
  await page.locator('article.call.info').waitFor()
  const accept = page.getByRole('button', { name: 'Accept', exact: true })
  const goal = { ...goalStory().calls.find((c) => c.code === 'goal')!, id: 'c-000900' }
  table.record([], [goal], first.match.state)
  await page.getByRole('heading', { name: 'Goal!' }).waitFor()
  await accept.click()
  expect(table.decisions).toEqual([])
  await page.waitForTimeout(500)
  const before = await accept.boundingBox()
  await page.keyboard.press('a')
  await page.getByText('Accepted by the referee').waitFor()
  expect(table.decisions.map((d) => [d.call, d.verdict])).toEqual([['c-000900', 'accepted']])
  expect(await accept.boundingBox()).toEqual(before)
  await page.keyboard.press('u')
  await page.getByText('Nothing to undo').waitFor()
  await page.close()
})

test('a call is corrected in the browser with one touch, and what stands instead is called', async () => {
  await start()
  const { match, calls } = cornerStory()
  table.judge = match
  table.record([], calls, match.state)
  const page = await browser.newPage({ viewport: { width: 800, height: 1280 } })
  await page.goto(`${url}/#pin=4711`)
  await page.getByRole('heading', { name: 'Corner-flick' }).waitFor()
  await page.waitForTimeout(500) // what changed a moment ago is not meant
  await page.locator('fieldset.touch', { hasText: 'Last touch was by' }).getByRole('button', { name: 'A' }).click()
  await page.getByRole('heading', { name: 'Goal-flick' }).waitFor()
  await page.getByRole('button', { name: /Undo: Corner-flick, last touch A/ }).waitFor()
  await page.close()
})

test('forcing is asked of the figure that is tapped, and answered with yes, no or too close, in millimetres with sigma', async () => {
  await start(lined())
  const outside = { yes: 8, no: 30, close: 21.1 }
  const y = (mm: number) => 400 + mm + 10
  const { match } = told(
    { ball: [-100, 300], figures: { A1: [-130, 300], B1: [-200, y(outside.yes)], B2: [0, y(outside.no)], B3: [200, y(outside.close)] }, possession: 'A' },
    [play('A1', [-60, 320])],
    0.2,
  )
  table.judge = match
  table.record([], [], match.state)
  const things = (['B1', 'B2', 'B3'] as const).map((id, i) => base(id, 200 * (i - 1), y([outside.yes, outside.no, outside.close][i]!)))
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`${url}/?lang=en#pin=4711`)
  await page.locator('.possession button').first().waitFor()
  live(5, null, things)
  await page.locator('.pitch .tag').first().waitFor()
  const said: string[] = []
  for (const id of ['B1', 'B2', 'B3']) {
    await page.getByLabel('Measure from').selectOption(id)
    await page.getByRole('button', { name: `Forcing possible? ${id}` }).click()
    const answer = page.locator('.answer', { hasText: `${id} is` })
    await answer.waitFor()
    said.push((await answer.locator('.verdict').textContent()) ?? '')
    expect(await answer.textContent()).toMatch(/ ± 0\.2 mm/)
  }
  expect(said).toEqual(['yes', 'no', 'too close to call'])
  await page.close()
})

test('/overlay/score and /overlay/radar stand alone, with long names and everything inside the picture; ?delay and ?theme hold', async () => {
  const about = { ...ABOUT, names: { A: 'Associazione Calcio Tavolo Reggio', B: 'Subbuteo Club Bruxelles-Nord' } }
  await start(about)
  const page = await browser.newPage({ viewport: { width: 640, height: 120 } })
  await page.goto(`${url}/overlay/score?theme=light`)
  const time = page.locator('.score .time')
  await time.waitFor()
  const box = (await time.boundingBox())!
  expect(box.x + box.width).toBeLessThanOrEqual(640.5)
  expect(await page.locator('.radar').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
  const late = await browser.newPage()
  await late.goto(`${url}/overlay/radar?delay=1500`)
  const from = Date.now()
  await late.locator('.radar .pitch').waitFor()
  expect(Date.now() - from).toBeGreaterThan(1000)
  expect(await late.locator('.score').count()).toBe(0)
  await Promise.all([page.close(), late.close()])
})
