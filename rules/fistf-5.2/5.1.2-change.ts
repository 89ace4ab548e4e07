/** FISTF 5.1.2: the attacker loses the ball when his flicked figure misses it (a) or it hits a still figure or the goalkeeper of the defender (b). */
import { otherSide } from '../../calibration/units.ts'
import type { Rule } from '../rule.ts'
import { PHRASES } from './limits.ts'
import { type FistfState, missed } from './state.ts'

const common = { code: 'change', phrase: PHRASES.change!, restart: null, reasons: [] } as const

export const changeByMiss: Rule<FistfState> = {
  ref: 'FISTF 5.1.2.a',
  title: 'Change: the flicked figure misses the ball',
  find(before, event) {
    if (event.kind !== 'at-rest' && event.kind !== 'passed-ball') return []
    const miss = missed(before, event.kind === 'at-rest' ? event.object : event.figure)
    if (!miss) return []
    const gains = otherSide(miss.side)
    return [
      {
        ...common,
        rule: this.ref,
        against: miss.side,
        gains,
        probability: event.probability,
        evidence: [miss.event, event.id],
        because: `${miss.figure} was flicked and did not touch the ball`,
      },
    ]
  },
}

export const changeByTouch: Rule<FistfState> = {
  ref: 'FISTF 5.1.2.b',
  title: 'Change: the ball touches a still figure or the goalkeeper of the defender',
  find(before, event, after) {
    if (event.kind !== 'ball-touched' || before.possession === null || after.possession === null || after.possession === before.possession) return []
    return [
      {
        ...common,
        rule: this.ref,
        against: before.possession,
        gains: after.possession,
        probability: event.probability,
        evidence: [event.id],
        because: `the ball touched ${event.by ?? event.candidates.join(' or ')} of the defender`,
      },
    ]
  },
}
