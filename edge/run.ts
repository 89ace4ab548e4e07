/** `greenline run`: follows a table live. The newest frame wins; what fails is said and tried again; the log comes before the screen. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import sharp from 'sharp'
import type { Lens } from '../calibration/lens.ts'
import { parsePitch } from '../calibration/pitch.ts'
import { wallOf } from '../calibration/setup.ts'
import type { Side } from '../calibration/units.ts'
import type { FistfState } from '../rules/fistf-5.2/state.ts'
import { RULEBOOKS } from '../rules/rulebooks.ts'
import { DetectorSession, InferenceLost } from '../vision/detect/session.ts'
import type { Frame } from '../vision/frame.ts'
import type { SideColours } from '../vision/measure/side.ts'
import type { SetupRoom } from './app.ts'
import { cameraPicture } from './camera-picture.ts'
import { Capture, sleep } from './capture.ts'
import { type Config, readConfig } from './config.ts'
import { readJsonFile, readLens, readSetup } from './files.ts'
import { CameraLock, type LockChange } from './lock.ts'
import { MatchLog } from './log.ts'
import { clockBefore, keepEntered, readEntered } from './match-before.ts'
import { modelDigests, modelPaths } from './model.ts'
import { Pairing } from './pairing.ts'
import { Pipeline, type Table } from './pipeline.ts'
import { orRaise, ProblemError } from './problems.ts'
import type { ClientMessage, OffsideMessage } from './protocol.ts'
import { Screens } from './screens.ts'
import { readGaugeAt, type SetupChange, setupMessage } from './setup-room.ts'
import { openSource, type Source } from './sources/source.ts'
import { aboutTable, LiveTable } from './table.ts'

const DEMO = { source: 'rally.mp4', pitch: 'pitch.json', setup: 'setup.json', cameraHeightMm: 1147 }
const demoFile = (name: string) => fileURLToPath(new URL(`./demo/${name}`, import.meta.url))
const ALIKE = 'the bases of both sides look alike: one side should change its figures (FISTF 4.1.2)'
const DEMO_PAUSE_MS = 4000
/** The whole cloth is looked at this often, so that nothing new is missed. */
const FULL_PASS_EVERY_S = 0.4

export interface RunOptions {
  readonly source?: string
  readonly config?: string
  readonly port?: number
  readonly pitch?: string
  readonly setup?: string
  readonly cameraHeightMm?: number
  readonly match?: string
}

export async function run(o: RunOptions): Promise<void> {
  const { match, config: file, ...overrides } = o
  const config = withDemo(readConfig(file, overrides))
  const demo = config.source === demoFile(DEMO.source)
  if (!config.pitch)
    throw new ProblemError('FILE_MISSING', 'run: no pitch file; give the dimensions of the table with --pitch (see edge/demo/pitch.json for the format)')
  // pictures are drawn on one thread: the cores belong to following the match
  sharp.concurrency(1)
  const source = openSource([config.source])
  const models = modelPaths()
  const matchDir = match ?? join(config.matchDir, `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}${demo ? '-demo' : ''}`)
  mkdirSync(join(matchDir, 'evidence'), { recursive: true })
  // what was entered on the set-up page of this match stands before the files it was started with
  const entered = readEntered(matchDir)
  const pitchFile = entered ? entered.pitch : readJsonFile(config.pitch, 'pitch file')
  const table: Table = {
    pitch: orRaise(parsePitch(pitchFile)),
    setup: { ...readSetup(config.setup || undefined), ...(entered?.sides ? { sides: entered.sides } : {}) },
  }
  const heightMm = entered ? entered.cameraHeightMm : config.cameraHeightMm || null
  const log = MatchLog.open(matchDir)
  log.append({
    type: 'opened',
    wall: new Date().toISOString(),
    about: { source: config.source, pitch: config.pitch, rules: config.rules, cutBytes: log.cutBytes },
  })
  const live = new LiveRun(
    config,
    table,
    { pitchFile, heightMm, lens: readLens(config.lens) },
    source,
    models,
    matchDir,
    log,
    demo,
    Pairing.open(match ?? config.matchDir),
  )
  await live.start()
}

function withDemo(c: Config): Config {
  if (c.source !== 'demo') return c
  return {
    ...c,
    source: demoFile(DEMO.source),
    pitch: c.pitch || demoFile(DEMO.pitch),
    setup: c.setup || demoFile(DEMO.setup),
    cameraHeightMm: c.cameraHeightMm || DEMO.cameraHeightMm,
  }
}

