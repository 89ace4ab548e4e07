/** What holds for this screen alone: light or dark, as the device has it or as somebody chose; pages that open without the device. */
import { keep, kept } from './kept.ts'

const KEPT = 'greenline-theme'
export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const device = matchMedia('(prefers-color-scheme: light)')
const last = kept(KEPT)
let now: Theme = last === 'light' || last === 'dark' ? last : 'auto'

function put(): void {
  document.documentElement.dataset.theme = now === 'auto' ? (device.matches ? 'light' : 'dark') : now
}
/** The pages open without the device once they were seen; browsers keep pages on localhost and over https only. */
if ('serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => {})
device.addEventListener('change', put)
put()

export const theme = (): Theme => now
export function choose(to: Theme): void {
  now = to
  keep(KEPT, to)
  put()
}
