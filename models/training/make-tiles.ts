/**
 * Renders training tiles for the detector: plan views of random tables with what is on them.
 *   node --import tsx models/training/make-tiles.ts OUT FIRST_SEED COUNT [plain | strange]
 * Writes OUT/tiles-<seed>.bin (per tile: 3 planes of SIDE x SIDE, hand mask SIDE/2 x SIDE/2, loss mask SIDE/2 x SIDE/2)
 * and OUT/tiles-<seed>.jsonl (a line per tile: objects as [class, column, row] in cells of the input).
 */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Camera } from '../../calibration/camera.ts'
import { cellToPitch, type PlanGrid, pitchToCell, Rectifier } from '../../vision/detect/rectify.ts'
import { framePlanes } from '../../vision/frame.ts'
import { compressed, develop } from '../synth/optics.ts'
import { Random } from '../synth/random.ts'
import { randomScene } from '../synth/random-scene.ts'
import { FAST, render } from '../synth/render.ts'
import type { Scene } from '../synth/scene.ts'

export const SIDE = 192
export const MM_PER_CELL = 2.5
const CLASSES = ['ball', 'base', 'keeper', 'fallen'] as const

interface Tile {
  readonly planes: Uint8Array
  readonly hand: Uint8Array
  readonly mask: Uint8Array
  readonly objects: readonly (readonly [number, number, number])[]
  readonly ignore: readonly (readonly [number, number])[]
}

export type Mode = 'varied' | 'plain' | 'strange'

export async function makeTile(seed: number, mode: Mode): Promise<Tile> {
  const rng = new Random(seed + 77)
  // coins and hands are none of the game's pieces on any surface, and its pieces are that on any
  const strange = mode === 'strange' || (mode !== 'plain' && rng.chance(0.1)) ? (rng.chance(0.3) ? 'bare' : 'with pieces') : null
  const scene = randomScene(seed, { randomise: mode !== 'plain', balls: rng.int(0, 5), lying: 0.15, crowd: true, ...(strange ? { strange } : {}) })
  const { camera, pitch } = scene
  const sx = pitch.lengthMm / 2 + pitch.surfaceMarginMm.goalLine
  const sy = pitch.widthMm / 2 + pitch.surfaceMarginMm.touchline
  const size = SIDE * MM_PER_CELL
  const sign = () => (rng.chance(0.5) ? 1 : -1)
  const marking = rng.pick([
    { x: (sign() * pitch.lengthMm) / 2, y: (sign() * pitch.widthMm) / 2 }, // corner
    { x: (sign() * pitch.lengthMm) / 2, y: (sign() * pitch.goal.widthMm) / 2 }, // foot of a post
    { x: sign() * (pitch.lengthMm / 2 - pitch.penaltySpotMm), y: 0 },
  ])
  // what is easily taken for a ball or a base is looked at too, most often with nothing on it
  const focus = rng.chance(0.12)
    ? marking
    : rng.chance(0.6) && scene.balls[0]
      ? scene.balls[0]
      : rng.chance(0.6) && scene.figures.length
        ? rng.pick(scene.figures)
        : { x: rng.between(-sx, sx), y: rng.between(-sy, sy) }
  const clampTo = (v: number, half: number) => Math.max(-half, Math.min(half, v))
  const cx = clampTo(focus.x + rng.between(-0.4, 0.4) * size, sx + 40 - size / 2)
  const cy = clampTo(focus.y + rng.between(-0.4, 0.4) * size, sy + 40 - size / 2)
  const grid: PlanGrid = {
    width: SIDE,
    height: SIDE,
    mmPerCell: MM_PER_CELL,
    x0Mm: cx - ((SIDE - 1) / 2) * MM_PER_CELL,
    y0Mm: cy + ((SIDE - 1) / 2) * MM_PER_CELL,
  }
  const m = camera.model
  const corners = [0, 0.5, 1].flatMap((a) => [0, 0.5, 1].map((b) => camera.project({ ...cellToPitch(grid, a * (SIDE - 1), b * (SIDE - 1)), zMm: 0 })))
  const xs = corners.map((c) => c.xPx)
  const ys = corners.map((c) => c.yPx)
  const even = (v: number) => 2 * Math.floor(v / 2)
  const x0 = even(Math.max(0, Math.min(...xs) - 4))
  const y0 = even(Math.max(0, Math.min(...ys) - 4))
  const window = {
    x0,
    y0,
    width: Math.max(16, even(Math.min(m.widthPx, Math.max(...xs) + 6) - x0)),
    height: Math.max(16, even(Math.min(m.heightPx, Math.max(...ys) + 6) - y0)),
  }
  const made = render(scene, window, FAST)
  const picture = await compressed(develop(scene, made), scene.optics.jpegQuality)
  const cut = new Camera({ ...m, widthPx: window.width, heightPx: window.height, cx: m.cx - x0, cy: m.cy - y0 })
  const rectifier = new Rectifier(cut, grid)
  const planes = new Uint8Array(3 * SIDE * SIDE)
  rectifier.run(framePlanes(picture.rgb, window.width, window.height), planes)
  const mask = new Uint8Array((SIDE / 2) ** 2)
  for (let j = 0; j < SIDE / 2; j++)
    for (let i = 0; i < SIDE / 2; i++) {
      const p = cellToPitch(grid, 2 * i + 0.5, 2 * j + 0.5)
      mask[(j * SIDE) / 2 + i] = Math.abs(p.xMm) < sx && Math.abs(p.yMm) < sy && cut.sees(cut.project({ ...p, zMm: 0 })) ? 255 : 0
    }
  return { planes, hand: halved(rectifier.plane(made.hand)), mask, ...labels(scene, grid, made.seen) }
}

