/** What the referee does, takes back and does again: the score, the calls and the rulebook always say the same. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MatchLog } from '../../edge/log.ts'
import { LiveTable } from '../../edge/table.ts'
import { off, play, told } from '../rules/story.ts'
import { ABOUT } from './about.ts'

function table(story: ReturnType<typeof told>) {
  const dir = mkdtempSync(join(tmpdir(), 'greenline-acts-'))
  const log = MatchLog.open(dir)
  const live = new LiveTable(ABOUT, log)
  live.judge = story.match
  live.record([], story.calls, story.match.state)
  return { live, log, dir, state: () => story.match.state, of: (code: string) => live.calls.filter((c) => c.code === code) }
}
const goal = () => table(told({ ball: [450, 0], figures: { A1: [420, 0], B1: [300, 200] } }, [play('A1', [640, 10], { runs: true })]))
const corner = () =>
  table(told({ ball: [400, 0], figures: { A1: [370, 0], B1: [560, 100] } }, [play('A1', [560, 120], { runs: true }), off('B1', [615, 150], { runs: true })]))
const stands = ({ live }: ReturnType<typeof table>) =>
  live.calls
    .filter((c) => c.restart && !live.decisions.some((d) => d.call === c.id && !d.undone && d.verdict !== 'accepted'))
    .map((c) => `${c.code} ${c.gains}`)
const score = ({ live }: ReturnType<typeof table>) => live.sheet().match.score

describe('what is taken back', () => {
  test('a correction that is taken back takes what was called instead with it: one goal counts once, however often', () => {
    const t = goal()
    const [first] = t.of('goal')
    t.live.correct(first!.id, 'B', null, 'referee')
    const instead = t.live.calls.at(-1)!
    expect(instead.id).not.toBe(first!.id)
    t.live.undo('referee')
    expect(t.live.decisions.find((d) => d.call === instead.id)).toMatchObject({ verdict: 'withdrawn' })
    expect(stands(t)).toEqual(['goal A'])
    t.live.verdict(first!.id, 'accepted', 'referee')
    expect(score(t)).toEqual({ A: 1, B: 0 })
    expect(t.state().score).toEqual({ A: 1, B: 0 })
  })

  test('corrected, taken back, done again, and again: the calls that stand are those that the rulebook goes by', () => {
    const t = corner()
    const [call] = t.of('corner-flick')
    t.live.correct(call!.id, 'A', null, 'referee')
    expect(stands(t)).toEqual(['goal-flick B'])
    for (let k = 0; k < 3; k++) {
      t.live.undo('referee')
      expect(stands(t)).toEqual(['corner-flick A'])
      expect(t.state().restart).toMatchObject({ type: 'corner-flick', side: 'A' })
      t.live.redo('referee')
      expect(stands(t)).toEqual(['goal-flick B'])
      expect(t.state().restart).toMatchObject({ type: 'goal-flick', side: 'B' })
    }
  })

  test('accepted, dismissed by a slip, taken back: accepted again', () => {
    const t = goal()
    const id = t.of('goal')[0]!.id
    t.live.verdict(id, 'accepted', 'referee')
    t.live.verdict(id, 'dismissed', 'referee')
    expect(score(t)).toEqual({ A: 0, B: 0 })
    t.live.undo('referee')
    expect(score(t)).toEqual({ A: 1, B: 0 })
    expect(t.live.decisions).toMatchObject([{ call: id, verdict: 'accepted', undone: false }])
    expect(t.live.sheet().match.undo).toMatchObject({ kind: 'decided', verdict: 'accepted' })
    t.live.redo('referee')
    expect(score(t)).toEqual({ A: 0, B: 0 })
  })

  test('another place, then the other side, then both taken back: the place comes back, then the call as it was', () => {
    const t = corner()
    const id = t.of('corner-flick')[0]!.id
    t.live.amend(id, { xMm: 590, yMm: -390 }, null, 'referee')
    t.live.give('corner-flick', 'B', null, id, 'referee')
    expect(t.state().restart).toMatchObject({ side: 'B' })
    t.live.undo('referee')
    expect(t.live.decisions.find((d) => d.call === id)).toMatchObject({ verdict: 'accepted', at: { xMm: 590, yMm: -390 }, undone: false })
    expect(t.state().restart).toMatchObject({ side: 'A' })
    t.live.undo('referee')
    expect(t.live.decisions.find((d) => d.call === id)).toMatchObject({ undone: true })
  })

  test('accepted, dismissed, corrected: each is taken back in its turn, and other acts keep their places', () => {
    const t = goal()
    const id = t.of('goal')[0]!.id
    t.live.verdict(id, 'accepted', 'referee')
    t.live.enter('yellow', 'B')
    t.live.verdict(id, 'dismissed', 'referee')
    t.live.correct(id, 'B', null, 'referee')
    t.live.undo('referee')
    expect(t.live.decisions.find((d) => d.call === id)).toMatchObject({ verdict: 'dismissed', undone: false })
    t.live.undo('referee')
    expect(score(t)).toEqual({ A: 1, B: 0 })
    expect(t.live.sheet().match.undo).toMatchObject({ kind: 'entered', what: 'yellow' })
    t.live.undo('referee')
    t.live.undo('referee')
    expect(t.live.sheet().match.undo).toBeNull()
    expect(score(t)).toEqual({ A: 0, B: 0 })
  })

  test('a goal that came of a correction, accepted, and then the first one instead: never two', () => {
    const t = goal()
    const [first] = t.of('goal')
    t.live.correct(first!.id, 'B', null, 'referee')
    t.live.verdict(t.live.calls.at(-1)!.id, 'accepted', 'referee')
    t.live.verdict(first!.id, 'accepted', 'referee')
    expect(stands(t)).toEqual(['goal A'])
    while (t.live.undo('referee')) expect(stands(t)).toHaveLength(1)
    expect(stands(t)).toEqual(['goal A'])
    expect(score(t)).toEqual({ A: 0, B: 0 })
  })

  test('the call of a restart that was given, dismissed by a slip, stands again when that is taken back', () => {
    const t = corner()
    t.live.give('free-flick', 'B', null, null, 'referee')
    const id = t.live.calls.at(-1)!.id
    t.live.verdict(id, 'dismissed', 'referee')
    t.live.undo('referee')
    expect(t.live.decisions.find((d) => d.call === id)).toMatchObject({ verdict: 'accepted', undone: false })
  })

  test('a question is no act: after it, undo still takes back the decision', () => {
    const t = corner()
    t.live.verdict(t.of('corner-flick')[0]!.id, 'accepted', 'referee')
    t.live.said('referee', 'positions?')
    t.live.said('A', 'distance')
    expect(t.live.sheet().match.undo).toMatchObject({ kind: 'decided' })
    t.live.undo('referee')
    t.live.said('A', 'distance')
    expect(t.live.redo('referee')).toMatchObject({ kind: 'decided' })
  })

  test('after a restart of the device entered goals can be taken back, and what was withdrawn is not offered', () => {
    const t = corner()
    t.live.give('goal-flick', 'B', null, t.of('corner-flick')[0]!.id, 'referee')
    t.live.undo('referee')
    t.live.enter('goal', 'A')
    t.log.close()
    const again = new LiveTable(ABOUT, MatchLog.open(t.dir))
    expect(again.sheet().match).toMatchObject({ score: { A: 1, B: 0 }, undo: { kind: 'entered', what: 'goal' } })
    again.undo('referee')
    expect(again.sheet().match).toMatchObject({ score: { A: 0, B: 0 }, undo: null })
  })
})

describe('the last touch by its side alone', () => {
  test('the side that the call already went by changes nothing of it', () => {
    const t = corner()
    t.live.correct(t.of('corner-flick')[0]!.id, 'B', null, 'referee')
    expect(stands(t)).toEqual(['corner-flick A'])
  })

  test('a goal-flick becomes a corner when a defender whom the ball passed had touched it', () => {
    const t = table(told({ ball: [400, 0], figures: { A1: [370, 0], B1: [560, 130] } }, [play('A1', [615, 152], { runs: true })]))
    const [call] = t.of('goal-flick')
    t.live.correct(call!.id, 'B', null, 'referee')
    expect(stands(t)).toEqual(['corner-flick A'])
  })
})
