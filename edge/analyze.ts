/** `greenline analyze`: a whole video or stills through the whole path, no frame dropped, results written only when all is well. */

import { once } from 'node:events'
import { createWriteStream, type WriteStream, writeFileSync } from 'node:fs'
import { type Calibration, calibrate } from '../calibration/calibration.ts'
import type { Lens } from '../calibration/lens.ts'
import { parseCalibration } from '../calibration/stored.ts'
import { stillHolds } from '../calibration/watch.ts'
import type { Call } from '../rules/judge.ts'
import { isRulebook, RULEBOOKS, type RulebookName } from '../rules/rulebooks.ts'
import { DetectorSession } from '../vision/detect/session.ts'
import type { GameEvent } from '../vision/events/game-event.ts'
import type { Frame } from '../vision/frame.ts'
import { readoutS } from './config.ts'
import { decidingFrame, evidencePicture, FrameKeeper, type Stood, stoodAt } from './evidence.ts'
import { OutputFolder, readJsonFile, readLens, readPitch, readSetup } from './files.ts'
import { calibrationJson, callJson, eventJson, type FrameRecord, positionsOfMeasurements, positionsOfTracks } from './formats.ts'
import { modelPaths } from './model.ts'
import { Pipeline, type Table } from './pipeline.ts'
import { orRaise, ProblemError } from './problems.ts'
import { isImage, openSource } from './sources/source.ts'

export interface AnalyzeOptions {
  readonly pitch: string
  readonly setup?: string
  readonly cameraHeightMm?: number
  readonly lens?: string
  readonly calibration?: string
  readonly cameraReadoutMs: number
  readonly rules: string
  readonly out: string
  readonly quiet: boolean
}

const CALIBRATE_WITHIN_FRAMES = 45

export async function analyze(inputs: readonly string[], o: AnalyzeOptions): Promise<void> {
  const table: Table = { pitch: readPitch(o.pitch), setup: readSetup(o.setup) }
  if (!isRulebook(o.rules)) throw new ProblemError('RULES_UNKNOWN', `rules: ${o.rules} is not known; known: ${Object.keys(RULEBOOKS).join(', ')}`)
  const given = o.calibration === undefined ? null : orRaise(parseCalibration(readJsonFile(o.calibration, 'calibration file'), table.pitch))
  const source = openSource(inputs)
  if (source.live) throw new ProblemError('ARGS_INVALID', 'analyze: expected a video file or images, got a live source; use `greenline run`')
  const session = new DetectorSession(modelPaths(), 1)
  const out = new OutputFolder(o.out)
  try {
    const stills = inputs.every(isImage)
    const run = new Analysis(table, o, session, out, RULEBOOKS[o.rules], given)
    for await (const frame of source.frames(new AbortController().signal)) await (stills ? run.still(frame) : run.frame(frame))
    await run.finish()
    out.commit()
  } catch (e) {
    out.drop()
    throw e
  } finally {
    session.close()
  }
}

class Analysis {
  private readonly pipeline
  private readonly positions: WriteStream
  private readonly events: WriteStream
  private readonly calls: WriteStream
  private readonly keeper = new FrameKeeper()
  private calibration: Calibration | null
  private readonly lens: Lens | null
  private waiting: Frame[] = []
  private lastFailure: ProblemError | null = null
  private readonly started = performance.now()
  private frames = 0

  constructor(
    private readonly table: Table,
    private readonly o: AnalyzeOptions,
    private readonly session: DetectorSession,
    private readonly out: OutputFolder,
    private readonly book: (typeof RULEBOOKS)[RulebookName],
    private readonly given: Calibration | null,
  ) {
    this.pipeline = new Pipeline(session, table, book, { readoutS: readoutS(o.cameraReadoutMs) })
    this.positions = createWriteStream(out.path('positions.jsonl'))
    this.events = createWriteStream(out.path('events.jsonl'))
    this.calls = createWriteStream(out.path('calls.jsonl'))
    this.calibration = given
    this.lens = readLens(o.lens)
  }

