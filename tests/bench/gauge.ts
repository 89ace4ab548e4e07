/**
 * The gauge bench: a ball and a base over the whole pitch at every sub-pixel position and in every colour, rendered by our own renderer with
 * other seeds than the training's; only the measuring step is tried (the camera is the true one). Beside what is reached stands the limit
 * that picture noise sets to any measurement.
 *   node --import tsx tests/bench/gauge.ts [OUT_FOLDER] [COLUMNS] [ROWS] [LOOKS]      (defaults .cache/gauge, 9, 6, 4)
 * Prints a table in mm and writes maps: an arrow per place and look, a hundred times as long as the error; and bias and spread by place and
 * by where in its pixel a thing stands, beside the noise limit.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Calibration } from '../../calibration/calibration.ts'
import { Camera } from '../../calibration/camera.ts'
import { ClothField } from '../../calibration/cloth-field.ts'
import { modelPaths } from '../../edge/model.ts'
import { compressed, develop, type Picture } from '../../models/synth/optics.ts'
import { BALL_STYLES, ballSolid, figureSolids, randomKit } from '../../models/synth/pieces.ts'
import { Random } from '../../models/synth/random.ts'
import { randomScene } from '../../models/synth/random-scene.ts'
import { FINE, render } from '../../models/synth/render.ts'
import type { Scene } from '../../models/synth/scene.ts'
import { DetectorSession } from '../../vision/detect/session.ts'
import { framePlanes } from '../../vision/frame.ts'
import { measureFrame } from '../../vision/measure/measure.ts'
import { SideColours } from '../../vision/measure/side.ts'
import { setup } from '../tables.ts'

const [out = '.cache/gauge', columns = '9', rows = '6', looks = '4'] = process.argv.slice(2)
const FIRST_SEED = 900_000
const DETECTOR_MM = 2

interface Reading {
  readonly kind: 'ball' | 'base'
  readonly style: string
  readonly x: number
  readonly y: number
  readonly dx: number
  readonly dy: number
  readonly sigma: number
  readonly limit: number
  readonly blurPx: number
  /** Where in its pixel its middle is, 0..1. */
  readonly phase: readonly [number, number]
}

/**
 * What noise alone allows, mm per axis (Cramer-Rao bound): a round edge of contrast c, blurred by a Gaussian of s pixels, in noise of n
 * tells its place along one axis to n/c * sqrt(2 s sqrt(pi) / (pi r)) pixels, r its radius in pixels.
 */
function noiseLimit(a: Picture, b: Picture, c: { xPx: number; yPx: number }, rPx: number, blurPx: number, mmPerPx: number): number {
  const luma = (p: Picture, x: number, y: number) => {
    const k = 3 * (Math.round(y) * p.width + Math.round(x))
    return 0.299 * p.rgb[k]! + 0.587 * p.rgb[k + 1]! + 0.114 * p.rgb[k + 2]!
  }
  let noise = 0
  let inside = 0
  let outside = 0
  const n = 90
  for (let i = 0; i < n; i++) {
    const [u, v] = [Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n)]
    const [ix, iy, ox, oy] = [c.xPx + 0.8 * rPx * u, c.yPx + 0.8 * rPx * v, c.xPx + 1.25 * rPx * u, c.yPx + 1.25 * rPx * v]
    inside += luma(a, ix, iy) / n
    outside += luma(a, ox, oy) / n
    noise += (luma(a, ix, iy) - luma(b, ix, iy)) ** 2 / (2 * n)
  }
  const s = Math.hypot(blurPx, 0.3)
  return (Math.sqrt(noise) / Math.max(1, Math.abs(inside - outside))) * Math.sqrt((2 * s * Math.sqrt(Math.PI)) / (Math.PI * rPx)) * mmPerPx
}

