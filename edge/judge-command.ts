/** `greenline judge`: scenario files through the same reducer as a live match. */
import { runScenario } from '../rules/scenario/run.ts'
import { parseScenarios } from '../rules/scenario/schema.ts'
import { readJsonFile } from './files.ts'
import { orRaise } from './problems.ts'

export async function judgeCommand(files: readonly string[], o: { json: boolean }): Promise<void> {
  let failed = 0
  let count = 0
  for (const path of files) {
    const file = orRaise(parseScenarios(readJsonFile(path, 'scenario file')))
    for (const s of file.scenarios) {
      const r = orRaise(runScenario(file, s))
      count++
      if (!r.pass) failed++
      if (o.json) process.stdout.write(`${JSON.stringify(r)}\n`)
      else
        process.stdout.write(
          `${r.pass ? 'pass' : 'FAIL'}  ${r.id}  ${r.calls.map((c) => `${c.code} (${c.rule}) for ${c.side ?? 'nobody'}`).join('; ') || 'no call'}\n`,
        )
    }
  }
  if (!o.json) process.stdout.write(`${count - failed} of ${count} scenarios hold\n`)
  if (failed) process.exitCode = 1
}
