/** What must hold whatever happens on the table: random streams of facts and words, legal or not. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fistf52 } from '../../rules/fistf-5.2/index.ts'
import { START } from '../../rules/fistf-5.2/state.ts'
import type { Call } from '../../rules/judge.ts'
import { Match } from '../../rules/match.ts'
import type { MatchSetup } from '../../rules/rule.ts'
import { exactly, type GameEvent, type Placed } from '../../vision/events/game-event.ts'
import { pitch } from '../tables.ts'

const SETUP: MatchSetup = { pitch: pitch(), attacks: { A: '+x', B: '-x' }, ballRadiusMm: 11 }
const FIGURES = ['A1', 'A2', 'A3', 'B1', 'B2', 'B3'] as const
const place = fc.record({ xMm: fc.integer({ min: -660, max: 660 }), yMm: fc.integer({ min: -450, max: 450 }) })
const who = fc.constantFrom(...FIGURES, 'keeper:A', 'keeper:B')
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('flicked' as const), figure: fc.constantFrom(...FIGURES) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('ball-touched' as const), by: who, byMoving: fc.boolean(), ballMoving: fc.boolean(), at: place }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ball-moved' as const), to: place }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('at-rest' as const), object: fc.constantFrom('ball', ...FIGURES), at: place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('figures-touched' as const),
      figures: fc.tuple(fc.constantFrom(...FIGURES), fc.constantFrom(...FIGURES)),
      at: place,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('line-crossed' as const),
      line: fc.constantFrom('touchline+y', 'touchline-y', 'goal-line+x', 'goal-line-x', 'shooting-line+x', 'shooting-line-x'),
      direction: fc.constantFrom('in', 'out'),
      at: place,
      margin: fc.double({ min: 0.1, max: 20, noNaN: true }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('said' as const),
      by: fc.constantFrom('A', 'B', 'referee'),
      words: fc.constantFrom(
        'play on',
        'back',
        'free-flick',
        'tick',
        'offside?',
        'yes',
        'play',
        'distance',
        'forcing possible?',
        'ready',
        'deliberate',
        'influenced play',
        'no influence',
        'block-flick',
        'positions?',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('restart-given' as const),
      restart: fc.constantFrom('flick-off', 'flick-in', 'goal-flick', 'corner-flick', 'free-flick', 'penalty-flick'),
      by: fc.constantFrom('A', 'B'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('hand' as const), player: fc.constantFrom('A', 'B'), touches: fc.constantFrom('ball', ...FIGURES), at: place }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'all-still' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('time-passed' as const), seconds: fc.integer({ min: 1, max: 12 }) }) },
)
const story = fc.record({
  first: fc.constantFrom('A' as const, 'B' as const),
  places: fc.array(place, { minLength: 9, maxLength: 9 }),
  steps: fc.array(step, { maxLength: 40 }),
})
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never
type At = { xMm: number; yMm: number }

const swap = (id: string) => id.replace(/^[AB](?=\d)|(?<=keeper:)[AB]|^[AB]$/, (c) => (c === 'A' ? 'B' : 'A'))

/** The story as events: mirrored through the centre spot, or with the sides' names exchanged, if asked. */
function events(s: Story, o: { mirror?: boolean; swapped?: boolean } = {}): GameEvent[] {
  const k = o.mirror ? -1 : 1
  const name = (id: string) => (o.swapped ? swap(id) : id)
  const at = (p: At) => ({ xMm: k * p.xMm, yMm: k * p.yMm })
  const places = new Map<string, Placed>()
  const put = (id: string, p: At, moving = false) => {
    const n = name(id)
    const role = id === 'ball' ? 'ball' : id.startsWith('keeper') ? 'keeper' : 'figure'
    places.set(n, {
      id: n,
      side: role === 'ball' ? null : ((role === 'keeper' ? n.slice(-1) : n[0]) as 'A' | 'B'),
      role,
      radiusMm: role === 'ball' ? 11 : 10,
      where: exactly(at(p)),
      moving,
    })
  }
  for (const [i, id] of (['ball', ...FIGURES, 'keeper:A', 'keeper:B'] as const).entries()) put(id, s.places[i]!)
  const out: GameEvent[] = []
  let n = 0
  const fact = () => ({ id: `e${++n}`, tS: n })
  const seen = (p: At) => ({ ...fact(), frames: [n, n] as const, probability: 1, place: exactly(at(p)) })
  const positions = () => out.push({ ...fact(), kind: 'positions', things: [...places.values()] })
  out.push({ ...fact(), kind: 'match-started', attacks: SETUP.attacks, possession: name(s.first) as 'A' | 'B' })
  positions()
  let ball = s.places[0]!
  const flip = (line: string) => (o.mirror ? line.replace(/[+-](?=[xy])/, (c) => (c === '+' ? '-' : '+')) : line)
  for (const e of s.steps) {
    switch (e.kind) {
      case 'flicked':
        out.push({ ...seen(ball), kind: 'flicked', figure: name(e.figure), ballMoving: false })
        break
      case 'ball-touched':
        ball = e.at
        put('ball', ball)
        positions()
        out.push({ ...seen(e.at), kind: 'ball-touched', by: name(e.by), candidates: [name(e.by)], byMoving: e.byMoving, ballMoving: e.ballMoving })
        break
      case 'ball-moved':
        out.push({ ...seen(e.to), kind: 'ball-moved', from: at(ball), to: at(e.to) })
        ball = e.to
        put('ball', ball)
        break
      case 'at-rest':
        put(e.object, e.object === 'ball' ? ball : e.at)
        positions()
        out.push({ ...seen(e.at), kind: 'at-rest', object: name(e.object) })
        break
      case 'figures-touched':
        out.push({ ...seen(e.at), kind: 'figures-touched', figures: [name(e.figures[0]), name(e.figures[1])] })
        break
      case 'line-crossed':
        out.push({
          ...seen(e.at),
          kind: 'line-crossed',
          object: 'ball',
          line: flip(e.line) as 'touchline+y',
          part: 'whole',
          direction: e.direction as 'in',
          margin: { value: e.margin, sigma: 0, unit: 'mm' },
        })
        break
      case 'said':
        out.push({ ...fact(), kind: 'said', by: (e.by === 'referee' ? e.by : name(e.by)) as 'A', words: e.words })
        break
      case 'hand':
        out.push({ ...seen(e.at), kind: 'hand', player: name(e.player) as 'A', touches: name(e.touches) })
        break
      case 'restart-given':
        out.push({ ...fact(), kind: 'restart-given', restart: e.restart, side: name(e.by) as 'A', at: null })
        break
      case 'all-still':
        out.push({ ...fact(), kind: 'all-still' })
        break
      case 'time-passed':
        out.push({ ...fact(), kind: 'time-passed', seconds: e.seconds })
    }
  }
  return out
}

