/** Times the detector, rectification included, beside a network of nano size on the same runtime; then soaks it. Run by detector-timing.sh. */
import * as ort from 'onnxruntime-node'
import { openModel } from '../../edge/model.ts'
import { Rectifier, surfaceGrid } from '../../vision/detect/rectify.ts'
import type { Frame } from '../../vision/frame.ts'
import { cameraOver, pitch } from '../tables.ts'

const [nano = '', runs = '150', soak = '20000'] = process.argv.slice(2)
const MM_PER_CELL = 2.5
const q = (a: readonly number[], p: number) => [...a].sort((x, y) => x - y)[Math.min(a.length - 1, Math.ceil(p * a.length) - 1)]!

async function time(what: () => Promise<unknown>, n: number): Promise<string> {
  for (let i = 0; i < 5; i++) await what()
  const ms: number[] = []
  for (let i = 0; i < n; i++) {
    const t = performance.now()
    await what()
    ms.push(performance.now() - t)
  }
  return `${q(ms, 0.5).toFixed(1)} | ${q(ms, 0.99).toFixed(1)}`
}

const [w, h] = [1920, 1080]
const frame: Frame = {
  seq: 0,
  tS: 0,
  widthPx: w,
  heightPx: h,
  luma: new Uint8Array(w * h).fill(100),
  chroma: [new Uint8Array((w * h) / 4).fill(110), new Uint8Array((w * h) / 4).fill(120)],
}
const table = pitch()
const grid = surfaceGrid(table.lengthMm / 2 + table.surfaceMarginMm.goalLine, table.widthMm / 2 + table.surfaceMarginMm.touchline, 15, MM_PER_CELL, 16)
const rectifier = new Rectifier(cameraOver(), grid)
const planes = new Uint8Array(3 * grid.width * grid.height)
const open = (path: string, threads: number) =>
  ort.InferenceSession.create(path, { intraOpNumThreads: threads, interOpNumThreads: 1, executionMode: 'sequential' })
const image = (width: number, height: number) => new ort.Tensor('float32', new Float32Array(3 * width * height), [1, 3, height, width])

console.log(`${grid.width} x ${grid.height} cells of ${MM_PER_CELL} mm\n`)
console.log('| network | input | threads | ms median | ms 99 % |\n| --- | --- | --- | --- | --- |')
for (const threads of [1, 2]) {
  const ours = await open(openModel('detector').path, threads)
  const look = () => {
    rectifier.run(frame, planes)
    return ours.run({ planes: new ort.Tensor('uint8', planes, [1, 3, grid.height, grid.width]) })
  }
  console.log(`| ours, with rectification of 1920 x 1080 | ${grid.width} x ${grid.height} | ${threads} | ${await time(look, Number(runs))} |`)
  const theirs = await open(nano, threads)
  const round32 = (v: number) => 32 * Math.ceil(v / 32)
  for (const [a, b] of [[640, 640] as const, [round32(grid.width), round32(grid.height)] as const]) {
    const input = image(a, b)
    console.log(`| nano size, untrained | ${a} x ${b} | ${threads} | ${await time(() => theirs.run({ images: input }), Math.min(60, Number(runs)))} |`)
  }
}
const session = await open(openModel('detector').path, 1)
const patch = new Uint8Array(3 * 64 * 64)
const rss: number[] = []
for (let i = 0; i <= Number(soak); i++) {
  const out = await session.run({ planes: new ort.Tensor('uint8', patch, [1, 3, 64, 64]) })
  for (const t of Object.values(out)) t.dispose()
  if (i % Math.max(1, Math.floor(Number(soak) / 10)) === 0) {
    globalThis.gc?.()
    rss.push(Math.round(process.memoryUsage().rss / 1e6))
  }
}
console.log(`\nresident memory over ${soak} runs, MB: ${rss.join(' ')}`)
