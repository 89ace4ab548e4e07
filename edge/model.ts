/** The models that ship with Greenline, checked against their cards before they are run. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { ModelPaths } from '../vision/detect/session.ts'
import { ProblemError } from './problems.ts'

const cardSchema = z.looseObject({ name: z.string(), sha256: z.string() })
export interface Model {
  readonly path: string
  readonly name: string
  readonly sha256: string
}

export const modelPath = (name: string): string => fileURLToPath(new URL(`../models/${name}.onnx`, import.meta.url))

export function openModel(name: string, path = modelPath(name)): Model {
  const cardPath = path.replace(/\.onnx$/, '.json')
  if (!existsSync(path) || !existsSync(cardPath))
    throw new ProblemError(
      'MODEL_MISSING',
      `model ${name} is missing: expected ${path} and its card; fetch the repository again or retrain with models/training/train.sh`,
    )
  const card = cardSchema.parse(JSON.parse(readFileSync(cardPath, 'utf8')))
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
  if (sha256 !== card.sha256)
    throw new ProblemError(
      'MODEL_CHANGED',
      `model ${name} does not match its card (sha256 ${sha256.slice(0, 12)}..., card says ${card.sha256.slice(0, 12)}...); fetch the repository again`,
    )
  return { path, name, sha256 }
}

const NAMES = ['detector', 'refine-ball', 'refine-base'] as const

/** All models that the vision needs, each checked. */
export function modelPaths(): ModelPaths {
  const [detector, refineBall, refineBase] = NAMES.map((n) => openModel(n).path) as [string, string, string]
  return { detector, refineBall, refineBase }
}

/** What a certificate says of them. */
export const modelDigests = (): { name: string; sha256: string }[] =>
  NAMES.map((name) => ({ name, sha256: cardSchema.parse(JSON.parse(readFileSync(modelPath(name).replace(/\.onnx$/, '.json'), 'utf8'))).sha256 }))
