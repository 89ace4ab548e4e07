/**
 * Renders close-ups for the refiners: a ball or a base with a guess of its place, and how far the guess is off; and what is taken for one.
 *   node --import tsx models/training/make-patches.ts OUT FIRST_SEED SCENES [ball|base]    (default both)
 * Per scene up to three balls and four bases, each with several guesses and by two cameras' tone, noise and focus, and things that are
 * neither. Writes OUT/{ball,base}-<seed>.bin, records of 3 * PATCH_SIDE^2 bytes and seven little-endian floats: four facts, the true place from the guess in radii (u, v), and whether
 * such a thing is there (1 or 0).
 */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Camera } from '../../calibration/camera.ts'
import { type Frame, framePlanes } from '../../vision/frame.ts'
import { ballShape, cutPatch, PATCH_FACTS, PATCH_SIDE, type PatchShape, patchFrame, wallShape } from '../../vision/measure/patch.ts'
import { compressed, develop } from '../synth/optics.ts'
import { Random } from '../synth/random.ts'
import { randomScene } from '../synth/random-scene.ts'
import { randomOptics } from '../synth/random-table.ts'
import { FINE, type Rendering, render } from '../synth/render.ts'
import type { Scene } from '../synth/scene.ts'

const GUESSES = 3
/** Share of scenes filmed at 3840x2160. */
const FOUR_K = 0.08
const BASES = 4
const BALLS = 3
/** Shares of balls in a goal and of small lamps: where the place of a ball is hardest to say. */
const GOALMOUTH = 0.3
const HARD_LAMPS = 0.35

type Kind = 'ball' | 'base'
interface Target {
  readonly kind: Kind | null
  readonly id: string
  readonly x: number
  readonly y: number
  readonly shape: PatchShape
}

function targets(scene: Scene, rng: Random): Target[] {
  const out: Target[] = scene.balls
    .filter((b) => b.z < b.r + 0.01)
    .map((b) => ({ kind: 'ball', id: `ball${b.x.toFixed(1)}`, x: b.x, y: b.y, shape: ballShape(b.r) }))
  const standing = scene.figures.filter((f) => f.standing)
  for (let i = 0; i < BASES && standing.length; i++) {
    const [f] = standing.splice(rng.int(0, standing.length - 1), 1)
    out.push({ kind: 'base', id: f!.id, x: f!.x, y: f!.y, shape: roughly(f!, rng) })
  }
  return [...out, ...neither(scene, rng)]
}

/** What a referee enters is not exact either: calipers to 0.1 mm, the wall guessed to a few tenths. */
const roughly = (f: { r: number; wallFromMm: number; rimMm: number }, rng: Random): PatchShape =>
  wallShape({ radiusMm: f.r + rng.normal(0.03), wallFromMm: Math.max(0, f.wallFromMm + rng.normal(0.1)), rimMm: f.rimMm + rng.normal(0.1) })

/** Places that a detector takes for a ball or a base: corners, crossings, spots, posts, keepers, fallen figures, fingers, coins; and bare cloth. */
function neither(scene: Scene, rng: Random): Target[] {
  const { pitch } = scene
  const [l, w] = [pitch.lengthMm / 2, pitch.widthMm / 2]
  const sign = () => (rng.chance(0.5) ? 1 : -1)
  const places: { x: number; y: number }[] = [
    rng.pick([
      { x: sign() * (l - rng.between(0, 16)), y: sign() * (w - rng.between(0, 16)) },
      { x: sign() * l, y: (sign() * pitch.goal.widthMm) / 2 },
      { x: sign() * (l - pitch.penaltySpotMm), y: 0 },
      { x: sign() * (l - pitch.penaltyArea.depthMm), y: (sign() * pitch.penaltyArea.widthMm) / 2 },
      { x: sign() * (pitch.shootingLineXMm ?? l / 2), y: sign() * w },
      { x: rng.between(-l, l), y: sign() * w },
    ]),
    { x: rng.between(-l, l), y: rng.between(-w, w) },
  ]
  const fallen = scene.figures.filter((f) => !f.standing)
  if (fallen.length) places.push(rng.pick(fallen))
  if (scene.keepers.length) places.push(rng.pick(scene.keepers))
  const inside = (x: number, y: number) => Math.abs(x) < l + pitch.surfaceMarginMm.goalLine && Math.abs(y) < w + pitch.surfaceMarginMm.touchline
  const hands = scene.solids.filter((s) => s.owner.kind === 'hand' && inside(s.bound.x, s.bound.y))
  if (hands.length) places.push(rng.pick(hands).bound)
  const things = scene.solids.filter((s) => s.owner.kind === 'thing' && s.owner.id !== 'fence' && s.bound.z < 20 && inside(s.bound.x, s.bound.y))
  if (things.length) places.push(rng.pick(things).bound)
  const f = rng.pick(scene.figures)
  return places.map(({ x, y }, i) => ({ kind: null, id: `neither${i}`, x: x + rng.normal(2), y: y + rng.normal(2), shape: roughly(f, rng) }))
}

