import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MatchLog } from '../../edge/log.ts'
import { root } from '../shared.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'greenline-log-'))

test('a torn last line is cut off on opening, everything before it is kept, and numbers go on', () => {
  const dir = folder()
  const log = MatchLog.open(dir)
  log.append({ type: 'opened', wall: '', about: { text: 'one' } }, { type: 'opened', wall: '', about: { text: 'two' } })
  log.close()
  appendFileSync(join(dir, 'log.jsonl'), '{"n":3,"type":"note","wall":"","te')
  const again = MatchLog.open(dir)
  expect(again.entries.map((e) => e.n)).toEqual([1, 2])
  expect(again.cutBytes).toBeGreaterThan(0)
  expect(again.append({ type: 'opened', wall: '', about: { text: 'three' } })[0]!.n).toBe(3)
  again.close()
  expect(readFileSync(join(dir, 'log.jsonl'), 'utf8').trim().split('\n')).toHaveLength(3)
})

test('killed hard while writing: every line that was said to be written is there (kill -9)', async () => {
  const dir = folder()
  const script = join(dir, 'writer.mts')
  writeFileSync(
    script,
    `import { MatchLog } from ${JSON.stringify(join(root, 'edge/log.ts'))}
const log = MatchLog.open(${JSON.stringify(dir)})
for (;;) {
  const [e] = log.append({ type: 'opened', wall: '', about: { text: 'x'.repeat(300) } })
  process.stdout.write(e.n + '\\n')
}`,
  )
  const child = spawn(process.execPath, ['--import', 'tsx', script], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (d: Buffer) => {
      said += d
      if (said.split('\n').length > 200) child.kill('SIGKILL')
    })
    child.on('exit', () => resolve())
  })
  const last = Number(said.trim().split('\n').at(-1))
  const log = MatchLog.open(dir)
  expect(log.last).toBeGreaterThanOrEqual(last)
  expect(log.entries.map((e) => e.n)).toEqual(Array.from({ length: log.last }, (_, i) => i + 1))
  log.close()
})
