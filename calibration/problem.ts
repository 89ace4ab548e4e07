/** What can go wrong on a good day is a value: a code, what was expected, what came, what to do. */
export interface Problem {
  readonly code: string
  readonly message: string
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem }

export const good = <T>(value: T): Outcome<T> => ({ ok: true, value })
export const bad = (code: string, message: string): { readonly ok: false; readonly problem: Problem } => ({
  ok: false,
  problem: { code, message },
})
