/**
 * A table per rule of FISTF 5.2: clear yes, clear no, just inside, just outside, too close, and the order of events that fools it.
 * Distances "just" inside and outside are 0.2 mm from the limit.
 */
import { describe, expect, test } from 'vitest'
import { flick, type Line, meets, off, play, type Start, say, tell, told } from './story.ts'

interface Row {
  readonly name: string
  readonly start: Start
  readonly lines: readonly Line[]
  /** `side verdict` (or `side verdict rule`) of each call with the table's codes, in order; none when empty. */
  readonly want: readonly string[]
  readonly sigmaMm?: number
}
interface Table {
  readonly rule: string
  readonly codes: readonly string[]
  readonly rows: readonly Row[]
}

// the line-up of most offside stories: A2 plays from deep, A1 stands behind the last defender B1
const behind = (a1: number, b1: number, more: Partial<Start> = {}): Start => ({
  ball: [250, 0],
  figures: { A1: [a1, 150], A2: [200, 0], B1: [b1, -200] },
  ...more,
})

const OFFSIDE: Table = {
  rule: '13.1 offside',
  codes: ['offside'],
  rows: [
    { name: 'behind the last defender, the ball passes him', start: behind(480, 430), lines: [play('A2', [470, 0])], want: ['B suggested FISTF 11.1.3'] },
    { name: 'in front of the last defender', start: behind(400, 430), lines: [play('A2', [470, 0])], want: [] },
    { name: 'level with him is not offside', start: behind(430, 430), lines: [play('A2', [470, 0])], want: [] },
    { name: '0.2 mm deeper is', start: behind(430.2, 430), lines: [play('A2', [470, 0])], want: ['B suggested FISTF 13.1.2.1.a'] },
    { name: '0.2 mm less deep is not', start: behind(429.8, 430), lines: [play('A2', [470, 0])], want: [] },
    { name: 'base touches the shooting line: not inside the area', start: behind(311, 280), lines: [play('A2', [470, 0])], want: [] },
    { name: 'base 0.2 mm clear of the shooting line', start: behind(311.5, 280), lines: [play('A2', [470, 0])], want: ['B suggested FISTF 13.1.2.1.a'] },
    {
      name: 'deeper than the ball is asked too',
      start: { ...behind(340, 320), ball: [360, 0], figures: { A1: [340, 150], A2: [320, 0], B1: [320, -200] } },
      lines: [play('A2', [470, 0])],
      want: [],
    },
    { name: 'the ball does not pass the last base', start: behind(480, 430), lines: [play('A2', [425, 0])], want: [] },
    { name: 'the ball stops 0.2 mm past the last base', start: behind(480, 430), lines: [play('A2', [429.2, 0])], want: ['B suggested FISTF 11.1.3'] },
    {
      name: 'too close: 0.2 mm deeper, known to 0.3 mm',
      start: behind(430.2, 430),
      lines: [play('A2', [470, 0])],
      want: ['B too-close FISTF 13.1.2.1.a'],
      sigmaMm: 0.3,
    },
    {
      name: 'too close the other way is told too, and play goes on',
      start: behind(429.8, 430),
      lines: [play('A2', [470, 0])],
      want: ['B too-close FISTF 13.1.2.1.a'],
      sigmaMm: 0.3,
    },
    {
      name: '14 mm deeper, known to 0.3 mm, is sure',
      start: behind(444, 430),
      lines: [play('A2', [470, 0])],
      want: ['B suggested FISTF 13.1.2.1.a'],
      sigmaMm: 0.3,
    },
    {
      name: 'goes offside only after the pass',
      start: behind(400, 430),
      lines: [
        play('A2', [300, 0], { runs: true }),
        tell(
          { event: 'seen', object: 'A1', at: [480, 150] },
          {
            event: 'ball_path',
            points: [
              [300, 0],
              [470, 0],
            ],
          },
        ),
      ],
      want: [],
    },
    {
      name: 'touched by the ball in an offside position',
      start: behind(480, 470),
      lines: [play('A2', [460, 140], { runs: true }), off('A1', [440, 120])],
      want: ['B suggested FISTF 11.1.3'],
    },
    {
      name: 'with the reserve keeper on, the last but one defender counts',
      start: {
        ...behind(480, 430, { state: { reserve_in_play: ['B'] }, keepers: { B: null }, reserve: ['B9'] }),
        figures: { A1: [480, 150], A2: [200, 0], B1: [430, -200], B9: [585, 0] },
      },
      lines: [play('A2', [470, 0])],
      want: ['B suggested FISTF 11.1.3'],
    },
    {
      name: 'a defender pushed back by the attack since the pass counts where he was',
      start: behind(480, 430),
      lines: [
        play('A2', [300, 0], { runs: true }),
        meets('A2', 'B1', [420, -190], { displacement_mm: 90 }),
        tell(
          { event: 'seen', object: 'B1', at: [520, -200] },
          {
            event: 'ball_path',
            points: [
              [300, 0],
              [470, 0],
            ],
          },
          { event: 'ball_stops', at: [470, 0] },
        ),
      ],
      want: ['B suggested FISTF 11.1.3'],
    },
    {
      name: 'the ball off a defender first: a change, no offside',
      start: behind(480, 430),
      lines: [play('A2', [420, -190], { runs: true }), off('B1', [470, 0])],
      want: [],
    },
    {
      name: 'direct from a corner-flick',
      start: {
        ball: [590, -390],
        figures: { A1: [560, 100], A2: [600, -420], B1: [430, -200] },
        state: { restart: { type: 'corner-flick', side: 'A', taker: 'A2', stage: 'authorised' } },
      },
      lines: [play('A2', [580, 0])],
      want: [],
    },
  ],
}