async function reading(session: DetectorSession, kind: 'ball' | 'base', at: { x: number; y: number }, seed: number): Promise<Reading | null> {
  const rng = new Random(seed)
  const bare = randomScene(seed, { randomise: true, resolution: [1920, 1080], balls: 0 })
  const kit = randomKit(rng, bare.cloth.green)
  const style = rng.pick(BALL_STYLES)
  const l = bare.pitch.lengthMm / 2
  const w = bare.pitch.widthMm / 2
  const x = at.x * l + rng.between(-1, 1)
  const y = at.y * w + rng.between(-1, 1)
  const r = kind === 'ball' ? 11 : kit.radiusMm
  const solids = kind === 'ball' ? [ballSolid(rng, { x, y, z: r, r }, [0, 0], style)] : figureSolids(rng, kit, 'A1', x, y, [0, 0], false)
  const still = bare.solids.filter(
    (s) => s.owner.kind !== 'figure' && s.owner.kind !== 'keeper' && s.owner.kind !== 'hand' && (s.owner.kind !== 'thing' || s.owner.id === 'fence'),
  )
  const scene: Scene = {
    ...bare,
    solids: [...still.filter((s) => Math.hypot(s.bound.x - x, s.bound.y - y) > 60 || s.bound.z < 0), ...solids],
    balls: [],
    figures: [],
    keepers: [],
  }
  const { camera } = scene
  const m = camera.model
  const plane = kind === 'ball' ? r : (kit.wallFromMm + kit.rimMm) / 2
  const c = camera.project({ xMm: x, yMm: y, zMm: plane })
  const mmPerPx = camera.mmPerPx({ xMm: x, yMm: y })
  const half = (3 * r) / mmPerPx + 8
  const block = (v: number) => 16 * Math.floor(v / 16)
  const x0 = block(Math.max(0, c.xPx - half))
  const y0 = block(Math.max(0, c.yPx - half))
  const width = block(Math.min(m.widthPx, c.xPx + half + 16) - x0)
  const height = block(Math.min(m.heightPx, c.yPx + half + 16) - y0)
  if (width < 48 || height < 48 || c.xPx - x0 < 20 || c.yPx - y0 < 20) return null
  const made = render(scene, { x0, y0, width, height }, FINE)
  const picture = await compressed(develop(scene, made), scene.optics.jpegQuality)
  const again = develop({ ...scene, seed: seed + 1 }, made)
  const cut = new Camera({ ...m, widthPx: width, heightPx: height, cx: m.cx - x0, cy: m.cy - y0 })
  const frame = { seq: 0, tS: 0, widthPx: width, heightPx: height, ...framePlanes(picture.rgb, width, height) }
  const { lateral } = scene.optics
  const colours = { red: lateral, green: 0, blue: -lateral }
  const cal = { camera: cut, lateral: colours, cloth: new ClothField(scene.pitch, []), systematicSigmaAt: () => 0 } as unknown as Calibration
  const base = { ...setup().sides.A, radiusMm: kit.radiusMm, wallFromMm: kit.wallFromMm, rimMm: kit.rimMm }
  const table = { ...setup(), sides: { A: base, B: { ...base, attacks: '-x' as const } } }
  const guess = cut.project({ xMm: x + rng.normal(DETECTOR_MM), yMm: y + rng.normal(DETECTOR_MM), zMm: plane })
  const grid = { width: 1, height: 1, mmPerCell: 5, x0Mm: 1e6, y0Mm: 1e6 }
  const seen = { seq: 0, tS: 0, items: [{ kind, at: guess, score: 0.9, others: {} }], hands: { grid, covered: new Uint8Array(1) }, looked: null }
  const found = await measureFrame(frame, cal, seen, table, new SideColours(table), [], (...a) => session.refine(...a))
  const it = found.items[0]!
  const limit = noiseLimit(develop(scene, made), again, { xPx: c.xPx - x0, yPx: c.yPx - y0 }, r / mmPerPx, scene.optics.blurPx, mmPerPx)
  return {
    kind,
    style: kind === 'ball' ? style : kit.style,
    x: x / l,
    y: y / w,
    dx: it.where.at.xMm - x,
    dy: it.where.at.yMm - y,
    sigma: Math.sqrt((it.where.covMm2[0] + it.where.covMm2[2]) / 2),
    limit,
    blurPx: scene.optics.blurPx,
    phase: [c.xPx - Math.floor(c.xPx), c.yPx - Math.floor(c.yPx)],
  }
}

