import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { Capture } from '../../edge/capture.ts'
import { readConfig } from '../../edge/config.ts'
import type { Source } from '../../edge/sources/source.ts'
import type { Frame } from '../../vision/frame.ts'

const frame = (seq: number): Frame => ({
  seq,
  tS: seq / 30,
  widthPx: 2,
  heightPx: 2,
  luma: new Uint8Array(4),
  chroma: [new Uint8Array(1), new Uint8Array(1)],
})

test('a plug that is pulled does not begin the match anew: numbers and times of the pictures go on, with the time away between (OP-23)', async () => {
  let connections = 0
  const source: Source = {
    name: 'camera that is unplugged',
    live: true,
    async *frames(signal) {
      connections++
      for (let seq = 0; seq < (connections === 1 ? 20 : 5) && !signal.aborted; seq++) {
        yield frame(seq)
        await sleep(5)
      }
      if (connections === 1) throw new Error('unplugged')
      await sleep(10_000, undefined, { signal }).catch(() => {})
    },
  }
  const stop = new AbortController()
  const capture = new Capture(source, readConfig(undefined, {}), pino({ level: 'silent' }), stop.signal)
  const running = capture.run(async () => false)
  const seen: Frame[] = []
  for (let next = await capture.next(); next; next = await capture.next()) {
    seen.push(next.frame)
    if (next.frame.seq >= 22) stop.abort()
  }
  await running
  const numbers = seen.map((f) => f.seq)
  const times = seen.map((f) => f.tS)
  expect(connections).toBe(2)
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  expect(times).toEqual([...times].sort((a, b) => a - b))
  const gap = Math.max(...times.slice(1).map((t, i) => t - times[i]!))
  expect(gap).toBeGreaterThan(0.2) // the first try to connect again comes after a quarter of a second
  expect(gap).toBeLessThan(3)
})