const TICKS: Table = {
  rule: '13.3, 13.4 ticks',
  codes: ['illegal-flicking:free-flick', 'back', 'free-flick', 'change'],
  rows: [
    {
      name: 'asked, allowed, announced: a tick',
      start: behind(480, 430),
      lines: [say('A', 'offside?'), say('referee', 'yes'), say('A', 'tick'), flick('A1', [400, 150])],
      want: [],
    },
    { name: 'without a word it is a try for the ball', start: behind(480, 430), lines: [flick('A1', [400, 150])], want: ['B info FISTF 13.4.1'] },
    {
      name: 'the fourth of one possession',
      start: behind(480, 430, { state: { ticks_used: 3 } }),
      lines: [say('A', 'offside?'), say('referee', 'yes'), say('A', 'tick'), flick('A1', [400, 150])],
      want: ['B suggested FISTF 13.3.1'],
    },
    {
      name: 'the third is allowed',
      start: behind(480, 430, { state: { ticks_used: 2 } }),
      lines: [say('A', 'offside?'), say('referee', 'yes'), say('A', 'tick'), flick('A1', [400, 150])],
      want: [],
    },
    {
      name: 'before the owed block-flick',
      start: behind(480, 430, { state: { block_flick: 'available' } }),
      lines: [say('A', 'offside?'), say('referee', 'yes'), say('A', 'tick'), flick('A1', [400, 150])],
      want: ['B suggested FISTF 13.4.2'],
    },
    {
      name: 'it touches a figure',
      start: behind(480, 430),
      lines: [say('A', 'offside?'), say('referee', 'yes'), say('A', 'tick'), tell({ event: 'flick', figure: 'A1' }), meets('A1', 'B1', [430, -190])],
      want: ['B suggested FISTF 13.4.3.a'],
    },
    {
      name: 'the attacker plays on before the block-flick it owes',
      start: behind(480, 430),
      lines: [say('A', 'offside?'), say('referee', 'yes'), say('A', 'tick'), flick('A1', [400, 150]), play('A2', [300, 0])],
      want: ['B suggested FISTF 13.4.5'],
    },
    {
      name: 'after the block-flick he may',
      start: behind(480, 430),
      lines: [say('A', 'offside?'), say('referee', 'yes'), say('A', 'tick'), flick('A1', [400, 150]), flick('B1', [470, -150]), play('A2', [290, 0])],
      want: [],
    },
    {
      name: 'the ticked figure plays before another has',
      start: behind(480, 430),
      lines: [say('A', 'offside?'), say('referee', 'yes'), say('A', 'tick'), flick('A1', [280, 20]), flick('B1', [470, -150]), play('A1', [240, -40])],
      want: ['B suggested FISTF 13.4.6'],
    },
  ],
}

const tries = (count: number, figure = 'A1'): Start => ({
  ball: [100, 0],
  figures: { A1: [70, 0], A2: [100, 60], B1: [300, 0] },
  state: { consecutive: { figure, count } },
})
const THREE: Table = {
  rule: '5.2 three tries in a row',
  codes: ['illegal-flicking:free-flick'],
  rows: [
    { name: 'the fourth by the same figure', start: tries(3), lines: [play('A1', [130, 0])], want: ['B suggested FISTF 5.2.1'] },
    { name: 'the third', start: tries(2), lines: [play('A1', [130, 0])], want: [] },
    { name: 'another figure plays in between', start: tries(3), lines: [play('A2', [100, -40]), play('A1', [130, -60])], want: [] },
    {
      name: 'the ball touched another own figure',
      start: tries(2),
      lines: [play('A1', [105, 40], { runs: true }), off('A2', [110, 20]), play('A1', [130, 0])],
      want: [],
    },
    {
      name: 'counted from the first: one, two, three, four',
      start: tries(0, 'A2'),
      lines: [play('A1', [110, 0]), play('A1', [120, 0]), play('A1', [130, 0]), play('A1', [140, 0])],
      want: ['B suggested FISTF 5.2.1'],
    },
    {
      name: 'two touches in one flick are one try',
      start: tries(2),
      lines: [
        tell(
          { event: 'flick', figure: 'A1' },
          { event: 'ball_touched', by: 'A1', ball: [100, 0], by_state: 'moving', figure_at: [80, 0] },
          {
            event: 'ball_path',
            points: [
              [100, 0],
              [104, 0],
            ],
          },
          { event: 'ball_touched', by: 'A1', ball: [104, 0], by_state: 'moving', ball_state: 'moving', figure_at: [84, 0] },
          {
            event: 'ball_path',
            points: [
              [104, 0],
              [120, 0],
            ],
          },
          { event: 'figure_stops', figure: 'A1', at: [86, 0] },
          { event: 'ball_stops', at: [120, 0] },
        ),
      ],
      want: [],
    },
  ],
}

