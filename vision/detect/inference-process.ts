/** The process that holds the ONNX sessions: pictures in, answers out. It may die; its parent starts another (onnxruntime#20084). */
import * as ort from 'onnxruntime-node'
import { PATCH_FACTS, PATCH_SIDE } from '../measure/patch.ts'
import { decodeHeatmap } from './decode/heatmap.ts'

type Ask =
  | { readonly id: number; readonly planes: Uint8Array; readonly width: number; readonly height: number; readonly count: number }
  | { readonly id: number; readonly refine: 'ball' | 'base'; readonly patches: Uint8Array; readonly facts: Float32Array; readonly count: number }

const [detectorPath = '', ballPath = '', basePath = '', threads = '1'] = process.argv.slice(2)
const open = (path: string) =>
  ort.InferenceSession.create(path, {
    intraOpNumThreads: Number(threads),
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
const detector = await open(detectorPath)
const refiners = { ball: await open(ballPath), base: await open(basePath) }

async function answer(ask: Ask): Promise<object> {
  if ('refine' in ask) {
    const patches = new ort.Tensor('uint8', Uint8Array.from(ask.patches), [ask.count, 3, PATCH_SIDE, PATCH_SIDE])
    const facts = new ort.Tensor('float32', Float32Array.from(ask.facts), [ask.count, PATCH_FACTS])
    const out = await refiners[ask.refine].run({ patches, facts })
    return { shifts: out.shift!.data }
  }
  const out = await detector.run({ planes: new ort.Tensor('uint8', Uint8Array.from(ask.planes), [ask.count, 3, ask.height, ask.width]) })
  const maps = out.peaks!
  const [, kinds, h, w] = maps.dims as [number, number, number, number]
  const part = (t: ort.Tensor, n: number, channels: number) => (t.data as Float32Array).subarray(n * channels * h * w, (n + 1) * channels * h * w)
  return { views: Array.from({ length: ask.count }, (_, n) => decodeHeatmap(part(maps, n, kinds), part(out.hand!, n, 1), part(out.offset!, n, 2), w, h)) }
}

process.on('message', async (ask: Ask) => {
  const started = performance.now()
  const result = await answer(ask)
  process.send!({ id: ask.id, ...result, ms: performance.now() - started })
})
process.on('disconnect', () => process.exit(0))
process.send!({ ready: true })
