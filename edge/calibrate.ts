/** `greenline calibrate`: the camera from a picture of the table, or the lens from pictures of a printed board, written to a file. */
import { basename } from 'node:path'
import { type Board, type BoardPicture, boardSvg, measureLens, parseBoard } from '../calibration/board.ts'
import { type Calibration, calibrate } from '../calibration/calibration.ts'
import { medianPicture } from '../calibration/picture.ts'
import type { Pitch } from '../calibration/pitch.ts'
import type { Problem } from '../calibration/problem.ts'
import type { Frame } from '../vision/frame.ts'
import { readJsonFile, readLens, readPitch, writeWhole } from './files.ts'
import { calibrationJson } from './formats.ts'
import { orRaise, ProblemError } from './problems.ts'
import { isImage, openSource } from './sources/source.ts'

/** Of a film so many pictures, so far apart (s), become one without what moves. */
const PICTURES = 9
const APART_S = 0.4

export interface CalibrateOptions {
  readonly pitch?: string
  readonly cameraHeightMm?: number
  readonly lens?: string
  readonly board?: string
  readonly print: boolean
  readonly out: string
}

export async function calibrateCommand(inputs: readonly string[], o: CalibrateOptions): Promise<void> {
  if (o.board === undefined) {
    if (o.print) throw new ProblemError('ARGS_INVALID', 'calibrate: --print writes the board that --board names')
    if (o.pitch === undefined) throw new ProblemError('ARGS_INVALID', 'calibrate: expected --pitch for pictures of a table, or --board for pictures of a board')
    return ofTable(inputs, { ...o, pitch: o.pitch })
  }
  if (o.pitch !== undefined)
    throw new ProblemError('ARGS_INVALID', 'calibrate: --pitch and --board exclude each other: first the lens from the board, then --pitch with --lens')
  const board = orRaise(parseBoard(readJsonFile(o.board, 'board file')))
  if (o.print) {
    writeWhole(o.out, await boardSvg(board))
    process.stdout.write(`${o.out}: print at 100 %, glue it to something flat, and measure a square: it should be ${board.squareMm} mm\n`)
    return
  }
  await ofBoard(inputs, board, o.out)
}

async function ofTable(inputs: readonly string[], o: CalibrateOptions & { readonly pitch: string }): Promise<void> {
  if (!inputs.length) throw new ProblemError('ARGS_INVALID', 'calibrate: expected a video or an image of the table')
  const pitch = readPitch(o.pitch)
  const lens = readLens(o.lens)
  const pictures = await spread(inputs)
  if (!pictures.length) throw new ProblemError('SOURCE_UNREADABLE', 'the source held no picture')
  let failure: Problem | null = null
  // a film without what moves; should that be no picture of a pitch (the camera was moved meanwhile), and for images, one after the other
  const still = inputs.every(isImage) || pictures.length < 3 ? [] : [{ picture: medianPicture(pictures), of: pictures.length }]
  for (const { picture, of } of [...still, ...pictures.map((one) => ({ picture: one, of: 1 }))]) {
    const made = calibrate({ picture, pitch, heightMm: o.cameraHeightMm ?? null, lens })
    if (made.ok) return report(made.value, pitch, o.out, of)
    failure ??= made.problem
  }
  throw new ProblemError(failure!.code as ProblemError['code'], failure!.message)
}

/** The pictures of image files; of a film some of its first seconds. */
async function spread(inputs: readonly string[]): Promise<Frame[]> {
  const images = inputs.every(isImage)
  const abort = new AbortController()
  const out: Frame[] = []
  for await (const frame of openSource(inputs).frames(abort.signal)) {
    const last = out.at(-1)
    if (last && !images && (frame.tS - last.tS < APART_S || frame.widthPx !== last.widthPx || frame.heightPx !== last.heightPx)) continue
    out.push(frame)
    if (out.length >= PICTURES) break
  }
  abort.abort()
  return out
}

function report(c: Calibration, pitch: Pitch, out: string, pictures: number): void {
  writeWhole(out, `${JSON.stringify(calibrationJson(c, pitch), null, 1)}\n`)
  const worst = [...c.lines].sort((a, b) => Math.abs(b.residualMm) - Math.abs(a.residualMm)).slice(0, 3)
  process.stdout.write(
    `calibrated${pictures > 1 ? ` from ${pictures} pictures` : ''}: lines fit to ${c.residualMm.toFixed(2)} mm; unsure by ${c.systematicSigmaMm.cloth.toFixed(2)} mm on the cloth, ${c.systematicSigmaMm.ballHeight.toFixed(2)} mm at ball height\n`,
  )
  process.stdout.write(`largest residuals: ${worst.map((l) => `${l.name} ${l.residualMm.toFixed(2)} mm`).join(', ')}\n`)
  for (const p of c.problems) process.stdout.write(`note: ${p}\n`)
}

async function ofBoard(inputs: readonly string[], board: Board, out: string): Promise<void> {
  if (!inputs.every(isImage)) throw new ProblemError('ARGS_INVALID', 'calibrate: expected pictures of the board, got a video')
  const pictures: BoardPicture[] = []
  for (const name of inputs)
    for await (const { widthPx, heightPx, luma } of openSource([name]).frames(new AbortController().signal))
      pictures.push({ name: basename(name), widthPx, heightPx, luma })
  const { lens, views, notes } = orRaise(await measureLens(board, pictures))
  writeWhole(out, `${JSON.stringify(lens, null, 1)}\n`)
  for (const v of views)
    process.stdout.write(
      `${v.name}: ${v.corners} corners, ${v.residualPx.toFixed(2)} px, from ${v.distanceMm.toFixed(0)} mm, slanted ${v.slantDeg.toFixed(0)} degrees\n`,
    )
  for (const n of notes) process.stdout.write(`note: ${n}\n`)
  process.stdout.write(
    `lens: focal length ${lens.f.toFixed(1)} +- ${lens.sigma.f.toFixed(1)} px, centre ${lens.cx.toFixed(1)}, ${lens.cy.toFixed(1)} +- ${lens.sigma.cx.toFixed(1)}, ${lens.sigma.cy.toFixed(1)} px, k1 ${lens.k1.toFixed(4)} +- ${lens.sigma.k1.toFixed(4)}; corners fit to ${lens.residualPx.toFixed(2)} px in ${lens.views} pictures\n`,
  )
}
