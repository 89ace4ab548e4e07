/** What the referee does with a call flows back into the state of play, and can be taken back. */
import { describe, expect, test } from 'vitest'
import { EVERYTHING, exactly, type GameEvent } from '../../vision/events/game-event.ts'
import { off, play, tell, told } from './story.ts'

const act = (kind: 'call-dismissed' | 'undone' | 'last-touch-corrected', subject: string, side: 'A' | 'B' | null = null, id = 'r1') => ({
  id,
  tS: 99,
  kind,
  subject,
  side,
})
const wide = () =>
  told({ ball: [400, 0], figures: { A1: [370, 0], B1: [560, 100] } }, [play('A1', [560, 120], { runs: true }), off('B1', [615, 150], { runs: true })])

describe('a call that is not followed', () => {
  test('a dismissed goal is no goal: play goes on, and undo brings it back', () => {
    const { calls, match } = told({ ball: [400, 0], figures: { A1: [370, 0] } }, [play('A1', [615, 0], { runs: true })])
    const goal = calls.find((c) => c.code === 'goal')!
    expect(match.state).toMatchObject({ score: { A: 1, B: 0 }, ballInPlay: false })
    expect(match.apply(act('call-dismissed', goal.id))).toEqual([])
    expect(match.state).toMatchObject({ score: { A: 0, B: 0 }, ballInPlay: true, possession: 'A' })
    match.apply(act('undone', 'r1', null, 'r2'))
    expect(match.state).toMatchObject({ score: { A: 1, B: 0 }, ballInPlay: false })
  })

  test('a dismissed offside is not declared again with the next move of the ball', () => {
    const { calls, match } = told({ ball: [250, 0], figures: { A1: [480, 150], A2: [200, 0], B1: [430, -200] } }, [play('A2', [450, 0], { runs: true })])
    match.apply(act('call-dismissed', calls.find((c) => c.code === 'offside')!.id))
    expect(match.state).toMatchObject({ possession: 'A', restart: null })
    const again = told({ ball: [250, 0], figures: { A1: [480, 150], A2: [200, 0], B1: [430, -200] } }, [
      play('A2', [450, 0], { runs: true }),
      tell({
        event: 'ball_path',
        points: [
          [450, 0],
          [460, 0],
        ],
      }),
    ])
    expect(again.calls.filter((c) => c.code === 'offside')).toHaveLength(1)
  })

  test('a last touch put right gives the call that stands instead, at the same event', () => {
    const { calls, match } = wide()
    const corner = calls.find((c) => c.code === 'corner-flick')!
    expect(corner.gains).toBe('A')
    const instead = match.apply(act('last-touch-corrected', corner.id, 'A'))
    expect(instead.map((c) => [c.code, c.gains])).toEqual([['goal-flick', 'B']])
    expect(instead[0]!.evidence.events.at(-1)).toBe(corner.evidence.events.at(-1))
    expect(match.state.restart).toMatchObject({ type: 'goal-flick', side: 'B' })
    match.apply(act('undone', 'r1', null, 'r2'))
    expect(match.state.restart).toMatchObject({ type: 'corner-flick', side: 'A' })
  })

  test('what is not known is left alone', () => {
    const { match } = wide()
    const before = JSON.stringify(match.state)
    expect(match.apply(act('last-touch-corrected', 'c-999999', 'A'))).toEqual([])
    match.apply(act('call-dismissed', 'c-999999', null, 'r2'))
    expect(JSON.stringify(match.state)).toBe(before)
  })
})

describe('what went by unseen', () => {
  const at = exactly({ xMm: 0, yMm: 0 })
  const seen = (id: string, tS: number) => ({ id, tS, frames: [tS, tS] as const, probability: 1, place: at })
  const story = (gap: boolean) => {
    const { match } = told({ ball: [0, 0], figures: { A1: [-100, 0], B1: [200, 100] } }, [])
    const events: GameEvent[] = [
      { ...seen('f1', 1), kind: 'flicked', figure: 'A1', ballMoving: false },
      ...(gap
        ? ([
            { ...seen('g1', 1.1), kind: 'blind', what: EVERYTHING },
            { ...seen('g2', 2.1), kind: 'unblind', what: EVERYTHING },
          ] as const)
        : []),
      { ...seen('r1', 2.5), kind: 'at-rest', object: 'A1' },
      { ...seen('f2', 3), kind: 'flicked', figure: 'B1', ballMoving: false },
      { ...seen('r2', 3.5), kind: 'at-rest', object: 'B1' },
    ]
    return events.flatMap((e) => match.apply(e)).map((c) => c.code)
  }
  test('a flick of which the end was not seen did not miss, and nobody is denied a block-flick', () => {
    expect(story(false)).toContain('change')
    expect(story(true)).toEqual([])
  })
})

