/** What a referee puts right or gives himself, and pages that open before the device does; in a real browser. */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { play, told } from '../rules/story.ts'
import { freePort } from './processes.ts'
import { app, base, browser, lined, live, openRoom, start, table, url } from './table-room.ts'
import { LANGUAGES_AND_TITLES } from './titles.ts'

openRoom()

/** A1 plays to a spot behind the defence where A2 waits: offside. */
const offsideStory = () =>
  told({ ball: [250, 0], figures: { A1: [480, 150], A2: [200, 0], A3: [470, -150], B1: [430, -200] } }, [play('A2', [450, 0], { runs: true })])
async function atTheTable(width = 800, height = 1280) {
  await start(lined())
  const { match, calls } = offsideStory()
  table.judge = match
  table.record([], calls, match.state)
  const page = await browser.newPage({ viewport: { width, height } })
  await page.goto(`${url}/?lang=en#pin=4711`)
  await page.getByRole('heading', { name: 'Offside - Free-flick' }).waitFor()
  await page.waitForTimeout(500) // what changed a moment ago is not meant
  return { page, match, call: calls.find((c) => c.code === 'offside')! }
}

test('an offside for the wrong side is given to the other in one touch; undo brings back the call as it was', async () => {
  const { page, match, call } = await atTheTable()
  await page.locator('fieldset.touch', { hasText: 'It is for' }).getByRole('button', { name: 'A' }).click()
  await page.getByRole('heading', { name: 'Free-flick', exact: true }).waitFor()
  await page.getByText('given by the referee').waitFor()
  await page.getByText('Accepted by the referee').waitFor()
  expect(match.state.restart).toMatchObject({ type: 'free-flick', side: 'A' })
  expect(table.decisions.find((d) => d.call === call.id)).toMatchObject({ verdict: 'dismissed', undone: false })
  await page.getByRole('button', { name: /Undo: Free-flick, A/ }).click()
  await page.getByText('Nothing to undo').waitFor()
  expect(match.state.restart).toMatchObject({ type: 'free-flick', side: 'B' })
  expect(table.decisions.find((d) => d.call === call.id)).toMatchObject({ undone: true })
  await page.getByRole('button', { name: /Bring back: Free-flick, A|Redo: Free-flick, A/ }).click()
  await expect.poll(() => match.state.restart).toMatchObject({ type: 'free-flick', side: 'A' })
  await page.close()
})

test('it was another figure: the call stands with that one, and the free-flick is taken where it stands', async () => {
  const { page, call } = await atTheTable()
  // of the same side the nearest is offered; nobody has to be pointed at
  live(9, [450, 0], [base('A1', 480, 150), base('A3', 470, -150), base('B1', 430, -200)])
  await page.getByRole('button', { name: 'It was A3' }).click()
  await page.getByText('Accepted by the referee: figure A3').waitFor()
  expect(table.decisions).toMatchObject([{ call: call.id, verdict: 'accepted', figure: 'A3', at: { xMm: 470, yMm: -150 } }])
  await page.getByRole('button', { name: /Undo: Offside - Free-flick, figure A3/ }).click()
  await page.getByText('Nothing to undo').waitFor()
  await page.close()
})

test('a restart is given where nothing was called; then positions are asked for, and told with margin and sigma', async () => {
  await start(lined())
  // opposing figures 15 mm apart at a goal-flick, where 20 are asked (FISTF 15.2.1.3); 30 mm apart another pair
  const { match } = told({ ball: [-570, 0], figures: { A1: [-300, 0], B1: [-265, 0], A2: [0, 200], B2: [50, 200] } }, [], 0.2)
  table.judge = match
  table.stands(match.state)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`${url}/?lang=en#pin=4711`)
  await page.getByText('Give a restart').click()
  await page.locator('details', { hasText: 'Give a restart' }).locator('fieldset').first().getByRole('button', { name: 'Goal-flick' }).click()
  await page.getByRole('heading', { name: 'Goal-flick' }).waitFor()
  expect(match.state).toMatchObject({ possession: 'A', restart: { type: 'goal-flick', side: 'A' } })
  await page.getByRole('button', { name: 'Positions', exact: true }).click()
  const answer = page.locator('.answer')
  await answer.getByText('opposing figures nearer than 20 mm').waitFor()
  const words = (await answer.textContent()) ?? ''
  expect(words).toMatch(/gap of A1 and B1: -5\.0 ± 0\.3 mm/)
  expect(words).not.toMatch(/A2/)
  await page.screenshot({ path: join(tmpdir(), 'greenline-positions.png') })
  await page.close()
})

