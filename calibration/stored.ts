/** A calibration that was written to a file, read back. What its errors were is kept as the two figures that the file gives. */
import { z } from 'zod'
import type { Calibration } from './calibration.ts'
import { Camera } from './camera.ts'
import { ClothField } from './cloth-field.ts'
import type { Pitch } from './pitch.ts'
import { bad, good, type Outcome } from './problem.ts'

const row = z.tuple([z.number(), z.number(), z.number()])
const schema = z.looseObject({
  id: z.string().default('cal-given'),
  widthPx: z.number(),
  heightPx: z.number(),
  fx: z.number(),
  fy: z.number(),
  cx: z.number(),
  cy: z.number(),
  k1: z.number().default(0),
  k2: z.number().default(0),
  p1: z.number().default(0),
  p2: z.number().default(0),
  k3: z.number().default(0),
  R: z.tuple([row, row, row]),
  t: row,
  lines: z
    .array(
      z.looseObject({
        name: z.string(),
        residualMm: z.number(),
        sigmaMm: z.number(),
        foundShare: z.number(),
        stepMm: z.number(),
        offsetsMm: z.array(z.number()),
        offsetSigmasMm: z.array(z.number()).default([]),
        edges: z
          .strictObject({ outerMm: z.array(z.number()), innerMm: z.array(z.number()), sigmasMm: z.array(z.number()) })
          .default({ outerMm: [], innerMm: [], sigmasMm: [] }),
      }),
    )
    .default([]),
  lineWidth: z.strictObject({ widthMm: z.number(), sigmaMm: z.number() }).nullable().default(null),
  lateral: z.strictObject({ red: z.number(), green: z.number(), blue: z.number() }).nullable().default(null),
  systematicSigmaMm: z.strictObject({ cloth: z.number(), ballHeight: z.number() }).default({ cloth: 0.5, ballHeight: 0.6 }),
  residualMm: z.number().default(0.5),
  problems: z.array(z.string()).default([]),
  /** The pitch that it was made with; files of earlier versions do not say. */
  pitch: z.record(z.string(), z.unknown()).optional(),
})

export function parseCalibration(json: unknown, pitch: Pitch): Outcome<Calibration> {
  const parsed = schema.safeParse(json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    return bad('CAL_INVALID', `calibration file: ${issue.path.join('.') || 'content'}: ${issue.message}`)
  }
  const { id, lines, lineWidth, lateral, systematicSigmaMm, residualMm, problems, pitch: made, ...m } = parsed.data
  const { lines: _, ...now } = pitch
  const other = made && Object.entries(now).find(([key, v]) => key !== 'ruleset' && JSON.stringify(v) !== JSON.stringify(made[key]))
  if (other)
    return bad(
      'CAL_OTHER_PITCH',
      `calibration file: it was made with another pitch (${other[0]} ${JSON.stringify(made[other[0]])} there, ${JSON.stringify(other[1])} in the pitch file); calibrate again, or give the pitch file that it was made with`,
    )
  const known = new Set(pitch.lines.map((l) => l.name))
  const odd = lines.find((l) => !known.has(l.name) || (l.offsetSigmasMm.length > 0 && l.offsetSigmasMm.length !== l.offsetsMm.length))
  if (odd)
    return bad('CAL_INVALID', `calibration file: lines: ${odd.name}: expected a line of this pitch with as many offsetSigmasMm as offsetsMm; calibrate again`)
  const { widthPx, heightPx, fx, fy, cx, cy, k1, k2, p1, p2, k3, R, t } = m
  const camera = new Camera({ widthPx, heightPx, fx, fy, cx, cy, k1, k2, p1, p2, k3, R, t })
  return good({
    id,
    camera,
    lines,
    lineWidth,
    lateral,
    proportion: null,
    // files of earlier versions do not say how sure they are of their lines: those are not followed
    cloth: new ClothField(
      pitch,
      lines.filter((l) => l.offsetSigmasMm.length > 0),
      lineWidth,
    ),
    systematicSigmaMm,
    systematicSigmaAt: (_at, h) => (h > 5 ? systematicSigmaMm.ballHeight : systematicSigmaMm.cloth),
    residualMm,
    missing: [],
    problems,
  })
}
