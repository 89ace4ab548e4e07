/**
 * Renders close-ups for the refiners: a ball or a base with a guess of its place, and how far the guess is off.
 *   node --import tsx models/training/make-patches.ts OUT FIRST_SEED SCENES
 * Per scene up to four balls and four bases, each with several guesses. Writes OUT/{ball,base}-<seed>.bin, records of
 * 3 * PATCH_SIDE^2 bytes and six little-endian floats: four facts, then the true place from the guess in radii (u, v).
 */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Camera } from '../../calibration/camera.ts'
import { framePlanes } from '../../vision/frame.ts'
import { ballShape, cutPatch, PATCH_FACTS, PATCH_SIDE, type PatchShape, patchFrame, wallShape } from '../../vision/measure/patch.ts'
import { compressed, develop } from '../synth/optics.ts'
import { Random } from '../synth/random.ts'
import { randomScene } from '../synth/random-scene.ts'
import { FINE, render } from '../synth/render.ts'
import type { Scene } from '../synth/scene.ts'

const GUESSES = 4
const BASES = 4
const BALLS = 4

interface Target {
  readonly kind: 'ball' | 'base'
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
    // what a referee enters is not exact either: calipers to 0.1 mm, the wall guessed to a few tenths
    const shape = wallShape({ radiusMm: f!.r + rng.normal(0.03), wallFromMm: Math.max(0, f!.wallFromMm + rng.normal(0.1)), rimMm: f!.rimMm + rng.normal(0.1) })
    out.push({ kind: 'base', id: f!.id, x: f!.x, y: f!.y, shape })
  }
  return out
}

/** Records of one target, or none when it is mostly hidden or out of the picture. */
async function records(scene: Scene, t: Target, rng: Random): Promise<Buffer[]> {
  const { camera } = scene
  const m = camera.model
  const c = camera.project({ xMm: t.x, yMm: t.y, zMm: t.shape.planeMm })
  const scale = camera.mmPerPx({ xMm: t.x, yMm: t.y })
  const half = (2.7 * t.shape.radiusMm) / scale + 6
  const grid = (v: number) => 16 * Math.floor(v / 16) // whole compression blocks
  const x0 = grid(Math.max(0, c.xPx - half))
  const y0 = grid(Math.max(0, c.yPx - half))
  const width = grid(Math.min(m.widthPx, c.xPx + half + 16) - x0)
  const height = grid(Math.min(m.heightPx, c.yPx + half + 16) - y0)
  if (width < 32 || height < 32) return []
  const made = render(scene, { x0, y0, width, height }, FINE)
  const share = (made.seen.get(t.id) ?? 0) / ((Math.PI * t.shape.radiusMm ** 2) / (scale * scale))
  if (share < 0.35) return []
  const picture = await compressed(develop(scene, made), scene.optics.jpegQuality)
  const cut = new Camera({ ...m, widthPx: width, heightPx: height, cx: m.cx - x0, cy: m.cy - y0 })
  const frame = { widthPx: width, heightPx: height, ...framePlanes(picture.rgb, width, height) }
  const n = 3 * PATCH_SIDE * PATCH_SIDE
  return Array.from({ length: GUESSES }, (_, i) => {
    const off = i < GUESSES / 2 ? 0.03 : 0.16 // second look and first look, in radii
    const f = patchFrame(cut, { xMm: t.x + rng.normal(off) * t.shape.radiusMm, yMm: t.y + rng.normal(off) * t.shape.radiusMm })
    const out = Buffer.alloc(n + 4 * (PATCH_FACTS + 2))
    const facts = cutPatch(frame, cut, f, t.shape, out, 0)
    const dx = (t.x - f.at.xMm) / t.shape.radiusMm
    const dy = (t.y - f.at.yMm) / t.shape.radiusMm
    for (const [k, v] of [...facts, dx * f.ux + dy * f.uy, -dx * f.uy + dy * f.ux].entries()) out.writeFloatLE(v, n + 4 * k)
    return out
  })
}

const [out = '', first = '1', scenes = '10'] = process.argv.slice(2)
mkdirSync(out, { recursive: true })
const path = (kind: string) => join(out, `${kind}-${first}.bin`)
if (!existsSync(path('base'))) {
  const files = { ball: openSync(`${path('ball')}.part`, 'w'), base: openSync(`${path('base')}.part`, 'w') }
  const t0 = performance.now()
  let count = 0
  for (let i = 0; i < Number(scenes); i++) {
    const seed = Number(first) + i
    const scene = randomScene(seed, { randomise: true, balls: BALLS })
    const rng = new Random(seed + 4242)
    for (const t of targets(scene, rng)) {
      for (const r of await records(scene, t, rng)) writeSync(files[t.kind], r)
      count++
    }
    if (i % 100 === 99) console.log(`${first}: ${i + 1}/${scenes} scenes, ${((performance.now() - t0) / count).toFixed(0)} ms per target`)
  }
  for (const [kind, fd] of Object.entries(files)) {
    closeSync(fd)
    renameSync(`${path(kind)}.part`, path(kind))
  }
}