const field: Start = { ball: [100, 0], figures: { A1: [70, 0], A2: [0, 0], B1: [150, 60], B2: [160, -60] } }
const BLOCK: Table = {
  rule: '6.2 block-flicks',
  codes: [
    'illegal-flicking:back',
    'illegal-flicking:free-flick',
    'incorrect-block-flick:back',
    'incorrect-block-flick:free-flick',
    'incorrect-block-flick:obstruction-back',
  ],
  rows: [
    { name: 'after a touch of the ball', start: field, lines: [play('A1', [120, 0]), flick('B1', [150, 30])], want: [] },
    { name: 'without one: back', start: field, lines: [flick('B1', [150, 30])], want: ['A suggested FISTF 6.2.1.a'] },
    {
      name: 'a second for one touch: back',
      start: field,
      lines: [play('A1', [120, 0]), flick('B1', [150, 30]), flick('B2', [160, -40])],
      want: ['A suggested FISTF 6.2.1.a'],
    },
    {
      name: 'it touches the still ball: back',
      start: { ...field, state: { block_flick: 'available' } },
      lines: [
        tell(
          { event: 'flick', figure: 'B1' },
          { event: 'ball_touched', by: 'B1', ball: [100, 0], by_state: 'moving', ball_state: 'still', figure_at: [115, 12] },
        ),
      ],
      want: ['A suggested FISTF 6.2.4.a.2'],
    },
    {
      name: 'it touches the running ball: free-flick',
      start: field,
      lines: [
        play('A1', [140, 20], { runs: true }),
        tell(
          { event: 'flick', figure: 'B1' },
          { event: 'ball_touched', by: 'B1', ball: [140, 20], by_state: 'moving', ball_state: 'moving', figure_at: [148, 38] },
        ),
      ],
      want: ['A suggested FISTF 6.2.4.b.2'],
    },
    {
      name: 'it touches a still figure, ball still: back',
      start: { ...field, state: { block_flick: 'available' } },
      lines: [tell({ event: 'flick', figure: 'B1' }), meets('B1', 'B2', [155, -40])],
      want: ['A suggested FISTF 6.2.4.a.1'],
    },
    {
      name: 'after the attacker has missed it is an attack',
      start: { ...field, state: { block_flick: 'available' } },
      lines: [tell({ event: 'flick', figure: 'A1' }, { event: 'figure_passed_ball', figure: 'A1' }), play('B1', [50, 0])],
      want: [],
    },
    {
      name: 'the right lapses with the next touch: still only one',
      start: field,
      lines: [play('A1', [110, 0]), play('A1', [120, 0]), flick('B1', [150, 30]), flick('B2', [160, -40])],
      want: ['A suggested FISTF 6.2.1.a'],
    },
    {
      name: 'more than five seconds: lost',
      start: { ...field, state: { block_flick: 'available' } },
      lines: [say('referee', 'block-flick'), tell({ event: 'wait', seconds: 6 }), flick('B1', [150, 30])],
      want: ['A suggested FISTF 6.2.1.a'],
    },
    {
      name: 'within five seconds',
      start: { ...field, state: { block_flick: 'available' } },
      lines: [say('referee', 'block-flick'), tell({ event: 'wait', seconds: 4 }), flick('B1', [150, 30])],
      want: [],
    },
  ],
}

const CHANGE: Table = {
  rule: '5.1.2 change',
  codes: ['change'],
  rows: [
    { name: 'a flick that misses', start: field, lines: [flick('A1', [85, 30])], want: ['B info FISTF 5.1.2.a'] },
    { name: 'a flick that touches', start: field, lines: [play('A1', [120, 0])], want: [] },
    {
      name: 'the ball stops at a still defender',
      start: field,
      lines: [play('A1', [140, 42], { runs: true }), off('B1', [142, 30])],
      want: ['B info FISTF 5.1.2.b'],
    },
    { name: 'at a lying one it does not', start: { ...field, lying: ['B1'] }, lines: [play('A1', [140, 42], { runs: true }), off('B1', [142, 30])], want: [] },
    { name: 'at an own figure it does not', start: field, lines: [play('A1', [20, 5], { runs: true }), off('A2', [25, 20])], want: [] },
    {
      name: 'said once when it misses and then stops',
      start: field,
      lines: [tell({ event: 'flick', figure: 'A1' }, { event: 'figure_passed_ball', figure: 'A1' }, { event: 'figure_stops', figure: 'A1', at: [150, 0] })],
      want: ['B info FISTF 5.1.2.a'],
    },
    {
      name: 'a positional flick misses nothing',
      start: { ...field, state: { restart: { type: 'free-flick', side: 'A', stage: 'positional' } } },
      lines: [flick('A1', [85, 30])],
      want: [],
    },
  ],
}

