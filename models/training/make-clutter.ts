/**
 * Draws flat pictures of what lies on and beside tables and is no piece of the game: desks, pans, rods, print, screws, boxes, wires, screens.
 *   node --import tsx models/training/make-clutter.ts OUT COUNT [FIRST_SEED]
 * Writes OUT/clutter.bin, 3 planes of SIDE x SIDE each. Shapes cover one another as dead leaves do (Lee, Mumford, Huang 2001: the statistics of
 * natural pictures); nothing round in them is of a ball's or a base's size.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { framePlanes } from '../../vision/frame.ts'
import { Random } from '../synth/random.ts'
import { SIDE } from './make-tiles.ts'

/** Radii in cells between which a disc could be a piece: 5 to 16 mm. */
const PIECE = [2, 6.5] as const

type Draw = (rng: Random) => string

const colour = (rng: Random): string => {
  const light = rng.pick([rng.between(2, 20), rng.between(20, 75), rng.between(75, 98)])
  return `hsl(${rng.int(0, 359)},${(rng.chance(0.4) ? rng.between(0, 15) : rng.between(15, 90)).toFixed(0)}%,${light.toFixed(0)}%)`
}
const place = (rng: Random) => [rng.between(-10, SIDE + 10), rng.between(-10, SIDE + 10)] as const
/** Small or large, not a piece's. */
const radius = (rng: Random): number => (rng.chance(0.5) ? rng.between(0.5, PIECE[0]) : PIECE[1] * rng.between(1, 8) ** rng.between(0.3, 1))
const turned = (rng: Random, x: number, y: number, inner: string) =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${rng.int(0, 359)})">${inner}</g>`
const outline = (rng: Random) => (rng.chance(0.3) ? ` stroke="${colour(rng)}" stroke-width="${rng.between(0.3, 2).toFixed(1)}"` : '')

/** Rings in one another: a pan, a lid, a plate, a lens, a screw hole. */
const rings: Draw = (rng) => {
  const [x, y] = place(rng)
  let r = radius(rng)
  let rim = r
  let out = ''
  for (let k = rng.int(1, 5); k > 0 && (r < PIECE[0] || r > PIECE[1]); k--) {
    out += `<circle r="${r.toFixed(1)}" fill="${colour(rng)}"${outline(rng)}/>`
    rim = r
    r *= rng.between(0.6, 0.95)
  }
  // a reflection runs round the rim of many
  if (rng.chance(0.4))
    out += `<path d="M ${rim.toFixed(1)} 0 A ${rim.toFixed(1)} ${rim.toFixed(1)} 0 0 1 0 ${rim.toFixed(1)}" fill="none" stroke="white" stroke-opacity="${rng.between(0.2, 0.9).toFixed(2)}" stroke-width="${rng.between(0.4, 2).toFixed(1)}"/>`
  return turned(rng, x, y, out)
}

const polygon: Draw = (rng) => {
  const [x, y] = place(rng)
  const r = rng.between(3, 60) * rng.between(0.3, 1)
  const n = rng.int(3, 7)
  const points = Array.from({ length: n }, (_, k) => {
    const a = (2 * Math.PI * (k + rng.between(-0.3, 0.3))) / n
    const q = r * rng.between(0.3, 1.2)
    return `${(q * Math.cos(a)).toFixed(1)},${(q * Math.sin(a)).toFixed(1)}`
  })
  return turned(rng, x, y, `<polygon points="${points.join(' ')}" fill="${colour(rng)}"${outline(rng)}/>`)
}

