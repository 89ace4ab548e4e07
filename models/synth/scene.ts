/** What a synthetic picture is made of. Lengths mm, times s, colours linear. */
import type { Camera } from '../../calibration/camera.ts'
import type { Pitch } from '../../calibration/pitch.ts'
import type { ClothLook } from './cloth.ts'
import type { Rgb } from './colour.ts'
import type { Solid } from './shapes.ts'

/** A rectangular lamp (or window): centre, half axes, power as irradiance straight below or before it. */
export interface Lamp {
  readonly at: readonly [number, number, number]
  readonly u: readonly [number, number, number]
  readonly v: readonly [number, number, number]
  readonly colour: Rgb
}

export interface Optics {
  readonly shutterS: number
  /** Seconds from the first row to the last. */
  readonly readoutS: number
  readonly exposure: number
  readonly whiteBalance: Rgb
  readonly vignette: number
  readonly blurPx: number
  readonly noise: number
  readonly sharpen: number
  readonly contrast: number
  /** JPEG quality 1..100. */
  readonly jpegQuality: number
  /** Lateral chromatic aberration: red is drawn larger by this share about the middle of the lens, blue smaller; green is exact. */
  readonly lateral: number
}

export interface BallTruth {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly r: number
  readonly velocity: readonly [number, number]
}
export interface FigureTruth {
  readonly id: string
  readonly team: 'A' | 'B' | 'spare'
  readonly x: number
  readonly y: number
  readonly r: number
  readonly wallFromMm: number
  readonly rimMm: number
  readonly heightMm: number
  readonly standing: boolean
  readonly velocity: readonly [number, number]
}
export interface KeeperTruth {
  readonly id: string
  readonly team: 'A' | 'B'
  readonly x: number
  readonly y: number
}

export interface Scene {
  readonly seed: number
  readonly camera: Camera
  readonly pitch: Pitch
  readonly cloth: ClothLook
  readonly lamps: readonly Lamp[]
  readonly sky: Rgb
  /** `sagMm`: how far the middle of the table hangs below its ends; left out when it is flat. */
  readonly table: { readonly colour: Rgb; readonly grain: number; readonly borderMm: number; readonly sagMm?: number }
  readonly floor: { readonly colour: Rgb; readonly grain: number; readonly z: number; readonly plankMm: number }
  readonly solids: readonly Solid[]
  readonly optics: Optics
  readonly balls: readonly BallTruth[]
  readonly figures: readonly FigureTruth[]
  readonly keepers: readonly KeeperTruth[]
}

/** How far the table hangs down at a place, mm: a board that rests on its ends. */
export function sagAt(scene: Pick<Scene, 'pitch' | 'table'>, xMm: number): number {
  const half = scene.pitch.lengthMm / 2 + scene.pitch.surfaceMarginMm.goalLine
  return (scene.table.sagMm ?? 0) * Math.max(0, 1 - (xMm / half) ** 2)
}

/** The part of the picture to make, in pixels of the full picture. */
export interface Window {
  readonly x0: number
  readonly y0: number
  readonly width: number
  readonly height: number
}

/** How much work goes into a picture: rays per pixel on solids, texel size and rays per texel of the cloth's shadows. */
export interface Quality {
  readonly samples: number
  readonly texelMm: number
  readonly shadowRays: number
}
