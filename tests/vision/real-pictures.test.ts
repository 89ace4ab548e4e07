/** Real pictures that nobody rendered and no model was shown. */
import { describe, expect, test } from 'vitest'
import type { Peak } from '../../vision/detect/decode/heatmap.ts'
import { found, look, openDetector, pictures } from '../real-pictures.ts'
import { lacks } from '../shared.ts'

describe.skipIf(lacks('footage/real'))('the detector on real pictures of related scenes', () => {
  test('balls on a table that is none of ours, without a line beside them, are found', async () => {
    const session = await openDetector()
    let [there, all] = [0, 0]
    for (const p of pictures().filter((q) => /^(snooker|pool)/.test(q.name))) {
      const seen = await look(session, p)
      const used = new Set<Peak>()
      there += p.truth.length
      all += found(seen, p.truth, 'ball', used) + found(seen, p.truth, 'base', used)
    }
    // a network that takes the lines for the reason why a ball is one finds a fifth of them
    expect(all / there).toBeGreaterThan(0.6)
  }, 60_000)

  test('coins, sweets and hands are hardly ever taken for balls', async () => {
    const session = await openDetector()
    for (const p of pictures().filter((q) => /coins|lids|hands/.test(q.name))) {
      const seen = await look(session, p)
      expect(seen.peaks.filter((q) => q.kind === 'ball' && q.score > 0.5).length, p.name).toBeLessThanOrEqual(3)
    }
  }, 60_000)
})