const FOUL: Table = {
  rule: '5.3 fouls of the attacker',
  codes: ['foul-play:free-flick', 'foul-play:penalty-flick', 'change-back', 'smashing'],
  rows: [
    {
      name: 'a figure before the ball',
      start: field,
      lines: [tell({ event: 'flick', figure: 'A1' }), meets('A1', 'B1', [140, 55])],
      want: ['B suggested FISTF 5.3.1.a'],
    },
    {
      name: 'in the own penalty area: penalty-flick',
      start: { ball: [-500, 0], figures: { A1: [-560, 0], B1: [-530, 10] } },
      lines: [tell({ event: 'flick', figure: 'A1' }), meets('A1', 'B1', [-540, 5])],
      want: ['B suggested FISTF 5.3.1.b'],
    },
    {
      name: 'the ball before the figure',
      start: field,
      lines: [
        tell({ event: 'flick', figure: 'A1' }, { event: 'ball_touched', by: 'A1', ball: [100, 0], by_state: 'moving', figure_at: [80, 0] }),
        meets('A1', 'B1', [140, 55]),
      ],
      want: [],
    },
    {
      name: 'a figure after having missed the ball: change - back',
      start: field,
      lines: [tell({ event: 'flick', figure: 'A1' }, { event: 'figure_passed_ball', figure: 'A1' }), meets('A1', 'B1', [140, 55])],
      want: ['B suggested FISTF 5.3.4'],
    },
    {
      name: 'one flick moves two defenders in their half: smashing',
      start: field,
      lines: [
        play('A1', [120, 0], { runs: true }),
        tell({ event: 'flick', figure: 'A1' }),
        tell({ event: 'ball_touched', by: 'A1', ball: [120, 0], by_state: 'moving', figure_at: [100, 0] }),
        meets('A1', 'B1', [140, 55]),
        meets('A1', 'B2', [150, -50]),
      ],
      want: [],
    },
    {
      name: 'from a still ball it is smashing',
      start: field,
      lines: [
        tell({ event: 'flick', figure: 'A1' }, { event: 'ball_touched', by: 'A1', ball: [100, 0], by_state: 'moving', figure_at: [80, 0] }),
        meets('A1', 'B1', [140, 55]),
        meets('A1', 'B2', [150, -50]),
      ],
      want: ['B suggested FISTF 5.3.3'],
    },
    {
      name: 'a defender on the half-way line is not completely in his half',
      start: { ...field, figures: { ...field.figures, B1: [8, 60] } },
      lines: [
        tell({ event: 'flick', figure: 'A1' }, { event: 'ball_touched', by: 'A1', ball: [100, 0], by_state: 'moving', figure_at: [80, 0] }),
        meets('A1', 'B1', [10, 55]),
        meets('A1', 'B2', [150, -50]),
      ],
      want: [],
    },
    {
      name: 'the same one twice is one',
      start: field,
      lines: [
        tell({ event: 'flick', figure: 'A1' }, { event: 'ball_touched', by: 'A1', ball: [100, 0], by_state: 'moving', figure_at: [80, 0] }),
        meets('A1', 'B1', [140, 55]),
        meets('A1', 'B1', [142, 56]),
      ],
      want: [],
    },
  ],
}

const shoot = (x: number, sigmaMm?: number): Omit<Row, 'name' | 'want'> => ({
  start: { ball: [x, 0], figures: { A1: [x - 30, 0] } },
  lines: [play('A1', [615, 0], { runs: true })],
  ...(sigmaMm ? { sigmaMm } : {}),
})
const GOAL: Table = {
  rule: '7 goals',
  codes: ['goal', 'own-goal', 'goal-flick', 'corner-flick'],
  rows: [
    { name: 'from inside the shooting area', ...shoot(400), want: ['A suggested FISTF 7.1.1'] },
    { name: 'from outside', ...shoot(250), want: ['B suggested FISTF 7.2.1'] },
    { name: 'ball 0.2 mm clear of the shooting line', ...shoot(312.45), want: ['A suggested FISTF 7.1.1'] },
    { name: 'ball 0.2 mm over it', ...shoot(312.05), want: ['B suggested FISTF 7.2.1'] },
    { name: 'too close to say', ...shoot(312.45, 0.3), want: ['A too-close FISTF 7.1.1'] },
    {
      name: 'direct from a free-flick: no goal',
      start: { ball: [400, 0], figures: { A1: [370, 0] }, state: { restart: { type: 'free-flick', side: 'A', taker: 'A1', stage: 'authorised' } } },
      lines: [play('A1', [615, 0], { runs: true })],
      want: ['B suggested FISTF 7.2.1'],
    },
    {
      name: 'the first flick of a reserve keeper may not score',
      start: { ball: [400, 0], figures: { A9: [370, 0] }, reserve: ['A9'], keepers: { A: null }, state: { reserve_in_play: ['A'] } },
      lines: [play('A9', [615, 0], { runs: true })],
      want: ['B suggested FISTF 9.1.4'],
    },
    {
      name: 'its second may',
      start: { ball: [380, 0], figures: { A9: [350, 0] }, reserve: ['A9'], keepers: { A: null }, state: { reserve_in_play: ['A'] } },
      lines: [play('A9', [400, 0]), play('A9', [615, 0], { runs: true })],
      want: ['A suggested FISTF 7.1.1'],
    },
    {
      name: 'the whistle first: nothing',
      start: { ball: [400, 0], figures: { A1: [370, 0] } },
      lines: [tell({ event: 'end_signal', half: 1 }), play('A1', [615, 0], { runs: true })],
      want: [],
    },
    {
      name: 'struck before the whistle: goal',
      start: { ball: [400, 0], figures: { A1: [370, 0] } },
      lines: [
        play('A1', [500, 0], { runs: true }),
        tell(
          { event: 'end_signal', half: 1 },
          {
            event: 'ball_path',
            points: [
              [500, 0],
              [615, 0],
            ],
          },
        ),
      ],
      want: ['A suggested FISTF 7.1.1'],
    },
    {
      name: 'own goal',
      start: { ball: [-400, 0], figures: { A1: [-370, 0] } },
      lines: [play('A1', [-615, 0], { runs: true })],
      want: ['B suggested FISTF 7.3.1'],
    },
    {
      name: 'own goal direct from an own restart: corner-flick',
      start: { ball: [-400, 0], figures: { A1: [-370, 0] }, state: { restart: { type: 'free-flick', side: 'A', taker: 'A1', stage: 'authorised' } } },
      lines: [play('A1', [-615, 0], { runs: true })],
      want: ['B suggested FISTF 7.3.2'],
    },
  ],
}