/** Records of one target; a thing that is mostly hidden or out of the picture gives none. */
async function records(scene: Scene, t: Target, rng: Random): Promise<{ kind: Kind; record: Buffer }[]> {
  const { camera } = scene
  const m = camera.model
  const c = camera.project({ xMm: t.x, yMm: t.y, zMm: t.shape.planeMm })
  const scale = camera.mmPerPx({ xMm: t.x, yMm: t.y })
  const half = (2.7 * Math.max(11, t.shape.radiusMm)) / scale + 6
  const grid = (v: number) => 16 * Math.floor(v / 16) // whole compression blocks
  const x0 = grid(Math.max(0, c.xPx - half))
  const y0 = grid(Math.max(0, c.yPx - half))
  const width = grid(Math.min(m.widthPx, c.xPx + half + 16) - x0)
  const height = grid(Math.min(m.heightPx, c.yPx + half + 16) - y0)
  if (width < 32 || height < 32) return []
  const made = render(scene, { x0, y0, width, height }, FINE)
  const share = (made.seen.get(t.id) ?? 0) / ((Math.PI * t.shape.radiusMm ** 2) / (scale * scale))
  if (t.kind && share < 0.35) return []
  const seen = await Promise.all([scene, { ...scene, seed: scene.seed + 1, optics: randomOptics(rng, scene) }].map((s) => developed(s, made)))
  const out = []
  for (const rgb of seen) out.push(...guesses(scene, t, rng, { widthPx: width, heightPx: height, ...framePlanes(rgb, width, height) }, x0, y0))
  return out
}

const developed = async (scene: Scene, made: Rendering): Promise<Buffer> => (await compressed(develop(scene, made), scene.optics.jpegQuality)).rgb

/** What the refiners learn from one picture of a target: it is there, it is not the other kind, it is not beside itself. */
function guesses(scene: Scene, t: Target, rng: Random, frame: Pick<Frame, 'luma' | 'chroma' | 'widthPx' | 'heightPx'>, x0: number, y0: number) {
  const m = scene.camera.model
  const cut = new Camera({ ...m, widthPx: frame.widthPx, heightPx: frame.heightPx, cx: m.cx - x0, cy: m.cy - y0 })
  const cutAt = (x: number, y: number, shape: PatchShape, is: 0 | 1) => {
    const n = 3 * PATCH_SIDE * PATCH_SIDE
    const f = patchFrame(cut, { xMm: x, yMm: y })
    const out = Buffer.alloc(n + 4 * (PATCH_FACTS + 3))
    const facts = cutPatch(frame, cut, f, shape, out, 0)
    const dx = is ? (t.x - x) / shape.radiusMm : 0
    const dy = is ? (t.y - y) / shape.radiusMm : 0
    for (const [k, v] of [...facts, dx * f.ux + dy * f.uy, -dx * f.uy + dy * f.ux, is].entries()) out.writeFloatLE(v, n + 4 * k)
    return out
  }
  const near = (off: number) => [t.x + rng.normal(off) * t.shape.radiusMm, t.y + rng.normal(off) * t.shape.radiusMm] as const
  const other = ballOrBase(t, rng, scene)
  const free = (kind: Kind, x: number, y: number) =>
    (kind === 'ball' ? scene.balls : scene.figures.filter((f) => f.standing)).every((q) => Math.hypot(q.x - x, q.y - y) > 0.8 * q.r)
  const not = (kind: Kind, [x, y]: readonly [number, number], shape: PatchShape) => (free(kind, x, y) ? [{ kind, record: cutAt(x, y, shape, 0) }] : [])
  if (!t.kind) return [...not('base', near(0.15), t.shape), ...not('ball', near(0.15), ballShape(11))]
  const { kind } = t
  // second look and first look, in radii; then the same thing taken for the other kind, and a place beside it
  const is = Array.from({ length: GUESSES }, (_, i) => ({ kind, record: cutAt(...near(i < GUESSES - 1 ? 0.03 : 0.16), t.shape, 1) }))
  const a = rng.between(0, 2 * Math.PI)
  const d = t.shape.radiusMm * rng.between(0.9, 1.4)
  return [...is, ...not(kind === 'ball' ? 'base' : 'ball', near(0.12), other), ...not(kind, [t.x + d * Math.cos(a), t.y + d * Math.sin(a)], t.shape)]
}

/** The shape under which a target is looked at when it is taken for the other kind. */
function ballOrBase(t: Target, rng: Random, scene: Scene): PatchShape {
  return t.kind === 'base' ? ballShape(scene.balls[0]?.r ?? 11) : roughly(rng.pick(scene.figures), rng)
}

const [out = '', first = '1', scenes = '10', only] = process.argv.slice(2)
mkdirSync(out, { recursive: true })
const path = (kind: string) => join(out, `${kind}-${first}.bin`)
if (!existsSync(path('base'))) {
  const files = { ball: openSync(`${path('ball')}.part`, 'w'), base: openSync(`${path('base')}.part`, 'w') }
  const t0 = performance.now()
  let count = 0
  for (let i = 0; i < Number(scenes); i++) {
    const seed = Number(first) + i
    const rng = new Random(seed + 4242)
    const scene = randomScene(seed, {
      randomise: true,
      balls: BALLS,
      goalmouth: GOALMOUTH,
      hardLamps: HARD_LAMPS,
      lying: 0.12,
      crowd: rng.chance(0.5),
      ...(rng.chance(FOUR_K) && { resolution: [3840, 2160] }),
    })
    for (const t of targets(scene, rng)) {
      if (only && t.kind && t.kind !== only && rng.chance(0.7)) continue // the rest teach it what it is not
      for (const { kind, record } of await records(scene, t, rng)) if (!only || kind === only) writeSync(files[kind], record)
      count++
    }
    if (i % 50 === 49) console.log(`${first}: ${i + 1}/${scenes} scenes, ${((performance.now() - t0) / count).toFixed(0)} ms per target`)
  }
  for (const [kind, fd] of Object.entries(files)) {
    closeSync(fd)
    renameSync(`${path(kind)}.part`, path(kind))
  }
}
