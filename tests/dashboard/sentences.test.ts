import { expect, test } from 'vitest'
import { SENTENCES } from '../../dashboard/words/sentences.ts'
import { everySource, sentences } from '../sentences.ts'

const rows = SENTENCES
const slots = (s: string) => [...s.matchAll(/\{\{\d\}\}/g)].map((m) => m[0]).sort()

test('every sentence of rules, calibration and device has its words in four other languages, with the same values in them', () => {
  const said = sentences()
  expect(said.length).toBeGreaterThan(140)
  expect(said.filter((s) => !(s in rows))).toEqual([])
  for (const [english, row] of Object.entries(rows))
    for (const words of row) {
      expect(words.trim(), english).not.toBe('')
      expect(slots(words), `${english} -> ${words}`).toEqual(slots(english))
    }
})

test('no row is left over from a sentence that nobody says any more', () => {
  const said = new Set(sentences())
  const sources = everySource()
  const plainly = (s: string) => sources.some((text) => text.includes(`'${s}'`))
  expect(Object.keys(rows).filter((s) => s.includes(' ') && !said.has(s) && !plainly(s))).toEqual([])
})