const forced = (more: { x?: number; a?: number; b?: [number, number]; exit?: number; sigmaMm?: number }): Omit<Row, 'name' | 'want'> => {
  const x = more.x ?? 100
  const [bx, by] = more.b ?? [150, 385]
  return {
    start: { ball: [x, 350], figures: { A1: [more.a ?? x - 30, 350], B1: [bx, by] } },
    lines: [play('A1', by > 400 ? [bx, by - 21.5] : [bx - 14, by - 14], { runs: true }), off('B1', [more.exit ?? 160, 415], { runs: true })],
    ...(more.sigmaMm ? { sigmaMm: more.sigmaMm } : {}),
  }
}
const FORCING: Table = {
  rule: '14.1 flick-in and forcing',
  codes: ['flick-in'],
  rows: [
    { name: 'all inside one quarter: for the attacker', ...forced({}), want: ['A suggested FISTF 14.1.2'] },
    {
      name: 'not forced: for the other side',
      start: { ball: [100, 350], figures: { A1: [70, 350] } },
      lines: [play('A1', [140, 415], { runs: true })],
      want: ['B suggested FISTF 14.1.1'],
    },
    { name: 'ball touches the half-way line', ...forced({ x: 12.2, a: 40 }), want: ['B suggested FISTF 14.1.2'] },
    { name: 'ball 0.2 mm clear of it', ...forced({ x: 12.45, a: 40 }), want: ['A suggested FISTF 14.1.2'] },
    {
      name: 'known to 0.3 mm only: doubt goes against the attacker (2.1.1.4)',
      ...forced({ x: 12.45, a: 40, sigmaMm: 0.3 }),
      want: ['B suggested FISTF 14.1.2'],
    },
    { name: 'forcing figure in the next quarter', ...forced({ x: 40, a: 5 }), want: ['B suggested FISTF 14.1.2'] },
    { name: 'defender 20.8 mm outside the line', ...forced({ b: [150, 430.8] }), want: ['A suggested FISTF 14.1.2'] },
    { name: 'defender 21.2 mm outside the line', ...forced({ b: [150, 431.2] }), want: ['B suggested FISTF 14.1.2'] },
    { name: 'out in the next quarter', ...forced({ b: [280, 385], exit: 330 }), want: ['B suggested FISTF 14.1.2'] },
    {
      name: 'back off the defender onto the attacker and out: the attacker touched it last',
      start: { ball: [100, 350], figures: { A1: [70, 350], A2: [120, 370], B1: [150, 385] } },
      lines: [play('A1', [136, 371], { runs: true }), off('B1', [133, 372], { runs: true }), off('A2', [125, 415], { runs: true })],
      want: ['B suggested FISTF 14.1.1'],
    },
  ],
}

const restart = (type: string, side: 'A' | 'B', more: Record<string, unknown> = {}) => ({ restart: { type, side, stage: 'placing', ...more } })
const POSITIONS: Table = {
  rule: '4.2.1, 15.2.1, 16.2.1, 1.5.1 positions at rest',
  codes: ['illegal-position', 'illegal-playing-figure-number'],
  rows: [
    {
      name: 'flick-off: all in their halves',
      start: { ball: [0, 0], figures: { A1: [-60, 0], B1: [200, 0] }, state: restart('flick-off', 'A') },
      lines: [tell({ event: 'still' })],
      want: [],
    },
    {
      name: 'flick-off: a defender in the centre circle',
      start: { ball: [0, 0], figures: { A1: [-60, 0], B1: [60, 0] }, state: restart('flick-off', 'A') },
      lines: [tell({ event: 'still' })],
      want: ['null suggested FISTF 4.2.1'],
    },
    {
      name: 'flick-off: base 0.2 mm clear of the half-way line',
      start: { ball: [0, 0], figures: { A1: [-11.45, 200] }, state: restart('flick-off', 'A') },
      lines: [tell({ event: 'still' })],
      want: [],
    },
    {
      name: 'flick-off: base 0.2 mm over it',
      start: { ball: [0, 0], figures: { A1: [-11.05, 200] }, state: restart('flick-off', 'A') },
      lines: [tell({ event: 'still' })],
      want: ['null suggested FISTF 4.2.1'],
    },
    {
      name: 'goal-flick: a figure touches the penalty area',
      start: { ball: [-560, 0], figures: { A1: [-440.5, 0] }, state: restart('goal-flick', 'A') },
      lines: [tell({ event: 'still' })],
      want: ['null suggested FISTF 15.2.1.2'],
    },
    {
      name: 'goal-flick: 0.2 mm clear of it',
      start: { ball: [-560, 0], figures: { A1: [-439.8, 0] }, state: restart('goal-flick', 'A') },
      lines: [tell({ event: 'still' })],
      want: [],
    },
    {
      name: 'goal-flick: opposing figures 19.8 mm apart',
      start: { ball: [-560, 0], figures: { A1: [0, 0], B1: [39.8, 0] }, state: restart('goal-flick', 'A') },
      lines: [tell({ event: 'still' })],
      want: ['null suggested FISTF 15.2.1.3'],
    },
    {
      name: 'goal-flick: 20.2 mm apart',
      start: { ball: [-560, 0], figures: { A1: [0, 0], B1: [40.2, 0] }, state: restart('goal-flick', 'A') },
      lines: [tell({ event: 'still' })],
      want: [],
    },
    {
      name: 'goal-flick: most of the ball outside the goal area',
      start: { ball: [-530, 0], figures: { A1: [0, 0] }, state: restart('goal-flick', 'A') },
      lines: [tell({ event: 'still' })],
      want: ['null suggested FISTF 15.2.1.4'],
    },
    {
      name: 'corner-flick: ball outside the quarter circle',
      start: { ball: [560, 360], figures: { A1: [0, 0] }, state: restart('corner-flick', 'A') },
      lines: [tell({ event: 'still' })],
      want: ['null suggested FISTF 16.2.1'],
    },
    {
      name: 'eleven figures',
      start: { ball: [0, 0], figures: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`A${i + 1}`, [-100 - 30 * i, 200]])) },
      lines: [tell({ event: 'still' })],
      want: ['B suggested FISTF 1.5.1'],
    },
    {
      name: 'ten figures',
      start: { ball: [0, 0], figures: Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`A${i + 1}`, [-100 - 30 * i, 200]])) },
      lines: [tell({ event: 'still' })],
      want: [],
    },
  ],
}

