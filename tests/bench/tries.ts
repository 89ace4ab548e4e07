/** Prints what models/training/tries.sh tried: found, missed and invented on the same tiles, and milliseconds on a whole table with one thread. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as ort from 'onnxruntime-node'

const dir = process.argv[2] ?? '.cache/tries'
const [w, h] = [560, 400]
console.log('| try | parameters | stride | ball | base | keeper | fallen | hand | ms |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |')
for (const name of readdirSync(dir)
  .filter((f) => f.endsWith('.json'))
  .sort()) {
  const card = JSON.parse(readFileSync(join(dir, name), 'utf8'))
  const session = await ort.InferenceSession.create(join(dir, name.replace('.json', '.onnx')), { intraOpNumThreads: 1, interOpNumThreads: 1 })
  const planes = new ort.Tensor('uint8', new Uint8Array(3 * w * h), [1, 3, h, w])
  const ms: number[] = []
  for (let i = 0; i < 25; i++) {
    const t = performance.now()
    await session.run({ planes })
    ms.push(performance.now() - t)
  }
  const v = card.validation.foundMissedInvented as Record<string, [number, number, number]>
  const cell = ([f, m, g]: [number, number, number]) => `${f}/${f + m}, ${g} invented`
  console.log(
    `| ${name.replace('.json', '')} | ${card.parameters} | ${card.output.stride} | ${cell(v.ball!)} | ${cell(v.base!)} | ${cell(v.keeper!)} | ${cell(v.fallen!)} | ${card.validation.handIou} | ${ms.sort((a, b) => a - b)[12]!.toFixed(0)} |`,
  )
}
