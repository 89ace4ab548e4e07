/** Random rallies: figures stand about, and in turn the one that reaches the ball is flicked at it. For test matches with and without pictures. */
import type { Pitch } from '../../calibration/pitch.ts'
import { type Body, type Constants, type Course, course, type Flick, USUAL } from './physics.ts'
import { Random } from './random.ts'
import { COLOURS, type ColourName } from './script.ts'

export interface Rally {
  readonly flicks: readonly Flick[]
  readonly course: Course
}

/** Time between flicks: most of the time everything has come to rest by then, sometimes not. */
const PAUSE_S = [1.6, 3.2] as const
const BASE_MM = 10
const RIM_MM = 3

export function lineUp(rng: Random, pitch: Pitch): Body[] {
  const still = { vx: 0, vy: 0, roll: 0 }
  const out: Body[] = [
    { id: 'ball', kind: 'ball', radiusMm: 11, rimMm: 0, x: rng.between(-0.4, 0.4) * pitch.lengthMm, y: rng.between(-0.4, 0.4) * pitch.widthMm, ...still },
  ]
  for (const side of ['A', 'B'])
    for (let i = 1; i <= 10; i++) {
      for (let tries = 0; tries < 50; tries++) {
        const near = i <= 3 && tries < 20
        const x = near ? out[0]!.x + rng.normal(110) : rng.between(-0.47, 0.47) * pitch.lengthMm
        const y = near ? out[0]!.y + rng.normal(110) : rng.between(-0.47, 0.47) * pitch.widthMm
        if (Math.abs(x) > pitch.lengthMm / 2 + 30 || Math.abs(y) > pitch.widthMm / 2 + 30) continue
        if (out.some((b) => Math.hypot(b.x - x, b.y - y) < 24)) continue
        out.push({ id: `${side}${i}`, kind: 'base', radiusMm: BASE_MM, rimMm: RIM_MM, x, y, ...still })
        break
      }
    }
  for (const [side, sign] of [
    ['A', -1],
    ['B', 1],
  ] as const)
    out.push({ id: `${side}GK`, kind: 'keeper', radiusMm: 8, rimMm: 11, x: sign * (pitch.lengthMm / 2 - 14), y: rng.between(-30, 30), ...still })
  return out
}

/** Plays `count` flicks; each is chosen from where things stand when it is due, as players do. */
export function randomRally(rng: Random, pitch: Pitch, count: number, fps: number, change: Partial<Constants> = {}): Rally {
  const start = lineUp(rng, pitch)
  const k = { ...USUAL, ...change }
  const flicks: Flick[] = []
  let due = 0.7
  for (let n = 0; n < count; n++) {
    const now = n === 0 ? start : course(start, flicks, pitch, k, [due]).states[0]!.bodies
    const f = chosen(rng, now, due)
    if (!f) break
    flicks.push(f)
    due += rng.between(...PAUSE_S)
  }
  const times = Array.from({ length: Math.ceil(due * fps) }, (_, i) => i / fps)
  return { flicks, course: course(start, flicks, pitch, k, times) }
}

/** One of the three nearest figures, at the ball as a rule, sometimes somewhere else (a block-flick). */
function chosen(rng: Random, bodies: readonly Readonly<Body>[], tS: number): Flick | null {
  const ball = bodies.find((b) => b.kind === 'ball')!
  const still = bodies.filter((b) => b.kind === 'base' && b.vx === 0 && b.vy === 0)
  const near = [...still].sort((a, b) => Math.hypot(a.x - ball.x, a.y - ball.y) - Math.hypot(b.x - ball.x, b.y - ball.y)).slice(0, 3)
  const f = near.length ? rng.pick(near) : null
  if (!f) return null
  const d = Math.hypot(f.x - ball.x, f.y - ball.y)
  const speedMmS = Math.sqrt(2 * USUAL.baseDecel * d) + rng.between(80, 900)
  const at = rng.chance(0.8) ? 'ball' : ([f.x + rng.normal(120), f.y + rng.normal(120)] as const)
  const curl = rng.chance(0.3) ? rng.between(-0.4, 0.4) : undefined
  return { tS, figure: f.id, at, speedMmS: typeof at === 'string' ? speedMmS : rng.between(120, 600), ...(curl === undefined ? {} : { curl }) }
}

/** Random play to be filmed: kits, line-up and flicks from the seed, as a clip script that can be kept and changed. */
export function randomScript(seed: number, pitchFile: unknown, pitch: Pitch, { flicks = 2, fps = 30, size = [1280, 720] }: RandomFilm = {}) {
  const rng = new Random(seed)
  const rally = randomRally(rng, pitch, flicks, fps)
  const bodies = rally.course.states[0]!.bodies
  const pair = () => [rng.pick(NAMED), rng.pick(NAMED)] as [ColourName, ColourName]
  const A = pair()
  let B = pair()
  while (B[0] === A[0]) B = pair()
  const at = (q: { x: number; y: number }) => [q.x, q.y]
  return {
    name: `play-${seed}`,
    seed: 1000 + (seed % 1e9),
    fps,
    size,
    pitch: pitchFile,
    colours: { A, B },
    durationS: rally.course.states.at(-1)!.t,
    ball: at(bodies.find((b) => b.kind === 'ball')!),
    figures: Object.fromEntries(bodies.filter((b) => b.kind === 'base').map((b) => [b.id, at(b)])),
    keepers: Object.fromEntries(bodies.filter((b) => b.kind === 'keeper').map((b) => [b.id[0], at(b)])),
    flicks: rally.flicks,
  }
}
export interface RandomFilm {
  readonly flicks?: number
  readonly fps?: number
  readonly size?: readonly [number, number]
}
const NAMED = Object.keys(COLOURS) as ColourName[]
