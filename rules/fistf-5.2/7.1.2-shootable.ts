/** FISTF 7.1.2: the referee says at once that the ball is completely inside the shooting area. */
import type { Rule } from '../rule.ts'
import { PHRASES } from './limits.ts'
import type { FistfState } from './state.ts'

export const shootable: Rule<FistfState> = {
  ref: 'FISTF 7.1.2',
  title: 'Shootable: the ball is completely past the shooting line',
  find(before, event, after) {
    if (event.kind !== 'line-crossed' || before.shootable || !after.shootable || after.possession === null) return []
    return [
      {
        rule: this.ref,
        code: 'shootable',
        phrase: PHRASES.shootable!,
        against: null,
        gains: after.possession,
        restart: null,
        probability: event.probability,
        reasons: [{ what: `whole ball beyond ${event.line}`, measured: event.margin, limit: 0 }],
        evidence: [event.id],
        because: 'the whole ball is past the shooting line',
      },
    ]
  },
}
