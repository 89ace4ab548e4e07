import { describe, expect, test } from 'vitest'
import type { Guess } from '../../../vision/measure/guess.ts'
import { wallShape } from '../../../vision/measure/patch.ts'
import { keepersTakenForBases, kin, ODD_COLOURS } from '../../../vision/measure/second-opinion.ts'

const shape = wallShape({ radiusMm: 9, wallFromMm: 0.5, rimMm: 3 })
const FIT = { at: { xMm: 0, yMm: 0 }, covMm2: [0.04, 0, 0.04], present: 1 } as const
/** Seen as one kind at a score, nearly as the other; `misfit`, how far its colours are from a side's, is its x. */
function seen(kind: 'ball' | 'base', score: number, other: number, misfit: number): Guess {
  const otherKind = kind === 'ball' ? 'base' : 'ball'
  const detection = { kind, at: { xPx: 0, yPx: 0 }, score, others: { [otherKind]: other } }
  const g: Guess = { detection, kind, at: { xMm: misfit, yMm: 0 }, shape, side: null, misfit, known: false, underHand: false, fit: FIT, instead: null }
  g.instead = { ...g, kind: otherKind, misfit: null }
  return g
}
const asked = (g: Guess) => ({ side: 'A' as const, confidence: 0.9, misfit: g.at.xMm })

describe('one ball and ten bases of a side', () => {
  test('balls in a side colours are its bases when another ball lies there', () => {
    const all = [seen('ball', 0.8, 0.3, 9), seen('ball', 0.6, 0.25, 1), seen('ball', 0.4, 0.35, 2)]
    expect(kin(all, asked)).toHaveLength(2)
    expect(all.map((g) => g.kind)).toEqual(['ball', 'base', 'base'])
    expect(all[1]).toMatchObject({ side: { side: 'A' }, detection: { kind: 'base', score: 0.6 } })
  })
  test('a ball in a side colours stays the ball when it is the only one, or the surest', () => {
    const lone = [seen('ball', 0.5, 0.3, 1)]
    expect(kin(lone, asked)).toEqual([])
    const two = [seen('ball', 0.5, 0.3, 1), seen('ball', 0.4, 0.3, 1)]
    kin(two, asked)
    expect(two.map((g) => g.kind)).toEqual(['ball', 'base'])
  })
  test('two real balls stay two: what is in neither side colours, or hardly seen as a base, is not made one', () => {
    const all = [seen('ball', 0.8, 0.3, ODD_COLOURS + 1), seen('ball', 0.7, 0.3, ODD_COLOURS + 1), seen('ball', 0.9, 0.15, 1)]
    expect(kin(all, asked)).toEqual([])
  })
  test('with no ball seen, the one base in neither side colours is it; two such are not', () => {
    const one = [seen('base', 0.5, 0.2, 5), seen('base', 0.9, 0.2, 0.4)]
    kin(one, asked)
    expect(one.map((g) => g.kind)).toEqual(['ball', 'base'])
    const two = [seen('base', 0.5, 0.15, 5), seen('base', 0.6, 0.15, 5)]
    kin(two, asked)
    expect(two.map((g) => g.kind)).toEqual(['base', 'base'])
  })
  test('what lies too doubtfully to count but is well placed in a side colours stands; what lies surely does not', () => {
    const lying = (score: number): Guess => {
      const g = seen('base', 0.2, 0.1, 1)
      return {
        ...g,
        kind: 'fallen',
        misfit: null,
        fit: null,
        detection: { ...g.detection, kind: 'fallen', score, others: { base: 0.2 } },
        instead: { ...g, misfit: null },
      }
    }
    const all = [lying(0.42), lying(0.7)]
    kin(all, asked)
    expect(all.map((g) => g.kind)).toEqual(['base', 'fallen'])
  })
  test('where no keeper is seen, the base in strange colours that nearly was one is it; with one there it stays a base', () => {
    const nearly = (xMm: number, keeper: number, misfit: number): Guess => {
      const g = seen('base', 0.6, 0.1, misfit)
      return { ...g, at: { xMm, yMm: 40 }, detection: { ...g.detection, others: { keeper } } }
    }
    const all = [nearly(-470, 0.5, 3), nearly(-300, 0.4, 3), nearly(-480, 0.55, 0.5)]
    keepersTakenForBases(all)
    expect(all.map((g) => g.kind)).toEqual(['keeper', 'base', 'base'])
    const there: Guess[] = [
      nearly(470, 0.5, 3),
      { ...nearly(480, 0, 3), kind: 'keeper', detection: { kind: 'keeper', at: { xPx: 0, yPx: 0 }, score: 0.8, others: {} }, fit: null },
    ]
    keepersTakenForBases(there)
    expect(there[0]!.kind).toBe('base')
  })
})
