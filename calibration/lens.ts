/** What a lens is known to do before any table is seen: from a board of squares, each figure with its one standard deviation. */
import { z } from 'zod'
import { bad, good, type Outcome } from './problem.ts'

const figures = { f: z.number().positive(), cx: z.number(), cy: z.number(), k1: z.number(), k2: z.number(), p1: z.number(), p2: z.number(), k3: z.number() }
const sigmas = Object.fromEntries(Object.keys(figures).map((k) => [k, z.number().positive()])) as Record<keyof typeof figures, z.ZodNumber>

const lensSchema = z.strictObject({
  widthPx: z.number().int().min(100),
  heightPx: z.number().int().min(100),
  ...figures,
  sigma: z.strictObject(sigmas),
  /** Root mean square of what the model leaves at the board's corners, px. */
  residualPx: z.number(),
  views: z.number().int(),
})
/** Focal length and principal point in px (square pixels), Brown-Conrady distortion; OpenCV's convention. */
export type Lens = Readonly<z.infer<typeof lensSchema>>

export const LENS_FIGURES = ['f', 'cx', 'cy', 'k1', 'k2', 'p1', 'p2', 'k3'] as const

export function parseLens(json: unknown): Outcome<Lens> {
  const parsed = lensSchema.safeParse(json)
  if (parsed.success) return good(parsed.data)
  const issue = parsed.error.issues[0]!
  return bad('LENS_INVALID', `lens file: ${issue.path.join('.') || 'content'}: ${issue.message}; make one with: greenline calibrate --board`)
}

/** The same lens in pictures of another size but the same shape; a picture cut from the sensor otherwise is another lens to us. */
export function lensFor(lens: Lens, widthPx: number, heightPx: number): Outcome<Lens> {
  const k = widthPx / lens.widthPx
  if (Math.abs(heightPx - k * lens.heightPx) > 1)
    return bad(
      'LENS_OTHER_PICTURE',
      `the lens was measured in ${lens.widthPx}x${lens.heightPx} pictures, this one has ${widthPx}x${heightPx}: photograph the board in the same mode`,
    )
  const scaled = (c: number) => (c + 0.5) * k - 0.5
  const { sigma } = lens
  return good({
    ...lens,
    widthPx,
    heightPx,
    f: k * lens.f,
    cx: scaled(lens.cx),
    cy: scaled(lens.cy),
    sigma: { ...sigma, f: k * sigma.f, cx: k * sigma.cx, cy: k * sigma.cy },
  })
}