const PLACING: Table = {
  rule: '4.2.2, 15.2.1.1 the attacker places first',
  codes: ['illegal-manipulation:change-of-right', 'time-wasting'],
  rows: [
    {
      name: 'attacker, then defender',
      start: { ball: [0, 0], figures: { A1: [-60, 0], B1: [200, 0] }, state: restart('flick-off', 'A') },
      lines: [tell({ event: 'placed', object: 'A1', at: [-70, 0], by: 'A' }, { event: 'placed', object: 'B1', at: [210, 0], by: 'B' })],
      want: [],
    },
    {
      name: 'the attacker again after the defender',
      start: { ball: [0, 0], figures: { A1: [-60, 0], B1: [200, 0] }, state: restart('flick-off', 'A') },
      lines: [tell({ event: 'placed', object: 'B1', at: [210, 0], by: 'B' }, { event: 'placed', object: 'A1', at: [-70, 0], by: 'A' })],
      want: ['B suggested FISTF 4.2.2'],
    },
    {
      name: 'the taker may come last',
      start: { ball: [0, 0], figures: { A1: [-60, 0], B1: [200, 0] }, state: restart('flick-off', 'A', { taker: 'A1' }) },
      lines: [tell({ event: 'placed', object: 'B1', at: [210, 0], by: 'B' }, { event: 'placed', object: 'A1', at: [-30, 0], by: 'A' })],
      want: [],
    },
    {
      name: "the referee's hand is nobody's",
      start: { ball: [0, 0], figures: { A1: [-60, 0], B1: [200, 0] }, state: restart('flick-off', 'A') },
      lines: [tell({ event: 'placed', object: 'B1', at: [210, 0], by: 'B' }, { event: 'placed', object: 'A1', at: [-70, 0], by: 'referee' })],
      want: [],
    },
    {
      name: 'goal-flick likewise',
      start: { ball: [-560, 0], figures: { A1: [-60, 0], B1: [200, 0] }, state: restart('goal-flick', 'A') },
      lines: [tell({ event: 'placed', object: 'B1', at: [210, 0], by: 'B' }, { event: 'placed', object: 'A1', at: [-70, 0], by: 'A' })],
      want: ['B suggested FISTF 15.2.1.1'],
    },
    {
      name: 'ten seconds at a goal-flick',
      start: { ball: [-560, 0], figures: { A1: [-60, 0] }, state: restart('goal-flick', 'A') },
      lines: [tell({ event: 'wait', seconds: 11 })],
      want: ['B suggested FISTF 15.2.1.5.a'],
    },
    {
      name: 'nine seconds',
      start: { ball: [-560, 0], figures: { A1: [-60, 0] }, state: restart('goal-flick', 'A') },
      lines: [tell({ event: 'wait', seconds: 9 })],
      want: [],
    },
  ],
}

