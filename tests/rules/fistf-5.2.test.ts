import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fistf52 } from '../../rules/fistf-5.2/index.ts'
import { START } from '../../rules/fistf-5.2/state.ts'
import { Match } from '../../rules/match.ts'
import { runScenario } from '../../rules/scenario/run.ts'
import { parseScenarios } from '../../rules/scenario/schema.ts'
import { exactly, type GameEvent, type Placed } from '../../vision/events/game-event.ts'
import { lacks, shared } from '../shared.ts'
import { pitch } from '../tables.ts'

const setup = { pitch: pitch(), attacks: { A: '+x', B: '-x' }, ballRadiusMm: 11 } as const
const MIRRORED = { ...setup, attacks: { A: '-x', B: '+x' } } as const

/** A small story: A7 plays the ball from a place; it may touch a still figure; it leaves over a line. */
interface Story {
  readonly ballAt: [number, number]
  readonly figureAt: [number, number]
  readonly off?: { id: string; at: [number, number] }
  readonly out: { line: 'touchline+y' | 'goal-line+x' | 'goal-line-x'; at: [number, number]; margin?: number; sigma?: number }
}

function tell(story: Story, mirror = false) {
  const s = mirror ? -1 : 1
  const at = ([x, y]: readonly [number, number]) => exactly({ xMm: s * x, yMm: s * y })
  const thing = (id: string, side: Placed['side'], role: Placed['role'], p: [number, number], radiusMm = 10): Placed => ({
    id,
    side,
    role,
    radiusMm,
    where: at(p),
    moving: false,
  })
  const things = [thing('A7', 'A', 'figure', story.figureAt), thing('ball', null, 'ball', story.ballAt, 11)]
  if (story.off)
    things.push(
      story.off.id.startsWith('keeper')
        ? thing(story.off.id, 'B', 'keeper', story.off.at)
        : thing(story.off.id, story.off.id[0] as 'A' | 'B', 'figure', story.off.at),
    )
  let n = 0
  const fact = (p: readonly [number, number]) => ({ id: `e${++n}`, tS: n, frames: [n, n] as const, probability: 1, place: at(p) })
  const flip = (line: string) => (mirror ? line.replace(/[+-](?=[xy])/, (c) => (c === '+' ? '-' : '+')) : line)
  const events: GameEvent[] = [
    { kind: 'match-started', id: 'e0', tS: 0, attacks: setup.attacks, possession: 'A' },
    { kind: 'positions', id: 'p1', tS: 0, things },
    { ...fact(story.figureAt), kind: 'flicked', figure: 'A7', ballMoving: false },
    { ...fact(story.ballAt), kind: 'ball-touched', by: 'A7', candidates: ['A7'], byMoving: true, ballMoving: false },
  ]
  if (story.off) events.push({ ...fact(story.off.at), kind: 'ball-touched', by: story.off.id, candidates: [story.off.id], byMoving: false, ballMoving: true })
  const { line, margin = 3, sigma = 0 } = story.out
  events.push({
    ...fact(story.out.at),
    probability: sigma ? 0.6 : 1,
    kind: 'line-crossed',
    object: 'ball',
    line: flip(line) as 'touchline+y',
    part: 'whole',
    direction: 'out',
    margin: { value: margin, sigma, unit: 'mm' },
  })
  const match = new Match(fistf52, mirror ? MIRRORED : setup)
  return { calls: events.flatMap((e) => match.apply(e)).filter((c) => c.code !== 'change'), match, events }
}

