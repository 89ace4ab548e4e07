/** Material beside the checkout. In CI its absence fails the tests that need it; elsewhere they are skipped by name. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const shared = (path: string): string => resolve(root, '../shared', path)
/** True when a test that needs this path must be skipped. */
export const lacks = (path: string): boolean => !existsSync(shared(path)) && process.env.CI !== 'true'
