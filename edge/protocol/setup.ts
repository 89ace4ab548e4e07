/** What the pages get by HTTP: the set-up, a gauge, the offside line, pairing codes. */
import { z } from 'zod'
import { side, whySchema } from './words.ts'

/** What the set-up page is told (GET /api/setup). */
const setupSchema = z.object({
  state: z.enum(['none', 'locked', 'held']),
  problem: whySchema.nullable(),
  pitchFile: z.unknown(),
  cameraHeightMm: z.number().nullable(),
  widthPx: z.number(),
  heightPx: z.number(),
  residualMm: z.number().nullable(),
  tiltDeg: z.number().nullable(),
  mmPerPx: z.number().nullable(),
  sigmaMm: z.object({ cloth: z.number(), ballHeight: z.number() }).nullable(),
  /** Each printed line as it should lie in the picture, px, and what it misses by. */
  lines: z.array(
    z.object({
      name: z.string(),
      px: z.array(z.tuple([z.number(), z.number()])),
      residualMm: z.number().nullable(),
      sigmaMm: z.number().nullable(),
      foundShare: z.number(),
    }),
  ),
  /** What to do, which the page puts in its language; what the device or the camera says in words of its own. */
  advice: z.array(
    z.discriminatedUnion('about', [
      z.object({
        about: z.enum(['assumed', 'tape', 'tilt', 'coarse', 'outside', 'hidden', 'off', 'proportion']),
        values: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
      z.object({ about: z.literal('said'), words: whySchema }),
    ]),
  ),
  /** A USB camera's controls; null for other sources. */
  camera: z
    .object({
      identity: z.string(),
      /** What was agreed with it: format, size, rate. */
      format: z.string().nullable(),
      settings: z.array(z.object({ name: z.string(), wanted: z.number(), got: z.number().nullable() })),
      objections: z.array(whySchema),
    })
    .nullable(),
  /** The sides' bases as they are taken to be. */
  bases: z.record(side, z.object({ diameterMm: z.number(), heightMm: z.number(), rounded: z.boolean() })),
  /** What measures: names and digests of the models. */
  models: z.array(z.object({ name: z.string(), sha256: z.string() })),
})
export type SetupMessage = z.infer<typeof setupSchema>

/** Starting points for the set-up page (GET /api/setup/presets). */
export interface PresetsMessage {
  readonly cloths: readonly { readonly name: string; readonly pitch: unknown }[]
  readonly bases: readonly { readonly name: string; readonly diameterMm: number; readonly heightMm: number; readonly rounded: boolean }[]
}

/** What a gauge of known size reads (POST /api/setup/gauge): its size, where its rim lies in the picture, and whether the two agree. */
export interface GaugeMessage {
  readonly diameterMm: number
  readonly sigmaMm: number
  readonly within: boolean
  readonly rim: readonly (readonly [number, number])[]
}

/** The offside line now and each attacker's margin (GET /api/offside); null while no side has the ball. */
export interface OffsideMessage {
  readonly side: 'A' | 'B'
  readonly lineXMm: number
  readonly figures: readonly { readonly id: string; readonly marginMm: number; readonly sigmaMm: number }[]
}

/** Addresses for other devices and codes that carry them (GET /api/device, for this computer only). */
export interface DeviceLink {
  readonly name: 'referee' | 'viewers' | 'setup' | 'stream'
  readonly url: string
  readonly svg: string
  readonly pin: string | null
}
export type DeviceMessage = readonly DeviceLink[]