const q = (v: readonly number[], p: number) => [...v].sort((a, b) => a - b)[Math.min(v.length - 1, Math.floor(p * v.length))] ?? Number.NaN
const mm = (v: number) => v.toFixed(3)
function row(name: string, all: readonly Reading[]): string {
  const e = all.map((r) => Math.hypot(r.dx, r.dy))
  const mean = (f: (r: Reading) => number) => all.reduce((s, r) => s + f(r), 0) / all.length
  const one = all.flatMap((r) => [Math.abs(r.dx) / r.sigma, Math.abs(r.dy) / r.sigma])
  const share = (k: number) => `${Math.round((100 * one.filter((v) => v < k).length) / one.length)} %`
  return `| ${name} | ${all.length} | ${mm(q(e, 0.5))} | ${mm(q(e, 0.95))} | ${mm(q(e, 1))} | ${mm(mean((r) => r.dx))}, ${mm(mean((r) => r.dy))} | ${mm(
    q(
      all.map((r) => r.sigma),
      0.5,
    ),
  )} | ${share(1)} / ${share(3)} | ${mm(
    q(
      all.map((r) => r.limit),
      0.5,
    ),
  )} |`
}

/** Arrows from where a thing was to where it was measured, on the pitch scaled to one size. */
async function map(path: string, all: readonly Reading[]): Promise<void> {
  const [W, H] = [1200, 800]
  const arrow = (r: Reading) => {
    const [x, y] = [W / 2 + (r.x * W) / 2.1, H / 2 - (r.y * H) / 2.1]
    const e = Math.hypot(r.dx, r.dy)
    const colour = e < 0.25 ? '#2f9e44' : e < 0.8 ? '#f08c00' : '#e03131'
    return `<line x1="${x}" y1="${y}" x2="${x + 100 * r.dx}" y2="${y - 100 * r.dy}" stroke="${colour}" stroke-width="2"/><circle cx="${x}" cy="${y}" r="3" fill="${colour}"/>`
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}"><rect width="${W}" height="${H}" fill="#f4f7f5"/>
<rect x="${W / 2 - W / 2.1}" y="${H / 2 - H / 2.1}" width="${W / 1.05}" height="${H / 1.05}" fill="none" stroke="#888"/>${all.map(arrow).join('')}
<line x1="20" y1="${H - 12}" x2="120" y2="${H - 12}" stroke="#000" stroke-width="3"/><text x="128" y="${H - 7}" font-family="DejaVu Sans" font-size="16">1 mm; green below 0.25, orange below 0.8</text></svg>`
  await sharp(Buffer.from(svg)).png().toFile(path)
}

/** Errors of one part of the pitch or of a pixel: their mean, their spread about it, and what noise allows (medians: one blurred look is no bias). */
interface Cell {
  readonly n: number
  readonly bias: readonly [number, number]
  readonly spread: number
  readonly limit: number
}
function cell(all: readonly Reading[]): Cell {
  const bias = [
    q(
      all.map((r) => r.dx),
      0.5,
    ),
    q(
      all.map((r) => r.dy),
      0.5,
    ),
  ] as const
  const off = all.map((r) => Math.hypot(r.dx - bias[0], r.dy - bias[1]))
  return {
    n: all.length,
    bias,
    spread: q(off, 0.5),
    limit: q(
      all.map((r) => r.limit),
      0.5,
    ),
  }
}

/** An arrow per cell for the bias and a circle for the spread (both 200 times as large), a dashed one for the noise limit. */
async function cellMap(path: string, title: string, columns: number, rows: number, at: (r: Reading) => readonly [number, number], all: readonly Reading[]) {
  const side = 110
  const cells: string[] = []
  let worst = 0
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const here = all.filter((r) => {
        const [u, v] = at(r)
        return Math.min(columns - 1, Math.floor(u * columns)) === i && Math.min(rows - 1, Math.floor(v * rows)) === j
      })
      if (here.length < 3) continue
      const c = cell(here)
      worst = Math.max(worst, Math.hypot(...c.bias))
      const [x, y] = [(i + 0.5) * side, (rows - j - 0.5) * side]
      cells.push(
        `<circle cx="${x}" cy="${y}" r="${200 * c.spread}" fill="#d7e8dc" stroke="#2f9e44"/><circle cx="${x}" cy="${y}" r="${200 * c.limit}" fill="none" stroke="#555" stroke-dasharray="3 3"/><line x1="${x}" y1="${y}" x2="${x + 200 * c.bias[0]}" y2="${y - 200 * c.bias[1]}" stroke="#c92a2a" stroke-width="3"/><text x="${x - side / 2 + 4}" y="${y + side / 2 - 5}" font-family="DejaVu Sans" font-size="11">${c.n}</text>`,
      )
    }
  const [W, H] = [columns * side, rows * side]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H + 40}"><rect width="${W}" height="${H + 40}" fill="#fff"/>${cells.join('')}<line x1="10" y1="${H + 22}" x2="60" y2="${H + 22}" stroke="#000" stroke-width="3"/><text x="68" y="${H + 27}" font-family="DejaVu Sans" font-size="14">0.25 mm; ${title}</text></svg>`
  await sharp(Buffer.from(svg)).png().toFile(path)
  return worst
}