const near = (x: number): [number, number] => [x, 300]
const TABLE: [string, Story, string, string, 'A' | 'B'][] = [
  [
    '14.1.1 over the touchline off the attacker: flick-in for the other side',
    { ballAt: near(100), figureAt: near(80), out: { line: 'touchline+y', at: [150, 411] } },
    'flick-in',
    'FISTF 14.1.1',
    'B',
  ],
  [
    '14.1.2 forced inside one quarter: flick-in for the attacker',
    { ballAt: near(100), figureAt: near(80), off: { id: 'B3', at: [150, 380] }, out: { line: 'touchline+y', at: [160, 411] } },
    'flick-in',
    'FISTF 14.1.2',
    'A',
  ],
  [
    '14.1.2 forcing figure touches the half-way line: flick-in for the defender',
    { ballAt: near(30), figureAt: near(11), off: { id: 'B3', at: [150, 380] }, out: { line: 'touchline+y', at: [160, 411] } },
    'flick-in',
    'FISTF 14.1.2',
    'B',
  ],
  [
    '14.1.2 forcing figure just clear of the half-way line: flick-in for the attacker',
    { ballAt: near(32), figureAt: near(11.3), off: { id: 'B3', at: [150, 380] }, out: { line: 'touchline+y', at: [160, 411] } },
    'flick-in',
    'FISTF 14.1.2',
    'A',
  ],
  [
    '14.1.2 leaves the quarter next to the one it was played in: for the defender',
    { ballAt: near(100), figureAt: near(80), off: { id: 'B3', at: [280, 380] }, out: { line: 'touchline+y', at: [320, 411] } },
    'flick-in',
    'FISTF 14.1.2',
    'B',
  ],
  [
    '14.1.2 defender 21 mm outside the line can be forced',
    { ballAt: near(100), figureAt: near(80), off: { id: 'B3', at: [150, 431] }, out: { line: 'touchline+y', at: [160, 411] } },
    'flick-in',
    'FISTF 14.1.2',
    'A',
  ],
  [
    '14.1.2 defender 21.2 mm outside the line cannot',
    { ballAt: near(100), figureAt: near(80), off: { id: 'B3', at: [150, 431.2] }, out: { line: 'touchline+y', at: [160, 411] } },
    'flick-in',
    'FISTF 14.1.2',
    'B',
  ],
  [
    '14.1.1 off the goalkeeper he plays it: flick-in for the other side',
    { ballAt: [500, 100], figureAt: [480, 100], off: { id: 'keeper:B', at: [590, 100] }, out: { line: 'touchline+y', at: [560, 411] } },
    'flick-in',
    'FISTF 14.1.1',
    'A',
  ],
  [
    '7.1.1 played inside the shooting area between the posts: goal',
    { ballAt: [400, 0], figureAt: [380, 0], out: { line: 'goal-line+x', at: [611, 20] } },
    'goal',
    'FISTF 7.1.1',
    'A',
  ],
  [
    '7.2.1 ball touches the shooting line when played: goal-flick',
    { ballAt: [312, 0], figureAt: [290, 0], out: { line: 'goal-line+x', at: [611, 20] } },
    'goal-flick',
    'FISTF 7.2.1',
    'B',
  ],
  [
    '7.1.1 ball just clear of the shooting line when played: goal',
    { ballAt: [312.4, 0], figureAt: [290, 0], out: { line: 'goal-line+x', at: [611, 20] } },
    'goal',
    'FISTF 7.1.1',
    'A',
  ],
  [
    '7.1.1 goal off a still defender',
    { ballAt: [400, 0], figureAt: [380, 0], off: { id: 'B3', at: [560, 10] }, out: { line: 'goal-line+x', at: [611, 20] } },
    'goal',
    'FISTF 7.1.1',
    'A',
  ],
  [
    '7.3.1 into the own goal: own goal',
    { ballAt: [-100, 0], figureAt: [-80, 0], out: { line: 'goal-line-x', at: [-611, 20] } },
    'own-goal',
    'FISTF 7.3.1',
    'B',
  ],
  [
    '15.1.1.1 wide of the goal: goal-flick',
    { ballAt: [400, 0], figureAt: [380, 0], out: { line: 'goal-line+x', at: [611, 120] } },
    'goal-flick',
    'FISTF 15.1.1.1',
    'B',
  ],
  [
    '16.1.1.1 forced off a defender in the shooting area: corner-flick',
    { ballAt: [400, 100], figureAt: [380, 100], off: { id: 'B3', at: [560, 160] }, out: { line: 'goal-line+x', at: [611, 180] } },
    'corner-flick',
    'FISTF 16.1.1.1',
    'A',
  ],
  [
    '16.1.1.1 off the goalkeeper: corner-flick',
    { ballAt: [400, 0], figureAt: [380, 0], off: { id: 'keeper:B', at: [580, 40] }, out: { line: 'goal-line+x', at: [611, 90] } },
    'corner-flick',
    'FISTF 16.1.1.1',
    'A',
  ],
  [
    '15.1.1.3 off a defender but played from outside the shooting area: goal-flick',
    { ballAt: [200, 100], figureAt: [180, 100], off: { id: 'B3', at: [560, 160] }, out: { line: 'goal-line+x', at: [611, 180] } },
    'goal-flick',
    'FISTF 15.1.1.3',
    'B',
  ],
  [
    '16.1.1.2 over the own goal line: corner-flick to the other side',
    { ballAt: [-100, 200], figureAt: [-80, 200], out: { line: 'goal-line-x', at: [-611, 200] } },
    'corner-flick',
    'FISTF 16.1.1.2',
    'B',
  ],
]