const calls = (list: readonly GameEvent[], setup = SETUP): Call[] => {
  const match = new Match(fistf52, setup)
  return list.flatMap((e) => match.apply(e))
}
const RUNS = { numRuns: 400, seed: 52 }

test('never throws, and the state survives JSON', () => {
  fc.assert(
    fc.property(story, (s) => {
      const match = new Match(fistf52, SETUP)
      for (const e of events(s)) match.apply(e)
      expect(JSON.parse(JSON.stringify(match.state))).toEqual(match.state)
    }),
    RUNS,
  )
})

test('the same events give the same bytes', () => {
  fc.assert(
    fc.property(story, (s) => {
      expect(JSON.stringify(calls(events(s)))).toBe(JSON.stringify(calls(events(s))))
    }),
    RUNS,
  )
})

test('a match turned half round gives the same calls, turned half round', () => {
  const turned: MatchSetup = { ...SETUP, attacks: { A: '-x', B: '+x' } }
  fc.assert(
    fc.property(story, (s) => {
      const a = calls(events(s))
      const b = calls(events(s, { mirror: true }), turned)
      expect(b.map((c) => [c.code, c.rule, c.gains, c.restart?.kind, c.restart?.for])).toEqual(
        a.map((c) => [c.code, c.rule, c.gains, c.restart?.kind, c.restart?.for]),
      )
      for (const [i, c] of a.entries())
        if (c.restart?.at && Math.abs(c.restart.at.yMm) > 1e-6 && c.code !== 'corner-flick')
          expect(Math.hypot(c.restart.at.xMm + b[i]!.restart!.at!.xMm, c.restart.at.yMm + b[i]!.restart!.at!.yMm)).toBeLessThan(1e-6)
    }),
    RUNS,
  )
})

test('with the sides exchanged the calls are exchanged', () => {
  const exchanged: MatchSetup = { ...SETUP, attacks: { A: '-x', B: '+x' } }
  fc.assert(
    fc.property(story, (s) => {
      const a = calls(events(s))
      const b = calls(events(s, { swapped: true }), exchanged)
      const other = (v: string | null | undefined) => (v ? swap(v) : v)
      expect(b.map((c) => [c.code, c.rule, c.gains])).toEqual(a.map((c) => [c.code, c.rule, other(c.gains)]))
    }),
    RUNS,
  )
})

test('one event never awards restarts to both sides', () => {
  fc.assert(
    fc.property(story, (s) => {
      const match = new Match(fistf52, SETUP)
      for (const e of events(s)) {
        const takers = new Set(
          match.apply(e).flatMap((c) => (c.restart?.for && c.restart.kind !== 'back' && c.restart.kind !== 'replay' ? [c.restart.for] : [])),
        )
        expect(takers.size).toBeLessThanOrEqual(1)
      }
    }),
    RUNS,
  )
})

test('undoing the last event gives the state before it', () => {
  fc.assert(
    fc.property(story, (s) => {
      const list = events(s)
      const all = new Match(fistf52, SETUP)
      const short = new Match(fistf52, SETUP)
      for (const e of list) all.apply(e)
      for (const e of list.slice(0, -1)) short.apply(e)
      all.apply({ kind: 'undone', id: 'undo', tS: 1e6, subject: list[list.length - 1]!.id, side: null })
      expect(all.state).toEqual(short.state)
    }),
    { numRuns: 150, seed: 7 },
  )
})

test('the state of a long match does not grow', () => {
  const match = new Match(fistf52, SETUP)
  const sizes: number[] = []
  const samples = fc.sample(story, { numRuns: 300, seed: 9 })
  for (const s of samples) {
    for (const e of events(s)) match.apply(e)
    sizes.push(JSON.stringify(match.state).length)
  }
  expect(Math.max(...sizes.slice(150))).toBeLessThan(3 * Math.max(...sizes.slice(0, 150)))
  expect(JSON.stringify(START).length).toBeLessThan(2000)
})

test('the random matches are worth something: they bring forth most kinds of call', () => {
  const codes = new Set(fc.sample(story, { numRuns: 1500, seed: 3 }).flatMap((s) => calls(events(s)).map((c) => c.code)))
  expect([...codes].sort()).toEqual(
    expect.arrayContaining([
      'change',
      'finger-foul:back',
      'flick-in',
      'foul-play:free-flick',
      'goal-flick',
      'handball:free-flick',
      'illegal-flicking:back',
      'illegal-flicking:free-flick',
      'incorrect-block-flick:back',
      'incorrect-block-flick:free-flick',
      'offside',
      'placing',
      'shootable',
      'verifying-forcing',
    ]),
  )
})