describe('what the referee gives himself', () => {
  const gives = (restart: string, side: 'A' | 'B', at: { xMm: number; yMm: number } | null = null) => ({
    ...{ id: 'r1', tS: 99, kind: 'restart-given' as const },
    ...{ restart, side, at },
  })
  test('a restart ends what was going on, and is told as a call; undo takes it back', () => {
    const { match } = told({ ball: [100, 50], figures: { A1: [70, 50], B1: [200, 100] } }, [play('A1', [200, 60], { runs: true })])
    const before = match.state
    const [call] = match.apply(gives('free-flick', 'B'))
    expect(call).toMatchObject({ code: 'free-flick', rule: 'FISTF 11.2', gains: 'B', restart: { kind: 'free-flick', for: 'B', at: { xMm: 200, yMm: 60 } } })
    expect(match.state).toMatchObject({ possession: 'B', ballInPlay: false, restart: { type: 'free-flick', side: 'B' } })
    match.apply(act('undone', 'r1', null, 'r2'))
    expect({ ...match.state, rulings: [] }).toEqual({ ...before, rulings: [] })
  })
  test('each restart is cited with the chapter that says how it is taken; a kind that the book does not have changes nothing', () => {
    const cited = (restart: string) =>
      told({ ball: [0, 0], figures: { A1: [-50, 0] } }, [])
        .match.apply(gives(restart, 'A'))
        .map((c) => c.rule)
    expect(['flick-off', 'flick-in', 'goal-flick', 'corner-flick', 'free-flick', 'penalty-flick', 'drop-ball'].map(cited)).toEqual([
      ...['4.2', '14.2', '15.2', '16.2', '11.2', '12.2'].map((n) => [`FISTF ${n}`]),
      [],
    ])
  })
  test('a shot that goes out beside the goal ends its attempt, and no time runs out meanwhile', () => {
    const { calls, match } = told({ ball: [312, 0], figures: { A1: [280, 0] }, state: { shoot_out: { goal: 'B', kick: 1 } } }, [
      play('A1', [615, 200], { runs: true }),
    ])
    // nothing illegal was flicked: the book's words are not for it
    expect(calls.find((c) => c.code === 'shoot-out-unsuccessful')).toMatchObject({ rule: 'FISTF 17.2.6', phrase: null })
    expect(match.state.shootOut).toMatchObject({ shooter: null })
    match.apply({ id: 'c', tS: 50, kind: 'clock-set', running: true })
    expect(match.apply({ id: 't', tS: 2000, kind: 'time-passed', seconds: 1 }).map((c) => c.code)).not.toContain('time-is-up')
  })
  test('an attempt of a shoot-out begins after a match that is over', () => {
    const { match } = told({ ball: [400, 0], figures: { A1: [370, 0] } }, [])
    match.apply({ id: 'h', tS: 98, kind: 'end-signal', half: 2 })
    match.apply({ id: 'r1', tS: 99, kind: 'shoot-out', goal: 'B' })
    expect(match.state).toMatchObject({ possession: 'A', halfOver: null, shootOut: { goal: 'B', shooter: null } })
  })
})

describe('positions when they are asked for', () => {
  const at = (gapMm: number) => {
    const x = -300 + 20 + gapMm
    const { match } = told({ ball: [-570, 0], figures: { A1: [-300, 0], B1: [x, 0] } }, [], 0.2)
    match.apply({ id: 'g', tS: 1, kind: 'restart-given', restart: 'goal-flick', side: 'A', at: null })
    return match.apply({ id: 'p', tS: 2, kind: 'said', by: 'referee', words: 'positions?' })
  }
  test('opposing figures near 20 mm at a goal-flick: wrong, too close to say, right (FISTF 15.2.1.3)', () => {
    expect(at(15)).toMatchObject([{ verdict: 'suggested', measured: [{ marginMm: -5 }] }])
    expect(at(19.9)).toMatchObject([{ verdict: 'too-close' }])
    expect(at(25)).toMatchObject([{ code: 'positions-right', verdict: 'info' }])
    expect(at(15)[0]!.measured[0]!.sigmaMm).toBeCloseTo(0.2 * Math.SQRT2, 3)
  })

  test('eleven figures are told, and nothing follows from the question; a ball on the middle of its line is right (reading F-R31)', () => {
    const figures = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`A${i + 1}`, [-100 - 30 * i, 0] as const]))
    const { match } = told({ ball: [0, 0], figures: { ...figures, B1: [100, 0] } }, [], 0.2)
    const asked = match.apply({ id: 'p', tS: 2, kind: 'said', by: 'referee', words: 'positions?' })
    expect(asked.map((c) => c.code)).toEqual(['illegal-playing-figure-number'])
    expect(match.state.offer).toBeNull()
    const ballAt = (xMm: number) => {
      const story = told({ ball: [xMm, 100], figures: { A1: [-300, 0], B1: [100, 0] } }, [], 0.2)
      story.match.apply({ id: 'g', tS: 1, kind: 'restart-given', restart: 'goal-flick', side: 'A', at: null })
      return story.match.apply({ id: 'p', tS: 2, kind: 'said', by: 'referee', words: 'positions?' }).map((c) => c.code)
    }
    // the goal area's line lies from 540 to 542.5 mm
    expect(ballAt(-541.25)).toEqual(['positions-right'])
    expect(ballAt(-537)).toEqual(['illegal-position'])
  })
})
