/**
 * What happened to the field problems that the tests try: every test whose name carries a number of the field notes (OP-nn), as a table.
 *   node --import tsx tests/bench/field-notes.ts
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../shared.ts'

const out = join(tmpdir(), `greenline-field-notes-${process.pid}.json`)
spawnSync('npx', ['vitest', 'run', '-c', 'tests/vitest.config.ts', '-t', 'OP-\\d\\d', '--reporter=json', `--outputFile=${out}`], { cwd: root, stdio: 'ignore' })
interface Ran {
  readonly title: string
  readonly status: string
}
const files: { assertionResults: Ran[] }[] = JSON.parse(readFileSync(out, 'utf8')).testResults
const rows = files
  .flatMap((f) => f.assertionResults)
  .filter((t) => t.status === 'passed' || t.status === 'failed')
  .flatMap((t) => (t.title.match(/OP-\d\d/g) ?? []).map((op) => ({ op, ...t })))
  .sort((a, b) => a.op.localeCompare(b.op))
console.log('| field note | what was tried | |\n| --- | --- | --- |')
for (const r of rows) console.log(`| ${r.op} | ${r.title.replace(/ ?\((OP-\d\d(, )?)+\)/, '')} | ${r.status === 'passed' ? 'holds' : 'FAILS'} |`)
process.exitCode = rows.some((r) => r.status === 'failed') ? 1 : 0
