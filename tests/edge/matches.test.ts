/** From what a match starts, and which match goes on after a power cut. */
import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../edge/config.ts'
import { MatchLog } from '../../edge/log.ts'
import { keepEntered, startOf } from '../../edge/match-before.ts'
import { brokenOff, keptMatch, keptMatches, newMatchDir } from '../../edge/matches.ts'
import { PITCH_FILE, setup } from '../tables.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'greenline-matches-'))
const wide = { ...PITCH_FILE, widthMm: 820 }

test('what was entered for the last match holds for the next at the same table, but not its teams; a file that is edited since is newer', () => {
  const home = folder()
  const file = join(home, 'pitch.json')
  writeFileSync(file, JSON.stringify(PITCH_FILE))
  const config = readConfig(undefined, { pitch: file, cameraHeightMm: 1200 })
  const first = startOf(folder(), home, config)
  expect(first).toMatchObject({ heightMm: 1200, assumed: false, table: { pitch: { widthMm: 800 } } })
  const { A, B } = setup().sides
  keepEntered(home, { pitch: wide, cameraHeightMm: 1234, sides: { A: { ...A, name: 'Reggio', radiusMm: 8.5, measured: true }, B }, given: first.given })
  const next = startOf(folder(), home, config)
  expect(next).toMatchObject({ heightMm: 1234, table: { pitch: { widthMm: 820 }, setup: { sides: { A: { name: 'A', radiusMm: 8.5, measured: true } } } } })
  // a match with a folder of its own knows nothing of it
  expect(startOf(folder(), null, config).heightMm).toBe(1200)
  expect(startOf(folder(), home, { ...config, cameraHeightMm: 1300 }).heightMm).toBe(1300)
  writeFileSync(file, JSON.stringify({ ...PITCH_FILE, widthMm: 790 }))
  expect(startOf(folder(), home, config).table.pitch.widthMm).toBe(790)
})

test('without a pitch file a common cloth is taken, and it is known that nobody said so', () => {
  const start = startOf(folder(), folder(), readConfig(undefined, {}))
  expect(start).toMatchObject({ assumed: true, heightMm: null, table: { pitch: { lengthMm: 1200, widthMm: 800 } } })
})

test('a match that was broken off goes on; one that was closed, or that nobody has written to for hours, does not', () => {
  const base = folder()
  expect(brokenOff(base, Date.now())).toBeNull()
  const old = newMatchDir(base, new Date('2026-03-01T10:00:00Z'))
  MatchLog.open(old).append({ type: 'opened', wall: '', about: {} })
  expect(brokenOff(base, Date.now())).toBe(old)
  utimesSync(join(old, 'log.jsonl'), Date.now() / 1000 - 8000, Date.now() / 1000 - 8000)
  expect(brokenOff(base, Date.now())).toBeNull()
  const later = newMatchDir(base, new Date('2026-03-01T11:00:00Z'))
  const log = MatchLog.open(later)
  log.append({ type: 'opened', wall: '', about: {} })
  expect(brokenOff(base, Date.now())).toBe(later)
  log.append({ type: 'closed', wall: '' })
  expect(brokenOff(base, Date.now())).toBeNull()
  expect(newMatchDir(base, new Date('2026-03-01T11:00:00Z'))).toBe(`${later}-2`)
  expect(keptMatches(base)).toEqual(['2026-03-01T11-00-00', '2026-03-01T10-00-00'])
  for (const name of ['..', '.', '../matches', '', 'nothing']) expect(keptMatch(base, name)).toBeNull()
})
