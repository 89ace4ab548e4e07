/** The rulebooks that can be chosen, by name. */
import { fistf52 } from './fistf-5.2/index.ts'

export const RULEBOOKS = { 'fistf-5.2': fistf52 } as const
export type RulebookName = keyof typeof RULEBOOKS
export const isRulebook = (name: string): name is RulebookName => Object.hasOwn(RULEBOOKS, name)
