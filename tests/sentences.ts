/** Every sentence of the server that a screen says in its own language, read from the sources: templates tagged `why`, and what only the referee can say. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './shared.ts'

const FOLDERS = ['calibration', 'rules', 'rules/fistf-5.2', 'edge']

/** The text of every file that may say something. */
export const everySource = (): string[] =>
  [...FOLDERS, 'dashboard'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((f) => /\.tsx?$/.test(f))
      .map((f) => readFileSync(join(root, folder, f), 'utf8')),
  )

/** Templates with `{{0}}`, `{{1}}` in the places of their values. */
export function sentences(): string[] {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((f) => f.endsWith('.ts'))
      .flatMap((f) => {
        const source = readFileSync(join(root, folder, f), 'utf8')
        return [
          ...templates(source),
          ...[...source.matchAll(/needs: '([^']+)'|needs = '([^']+)'/g)].map((m) => m[1] ?? m[2]!),
          ...(source.match(/'referee: [^']+'/g) ?? []).map((q) => q.slice(1, -1)),
        ]
      }),
  )
  const page = templates(readFileSync(join(root, 'dashboard/buying.tsx'), 'utf8'), 'words`')
  return [...new Set([...found, ...page])].filter((s) => s.replace(/\{\{\d\}\}/g, '').match(/[a-z]{2}/)).sort()
}

/** Reads on from each tag to the backtick that ends it, over the braces of its values. */
function templates(source: string, tag = 'why`'): string[] {
  const out: string[] = []
  for (let at = source.indexOf(tag); at >= 0; at = source.indexOf(tag, at + 1)) {
    let text = ''
    let values = 0
    let i = at + tag.length
    for (let depth = 0; depth > 0 || source[i] !== '`'; i++) {
      if (depth === 0 && source.startsWith('${', i)) {
        text += `{{${values++}}}`
        depth = 1
        i++
      } else if (depth > 0) depth += source[i] === '{' ? 1 : source[i] === '}' ? -1 : 0
      else text += source[i]
    }
    out.push(text)
  }
  return out
}
