/** FISTF 7.1.1, 7.2.1, 7.3.1: goals, balls in the goal that count for nothing, own goals. */
import { otherSide } from '../../calibration/units.ts'
import type { Rule } from '../rule.ts'
import { ballOut, outFinding } from './ball-out.ts'
import { type FistfState, playedInShootingArea } from './state.ts'

const centre = { xMm: 0, yMm: 0 }

export const goal: Rule<FistfState> = {
  ref: 'FISTF 7.1.1',
  title: "Goal: over the goal line between the posts, played completely inside the opponent's shooting area",
  find(before, event, after, setup) {
    const out = ballOut(before, event, after, setup)
    if (!out?.inGoal || out.played?.side !== otherSide(out.defender)) return []
    const inside = playedInShootingArea(out.played, setup)
    if (inside < 0.5) return []
    const scorer = otherSide(out.defender)
    return [
      outFinding(out, {
        rule: this.ref,
        code: 'goal',
        gains: scorer,
        against: out.defender,
        probability: inside,
        restart: { kind: 'flick-off', for: out.defender, at: centre },
        because: `${out.played.by ?? scorer} played the ball inside the shooting area and it went in`,
      }),
    ]
  },
}

export const noGoal: Rule<FistfState> = {
  ref: 'FISTF 7.2.1',
  title: 'No goal: played from outside the shooting area; goal-flick',
  find(before, event, after, setup) {
    const out = ballOut(before, event, after, setup)
    if (!out?.inGoal || out.played?.side !== otherSide(out.defender)) return []
    const inside = playedInShootingArea(out.played, setup)
    if (inside >= 0.5) return []
    return [
      outFinding(out, {
        rule: this.ref,
        code: 'goal-flick',
        gains: out.defender,
        against: out.played.side,
        probability: 1 - inside,
        restart: { kind: 'goal-flick', for: out.defender, at: null },
        because: 'the ball was not played from inside the shooting area',
      }),
    ]
  },
}

export const ownGoal: Rule<FistfState> = {
  ref: 'FISTF 7.3.1',
  title: 'Own goal, from anywhere',
  find(before, event, after, setup) {
    const out = ballOut(before, event, after, setup)
    if (!out?.inGoal || out.played?.side !== out.defender) return []
    return [
      outFinding(out, {
        rule: this.ref,
        code: 'own-goal',
        gains: otherSide(out.defender),
        against: out.defender,
        restart: { kind: 'flick-off', for: out.defender, at: centre },
        because: `${out.played.by ?? out.defender} played the ball into its own goal`,
      }),
    ]
  },
}