/** What is to be found, where its centre is seen on the plan; things mostly hidden are neither asked for nor held against. */
function labels(scene: Scene, grid: PlanGrid, seen: Map<string, number>): Pick<Tile, 'objects' | 'ignore'> {
  const objects: [number, number, number][] = []
  const ignore: [number, number][] = []
  const scale = scene.camera.mmPerPx(cellToPitch(grid, SIDE / 2, SIDE / 2))
  const put = (kind: (typeof CLASSES)[number], id: string, x: number, y: number, z: number, r: number) => {
    const on = scene.camera.toPitch(scene.camera.project({ xMm: x, yMm: y, zMm: z }), 0)
    const [i, j] = pitchToCell(grid, on)
    if (i < 0 || j < 0 || i > SIDE - 1 || j > SIDE - 1) return
    const share = (seen.get(id) ?? 0) / ((Math.PI * r * r) / (scale * scale))
    if (share >= 0.3) objects.push([CLASSES.indexOf(kind), i, j])
    else if (share > 0.02) ignore.push([i, j])
  }
  for (const b of scene.balls) put('ball', `ball${b.x.toFixed(1)}`, b.x, b.y, b.z, b.r)
  for (const f of scene.figures) put(f.standing ? 'base' : 'fallen', f.id, f.x, f.y, f.standing ? 3 : 6, f.r)
  for (const k of scene.keepers) put('keeper', k.id, k.x, k.y, 3, 8)
  return { objects, ignore }
}

function halved(src: Uint8Array): Uint8Array {
  const h = SIDE / 2
  const out = new Uint8Array(h * h)
  for (let j = 0; j < h; j++)
    for (let i = 0; i < h; i++)
      out[j * h + i] =
        (src[2 * j * SIDE + 2 * i]! + src[2 * j * SIDE + 2 * i + 1]! + src[(2 * j + 1) * SIDE + 2 * i]! + src[(2 * j + 1) * SIDE + 2 * i + 1]!) / 4
  return out
}

if (process.argv[1]?.endsWith('make-tiles.ts')) {
  const [out = '', first = '1', count = '10', mode = 'varied'] = process.argv.slice(2)
  mkdirSync(out, { recursive: true })
  const done = join(out, `tiles-${first}.bin`)
  if (existsSync(done)) process.exit(0) // made earlier: a stopped run goes on where it was
  const bin = openSync(`${done}.part`, 'w')
  const lines = openSync(join(out, `tiles-${first}.jsonl`), 'w')
  const t0 = performance.now()
  for (let i = 0; i < Number(count); i++) {
    const tile = await makeTile(Number(first) + i, mode as Mode)
    writeSync(bin, tile.planes)
    writeSync(bin, tile.hand)
    writeSync(bin, tile.mask)
    writeSync(lines, `${JSON.stringify({ objects: tile.objects.map((o) => o.map((v) => Number(v.toFixed(2)))), ignore: tile.ignore })}\n`)
    if (i % 50 === 49) console.log(`${first}: ${i + 1}/${count} tiles, ${((performance.now() - t0) / (i + 1)).toFixed(0)} ms each`)
  }
  closeSync(bin)
  closeSync(lines)
  renameSync(`${done}.part`, done)
}
