import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, sampleConfig } from '../../edge/config.ts'
import { root } from '../shared.ts'

const file = (text: string) => {
  const path = join(mkdtempSync(join(tmpdir(), 'greenline-config-')), 'greenline.toml')
  writeFileSync(path, text)
  return path
}

test('the sample file is what the schema says, and reads as the defaults', () => {
  const path = join(root, 'edge/greenline.sample.toml')
  expect(readFileSync(path, 'utf8')).toBe(sampleConfig())
  expect(readConfig(path, {})).toEqual(readConfig(undefined, {}))
})

test.each([
  ['an unknown key', 'prot = 9000', /prot/],
  ['a port that is none', 'port = 99999', /port/],
  ['no TOML', 'port = = 1', /not TOML/],
])('%s is refused with one clear line', (_name, text, message) => {
  expect(() => readConfig(file(text), {})).toThrow(message)
})

test('what is given on the command line wins, and the result is frozen', () => {
  const c = readConfig(file('port = 9000'), { port: 9001, source: undefined })
  expect([c.port, c.source]).toEqual([9001, 'demo'])
  expect(Object.isFrozen(c)).toBe(true)
})