mkdirSync(out, { recursive: true })
const session = new DetectorSession(modelPaths(), 1)
const readings: Reading[] = []
const [nx, ny, nl] = [Number(columns), Number(rows), Number(looks)]
for (let k = 0; k < nx * ny * nl; k++) {
  const at = { x: -0.97 + (1.94 * (k % nx)) / (nx - 1), y: -0.97 + (1.94 * (Math.floor(k / nx) % ny)) / (ny - 1) }
  for (const kind of ['ball', 'base'] as const) {
    const r = await reading(session, kind, at, FIRST_SEED + k)
    if (r) readings.push(r)
  }
  if (k % 50 === 49) process.stderr.write(`${k + 1} of ${nx * ny * nl} places\n`)
}
session.close()
console.log(
  '| mm | n | median | 95 % | worst | bias x, y | claimed sigma | within one / three | noise limit |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
)
for (const kind of ['ball', 'base'] as const) {
  const all = readings.filter((r) => r.kind === kind)
  console.log(row(kind, all))
  console.log(
    row(
      `${kind}, in focus (blur below 0.8 px)`,
      all.filter((r) => r.blurPx < 0.8),
    ),
  )
  for (const style of [...new Set(all.map((r) => r.style))].sort())
    console.log(
      row(
        `${kind}, ${style}`,
        all.filter((r) => r.style === style),
      ),
    )
  await map(join(out, `${kind}.png`), all)
  const says = `${kind}: bias (arrow), spread (circle), noise limit (dashed)`
  const byPlace = await cellMap(join(out, `${kind}-by-place.png`), says, 6, 4, (r) => [(r.x + 1) / 2, (r.y + 1) / 2], all)
  const byPhase = await cellMap(join(out, `${kind}-by-pixel.png`), says, 4, 4, (r) => r.phase, all)
  console.log(`\n${kind}: largest bias of a part of the pitch ${mm(byPlace)} mm, of a part of a pixel ${mm(byPhase)} mm (medians)\n`)
}
console.log(`maps in ${out}`)