class LiveRun {
  private readonly words = pino({ level: process.env.GREENLINE_LOG ?? 'info', base: null }, pino.destination({ dest: 2, sync: true }))
  private readonly live: LiveTable
  private readonly session: DetectorSession
  private readonly stop = new AbortController()
  private readonly screens: Screens
  private pipeline!: Pipeline<(typeof RULEBOOKS)[Config['rules']]['start']>
  private lock: CameraLock
  private readonly capture: Capture
  private problems = new Map<string, string>()
  private newest: Frame | null = null

  constructor(
    private readonly config: Config,
    private table: Table,
    private placed: { readonly pitchFile: unknown; readonly heightMm: number | null; readonly lens: Lens | null },
    source: Source,
    models: ConstructorParameters<typeof DetectorSession>[0],
    private readonly matchDir: string,
    private readonly log: MatchLog,
    private readonly demo: boolean,
    private readonly pairing: Pairing,
  ) {
    this.capture = new Capture(source, config, this.words, this.stop.signal)
    this.live = new LiveTable(aboutTable(table, RULEBOOKS[config.rules]), log)
    this.session = new DetectorSession(models, config.inferenceThreads, (why) => {
      this.words.warn(`inference process ended and is started again: ${why}`)
    })
    this.lock = this.newLock()
    const { start } = RULEBOOKS[config.rules]
    this.freshPipeline({ clock: clockBefore(log.entries, table, RULEBOOKS[config.rules]), score: start.score })
    this.screens = new Screens({
      config,
      live: this.live,
      pairing,
      matchDir,
      words: this.words,
      room: this.room(),
      state: () => ({ source: this.capture.state, problems: this.saidProblems(), newestMs: this.capture.newestMs, lock: this.lock }),
      offside: () => this.offside(),
      teams: (m) => this.teams(m),
      counters: () => ({ dropped: this.capture.dropped, inferenceRestarts: this.session.restarts, inferencePid: this.session.pid }),
    })
  }

  private newLock(): CameraLock {
    const logged = (c: LockChange) => {
      this.words.info(`${c.what}: ${c.words}`)
      const calibration = this.lock.calibration?.id ?? null
      this.log.append({ type: 'camera', wall: new Date().toISOString(), tS: this.live.tS, what: c.what, words: c.words, calibration })
    }
    return new CameraLock(this.table.pitch, this.placed.heightMm, logged, this.config.source.startsWith('camera:'), this.placed.lens)
  }

  /** What the set-up page entered holds from the next picture on. */
  private setUp(c: SetupChange): void {
    const { sides } = this.table.setup
    const entered = (name: Side) => {
      const b = c.bases?.[name]
      return b ? { ...sides[name], radiusMm: b.diameterMm / 2, ...wallOf(b.heightMm, b.rounded), measured: true } : sides[name]
    }
    this.table = { pitch: c.pitch, setup: { ...this.table.setup, sides: { A: entered('A'), B: entered('B') } } }
    this.placed = { ...this.placed, pitchFile: c.pitchFile, heightMm: c.heightMm }
    this.keepEntered()
    this.lock = this.newLock()
    if (this.newest) this.lock.look(this.newest)
    this.changed()
  }

  /** Names, ends and whose colours are whose: at the line-up, and ends again at half-time. */
  private teams({ names, swapEnds, swapColours }: Extract<ClientMessage, { kind: 'teams' }>): void {
    const { A, B } = this.table.setup.sides
    const [likeA, likeB] = swapColours ? [B, A] : [A, B]
    const [endA, endB] = swapEnds ? [B.attacks, A.attacks] : [A.attacks, B.attacks]
    const sides = {
      A: { ...likeA, name: names?.A ?? A.name, attacks: endA },
      B: { ...likeB, name: names?.B ?? B.name, attacks: endB },
    }
    if (swapColours) this.pipeline.colours.swap()
    this.table = { ...this.table, setup: { ...this.table.setup, sides } }
    this.keepEntered()
    this.changed()
  }

  private keepEntered(): void {
    const { pitchFile: pitch, heightMm: cameraHeightMm } = this.placed
    keepEntered(this.matchDir, { pitch, cameraHeightMm, sides: this.table.setup.sides })
  }