/** A box, a battery, a card, a robot with its two colours: long, or too large or too small for a piece. */
const box: Draw = (rng) => {
  const [x, y] = place(rng)
  const h = rng.chance(0.5) ? rng.between(1, 9) : rng.between(13, 60)
  const w = h * rng.between(1.7, 6)
  const parts = rng.int(1, 4)
  const round = rng.chance(0.4) ? rng.between(0, 2) : 0
  const two = [colour(rng), colour(rng)]
  const strips = Array.from(
    { length: parts },
    (_, k) =>
      `<rect x="${((k * w) / parts).toFixed(1)}" width="${(w / parts).toFixed(1)}" height="${h.toFixed(1)}" rx="${round.toFixed(1)}" fill="${two[k % 2]}"${outline(rng)}/>`,
  )
  return turned(rng, x, y, strips.join(''))
}

/** A rod with its light along it, a rail, a crossing of lines. */
const rod: Draw = (rng) => {
  const [x, y] = place(rng)
  const w = rng.between(0.6, 7)
  const l = rng.between(20, 300)
  const bar = (dy: number, wide: number, tone: string) =>
    `<rect x="${(-l / 2).toFixed(1)}" y="${(dy - wide / 2).toFixed(1)}" width="${l.toFixed(1)}" height="${wide.toFixed(1)}" fill="${tone}"/>`
  const across = rng.chance(0.3)
    ? `<rect x="${(-w / 2).toFixed(1)}" y="${(-l / 2).toFixed(1)}" width="${w.toFixed(1)}" height="${l.toFixed(1)}" fill="${colour(rng)}"/>`
    : ''
  return turned(rng, x, y, bar(0, w, colour(rng)) + (rng.chance(0.5) ? bar(rng.between(-w, w) / 4, w / 4, '#fff') : '') + across)
}

/** Print: rows of strokes that are no letters but look like them at this scale. */
const print: Draw = (rng) => {
  const [x, y] = place(rng)
  const size = rng.between(2, 14)
  const tone = rng.chance(0.6) ? (rng.chance(0.5) ? '#fff' : '#111') : colour(rng)
  const wide = size * rng.between(0.08, 0.22)
  let d = ''
  for (let row = rng.int(0, 3); row >= 0; row--)
    for (let k = rng.int(2, 14); k >= 0; k--)
      for (let s = rng.int(2, 5); s > 0; s--) {
        const at = () => `${((k + rng.between(0.1, 0.85)) * size * 0.7).toFixed(1)} ${((row * 1.4 + rng.int(0, 3) / 3) * size).toFixed(1)}`
        d += rng.chance(0.35) ? `M${at()}Q${at()} ${at()}` : `M${at()}L${at()}`
      }
  const halo = rng.chance(0.3) ? `<path d="${d}" fill="none" stroke="#000" stroke-width="${(2.2 * wide).toFixed(2)}"/>` : ''
  const upright = `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">`
  const body = `${halo}<path d="${d}" fill="none" stroke="${tone}" stroke-width="${wide.toFixed(2)}" stroke-linecap="round"/>`
  return rng.chance(0.5) ? `${upright}${body}</g>` : turned(rng, x, y, body)
}

const wire: Draw = (rng) => {
  const p = () =>
    place(rng)
      .map((v) => v.toFixed(0))
      .join(' ')
  return `<path d="M${p()}C${p()} ${p()} ${p()}" fill="none" stroke="${colour(rng)}" stroke-width="${rng.between(0.5, 5).toFixed(1)}"/>`
}

/** Many small alike things in a row or a field: beads of a counter, keys, screws, pixels of a screen. */
const field: Draw = (rng) => {
  const [x, y] = place(rng)
  const r = rng.between(0.4, PIECE[0])
  const step = r * rng.between(2, 5)
  const tone = colour(rng)
  const square = rng.chance(0.5)
  let out = ''
  const columns = rng.int(1, 10)
  for (let j = rng.int(1, 8); j >= 0; j--)
    for (let i = columns; i >= 0; i--)
      out += square
        ? `<rect x="${(i * step).toFixed(1)}" y="${(j * step).toFixed(1)}" width="${(1.7 * r).toFixed(1)}" height="${(1.7 * r).toFixed(1)}" fill="${tone}"/>`
        : `<circle cx="${(i * step).toFixed(1)}" cy="${(j * step).toFixed(1)}" r="${r.toFixed(1)}" fill="${tone}"/>`
  return turned(rng, x, y, out)
}

