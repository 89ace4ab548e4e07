/** `greenline rules`: the coverage table of a rulebook. */
import { isRulebook, RULEBOOKS } from '../rules/rulebooks.ts'
import { ProblemError } from './problems.ts'

export async function rulesCommand(name: string, o: { json: boolean }): Promise<void> {
  if (!isRulebook(name)) throw new ProblemError('RULES_UNKNOWN', `rules: ${name} is not known; known: ${Object.keys(RULEBOOKS).join(', ')}`)
  const book = RULEBOOKS[name]
  if (o.json) {
    process.stdout.write(`${JSON.stringify({ name: book.name, title: book.title, edition: book.edition, rules: book.coverage }, null, 1)}\n`)
    return
  }
  process.stdout.write(`${book.title}, edition ${book.edition}\n\n`)
  for (const c of book.coverage) process.stdout.write(`${c.rule.padEnd(10)} ${c.status.padEnd(18)} ${c.title}${c.note ? `  (${c.note})` : ''}\n`)
  const done = book.coverage.filter((c) => c.status === 'done').length
  process.stdout.write(`\n${done} of ${book.coverage.length} done\n`)
}
