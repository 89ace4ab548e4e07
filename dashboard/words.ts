/** The page's language: what was chosen last, else the browser's, else English. */
import i18next from 'i18next'
import { de } from './words/de.ts'
import { en, type Words } from './words/en.ts'
import { fr } from './words/fr.ts'
import { it } from './words/it.ts'
import { pt } from './words/pt.ts'
import { setupDe } from './words/setup-de.ts'
import { type SetupWords, setupEn } from './words/setup-en.ts'
import { setupFr } from './words/setup-fr.ts'
import { setupIt } from './words/setup-it.ts'
import { setupPt } from './words/setup-pt.ts'

export const LANGUAGES = { en: 'English', it: 'Italiano', pt: 'Português', de: 'Deutsch', fr: 'Français' } as const
export type Language = keyof typeof LANGUAGES
const WORDS: Record<Language, Words & SetupWords> = {
  en: { ...en, ...setupEn },
  it: { ...it, ...setupIt },
  pt: { ...pt, ...setupPt },
  de: { ...de, ...setupDe },
  fr: { ...fr, ...setupFr },
}
const KEPT = 'greenline-language'
const isLanguage = (v: string | null | undefined): v is Language => v !== null && v !== undefined && v in LANGUAGES

const asked = new URLSearchParams(location.search).get('lang')
const kept = localStorage.getItem(KEPT)
const browser = navigator.language.slice(0, 2)
const first: Language = isLanguage(asked) ? asked : isLanguage(kept) ? kept : isLanguage(browser) ? browser : 'en'

i18next.init({
  lng: first,
  fallbackLng: 'en',
  initAsync: false,
  interpolation: { escapeValue: false },
  keySeparator: false,
  resources: Object.fromEntries(Object.entries(WORDS).map(([lang, translation]) => [lang, { translation }])),
})
document.documentElement.lang = first

/** A sentence in the page's language. */
export const t = (key: keyof Words | keyof SetupWords, values: Record<string, string | number> = {}): string => i18next.t(key, values)

export const language = (): Language => i18next.language as Language
export function speak(to: Language): void {
  localStorage.setItem(KEPT, to)
  document.documentElement.lang = to
  i18next.changeLanguage(to)
}

/** Hundredths of a millimetre, with no minus before nothing. */
export const offMm = (v: number): string => (Math.round(v * 100) / 100 || 0).toFixed(2)
