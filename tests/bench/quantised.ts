/**
 * Two networks of the same task on the same rendered tiles, which neither was trained on: what each finds, misses and invents, and how long it takes.
 *   node --import tsx tests/bench/quantised.ts TILES_DIR A.onnx B.onnx
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as ort from 'onnxruntime-node'

const [dir = '', ...paths] = process.argv.slice(2)
const SIDE = 192
const HALF = SIDE / 2
const BYTES = 3 * SIDE * SIDE + 2 * HALF * HALF
const SCORE = 0.3
const NEAR = 2
const KINDS = ['ball', 'base', 'keeper', 'fallen'] as const
/** Tiles at the end of what is there, as training leaves them out. */
const TILES = 200
const [W, H] = [560, 400]

const names = readdirSync(dir)
  .filter((f) => f.endsWith('.bin'))
  .sort()
const tiles = names.flatMap((f) => {
  const raw = readFileSync(join(dir, f))
  const objects = readFileSync(join(dir, f.replace('.bin', '.jsonl')), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((l) => JSON.parse(l).objects as [number, number, number][])
  return objects.map((o, k) => ({ raw: raw.subarray(k * BYTES, (k + 1) * BYTES), objects: o }))
})
console.log('| network | ball | base | keeper | fallen | ms a table, one thread |\n| --- | --- | --- | --- | --- | --- |')
for (const path of paths) {
  const session = await ort.InferenceSession.create(path, { intraOpNumThreads: 1, interOpNumThreads: 1 })
  const tally = KINDS.map(() => [0, 0, 0])
  for (const { raw, objects } of tiles.slice(-TILES)) {
    const counts = raw.subarray(3 * SIDE * SIDE + HALF * HALF)
    const { peaks } = await session.run({ planes: new ort.Tensor('uint8', Uint8Array.from(raw.subarray(0, 3 * SIDE * SIDE)), [1, 3, SIDE, SIDE]) })
    const heat = peaks!.data as Float32Array
    for (const [c, t] of tally.entries()) {
      const got: [number, number][] = []
      for (let y = 0; y < HALF; y++) for (let x = 0; x < HALF; x++) if (heat[(c * HALF + y) * HALF + x]! > SCORE && counts[y * HALF + x]! > 0) got.push([x, y])
      for (const [k, i, j] of objects) {
        const [x, y] = [(i - 0.5) / 2, (j - 0.5) / 2]
        const inside = counts[Math.max(0, Math.min(HALF - 1, Math.round(y))) * HALF + Math.max(0, Math.min(HALF - 1, Math.round(x)))]! > 0
        if (k !== c || !inside) continue
        const hit = got.findIndex((q) => Math.abs(q[0] - x) <= NEAR && Math.abs(q[1] - y) <= NEAR)
        t[hit >= 0 ? 0 : 1]!++
        if (hit >= 0) got.splice(hit, 1)
      }
      t[2]! += got.length
    }
  }
  const planes = new ort.Tensor(
    'uint8',
    new Uint8Array(3 * W * H).map((_, k) => (k * 7919) % 251),
    [1, 3, H, W],
  )
  const ms: number[] = []
  for (let i = 0; i < 40; i++) {
    const t = performance.now()
    await session.run({ planes })
    ms.push(performance.now() - t)
  }
  const cell = ([f, m, g]: readonly number[]) => `${f}/${f! + m!} (${g})`
  console.log(`| ${path} | ${tally.map(cell).join(' | ')} | ${ms.sort((a, b) => a - b)[20]!.toFixed(0)} |`)
}
