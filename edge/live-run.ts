/** A table followed live, match after match. The newest frame wins; what fails is said and tried again; the log comes before the screen. */
import { basename, dirname } from 'node:path'
import pino from 'pino'
import { calibrate } from '../calibration/calibration.ts'
import type { Lens } from '../calibration/lens.ts'
import { wallOf } from '../calibration/setup.ts'
import type { Side } from '../calibration/units.ts'
import { english, plain, type Why, why } from '../calibration/why.ts'
import { playedS } from '../rules/fistf-5.2/3-time.ts'
import type { FistfState } from '../rules/fistf-5.2/state.ts'
import { Match } from '../rules/match.ts'
import { RULEBOOKS } from '../rules/rulebooks.ts'
import { DetectorSession, InferenceLost } from '../vision/detect/session.ts'
import type { Frame } from '../vision/frame.ts'
import type { SideColours } from '../vision/measure/side.ts'
import { cameraPicture } from './camera-picture.ts'
import { Capture, sleep } from './capture.ts'
import { type Config, readoutS } from './config.ts'
import { readLens, readSetup } from './files.ts'
import { CameraLock, type LockChange } from './lock.ts'
import { MatchLog } from './log.ts'
import { clockBefore, keepEntered, type Start, withBases } from './match-before.ts'
import { keepCurrent, newMatchDir } from './matches.ts'
import { modelDigests } from './model.ts'
import type { Pairing } from './pairing.ts'
import { matchSetup, Pipeline, type Table } from './pipeline.ts'
import type { ClientMessage, Occasion, OffsideMessage } from './protocol.ts'
import { Screens } from './screens.ts'
import { readGaugeAt, type SetupChange, setupMessage } from './setup-room.ts'
import type { SetupRoom } from './setup-routes.ts'
import { aboutTable } from './shown.ts'
import type { Source } from './sources/source.ts'
import { LiveTable } from './table.ts'

const NETWORK_LOST = why`the network is being started again; this stretch is blind`
const ALIKE = why`the bases of both sides look alike: one side should change its figures (FISTF 4.1.2)`
const ASSUMED = why`the dimensions of the table are not entered: those of a common cloth (1200 x 800 mm) are taken; enter them on the set-up page`
const DEMO_PAUSE_MS = 4000
/** The whole cloth is looked at this often, so that nothing new is missed. */
const FULL_PASS_EVERY_S = 0.4

export class LiveRun {
  private readonly words = pino({ level: process.env.GREENLINE_LOG ?? 'info', base: null }, pino.destination({ dest: 2, sync: true }))
  private readonly live: LiveTable
  private readonly session: DetectorSession
  private readonly stop = new AbortController()
  private readonly screens: Screens
  private pipeline!: Pipeline<(typeof RULEBOOKS)[Config['rules']]['start']>
  private table: Table
  private placed: { readonly pitchFile: unknown; readonly heightMm: number | null; readonly lens: Lens | null }
  private log: MatchLog
  private lock: CameraLock
  private coloursTold = false
  private readonly capture: Capture
  /** Nobody has entered the dimensions of the table. */
  private assumed: boolean
  private occasion: Occasion
  private networkLost = false
  private newest: Frame | null = null

  constructor(
    private readonly config: Config,
    private readonly from: Start,
    source: Source,
    models: ConstructorParameters<typeof DetectorSession>[0],
    private matchDir: string,
    /** Where what is entered is kept for the next match; null for a match on its own. */
    private readonly home: string | null,
    private readonly demo: boolean,
    private readonly pairing: Pairing,
  ) {
    this.table = from.table
    this.placed = { pitchFile: from.pitchFile, heightMm: from.heightMm, lens: readLens(config.lens) }
    this.assumed = from.assumed
    this.occasion = from.occasion
    this.log = this.openLog(matchDir)
    this.capture = new Capture(source, config, this.words, this.stop.signal)
    this.live = new LiveTable(this.about(), this.log)
    this.live.keepTable()
    this.live.endsSwapped = () => this.teams({ swapEnds: true })
    // a camera's time runs on while it gives no pictures; a film's does not
    this.live.runsOn = () => source.live && this.capture.newestMs > 0
    this.session = new DetectorSession(models, config.inferenceThreads, (why) => {
      this.words.warn(`inference process ended and is started again: ${why}`)
    })
    this.lock = this.newLock()
    const { start } = RULEBOOKS[config.rules]
    this.freshPipeline({ clock: clockBefore(this.log.entries, this.table, RULEBOOKS[config.rules]), score: start.score })
    this.screens = new Screens({
      config,
      live: this.live,
      pairing,
      matchDir: () => this.matchDir,
      words: this.words,
      room: this.room(),
      state: () => ({ source: this.capture.state, problems: this.saidProblems(), newestMs: this.capture.newestMs, lock: this.lock }),
      offside: () => this.offside(),
      teams: (m) => this.teams(m),
      nextMatch: () => this.nextMatch(),
      counters: () => ({ dropped: this.capture.dropped, inferenceRestarts: this.session.restarts, inferencePid: this.session.pid }),
    })
  }

