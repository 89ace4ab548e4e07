import { expect, test } from 'vitest'
import { type BaseColour, SideColours } from '../../../vision/measure/side.ts'
import { setup } from '../../tables.ts'

const RED: BaseColour = [90, 110, 200, 90, 110, 200]
const BLUE: BaseColour = [70, 200, 110, 70, 200, 110]
const some = (c: BaseColour, n: number) => Array.from({ length: n }, (_, k) => c.map((v) => v + ((k * 7) % 5) - 2) as unknown as BaseColour)

test('a side that was not there when the colours were learnt fits neither; learnt anew, both do, and the names stay', () => {
  const { A, B } = setup().sides
  const colours = new SideColours({ ...setup(), sides: { A: { ...A, baseColours: [] }, B: { ...B, baseColours: [] } } })
  colours.learn([...some(RED, 8), ...some(BLUE, 2)])
  const red = colours.classify(RED)!.side
  colours.learn([...some(BLUE, 10), ...some(RED, 10)])
  expect(colours.classify(RED)!.side).toBe(red)
  expect(colours.classify(BLUE)!.side).not.toBe(red)
  const green: BaseColour = [120, 90, 60, 120, 90, 60]
  expect([colours.classify(RED)!.misfit < 3, colours.classify(BLUE)!.misfit < 3, colours.classify(green)!.misfit > 3]).toEqual([true, true, true])

  const onlyRed = new SideColours(setup())
  onlyRed.learn(some(RED, 6))
  expect(onlyRed.classify(BLUE)!.misfit).toBeGreaterThan(3)
})

test('a white side and a dark one are two sides, not one in a lamp reflection, though an orange thing among them would make a third', () => {
  const DARK: BaseColour = [40, 145, 122, 40, 145, 122]
  const WHITE: BaseColour = [225, 128, 128, 225, 128, 128]
  const { A, B } = setup().sides
  const colours = new SideColours({ ...setup(), sides: { A: { ...A, baseColours: [] }, B: { ...B, baseColours: [] } } })
  colours.learn([...some(DARK, 10), ...some(WHITE, 10), [150, 60, 180, 150, 60, 180]])
  expect(colours.classify(DARK)!.side).not.toBe(colours.classify(WHITE)!.side)
})

test('where nobody gave colours, A is the side that stands nearer the goal it defends, in whatever order its bases are seen', () => {
  const colour = (v: readonly number[]) => Float64Array.from(v) as unknown as Parameters<SideColours['learn']>[0][number]
  const [yellow, red] = [colour([180, 60, 150, 180, 60, 150]), colour([90, 110, 200, 90, 110, 200])]
  const seen = [
    ...Array.from({ length: 8 }, (_, k) => ({ c: red, x: 150 + 20 * k })),
    ...Array.from({ length: 8 }, (_, k) => ({ c: yellow, x: -150 - 20 * k })),
  ]
  for (const order of [seen, [...seen].reverse()]) {
    const sides = new SideColours(setup())
    sides.learn(
      order.map((s) => s.c),
      order.map((s) => s.x),
    )
    expect([sides.classify(yellow)!.side, sides.classify(red)!.side]).toEqual(['A', 'B'])
  }
})