test('a shoot-out is counted apart from the match: a called goal when it is accepted, the rest as entered', async () => {
  await start(lined())
  const { match } = told({ ball: [312, 0], figures: { A1: [280, 0], B1: [-100, 100] } }, [])
  table.judge = match
  table.stands(match.state)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`${url}/?lang=en#pin=4711`)
  const section = page.locator('details', { hasText: 'Shoot-out' }).last()
  await section.locator('summary').click()
  await section.locator('fieldset').first().getByRole('button', { name: 'B' }).click()
  await expect.poll(() => match.state.shootOut?.goal).toBe('B')
  // the attempt itself, as the camera tells it
  const story = told({ ball: [312, 0], figures: { A1: [280, 0] }, state: { shoot_out: { goal: 'B', kick: 1 } } }, [play('A1', [615, 0], { runs: true })])
  expect(story.calls.map((c) => c.code)).toContain('shoot-out-goal')
  const goal = { ...story.calls.find((c) => c.code === 'shoot-out-goal')!, id: 'c-000500' }
  table.record([], [goal], match.state)
  await page.getByRole('heading', { name: 'Goal!' }).waitFor()
  await page.waitForTimeout(500)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await section.getByText('(1 of 1 : 0 of 0)').waitFor()
  await section.locator('fieldset').nth(2).getByRole('button', { name: 'Shoot-out: not scored' }).click()
  await section.getByText('(1 of 1 : 0 of 1)').waitFor()
  expect((await page.locator('.score').textContent())!.replace(/\s+/g, ' ')).toContain('A 0 : 0 B')
  const sheet = await browser.newPage()
  await sheet.goto(`${url}/sheet?lang=en`)
  await sheet.getByText('(1 of 1 : 0 of 1)').waitFor()
  await Promise.all([page.close(), sheet.close()])
})

test('light and dark are chosen on the screen and kept; otherwise they follow the device', async () => {
  await start()
  const page = await browser.newPage({ colorScheme: 'light' })
  await page.goto(`${url}/?lang=en`)
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.locator('.languages').waitFor()
  const light = await ground()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(ground).not.toBe(light)
  await page.getByLabel('Light or dark').selectOption('light')
  expect(await ground()).toBe(light)
  await page.reload()
  await page.locator('.languages').waitFor()
  expect(await ground()).toBe(light)
  await page.close()
})

test('titles and the page about what to buy are in the language that was chosen', async () => {
  await start()
  const page = await browser.newPage()
  for (const [lang, titles] of Object.entries(LANGUAGES_AND_TITLES)) {
    for (const [path, title] of Object.entries(titles)) {
      await page.goto(`${url}${path}?lang=${lang}`)
      await expect.poll(() => page.title(), { message: `${path} ${lang}` }).toBe(`Greenline - ${title}`)
    }
    if (lang !== 'en') expect(await page.locator('.buying, main').first().textContent()).not.toMatch(/\bthe\b|\bheight\b/)
  }
  await page.close()
})

test('a page that was seen once opens without the device, says so, and goes on when the device comes (OP-45)', async () => {
  const port = await freePort()
  await start(undefined, port)
  const page = await browser.newPage()
  await page.goto(`http://localhost:${port}/?lang=en`)
  await page.locator('.score').waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.locator('.score').waitFor()
  await app.server.close()
  await page.reload()
  await page.getByText(/Not connected yet/).waitFor()
  await start(undefined, port)
  live(1)
  await expect.poll(() => page.getByText(/Not connected/).count(), { timeout: 8000 }).toBe(0)
  await page.close()
})

test('the file for OBS is opened before the device is there, and shows the overlay over what lies behind it when it comes (OP-39)', async () => {
  const port = await freePort()
  await start(undefined, port)
  const file = join(tmpdir(), `greenline-overlay-${port}.html`)
  const answer = await fetch(`${url}/overlay-for-obs`)
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  writeFileSync(file, await answer.text())
  await app.server.close()
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
  await page.goto(`file://${file}?theme=light`)
  await page.waitForTimeout(1500)
  expect(page.url()).toContain('file://')
  await start(undefined, port)
  await page.locator('.score').waitFor({ timeout: 8000 })
  expect(page.url()).toBe(`${url}/overlay?theme=light`)
  await page.addStyleTag({ content: 'html { background: #f0f }' })
  const { data } = await sharp(await page.screenshot())
    .removeAlpha()
    .extract({ left: 960, top: 540, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...data]).toEqual([255, 0, 255])
  await page.close()
})
