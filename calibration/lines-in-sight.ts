/** Which of the printed lines are seen, which lie under something, and which are not where the pitch file has them. */
import { coveredShares } from './covered.ts'
import { misfits } from './misfit.ts'
import type { PicturePlanes } from './picture.ts'
import type { Pitch } from './pitch.ts'
import { bad, good, type Outcome } from './problem.ts'
import type { Solution } from './solve.ts'
import { why } from './why.ts'

/** Share of the lines in the picture that may be missing altogether. */
const MOST_MISSING = 0.35
/** A line is covered, not missing, when so much of it has no cloth beside it. */
const COVERED = 0.6
/** Less of all lines in sight than this is no calibration, whatever hides them. */
const LEAST_IN_SIGHT = 0.35

export interface LinesInSight {
  /** Names of the lines that are not seen, for whatever reason. */
  readonly missing: readonly string[]
  readonly notes: readonly string[]
}

/** Refuses a pitch of which too little is seen, or that is not the one of the pitch file. */
export function linesInSight(s: Pick<Solution, 'camera' | 'samples' | 'foundByLine'>, pitch: Pitch, picture: PicturePlanes): Outcome<LinesInSight> {
  const absent = [...s.foundByLine].filter(([, c]) => c.asked >= 3 && c.found < 0.3 * c.asked).map(([name]) => name)
  const unseen = [...s.foundByLine].filter(([, c]) => c.asked < 3).map(([name]) => name)
  const under = absent.length ? coveredShares(picture, pitch, s) : new Map<string, number>()
  const covered = absent.filter((name) => (under.get(name) ?? 0) > COVERED)
  const missing = absent.filter((name) => !covered.includes(name))
  let asked = 0
  let found = 0
  let hidden = 0
  for (const [name, c] of s.foundByLine) {
    asked += c.asked
    found += c.found
    hidden += Math.min(c.asked - c.found, c.asked * (under.get(name) ?? 0))
  }
  if (found < LEAST_IN_SIGHT * asked && hidden > 0.5 * (asked - found))
    return bad('CAL_LINES_MISSING', why`something lies on ${Math.round((100 * hidden) / asked)} % of the pitch's lines: clear the pitch until it is calibrated`)
  if (found < 0.5 * (asked - hidden))
    return bad(
      'CAL_LINES_MISSING',
      why`only ${Math.round((100 * found) / Math.max(1, asked))} % of the pitch's lines were found; not found: ${[...absent, ...unseen].join(', ')}`,
    )
  // whole lines that are in the picture and not there: a few are worn or covered, many are another cloth's
  const inPicture = [...s.foundByLine].filter(([name, c]) => c.asked >= 3 && !covered.includes(name)).length
  const wrong = missing.length ? misfits(picture, pitch, s.camera, s.foundByLine) : []
  const named = wrong.map((d) => `${d.name}: the print has ${d.fits.toFixed(0)}, the pitch file ${d.entered.toFixed(0)}`).join('; ')
  // what the calls are made by must not hang on a dimension that is wrong
  const boundary = wrong.some((d) => d.name === 'widthMm' || d.name === 'lengthMm')
  if (named && (boundary || missing.length > MOST_MISSING * inPicture)) return bad('CAL_DIMENSION', why`a dimension in the pitch file is wrong: ${named}`)
  if (missing.length > MOST_MISSING * inPicture)
    return bad(
      'CAL_LINES_MISSING',
      why`${missing.length} of ${inPicture} lines are not where the pitch file has them (${missing.slice(0, 4).join(', ')} ...): the pitch file is of another table, or a dimension in it is wrong`,
    )
  const notes: string[] = []
  if (named) notes.push(`a dimension in the pitch file is wrong: ${named}`)
  if (missing.length) notes.push(`lines not found: ${missing.join(', ')}`)
  if (covered.length) notes.push(`something lies on these lines: ${covered.join(', ')}`)
  if (unseen.length) notes.push(`lines outside the picture: ${unseen.join(', ')}`)
  return good({ missing: [...absent, ...unseen], notes })
}