  /** Each still is calibrated on its own unless a calibration was given; sides are learnt anew too. */
  async still(frame: Frame): Promise<void> {
    const cal = this.given ?? this.calibrateOn(frame)
    if (this.given) orRaise(stillHolds(this.given, this.table.pitch, frame))
    if (!cal) throw this.lastFailure!
    this.calibration = cal
    const alone = new Pipeline(this.session, this.table, this.book)
    this.write(positionsOfMeasurements(await alone.measure(frame, cal)))
  }

  async frame(frame: Frame): Promise<void> {
    if (this.given && this.frames === 0) orRaise(stillHolds(this.given, this.table.pitch, frame))
    if (!this.calibration) {
      this.waiting.push(frame)
      this.calibration = this.calibrateOn(frame)
      if (!this.calibration && this.waiting.length >= CALIBRATE_WITHIN_FRAMES) throw this.lastFailure!
      if (!this.calibration) return
      const early = this.waiting
      this.waiting = []
      for (const f of early) await this.process(f)
      return
    }
    await this.process(frame)
  }

  private calibrateOn(frame: Frame): Calibration | null {
    const made = calibrate({ picture: frame, pitch: this.table.pitch, heightMm: this.o.cameraHeightMm ?? null, lens: this.lens })
    if (made.ok) return made.value
    this.lastFailure = new ProblemError(made.problem.code as ProblemError['code'], made.problem.message)
    return null
  }

  private async process(frame: Frame): Promise<void> {
    const cal = this.calibration!
    this.keeper.keep(frame)
    const done = this.pipeline.follow(await this.pipeline.measure(frame, cal))
    if (done) {
      this.keeper.ballAt(frame.seq, done.tracks.ball?.seen === 'now' ? done.tracks.ball.where.at : null)
      this.write(positionsOfTracks(done.tracks))
      await this.tell(done.events, done.calls)
    }
    if (!this.o.quiet && this.frames % 60 === 0)
      process.stderr.write(`\rframe ${this.frames}, ${(this.frames / ((performance.now() - this.started) / 1000)).toFixed(1)} a second   `)
  }

  private write(r: FrameRecord): void {
    this.frames++
    this.positions.write(`${JSON.stringify(r)}\n`)
  }

  /** What stood where, as last told. */
  private stood: Stood = []

  private async tell(events: readonly GameEvent[], calls: readonly Call[]): Promise<void> {
    for (const e of events) this.events.write(`${JSON.stringify(eventJson(e))}\n`)
    const before = this.stood
    this.stood = events.findLast((e) => e.kind === 'positions')?.things ?? before
    for (const c of calls) {
      const call = callJson(c, events)
      const event = events.find((e) => e.id === c.evidence.events[c.evidence.events.length - 1])
      const kept = call.evidence.picture && event ? decidingFrame(this.keeper, event) : null
      const picture =
        kept && event && 'place' in event ? await evidencePicture(kept, this.calibration!, this.table, c, event, stoodAt(events, event.tS, before)) : null
      if (picture) writeFileSync(this.out.path(call.evidence.picture!), picture)
      this.calls.write(`${JSON.stringify(call)}\n`)
    }
  }

  async finish(): Promise<void> {
    if (!this.calibration) throw this.lastFailure ?? new ProblemError('SOURCE_UNREADABLE', 'the source held no picture')
    const rest = this.pipeline.finish()
    await this.tell(rest.events, rest.calls)
    writeFileSync(this.out.path('calibration.json'), `${JSON.stringify(calibrationJson(this.calibration, this.table.pitch), null, 1)}\n`)
    for (const s of [this.positions, this.events, this.calls]) {
      s.end()
      await once(s, 'finish')
    }
    if (!this.o.quiet) process.stderr.write(`\r${this.frames} frames in ${((performance.now() - this.started) / 1000).toFixed(1)} s\n`)
  }
}
