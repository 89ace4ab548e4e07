/** The renderer makes the same picture from the same seed, and a training from nothing to a model that runs takes under a minute. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as ort from 'onnxruntime-node'
import { expect, test } from 'vitest'
import { openModel } from '../../edge/model.ts'
import { makeTile } from '../../models/training/make-tiles.ts'
import { root } from '../shared.ts'

test('one seed, one tile', async () => {
  const [a, b, c] = [await makeTile(41, 'varied'), await makeTile(41, 'varied'), await makeTile(42, 'varied')]
  const digest = (t: { planes: Uint8Array }) => createHash('sha256').update(t.planes).digest('hex')
  expect(digest(a)).toBe(digest(b))
  expect(digest(a)).not.toBe(digest(c))
  expect(a.objects).toEqual(b.objects)
})

test('every model has a card that fits it and says how it was made', () => {
  for (const name of ['detector', 'refine-ball', 'refine-base']) {
    const card = JSON.parse(readFileSync(openModel(name).path.replace('.onnx', '.json'), 'utf8'))
    expect(card).toMatchObject({
      name,
      sha256: expect.any(String),
      recipe: { command: expect.any(String), seed: expect.any(Number) },
      validation: expect.any(Object),
    })
  }
})

test('smoke training: tiles, one epoch, an ONNX file that runs', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'greenline-training-'))
  const tiles = join(root, '.cache/tiles-16')
  rmSync(tiles, { recursive: true, force: true })
  const out = join(dir, 'smoke.onnx')
  execFileSync('bash', [join(root, 'models/training/train.sh'), '16', '1', out], { stdio: 'pipe', timeout: 180_000 })
  expect(existsSync(out.replace('.onnx', '.json'))).toBe(true)
  const session = await ort.InferenceSession.create(out)
  const result = await session.run({ planes: new ort.Tensor('uint8', new Uint8Array(2 * 3 * 64 * 64), [2, 3, 64, 64]) })
  expect(result.peaks!.dims).toEqual([2, 4, 32, 32])
}, 200_000)
