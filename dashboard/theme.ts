/** Light or dark: as the device has it, or as somebody chose on this screen. */
const KEPT = 'greenline-theme'
export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const device = matchMedia('(prefers-color-scheme: light)')
const kept = localStorage.getItem(KEPT)
let now: Theme = kept === 'light' || kept === 'dark' ? kept : 'auto'

function put(): void {
  document.documentElement.dataset.theme = now === 'auto' ? (device.matches ? 'light' : 'dark') : now
}
device.addEventListener('change', put)
put()

export const theme = (): Theme => now
export function choose(to: Theme): void {
  now = to
  localStorage.setItem(KEPT, to)
  put()
}
