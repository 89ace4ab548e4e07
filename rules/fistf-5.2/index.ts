/** FISTF Rules of the Game 5.2 as a list of rules: the order is the order in which they are asked. */
import type { Rulebook } from '../rule.ts'
import { changeByMiss, changeByTouch } from './5.1.2-change.ts'
import { goal, noGoal, ownGoal } from './7.1.1-goal.ts'
import { shootable } from './7.1.2-shootable.ts'
import { flickIn, forcedFlickIn } from './14.1-flick-in.ts'
import { forcedCorner, goalFlickOffAttacker, goalLineUnknown, overOwnGoalLine } from './15.1-goal-line.ts'
import { COVERAGE } from './coverage.ts'
import { EDITION } from './limits.ts'
import { type FistfState, reduce, START } from './state.ts'

export const fistf52: Rulebook<FistfState> = {
  ...EDITION,
  start: START,
  reduce,
  rules: [
    changeByMiss,
    changeByTouch,
    shootable,
    goal,
    noGoal,
    ownGoal,
    flickIn,
    forcedFlickIn,
    goalFlickOffAttacker,
    forcedCorner,
    overOwnGoalLine,
    goalLineUnknown,
  ],
  coverage: COVERAGE,
}