  private openLog(dir: string): MatchLog {
    const log = MatchLog.open(dir)
    const { source, pitch, rules } = this.config
    log.append({ type: 'opened', wall: new Date().toISOString(), about: { source, pitch, rules, cutBytes: log.cutBytes } })
    return log
  }

  /** The table as the screens are told of it; sides whose colours nobody gave are shown in those that were learnt at the line-up. */
  private about() {
    const about = aboutTable(this.table, RULEBOOKS[this.config.rules], basename(this.matchDir), this.occasion)
    const learnt = this.pipeline?.colours.asHex
    const colours = (side: Side) => (about.colours[side].length || !learnt ? about.colours[side] : [...learnt[side]])
    return { ...about, colours: { A: colours('A'), B: colours('B') } }
  }

  private newLock(): CameraLock {
    const logged = (c: LockChange) => {
      this.words.info(`${c.what}: ${english(c.words)}`)
      this.logLock(c)
    }
    return new CameraLock(this.table.pitch, this.placed.heightMm, logged, this.config.source.startsWith('camera:'), this.placed.lens)
  }

  private logLock(c: LockChange): void {
    const calibration = this.lock.calibration?.id ?? null
    this.log.append({ type: 'camera', wall: new Date().toISOString(), tS: this.live.tS, what: c.what, words: english(c.words), calibration })
  }

  /** What the set-up page entered holds from the next picture on; under a lock that stands only if the lines in the picture bear it out. */
  private setUp(c: SetupChange): Why | null {
    if (this.newest && this.lock.calibration) {
      const tried = calibrate({ picture: this.newest, pitch: c.pitch, heightMm: c.heightMm, lens: this.placed.lens })
      if (!tried.ok) return why`${tried.problem.why}; what stood before is kept`
    }
    const { sides } = this.table.setup
    const entered = (name: Side) => {
      const b = c.bases?.[name]
      return b ? { ...sides[name], radiusMm: b.diameterMm / 2, ...wallOf(b.heightMm, b.rounded), measured: true } : sides[name]
    }
    this.table = { pitch: c.pitch, setup: { ...this.table.setup, sides: { A: entered('A'), B: entered('B') } } }
    this.placed = { ...this.placed, pitchFile: c.pitchFile, heightMm: c.heightMm }
    this.assumed = false
    this.keepEntered()
    this.lock = this.newLock()
    if (this.newest) this.lock.look(this.newest)
    this.changed()
    return null
  }

  /** Names, ends and whose colours are whose: at the line-up, and ends again at half-time. */
  private teams(m: Pick<Extract<ClientMessage, { kind: 'teams' }>, 'names' | 'swapEnds' | 'swapColours' | 'occasion'>): void {
    const { names, swapEnds, swapColours } = m
    this.occasion = m.occasion ?? this.occasion
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
    const { pitchFile, heightMm: cameraHeightMm } = this.placed
    const pitch = this.assumed ? null : pitchFile
    const entered = { pitch, cameraHeightMm, sides: this.table.setup.sides, given: this.from.given, occasion: this.occasion }
    for (const dir of [this.matchDir, ...(this.home === null ? [] : [this.home])]) keepEntered(dir, entered)
  }

  /** The match is closed; the next at the same table begins with the calibration that stands, with sides that are not known yet. */
  private nextMatch(): void {
    // the new one first: when it cannot be written, this one goes on
    const dir = newMatchDir(dirname(this.matchDir), this.demo)
    const log = this.openLog(dir)
    this.finish()
    this.log.append({ type: 'closed', wall: new Date().toISOString() })
    this.log.close()
    this.matchDir = dir
    this.log = log
    keepCurrent(dir, this.config.source)
    const { sides } = readSetup(undefined)
    this.table = { ...this.table, setup: { ...this.table.setup, sides: withBases(sides, this.table.setup.sides) } }
    this.keepEntered()
    const { calibration, problem } = this.lock
    if (calibration) this.logLock({ what: 'kept', words: problem ?? why`from the match before; lines fit to ${calibration.residualMm.toFixed(2)} mm` })
    const { clock, score } = RULEBOOKS[this.config.rules].start
    this.live.nextMatch(aboutTable(this.table, RULEBOOKS[this.config.rules], basename(dir), this.occasion), this.log)
    this.freshPipeline({ clock, score })
  }