  /** Another table or other sides: followed and judged anew, with the clock and the score as they are. */
  private changed(): void {
    const { clock, score } = this.pipeline.match.state
    this.freshPipeline({ clock, score }, this.pipeline.colours)
    this.live.retold(aboutTable(this.table, RULEBOOKS[this.config.rules]))
  }

  private offside(): OffsideMessage | null {
    const { book, state, setup } = this.pipeline.match
    const now = book.offsideNow(state, setup)
    return now && { ...now, figures: now.figures.map(({ id, margin }) => ({ id, marginMm: margin.value, sigmaMm: margin.sigma })) }
  }

  private room(): SetupRoom {
    return {
      message: () => {
        const { pitchFile, heightMm } = this.placed
        const { calibration, state, problem } = this.lock
        return setupMessage(
          calibration,
          this.newest,
          state,
          problem,
          this.table.pitch,
          pitchFile,
          heightMm,
          this.capture.camera,
          modelDigests(),
          this.table.setup.sides,
        )
      },
      picture: async () => (this.newest ? cameraPicture(this.newest, null, this.table.pitch, true) : null),
      change: (c) => this.setUp(c),
      gauge: (q) => readGaugeAt(this.newest, this.lock.calibration, q),
    }
  }

  private saidProblems(): string[] {
    const { problem, camera } = this.capture
    return [...(problem ? [problem] : []), ...(camera?.objections.length ? [camera.objections.join('; ')] : []), ...this.problems.values()]
  }

  private freshPipeline(kept: Pick<FistfState, 'clock' | 'score'>, colours?: SideColours): void {
    const book = RULEBOOKS[this.config.rules]
    this.pipeline = new Pipeline(this.session, this.table, book, { callsBefore: this.live.calls.length, start: { ...book.start, ...kept }, colours })
    this.live.judge = this.pipeline.match
  }

  async start(): Promise<void> {
    try {
      await this.screens.open()
    } catch (e) {
      this.session.close()
      throw e
    }
    const { port } = this.config
    const { referee, admin } = this.pairing
    process.stdout.write(
      `Greenline: referee page on http://localhost:${port}/#pin=${referee}   (PIN ${referee}; match in ${this.matchDir})\n` +
        `  set-up on http://localhost:${port}/setup#pin=${admin}   pairing codes for tablets on http://localhost:${port}/device\n`,
    )
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => this.stop.abort())
    await Promise.all([this.capture.run(() => this.ended()), this.work(), this.screens.heartbeat(this.stop.signal)])
    this.session.close()
    await this.screens.close()
  }

  /** The last facts are told; a demo starts anew after a pause. */
  private async ended(): Promise<boolean> {
    const rest = this.pipeline.finish()
    this.screens.tell(rest.events, rest.calls, this.table, this.pipeline.match.state)
    this.screens.makeLoops(Number.POSITIVE_INFINITY)
    if (!this.demo) return false
    await sleep(DEMO_PAUSE_MS, this.stop.signal)
    this.freshPipeline(RULEBOOKS[this.config.rules].start)
    return true
  }

  private async work(): Promise<void> {
    for (let next = await this.capture.next(); next; next = await this.capture.next()) {
      try {
        await this.process(next.frame, next.capturedMs)
        this.problems.delete('inference')
      } catch (e) {
        if (!(e instanceof InferenceLost)) throw e
        this.problems.set('inference', 'the network is being started again; this stretch is blind')
      }
      this.capture.finished(next.frame)
    }
  }

  private async process(frame: Frame, capturedMs: number): Promise<void> {
    this.newest = frame
    this.lock.look(frame)
    if (this.lock.problem) this.problems.set('calibration', this.lock.problem)
    else this.problems.delete('calibration')
    if (this.lock.warning && this.lock.state !== 'held') this.problems.set('light', this.lock.warning)
    else this.problems.delete('light')
    if (this.pipeline.colours.alike) this.problems.set('sides', ALIKE)
    else this.problems.delete('sides')
    await this.screens.camera(frame, this.table)
    const { calibration } = this.lock
    if (!calibration) return this.screens.positions(null, frame.tS, capturedMs)
    this.screens.keep(frame)
    this.live.tS = frame.tS
    const done = this.pipeline.follow(await this.pipeline.measure(frame, calibration, FULL_PASS_EVERY_S))
    if (!done) return
    this.screens.tell(done.events, done.calls, this.table, this.pipeline.match.state)
    this.screens.positions(done.tracks, frame.tS, capturedMs)
  }
}
