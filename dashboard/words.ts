/** The page's language: what was chosen last, else the browser's, else English. */

import i18next from 'i18next'
import type { Value, Why } from '../calibration/why.ts'
import { keep, kept } from './kept.ts'
import { de } from './words/de.ts'
import { en, type Words } from './words/en.ts'
import { fr } from './words/fr.ts'
import { it } from './words/it.ts'
import { pt } from './words/pt.ts'
import { SENTENCES } from './words/sentences.ts'
import { setupDe } from './words/setup-de.ts'
import { type SetupWords, setupEn } from './words/setup-en.ts'
import { setupFr } from './words/setup-fr.ts'
import { setupIt } from './words/setup-it.ts'
import { setupPt } from './words/setup-pt.ts'

export const LANGUAGES = { en: 'English', it: 'Italiano', pt: 'Português', de: 'Deutsch', fr: 'Français' } as const
export type Language = keyof typeof LANGUAGES
/** What the server says, in one of the other languages. */
function sentences(column: 0 | 1 | 2 | 3): Record<string, string> {
  return Object.fromEntries(Object.entries(SENTENCES).map(([english, row]) => [english, row[column]]))
}
const WORDS: Record<Language, Words & SetupWords> = {
  en: { ...en, ...setupEn },
  it: { ...it, ...setupIt, ...sentences(0) },
  pt: { ...pt, ...setupPt, ...sentences(1) },
  de: { ...de, ...setupDe, ...sentences(2) },
  fr: { ...fr, ...setupFr, ...sentences(3) },
}
const KEPT = 'greenline-language'
const isLanguage = (v: string | null | undefined): v is Language => v !== null && v !== undefined && v in LANGUAGES

const asked = new URLSearchParams(location.search).get('lang')
const last = kept(KEPT)
const browser = navigator.language.slice(0, 2)
const first: Language = isLanguage(asked) ? asked : isLanguage(last) ? last : isLanguage(browser) ? browser : 'en'

i18next.init({
  lng: first,
  fallbackLng: 'en',
  initAsync: false,
  interpolation: { escapeValue: false },
  keySeparator: false,
  // sentences are keys, and have colons in them
  nsSeparator: false,
  resources: Object.fromEntries(Object.entries(WORDS).map(([lang, translation]) => [lang, { translation }])),
})
document.documentElement.lang = first

/** A sentence in the page's language. */
export const t = (key: keyof Words | keyof SetupWords, values: Record<string, string | number> = {}): string => i18next.t(key, values)

/** A sentence of the server, in the page's language; in English when nobody translated it. */
export const said = (w: Why): string => i18next.t(w.text, Object.fromEntries(w.values.map((v, i) => [i, saidValue(v)])))

function saidValue(v: Value): string {
  if (typeof v === 'number') return String(v)
  // some values are words themselves
  if (typeof v === 'string') return i18next.t(v)
  if ('text' in v) return said(v)
  const [names, type] = 'all' in v ? [v.all, 'conjunction' as const] : [v.any, 'disjunction' as const]
  return new Intl.ListFormat(i18next.language, { type }).format(names)
}

let titled: keyof Words | keyof SetupWords | null = null
/** The page's name in the browser's tab, in the page's language. */
export function entitle(key: keyof Words | keyof SetupWords): void {
  titled = key
  document.title = `Greenline - ${t(key)}`
}

export const language = (): Language => i18next.language as Language
export function speak(to: Language): void {
  keep(KEPT, to)
  document.documentElement.lang = to
  i18next.changeLanguage(to)
  if (titled) entitle(titled)
}

/** Tenths of a millimetre, as the language writes numbers; whole ones from a hundred on. */
export const millimetres = (v: number, digits = Math.abs(v) >= 100 ? 0 : 1): string =>
  new Intl.NumberFormat(i18next.language, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }).format(v)

/** Hundredths of a millimetre, with no minus before nothing. */
export const offMm = (v: number): string => (Math.round(v * 100) / 100 || 0).toFixed(2)
