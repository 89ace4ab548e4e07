/** Lines that are not where the pitch file has them, though the pitch is: which dimension is wrong, and which value the print has. */
import { outwardOf } from './as-laid.ts'
import type { Camera } from './camera.ts'
import type { PicturePlanes } from './picture.ts'
import { type Pitch, withDimensions } from './pitch.ts'
import { findSharpness, type Solution, sampleLines } from './solve.ts'

/** A dimension of the pitch file: its lines, its value, and the pitch with another value. */
interface Dimension {
  readonly name: string
  readonly lines: RegExp
  readonly mm: number
  with(p: Pitch, mm: number): Pitch
  /** Where another dimension's lines run, mm: seen there, they are those. */
  readonly not?: number
  /** How far the lines move when it grows by 1 mm, outward from the middle of the pitch. */
  readonly outward: number
}

/** So far from what is entered a value is looked for, in such steps, mm; a line is seen from this near, mm. */
const FAR_MM = 90
const STEP_MM = 5
const REACH_MM = 3.5
/** No dimension is smaller, mm: there lie the lines that it is measured from. */
const LEAST_MM = 15
/** A value this near to what is entered is what is entered, mm. */
const RIGHT_MM = 3
/** A value fits when so much of its lines is seen there, and so much more than where the file has them. */
const FITS = 0.6
const BETTER = 0.3

const dimensions = (p: Pitch): Dimension[] => [
  ...(['penaltyArea', 'goalArea'] as const).flatMap((area): Dimension[] => {
    const lines = area === 'penaltyArea' ? 'penalty-area' : 'goal-area'
    const other = p[area === 'penaltyArea' ? 'goalArea' : 'penaltyArea']
    return [
      {
        name: `${area}.depthMm`,
        lines: new RegExp(`^${lines}.x$`),
        mm: p[area].depthMm,
        not: other.depthMm,
        with: (q, mm) => withDimensions(q, { [area]: { ...q[area], depthMm: mm } }),
        outward: -1,
      },
      {
        name: `${area}.widthMm`,
        lines: new RegExp(`^${lines}.x/side`),
        mm: p[area].widthMm,
        not: other.widthMm,
        with: (q, mm) => withDimensions(q, { [area]: { ...q[area], widthMm: mm } }),
        outward: 0.5,
      },
    ]
  }),
  {
    name: 'shootingLineFromGoalLineMm',
    lines: /^shooting-line/,
    mm: p.lengthMm / 2 - (p.shootingLineXMm ?? 0),
    with: (q, mm) => withDimensions(q, { shootingLineXMm: q.lengthMm / 2 - mm }),
    outward: -1,
  },
  {
    name: 'centreCircleRadiusMm',
    lines: /^centre-circle$/,
    mm: p.centreCircleRadiusMm,
    with: (q, mm) => withDimensions(q, { centreCircleRadiusMm: mm }),
    outward: 1,
  },
  { name: 'widthMm', lines: /^touchline/, mm: p.widthMm, with: (q, mm) => withDimensions(q, { widthMm: mm }), outward: 0.5 },
  {
    name: 'lengthMm',
    lines: /^goal-line/,
    mm: p.lengthMm,
    with: (q, mm) => withDimensions(q, { lengthMm: mm, shootingLineXMm: q.shootingLineXMm }),
    outward: 0.5,
  },
]

/** Each dimension whose lines are missing, with the value under which they are seen; nothing for lines that are worn or covered. */
export function misfits(
  picture: PicturePlanes,
  pitch: Pitch,
  camera: Camera,
  foundByLine: Solution['foundByLine'],
): { readonly name: string; readonly entered: number; readonly fits: number }[] {
  const share = (counts: Solution['foundByLine'], lines: RegExp) => {
    const mine = [...counts].filter(([name, c]) => lines.test(name) && c.asked >= 3)
    return (
      mine.reduce((s, [, c]) => s + c.found, 0) /
      Math.max(
        1,
        mine.reduce((s, [, c]) => s + c.asked, 0),
      )
    )
  }
  const suspects = dimensions(pitch).filter(
    (d) => [...foundByLine].some(([name, c]) => d.lines.test(name) && c.asked >= 3) && share(foundByLine, d.lines) < FITS - BETTER,
  )
  if (!suspects.length) return []
  const mmPerPx = camera.mmPerPx({ xMm: 0, yMm: 0 })
  const sharpness = findSharpness(picture, pitch, camera, REACH_MM / mmPerPx)
  return suspects.flatMap((d) => {
    let best: { mm: number; share: number } | null = null
    for (let k = 0; k <= (2 * FAR_MM) / STEP_MM; k++) {
      // from what is entered outward, to both sides
      const mm = d.mm + (k % 2 ? 1 : -1) * Math.ceil(k / 2) * STEP_MM
      if (mm < LEAST_MM || (d.not !== undefined && Math.abs(mm - d.not) < 2 * STEP_MM)) continue
      const only = { ...pitch, lines: d.with(pitch, mm).lines.filter((l) => d.lines.test(l.name)) }
      const { samples, foundByLine: seen } = sampleLines(picture, only, camera, REACH_MM / mmPerPx, sharpness, 4)
      const here = share(seen, d.lines)
      // the nearest that fits: farther on lie the lines of other dimensions
      const nearer = best && Math.abs(best.mm - d.mm) < Math.abs(mm - d.mm) - STEP_MM
      if (here < FITS || (best && (nearer || here < best.share))) continue
      // how far beyond where they were looked for
      const beyond = samples.map((q) => {
        const seen = camera.toPitch({ xPx: q.xPx, yPx: q.yPx }, 0)
        return outwardOf(q.line, q.at, seen.xMm - q.at.xMm, seen.yMm - q.at.yMm)
      })
      const median = [...beyond].sort((a, b) => a - b)[beyond.length >> 1] ?? 0
      best = { mm: mm + median / d.outward, share: here }
    }
    // what fits as entered is covered, or too near the edge of the picture
    return best && Math.abs(best.mm - d.mm) > RIGHT_MM ? [{ name: d.name, entered: d.mm, fits: best.mm }] : []
  })
}