/** A soft shadow or a patch of light: no edge at all. */
const shade: Draw = (rng) => {
  const [x, y] = place(rng)
  const tone = rng.chance(0.6) ? '0,0,0' : '255,255,255'
  const r = rng.between(5, 90)
  return `<radialGradient id="s${x.toFixed(3)}"><stop offset="0" stop-color="rgb(${tone})" stop-opacity="${rng.between(0.2, 0.8).toFixed(2)}"/><stop offset="1" stop-color="rgb(${tone})" stop-opacity="0"/></radialGradient><ellipse cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" rx="${r.toFixed(1)}" ry="${(r * rng.between(0.3, 1)).toFixed(1)}" fill="url(#s${x.toFixed(3)})"/>`
}

const KINDS: readonly Draw[] = [rings, polygon, box, rod, print, wire, field, shade]

/** One picture; the same seed draws the same one. Planes as the detector takes them: luma, Cb, Cr, SIDE x SIDE each. */
export async function drawClutter(seed: number): Promise<Uint8Array> {
  const rng = new Random(seed)
  const a = colour(rng)
  const b = rng.chance(0.6) ? a : colour(rng)
  const ground = `<linearGradient id="g" gradientTransform="rotate(${rng.int(0, 90)})"><stop offset="0" stop-color="${a}"/><stop offset="1" stop-color="${b}"/></linearGradient><rect width="${SIDE}" height="${SIDE}" fill="url(#g)"/>`
  const kinds = KINDS.filter(() => rng.chance(0.5))
  const count = rng.chance(0.15) ? 0 : Math.round(3 * 2 ** rng.between(0, 5))
  const things = Array.from({ length: count }, () => rng.pick(kinds.length ? kinds : KINDS)(rng))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">${ground}${things.join('')}</svg>`
  const drawn = await sharp(Buffer.from(svg)).removeAlpha().blur(rng.between(0.35, 1.3)).raw().toBuffer()
  const grain = rng.chance(0.7) ? rng.between(0, 4) : rng.between(4, 12)
  const gain = rng.chance(0.25) ? rng.between(0.15, 0.5) : rng.between(0.6, 1)
  const noisy = Buffer.alloc(drawn.length)
  for (let k = 0; k < drawn.length; k++) noisy[k] = Math.max(0, Math.min(255, gain * drawn[k]! + rng.normal(grain)))
  const size = { width: SIDE, height: SIDE, channels: 3 } as const
  // grain is not white in a camera's picture: it was compressed, and this is a plan of it
  const jpeg = await sharp(noisy, { raw: size })
    .jpeg({ quality: rng.int(30, 90) })
    .toBuffer()
  const rgb = await sharp(jpeg).raw().toBuffer()
  const { luma, chroma } = framePlanes(rgb, SIDE, SIDE)
  const out = new Uint8Array(3 * SIDE * SIDE)
  out.set(luma)
  for (const [k, c] of chroma.entries())
    for (let y = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++) out[((k + 1) * SIDE + y) * SIDE + x] = c[(y >> 1) * (SIDE / 2) + (x >> 1)]!
  return out
}

if (process.argv[1]?.endsWith('make-clutter.ts')) {
  const [out = '', count = '10', first = '1'] = process.argv.slice(2)
  mkdirSync(out, { recursive: true })
  const all = Buffer.alloc(Number(count) * 3 * SIDE * SIDE)
  for (let k = 0; k < Number(count); k++) all.set(await drawClutter(Number(first) + k), k * 3 * SIDE * SIDE)
  writeFileSync(join(out, 'clutter.part'), all)
  renameSync(join(out, 'clutter.part'), join(out, 'clutter.bin'))
}