const authorised = (type: string, more: Record<string, unknown> = {}) => ({ restart: { type, side: 'A', taker: 'A1', stage: 'authorised', ...more } })
const TAKING: Table = {
  rule: '4.2.3, 11.2, 14.2, 15.2.3 taking restarts',
  codes: [
    'illegal-flicking:replay',
    'illegal-flicking:change-of-right',
    'illegal-flicking:change',
    'illegal-flicking:free-flick',
    'illegal-flicking:back',
    'foul-flick-in',
  ],
  rows: [
    {
      name: 'flick-off forward over the line',
      start: { ball: [0, 0], figures: { A1: [-30, 0] }, state: authorised('flick-off') },
      lines: [play('A1', [60, 0])],
      want: [],
    },
    {
      name: 'flick-off not past the line: replay',
      start: { ball: [0, 0], figures: { A1: [-30, 0] }, state: authorised('flick-off') },
      lines: [play('A1', [8, 0])],
      want: ['A suggested FISTF 4.2.3.a'],
    },
    {
      name: 'again: the right passes',
      start: { ball: [0, 0], figures: { A1: [-30, 0] }, state: authorised('flick-off') },
      lines: [play('A1', [8, 0]), play('A1', [9, 0])],
      want: ['A suggested FISTF 4.2.3.a', 'B suggested FISTF 4.2.3.b'],
    },
    {
      name: 'a missed free-flick: replay',
      start: { ball: [100, 0], figures: { A1: [70, 0] }, state: authorised('free-flick') },
      lines: [flick('A1', [90, 40])],
      want: ['A suggested FISTF 11.2.4.1.a'],
    },
    {
      name: 'the taker may not play again',
      start: { ball: [100, 0], figures: { A1: [70, 0] }, state: authorised('free-flick') },
      lines: [play('A1', [130, 0]), play('A1', [150, 0])],
      want: ['B suggested FISTF 11.2.5'],
    },
    {
      name: 'after another figure he may',
      start: { ball: [100, 0], figures: { A1: [70, 0], A2: [130, 30] }, state: authorised('free-flick') },
      lines: [play('A1', [130, 0]), play('A2', [130, -20]), play('A1', [150, -40])],
      want: [],
    },
    {
      name: 'goal-flick stays in the penalty area: replay',
      start: { ball: [-560, 0], figures: { A1: [-585, 0] }, state: authorised('goal-flick') },
      lines: [play('A1', [-470, 0])],
      want: ['A suggested FISTF 15.2.3.a'],
    },
    {
      name: 'goal-flick 0.2 mm out of it',
      start: { ball: [-560, 0], figures: { A1: [-585, 0] }, state: authorised('goal-flick') },
      lines: [play('A1', [-438.8, 0])],
      want: [],
    },
    {
      name: 'one positional flick too many',
      start: { ball: [100, 0], figures: { A1: [70, 0], A2: [0, 50] }, state: { restart: { type: 'free-flick', side: 'A', stage: 'positional' } } },
      lines: [flick('A2', [10, 60]), flick('A2', [20, 70])],
      want: ['B suggested FISTF 1.2.1.a.3'],
    },
    {
      name: 'three at a corner-flick',
      start: { ball: [590, 390], figures: { A1: [600, 420], A2: [0, 50] }, state: { restart: { type: 'corner-flick', side: 'A', stage: 'positional' } } },
      lines: [flick('A2', [10, 60]), flick('A2', [20, 70]), flick('A2', [30, 80])],
      want: [],
    },
    {
      name: 'flick-in into a quarter that is not adjacent',
      start: { ball: [-450, 398], figures: { A1: [-460, 425] }, state: authorised('flick-in') },
      lines: [play('A1', [100, 100])],
      want: ['B suggested FISTF 14.2.9'],
    },
    {
      name: 'flick-in into the next one',
      start: { ball: [-450, 398], figures: { A1: [-460, 425] }, state: authorised('flick-in') },
      lines: [play('A1', [-100, 100])],
      want: [],
    },
    {
      name: 'flick-in: the taker stands on the playing area',
      start: { ball: [100, 398.75], figures: { A1: [100, 409.8] }, state: { restart: { type: 'flick-in', side: 'A', taker: 'A1', stage: 'placing' } } },
      lines: [say('A', 'ready')],
      want: ['B suggested FISTF 14.2.4'],
    },
    {
      name: 'flick-in: the taker 0.2 mm off it',
      start: { ball: [100, 398.75], figures: { A1: [100, 410.2] }, state: { restart: { type: 'flick-in', side: 'A', taker: 'A1', stage: 'placing' } } },
      lines: [say('A', 'ready')],
      want: [],
    },
  ],
}

const out: Start = { ball: [300, 0], figures: { A9: [560, 0], A1: [270, 0], B1: [0, 0] }, reserve: ['A9'], keepers: { A: null } }
const RESERVE: Table = {
  rule: '9 the reserve keeper',
  codes: ['illegal-playing-figure-number', 'keeper-may-return', 'illegal-flicking:free-flick'],
  rows: [
    {
      name: 'set down inside the goal area',
      start: { ...out, figures: { ...out.figures, A9: [-575, 0] } },
      lines: [tell({ event: 'placed', object: 'A9', at: [-575, 0], by: 'A' })],
      want: [],
    },
    {
      name: 'touches its line: not completely inside',
      start: { ...out, figures: { ...out.figures, A9: [-548, 0] } },
      lines: [tell({ event: 'placed', object: 'A9', at: [-547.4, 0], by: 'A' })],
      want: ['B suggested FISTF 9.1.1'],
    },
    {
      name: 'the goalkeeper is still in the goal',
      start: { ...out, keepers: {}, figures: { ...out.figures, A9: [-575, 30] } },
      lines: [tell({ event: 'placed', object: 'A9', at: [-575, 30], by: 'A' })],
      want: ['B suggested FISTF 9.1.2.b'],
    },
    {
      name: 'a block-flick is owed',
      start: { ...out, state: { block_flick: 'available' }, figures: { ...out.figures, A9: [-575, 0] } },
      lines: [tell({ event: 'placed', object: 'A9', at: [-575, 0], by: 'A' })],
      want: ['B suggested FISTF 9.1.2.c'],
    },
    {
      name: 'the ball is won back: the goalkeeper may return',
      start: { ...out, possession: 'B', ball: [20, 0], state: { reserve_in_play: ['A'] } },
      lines: [flick('B1', [0, 30])],
      want: ['A info FISTF 9.2.1.a'],
    },
    {
      name: 'five plays at the open goal',
      start: { ...out, possession: 'B', ball: [20, 0], state: { reserve_in_play: ['A'], open_goal_flicks: 4 } },
      lines: [play('B1', [0, -40])],
      want: ['A info FISTF 9.2.1.e'],
    },
    {
      name: 'four plays',
      start: { ...out, possession: 'B', ball: [20, 0], state: { reserve_in_play: ['A'], open_goal_flicks: 3 } },
      lines: [play('B1', [0, -40])],
      want: [],
    },
  ],
}

