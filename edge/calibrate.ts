/** `greenline calibrate`: the camera from a picture of the table, written to a file. */
import { calibrate } from '../calibration/calibration.ts'
import { readPitch, writeWhole } from './files.ts'
import { calibrationJson } from './formats.ts'
import { ProblemError } from './problems.ts'
import { openSource } from './sources/source.ts'

const TRY_FRAMES = 60

export async function calibrateCommand(inputs: readonly string[], o: { pitch: string; cameraHeightMm?: number; out: string }): Promise<void> {
  const pitch = readPitch(o.pitch)
  const abort = new AbortController()
  let failure = new ProblemError('SOURCE_UNREADABLE', 'the source held no picture')
  for await (const frame of openSource(inputs).frames(abort.signal)) {
    const made = calibrate({ picture: frame, pitch, heightMm: o.cameraHeightMm ?? null })
    if (made.ok) {
      abort.abort()
      writeWhole(o.out, `${JSON.stringify(calibrationJson(made.value), null, 1)}\n`)
      const worst = [...made.value.lines].sort((a, b) => Math.abs(b.residualMm) - Math.abs(a.residualMm)).slice(0, 3)
      process.stdout.write(
        `calibrated: lines fit to ${made.value.residualMm.toFixed(2)} mm; unsure by ${made.value.systematicSigmaMm.cloth.toFixed(2)} mm on the cloth, ${made.value.systematicSigmaMm.ballHeight.toFixed(2)} mm at ball height\n`,
      )
      process.stdout.write(`largest residuals: ${worst.map((l) => `${l.name} ${l.residualMm.toFixed(2)} mm`).join(', ')}\n`)
      for (const p of made.value.problems) process.stdout.write(`note: ${p}\n`)
      return
    }
    failure = new ProblemError(made.problem.code as ProblemError['code'], made.problem.message)
    if (frame.seq >= TRY_FRAMES) break
  }
  abort.abort()
  throw failure
}
