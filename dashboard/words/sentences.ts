/** Every sentence and word of the server that the pages say in the other languages. */
import { BUYING } from './buying.ts'
import { HANDS } from './reasons-hands.ts'
import { PLAY } from './reasons-play.ts'
import { RESTARTS } from './reasons-restarts.ts'
import { TIME } from './reasons-time.ts'
import { TERMS } from './terms.ts'
import { TROUBLES } from './troubles.ts'

export const SENTENCES = { ...TERMS, ...PLAY, ...HANDS, ...RESTARTS, ...TIME, ...TROUBLES, ...BUYING }