describe('FISTF 5.2, a ball that goes out', () => {
  test.each(TABLE)('%s', (_name, story, code, rule, gains) => {
    const { calls } = tell(story)
    expect(calls.map((c) => [c.code, c.rule, c.gains, c.verdict])).toEqual([[code, rule, gains, 'suggested']])
  })

  test.each(TABLE)('mirrored: %s', (_name, story, code, rule, gains) => {
    const a = tell(story).calls[0]!
    const [b] = tell(story, true).calls
    expect([b!.code, b!.rule, b!.gains]).toEqual([code, rule, gains])
    if (a.restart?.at) expect([b!.restart!.at!.xMm + a.restart.at.xMm, b!.restart!.at!.yMm + a.restart.at.yMm].every((v) => Math.abs(v) < 1e-9)).toBe(true)
  })

  test('within the error of measurement it is too close to call', () => {
    const { calls } = tell({ ballAt: near(100), figureAt: near(80), out: { line: 'touchline+y', at: [150, 411], margin: 0.1, sigma: 0.4 } })
    expect(calls.map((c) => c.verdict)).toEqual(['too-close'])
  })

  test('last touch unknown: the call names nobody and carries the candidates', () => {
    const match = new Match(fistf52, setup)
    const fact = { id: 'e1', tS: 1, frames: [1, 1] as const, probability: 0.9, place: exactly({ xMm: 0, yMm: 390 }) }
    const ball: Placed = { id: 'ball', side: null, role: 'ball', radiusMm: 11, where: fact.place, moving: true }
    const figure = (id: string, side: 'A' | 'B', x: number): Placed => ({
      id,
      side,
      role: 'figure',
      radiusMm: 10,
      where: exactly({ xMm: x, yMm: 380 }),
      moving: false,
    })
    match.apply({ kind: 'positions', id: 'p', tS: 0, things: [ball, figure('A1', 'A', -18), figure('B1', 'B', 18)] })
    match.apply({ ...fact, kind: 'ball-touched', by: null, candidates: ['A1', 'B1'], byMoving: false, ballMoving: true })
    const calls = match.apply({
      ...fact,
      id: 'e2',
      probability: 1,
      kind: 'line-crossed',
      object: 'ball',
      line: 'touchline+y',
      part: 'whole',
      direction: 'out',
      margin: { value: 5, sigma: 0.3, unit: 'mm' },
    })
    expect(calls.map((c) => [c.code, c.restart?.for, c.restart?.candidates])).toEqual([['flick-in', null, ['A1', 'B1']]])
  })

  test('a ball in the net with noise is one goal (OP-15)', () => {
    const { match, events } = tell(TABLE[8]![1])
    const again = events[events.length - 1]!
    for (let i = 0; i < 5; i++) expect(match.apply({ ...again, id: `again${i}` })).toEqual([])
  })

  test('the state survives JSON and the same events give the same calls', () => {
    const { match, calls } = tell(TABLE[14]![1])
    expect(JSON.parse(JSON.stringify(match.state))).toEqual(match.state)
    expect(JSON.stringify(tell(TABLE[14]![1]).calls)).toBe(JSON.stringify(calls))
  })

  test('undo gives back the state without the event', () => {
    const { match, events } = tell(TABLE[0]![1])
    expect(match.state.ballInPlay).toBe(false)
    match.apply({ kind: 'undone', id: 'u1', tS: 9, subject: events[events.length - 1]!.id, side: null })
    expect(match.state.ballInPlay).toBe(true)
  })

  test('every rule cites the book', () => {
    for (const r of fistf52.rules) expect(r.ref).toMatch(/^FISTF \d+(\.\d+)*/)
    expect(START).toEqual(JSON.parse(JSON.stringify(START)))
  })
})

describe.skipIf(lacks('rulebook/scenarios/fistf-5.2.json'))('the book as scenarios', () => {
  test('all but the two that the closing note names hold, through the same reducer as a live match', () => {
    const file = parseScenarios(JSON.parse(readFileSync(shared('rulebook/scenarios/fistf-5.2.json'), 'utf8')))
    if (!file.ok) throw new Error(file.problem.message)
    const passed = file.value.scenarios.filter((s) => {
      const r = runScenario(file.value, s)
      return r.ok && r.value.pass
    })
    expect(passed.length).toBeGreaterThanOrEqual(238)
  })
})
