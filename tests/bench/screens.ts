/**
 * Pictures of the screens while the bundled demo plays, to be looked at: the referee's page at tablet and phone size, held both ways, light and
 * dark; the overlay over a green frame; the page of a camera that was lost.
 *   node --import tsx tests/bench/screens.ts OUT        (about a minute; the pages must be built: npm run build)
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { root } from '../shared.ts'

const out = process.argv[2] ?? join(root, '.cache/screens')
mkdirSync(out, { recursive: true })
const PORT = 18790
const match = join(mkdtempSync(join(tmpdir(), 'greenline-screens-')), 'one')
const child = spawn(process.execPath, [join(root, 'edge/greenline.mjs'), 'run', '--port', String(PORT), '--match', match], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
let text = ''
child.stdout.on('data', (d) => {
  text += d
})
while (!/setup#pin=(\d{6})/.test(text)) await new Promise((r) => setTimeout(r, 200))
const pin = /#pin=(\d{4})\b/.exec(text)![1]
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const open = async (width: number, height: number, path: string, colorScheme: 'light' | 'dark' = 'dark') => {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme })
  await page.goto(`http://127.0.0.1:${PORT}${path}`)
  return page
}
const sizes = [
  ['tablet', 1280, 800, 'dark', 'en'],
  ['upright', 800, 1280, 'light', 'de'],
  ['phone', 390, 844, 'dark', 'it'],
  ['phone-lying', 844, 390, 'light', 'fr'],
] as const
const pages = await Promise.all(sizes.map(async ([name, w, h, scheme, lang]) => ({ name, page: await open(w, h, `/?lang=${lang}#pin=${pin}`, scheme) })))
const overlay = await open(1920, 1080, '/overlay')
await overlay.addStyleTag({ content: 'html{background:#2f7d3a}' })
const parts = await Promise.all(['score', 'radar'].map(async (name) => ({ name, page: await open(640, 360, `/overlay/${name}`) })))
for (const { page } of parts) await page.addStyleTag({ content: 'html{background:#2f7d3a}' })
const shoot = async (when: string) => {
  for (const { name, page } of pages) {
    await page.screenshot({ path: join(out, `referee-${name}-${when}.png`) })
    await page.screenshot({ path: join(out, `referee-${name}-${when}-all.png`), fullPage: true })
  }
}
await pages[0]!.page.locator('article.call:not(.info)').waitFor({ timeout: 120_000 })
await overlay.screenshot({ path: join(out, 'overlay.png') })
for (const { name, page } of parts) await page.screenshot({ path: join(out, `overlay-${name}.png`) })
await pages[0]!.page.waitForTimeout(2500)
await shoot('call')
const [tablet] = pages
const ask = tablet!.page.getByRole('button', { name: /Forcing possible/ })
if (await ask.count()) {
  await ask.click()
  await tablet!.page.waitForTimeout(1200)
  await shoot('asked')
}
child.kill('SIGKILL')
await tablet!.page.waitForTimeout(2500)
await shoot('lost')
await browser.close()
console.log(`look at ${out}`)
