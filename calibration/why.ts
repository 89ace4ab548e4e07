/** Sentences for people (why a rule speaks, what is wrong): the words apart from the names and numbers in them, so that a screen can say them in its own language. */

/** Several names in one place of a sentence: all of them, or one of them that nobody saw. */
export type Value = string | number | { readonly all: readonly string[] } | { readonly any: readonly string[] } | Why

export interface Why {
  /** The sentence in English, `{{0}}`, `{{1}}` where its values go; also the key of its translations. */
  readonly text: string
  readonly values: readonly Value[]
}

/** Tag of a template: why`${figure} left the table`. */
export const why = (words: TemplateStringsArray, ...values: Value[]): Why => ({
  text: words.reduce((text, part, i) => `${text}{{${i - 1}}}${part}`),
  values,
})

/** A sentence that has no values, or that comes from elsewhere as it is. */
export const plain = (text: string): Why => ({ text, values: [] })

/** The sentence in English, as logs and call files have it. */
export const english = (w: Why): string => w.text.replace(/\{\{(\d+)\}\}/g, (_, i) => value(w.values[Number(i)]!))

function value(v: Value): string {
  if (typeof v !== 'object') return String(v)
  if ('all' in v) return v.all.join(' and ')
  if ('any' in v) return v.any.join(' or ')
  return english(v)
}
