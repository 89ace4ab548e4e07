/** The process that holds the ONNX session: planes in, peaks out. It may die; its parent starts another (onnxruntime#20084). */
import * as ort from 'onnxruntime-node'
import { decodeHeatmap } from './decode/heatmap.ts'

export interface InferenceAsk {
  readonly id: number
  readonly planes: Uint8Array
  readonly width: number
  readonly height: number
}

const [model = '', threads = '1'] = process.argv.slice(2)
const session = await ort.InferenceSession.create(model, {
  intraOpNumThreads: Number(threads),
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  extra: { session: { intra_op: { allow_spinning: '0' } } },
})

process.on('message', async (ask: InferenceAsk) => {
  const started = performance.now()
  const input = new ort.Tensor('uint8', Uint8Array.from(ask.planes), [1, 3, ask.height, ask.width])
  const out = await session.run({ planes: input })
  const maps = out.peaks!
  const [, , h, w] = maps.dims as [number, number, number, number]
  const decoded = decodeHeatmap(maps.data as Float32Array, out.hand!.data as Float32Array, out.offset!.data as Float32Array, w, h)
  process.send!({ id: ask.id, ...decoded, ms: performance.now() - started })
})
process.on('disconnect', () => process.exit(0))
process.send!({ ready: true })