  /** What still waits to be told. */
  private finish(): void {
    const rest = this.pipeline.finish()
    this.screens.tell(rest.events, rest.calls, this.table, this.pipeline.match.state)
  }

  /** Another table or other sides: followed anew, and the match goes on with the clock and the score as they are. */
  private changed(): void {
    const { match, colours } = this.pipeline
    match.tableChanged(matchSetup(this.table))
    this.follow(match, colours)
    this.live.retold(this.about())
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
        return setupMessage({
          ...{ calibration, state, problem, pitchFile, heightMm },
          picture: this.newest,
          pitch: this.table.pitch,
          assumed: this.assumed,
          camera: this.capture.camera,
          models: modelDigests(),
          sides: this.table.setup.sides,
        })
      },
      picture: async () => (this.newest ? cameraPicture(this.newest, null, this.table.pitch, true) : null),
      change: (c) => this.setUp(c),
      gauge: (q) => readGaugeAt(this.newest, this.lock.calibration, q),
    }
  }

  private saidProblems(): Why[] {
    const { problem, camera } = this.capture
    const { lock } = this
    return [
      ...(problem ? [plain(problem)] : []),
      ...(camera?.objections ?? []),
      ...(this.assumed ? [ASSUMED] : []),
      ...(this.networkLost ? [NETWORK_LOST] : []),
      ...(lock.problem ? [lock.problem] : []),
      ...(lock.warning && lock.state !== 'held' ? [lock.warning] : []),
      ...(this.pipeline.colours.alike ? [ALIKE] : []),
    ]
  }

  private freshPipeline(kept: Pick<FistfState, 'clock' | 'score'>): void {
    const book = RULEBOOKS[this.config.rules]
    this.follow(new Match(book, matchSetup(this.table), { ...book.start, ...kept }, this.live.calls.length))
  }

  private follow(match: Match<FistfState>, colours?: SideColours): void {
    this.coloursTold = colours?.known ?? false
    this.pipeline = new Pipeline(this.session, this.table, match, { ...(colours ? { colours } : {}), readoutS: readoutS(this.config.cameraReadoutMs) })
    this.live.judge = match
    this.live.stands(match.state)
  }

  async start(): Promise<void> {
    try {
      await this.screens.open()
    } catch (e) {
      this.session.close()
      throw e
    }
    keepCurrent(this.matchDir, this.config.source)
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
    this.finish()
    this.screens.makeLoops(Number.POSITIVE_INFINITY)
    if (!this.demo) return false
    await sleep(DEMO_PAUSE_MS, this.stop.signal)
    // the film begins anew, and its time; the referee's clock goes on
    const { clock, score } = this.pipeline.match.state
    const running = clock.sinceS !== null
    this.freshPipeline({ clock: { ...clock, playedS: playedS(clock, this.live.tS), sinceS: running ? 0 : null }, score })
    this.live.filmAnew()
    return true
  }

  private async work(): Promise<void> {
    for (let next = await this.capture.next(); next; next = await this.capture.next()) {
      try {
        await this.process(next.frame, next.capturedMs)
        this.networkLost = false
      } catch (e) {
        if (!(e instanceof InferenceLost)) throw e
        this.networkLost = true
      }
      this.capture.finished(next.frame)
    }
  }

  private async process(frame: Frame, capturedMs: number): Promise<void> {
    this.newest = frame
    this.live.seen(frame.tS)
    this.lock.look(frame)
    this.screens.camera(frame, this.table)
    const { calibration } = this.lock
    if (!calibration) return this.screens.positions(null, frame.tS, capturedMs)
    this.screens.keep(frame)
    const { pipeline } = this
    const measured = await pipeline.measure(frame, calibration, FULL_PASS_EVERY_S)
    // another match or another table has begun meanwhile: this picture is none of theirs
    if (pipeline !== this.pipeline) return
    const done = pipeline.follow(measured)
    if (!done) return
    if (pipeline.colours.known && !this.coloursTold) {
      this.coloursTold = true
      this.live.retold(this.about())
    }
    this.screens.tell(done.events, done.calls, this.table, this.pipeline.match.state)
    this.screens.positions(done.tracks, frame.tS, capturedMs)
  }
}
