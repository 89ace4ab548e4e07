/** From what a match starts, and which match goes on after a power cut. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../edge/config.ts'
import { MatchLog } from '../../edge/log.ts'
import { keepEntered, startOf } from '../../edge/match-before.ts'
import { brokenOff, isClosed, keepCurrent, keptMatch, keptMatches, newMatchDir } from '../../edge/matches.ts'
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
  // the same holds for a match that goes on
  const broken = folder()
  keepEntered(broken, { pitch: wide, cameraHeightMm: 1234, sides: { A: { ...A, name: 'Reggio' }, B }, given: first.given })
  expect(startOf(broken, null, config)).toMatchObject({ heightMm: 1234, table: { pitch: { widthMm: 790 }, setup: { sides: { A: { name: 'Reggio' } } } } })
})

test('without a pitch file a common cloth is taken, and it is known that nobody said so', () => {
  const start = startOf(folder(), folder(), readConfig(undefined, {}))
  expect(start).toMatchObject({ assumed: true, heightMm: null, table: { pitch: { lengthMm: 1200, widthMm: 800 } } })
})

describe('a match that was broken off', () => {
  const source = 'camera:/dev/video0'
  const match = (base: string, at: string) => {
    const dir = newMatchDir(base, false, new Date(at))
    const log = MatchLog.open(dir)
    log.append({ type: 'opened', wall: '', about: {} })
    keepCurrent(dir, source)
    return { dir, log }
  }

  test('goes on, from the same source; one that nobody has written to for hours does not', () => {
    const base = folder()
    expect(brokenOff(base, source, Date.now())).toBeNull()
    match(base, '2026-03-01T12:00:00Z')
    // the clock of a computer without a battery has gone back
    const { dir } = match(base, '2026-03-01T10:00:00Z')
    mkdirSync(join(base, 'final'))
    expect(brokenOff(base, source, Date.now())).toBe(dir)
    expect(brokenOff(base, 'camera:/dev/video2', Date.now())).toBeNull()
    expect(brokenOff(base, source, Date.now() + 3 * 3600_000)).toBeNull()
  })

  test('is left to the process that still plays it; a number of an earlier boot means nothing', () => {
    const base = folder()
    const { dir } = match(base, '2026-03-01T12:00:00Z')
    const note = join(base, 'current.json')
    const kept = JSON.parse(readFileSync(note, 'utf8'))
    writeFileSync(note, JSON.stringify({ ...kept, pid: process.ppid }))
    expect(brokenOff(base, source, Date.now())).toBeNull()
    writeFileSync(note, JSON.stringify({ ...kept, pid: process.ppid, boot: 'another' }))
    expect(brokenOff(base, source, Date.now())).toBe(dir)
    writeFileSync(note, '{"match":')
    expect(brokenOff(base, source, Date.now())).toBeNull()
  })

  test('and was closed since stays closed; matches are kept under names that lead nowhere else', () => {
    const base = folder()
    MatchLog.open(base).append({ type: 'opened', wall: '', about: {} })
    const { dir, log } = match(base, '2026-03-01T11:00:00Z')
    log.append({ type: 'closed', wall: '' })
    expect([isClosed(dir), brokenOff(base, source, Date.now())]).toEqual([true, null])
    const second = match(base, '2026-03-01T11:00:00Z')
    expect(second.dir).toBe(`${dir}-2`)
    expect(keptMatches(base)).toEqual(['2026-03-01T11-00-00-2', '2026-03-01T11-00-00'])
    const inside = join(base, '2026-03-01T11-00-00')
    for (const name of ['..', '.', `../${base.split('/').at(-1)}`, '']) expect(keptMatch(inside, name), name).toBeNull()
  })
})

test('what was entered is not lost with a torn file of the last match, and dimensions that nobody entered stay assumed', () => {
  const home = folder()
  const config = readConfig(undefined, {})
  const first = startOf(folder(), home, config)
  keepEntered(home, { pitch: null, cameraHeightMm: null, sides: first.table.setup.sides, given: first.given })
  expect(startOf(folder(), home, config).assumed).toBe(true)
  writeFileSync(join(home, 'table.json'), '')
  expect(startOf(folder(), home, config).assumed).toBe(true)
})
