/**
 * What the detector says of real pictures of related scenes, which it was not made for: a table and contact sheets.
 *   node --import tsx tests/bench/real-footage.ts [OUT]
 * Each picture is brought to the detector's scale by the size of its own ball (or coin); there is no calibration, so nothing is measured.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Peak } from '../../vision/detect/decode/heatmap.ts'
import { found, look, openDetector, type Picture, pictures, type Seen } from '../real-pictures.ts'
import { shared } from '../shared.ts'

const COLOURS = { ball: '#ffffff', base: '#ffd23f', keeper: '#3fd2ff', fallen: '#ff5050' } as const

const out = process.argv[2] ?? '.cache/real'
mkdirSync(out, { recursive: true })
if (!existsSync(shared('footage/real'))) throw new Error('the real pictures are not beside this checkout')

async function sheet(p: Picture, seen: Seen, zoom: number): Promise<Buffer> {
  const { w, h, rgb, W, H } = seen
  const ring = (q: Peak) =>
    `<circle cx="${q.i * zoom}" cy="${q.j * zoom}" r="${6 * zoom}" fill="none" stroke="${COLOURS[q.kind]}" stroke-width="${zoom}"/><text x="${(q.i + 6) * zoom}" y="${q.j * zoom}" fill="#fff" font-size="${4 * zoom}">${q.kind} ${q.score.toFixed(2)}</text>`
  const svg = `<svg width="${w * zoom}" height="${h * zoom}">${seen.peaks.map(ring).join('')}<text x="4" y="${h * zoom - 6}" font-size="14" fill="#fff">${p.name}</text></svg>`
  return sharp(
    await sharp(rgb, { raw: { width: W, height: H, channels: 3 } })
      .extract({ left: 0, top: 0, width: w, height: h })
      .resize(w * zoom, h * zoom)
      .png()
      .toBuffer(),
  )
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer()
}

const count = (peaks: readonly Peak[], kind: Peak['kind']) => peaks.filter((q) => q.kind === kind).length
console.log(
  '| picture | balls there | found as ball | as base | missed | other balls | other bases | hand region |\n| --- | --- | --- | --- | --- | --- | --- | --- |',
)
let [there, asBall, asBase, empty, quiet, others] = [0, 0, 0, 0, 0, 0]
const small: Buffer[] = []
const session = await openDetector()
for (const p of pictures()) {
  const seen = await look(session, p)
  const crop = p.name.startsWith('foosball-ball-crops')
  const truth = crop ? p.truth.map((t) => ({ x: t.x * seen.w0, y: t.y * seen.h0, r: 13 })) : p.truth
  const used = new Set<Peak>()
  const b = found(seen, truth, 'ball', used)
  const d = found(seen, truth, 'base', used)
  const rest = seen.peaks.filter((q) => !used.has(q))
  if (crop) {
    there += truth.length
    asBall += b
    asBase += d
    others += count(rest, 'ball')
    if (!truth.length) {
      empty++
      if (!count(seen.peaks, 'ball')) quiet++
    }
    if (small.length < 64)
      small.push(
        await sharp(await sheet(p, seen, 3))
          .resize(150, 150, { fit: 'contain' })
          .png()
          .toBuffer(),
      )
    continue
  }
  console.log(
    `| ${p.name} | ${truth.length || '-'} | ${truth.length ? b : '-'} | ${truth.length ? d : '-'} | ${truth.length ? truth.length - b - d : '-'} | ${count(rest, 'ball')} | ${count(rest, 'base')} | ${(100 * seen.hand).toFixed(0)} % |`,
  )
  await sharp(await sheet(p, seen, 3)).toFile(join(out, `${p.name.replace(/\W+/g, '-')}.png`))
}
console.log(`| foosball crops (64) | ${there} | ${asBall} | ${asBase} | ${there - asBall - asBase} | ${others} | - | - |`)
console.log(`\nquiet on ${quiet} of ${empty} crops with no ball`)
await sharp({ create: { width: 8 * 152, height: 152 * Math.ceil(small.length / 8), channels: 3, background: '#000' } })
  .composite(small.map((input, k) => ({ input, left: (k % 8) * 152, top: Math.floor(k / 8) * 152 })))
  .png()
  .toFile(join(out, 'foosball-crops.png'))