const attempt: Start = { ball: [315, 0], figures: { A1: [290, 0], B1: [0, 300] }, state: { shoot_out: { goal: 'B', kick: 1 } } }
const SHOOT_OUT: Table = {
  rule: '17 shoot-out',
  codes: ['shoot-out-goal', 'shoot-out-unsuccessful', 'illegal-flicking:replay'],
  rows: [
    {
      name: 'over the line before the ball stops',
      start: attempt,
      lines: [say('A', 'ready'), say('B', 'ready'), say('referee', 'play'), play('A1', [615, 0], { runs: true })],
      want: ['A suggested FISTF 17.2.6'],
    },
    { name: 'it stops short', start: attempt, lines: [say('referee', 'play'), play('A1', [560, 0])], want: [] },
    {
      name: 'off the post and the same figure again',
      start: attempt,
      lines: [
        tell(
          { event: 'flick', figure: 'A1' },
          { event: 'ball_touched', by: 'A1', ball: [315, 0], by_state: 'moving', figure_at: [295, 0] },
          {
            event: 'ball_path',
            points: [
              [315, 0],
              [598, 64],
              [520, 10],
            ],
          },
          { event: 'ball_touched', by: 'A1', ball: [520, 10], by_state: 'moving', ball_state: 'moving', figure_at: [500, 5] },
          {
            event: 'ball_path',
            points: [
              [520, 10],
              [615, 20],
            ],
          },
        ),
      ],
      want: ['A suggested FISTF 17.2.6'],
    },
    { name: 'the ball is missed: once more', start: attempt, lines: [say('referee', 'play'), flick('A1', [330, 40])], want: ['A suggested FISTF 17.2.4.1.a'] },
    {
      name: 'missed twice: unsuccessful',
      start: attempt,
      lines: [say('referee', 'play'), flick('A1', [330, 40]), flick('A1', [340, 30])],
      want: ['A suggested FISTF 17.2.4.1.a', 'B suggested FISTF 17.2.4.1.b'],
    },
    { name: 'not ready after ten seconds', start: attempt, lines: [tell({ event: 'wait', seconds: 11 })], want: ['B suggested FISTF 17.2.2'] },
    {
      name: 'the goalkeeper is not ready',
      start: attempt,
      lines: [say('A', 'ready'), tell({ event: 'wait', seconds: 11 })],
      want: ['A suggested FISTF 17.2.3'],
    },
    {
      name: 'no shot within ten seconds',
      start: attempt,
      lines: [say('A', 'ready'), say('B', 'ready'), say('referee', 'play'), tell({ event: 'wait', seconds: 11 })],
      want: ['B suggested FISTF 17.2.5'],
    },
    {
      name: 'moved by hand after "ready"',
      start: attempt,
      lines: [say('A', 'ready'), tell({ event: 'placed', object: 'A1', at: [288, 4], by: 'A' })],
      want: ['B suggested FISTF 17.2.2'],
    },
  ],
}

const hand = (touches: string, at: readonly [number, number], player: 'A' | 'B' = 'A'): Line => tell({ event: 'hand', player, touches, at })
const HANDS: Table = {
  rule: '10.4, 10.5 fingers and hands',
  codes: ['handball:free-flick', 'handball:penalty-flick', 'finger-foul:back', 'finger-foul:free-flick', 'finger-foul:penalty-flick'],
  rows: [
    { name: 'the ball in the open field', start: field, lines: [hand('ball', [100, 0])], want: ['B suggested FISTF 10.5.1.a'] },
    {
      name: 'in the own penalty area: from the spot',
      start: { ...field, ball: [-500, 0] },
      lines: [hand('ball', [-500, 0])],
      want: ['B suggested FISTF 10.5.1.b'],
    },
    {
      name: 'there on purpose: penalty-flick',
      start: { ...field, ball: [-500, 0] },
      lines: [hand('ball', [-500, 0]), say('referee', 'deliberate')],
      want: ['B suggested FISTF 10.5.1.b', 'B suggested FISTF 10.5.1.c'],
    },
    { name: "the attacker's finger on another figure", start: field, lines: [hand('B1', [150, 60])], want: ['B suggested FISTF 10.4.1.a.1'] },
    { name: 'in his own penalty area', start: field, lines: [hand('B1', [-500, 60])], want: ['B suggested FISTF 10.4.1.a.2'] },
    {
      name: 'during a positional flick: back',
      start: { ...field, state: { restart: { type: 'free-flick', side: 'A', stage: 'positional' } } },
      lines: [hand('B1', [150, 60])],
      want: ['B suggested FISTF 10.4.1.a.3'],
    },
    { name: 'by the defender: back', start: field, lines: [hand('A2', [0, 0], 'B')], want: ['A suggested FISTF 10.4.1.b'] },
  ],
}

describe.each([OFFSIDE, TICKS, THREE, BLOCK, CHANGE, FOUL, GOAL, FORCING, POSITIONS, PLACING, TAKING, RESERVE, SHOOT_OUT, HANDS])(
  'FISTF 5.2, $rule',
  ({ codes, rows }) => {
    test.each(rows)('$name', ({ start, lines, want, sigmaMm }) => {
      const { calls } = told(start, lines, sigmaMm)
      const said = calls.filter((c) => codes.includes(c.code)).map((c) => `${c.gains} ${c.verdict} ${c.rule}`)
      expect(said).toEqual(want)
    })
  },
)
