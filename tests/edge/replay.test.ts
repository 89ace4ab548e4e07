/** What was written can be judged again: events.jsonl through the reducer gives calls.jsonl byte for byte (OP-22). */
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPitch, readSetup } from '../../edge/files.ts'
import { callJson, eventFromJson, eventJson } from '../../edge/formats.ts'
import { matchSetup } from '../../edge/pipeline.ts'
import { fistf52 } from '../../rules/fistf-5.2/index.ts'
import { Match } from '../../rules/match.ts'
import { EVENT_KINDS, exactly, type GameEvent } from '../../vision/events/game-event.ts'
import { root } from '../shared.ts'
import { ended, greenline } from './processes.ts'

test('the whole bundled clip, judged again from its events (OP-22)', async () => {
  const demo = (name: string) => join(root, 'edge/demo', name)
  const out = mkdtempSync(join(tmpdir(), 'greenline-replay-'))
  const { code } = await ended(
    greenline(
      'analyze',
      demo('rally.mp4'),
      '--pitch',
      demo('pitch.json'),
      '--setup',
      demo('setup.json'),
      '--camera-height-mm',
      '1147',
      '--out',
      out,
      '--quiet',
    ),
  )
  expect(code).toBe(0)
  const match = new Match(fistf52, matchSetup({ pitch: readPitch(demo('pitch.json')), setup: readSetup(demo('setup.json')) }))
  const events = readFileSync(join(out, 'events.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((l) => eventFromJson(JSON.parse(l)))
  const again = events.flatMap((e) => match.apply(e).map((c) => JSON.stringify(callJson(c, events))))
  const written = readFileSync(join(out, 'calls.jsonl'), 'utf8')
  expect(again.map((l) => `${l}\n`).join('')).toBe(written)
  // and it is the call that the clip shows: A sent it over the touchline, B takes the flick-in
  const calls = written
    .split('\n')
    .filter(Boolean)
    .map((l) => JSON.parse(l))
  expect(calls.filter((c) => c.verdict === 'suggested').map((c) => [c.code, c.rule, c.restart.for])).toEqual([['flick-in', 'FISTF 14.1.1', 'B']])
}, 240_000)

test('an event written and read back is the same event', () => {
  const place = { at: { xMm: 1.234, yMm: -5.678 }, covMm2: [0.1, 0.02, 0.3] as const, systematicSigmaMm: 0.05 }
  const samples: GameEvent[] = [
    {
      kind: 'line-crossed',
      id: 'e1',
      tS: 1.5,
      frames: [1, 2],
      probability: 0.99,
      place,
      object: 'ball',
      line: 'touchline+y',
      part: 'whole',
      direction: 'out',
      margin: { value: 3, sigma: 0.2, unit: 'mm' },
    },
    { kind: 'positions', id: 'e2', tS: 1, things: [{ id: 'A1', side: 'A', role: 'figure', where: place, radiusMm: 10, moving: false }] },
    { kind: 'said', id: 'e3', tS: 2, by: 'A', words: 'play on' },
    { kind: 'hand', id: 'e4', tS: 2, frames: [1, 1], probability: 1, place: exactly({ xMm: 0, yMm: 0 }), player: null },
  ]
  for (const e of samples) {
    expect(EVENT_KINDS).toContain(e.kind)
    expect(eventFromJson(JSON.parse(JSON.stringify(eventJson(e))))).toEqual(e)
  }
})
