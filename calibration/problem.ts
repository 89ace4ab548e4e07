import { english, plain, type Why } from './why.ts'

/** What can go wrong on a good day is a value: a code, what was expected, what came, what to do. */
export interface Problem {
  readonly code: string
  readonly message: string
  /** The message, for a screen to say in its own language. */
  readonly why: Why
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem }

export const good = <T>(value: T): Outcome<T> => ({ ok: true, value })
export const bad = (code: string, words: string | Why): { readonly ok: false; readonly problem: Problem } => ({
  ok: false,
  problem: typeof words === 'string' ? { code, message: words, why: plain(words) } : { code, message: english(words), why: words },
})
