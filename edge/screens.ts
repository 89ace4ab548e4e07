/** What leaves the running job: calls with their pictures, positions, health and the camera's picture, to everyone who looks. */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pino from 'pino'
import type { Calibration } from '../calibration/calibration.ts'
import { sigmaPerAxisMm } from '../calibration/estimate.ts'
import type { PitchPoint } from '../calibration/units.ts'
import { english, type Why, why } from '../calibration/why.ts'
import type { Call } from '../rules/judge.ts'
import type { GameEvent } from '../vision/events/game-event.ts'
import type { Frame } from '../vision/frame.ts'
import type { Tracks } from '../vision/tracks.ts'
import { type App, buildApp } from './app.ts'
import { cameraPicture } from './camera-picture.ts'
import type { Config } from './config.ts'
import { decidingFrame, evidenceLoop, evidencePicture, FrameKeeper, LOOP_AFTER_S, type Stood, stoodAt } from './evidence.ts'
import { writeWhole } from './files.ts'
import { callJson, handPolygons } from './formats.ts'
import type { CameraLock } from './lock.ts'
import type { Pairing } from './pairing.ts'
import type { Table } from './pipeline.ts'
import { ProblemError } from './problems.ts'
import { type ClientMessage, type HealthMessage, type OffsideMessage, PROTOCOL_VERSION, type ServerMessage } from './protocol.ts'
import { Rates } from './rates.ts'
import type { SetupRoom } from './setup-routes.ts'
import type { Shown } from './shown.ts'
import type { LiveTable } from './table.ts'

/** Health is told this often even while no pictures come, ms. */
const BEAT_MS = 500

export interface ScreensParts {
  readonly config: Config
  readonly live: LiveTable
  readonly pairing: Pairing
  /** Folder of the match that is played. */
  readonly matchDir: () => string
  readonly room: SetupRoom
  readonly words: pino.Logger
  /** What health needs to know of the source and the lock. */
  readonly state: () => { readonly source: HealthMessage['source']; readonly problems: readonly Why[]; readonly newestMs: number; readonly lock: CameraLock }
  readonly offside: () => OffsideMessage | null
  readonly teams: (m: Extract<ClientMessage, { kind: 'teams' }>) => void
  readonly nextMatch: () => void
  /** What only the page of health shows. */
  readonly counters: () => object
}

export class Screens {
  private app!: App
  private readonly keeper = new FrameKeeper()
  private readonly rates = new Rates()
  private lastSent = 0
  private lastPicture = 0
  private picturing = false
  /** What was shown last; repeated with fresh health while no frames come. */
  private lastShown: Pick<Extract<ServerMessage, { kind: 'live' }>, 'tS' | 'things' | 'hands'> = { tS: 0, things: [], hands: [] }
  /** Pictures are drawn one after the other, beside everything else. */
  private drawing: Promise<unknown> = Promise.resolve()
  /** Calls whose loop waits for the pictures after them. */
  private loops: { readonly path: string; readonly tS: number; readonly at: PitchPoint; readonly cal: Calibration }[] = []

  constructor(private readonly parts: ScreensParts) {}

  async open(): Promise<void> {
    const { config, live, pairing, matchDir, room, offside, teams, nextMatch } = this.parts
    this.app = await buildApp({
      table: live,
      pairing,
      matchDir,
      room,
      offside,
      teams,
      nextMatch,
      port: config.port,
      health: () => ({ ...this.health(0), ...this.parts.counters(), latency: this.rates.latency() }),
    })
    try {
      await this.app.server.listen({ port: config.port, host: config.host })
    } catch (e) {
      const code = (e as NodeJS.ErrnoException).code
      if (code === 'EADDRINUSE') throw new ProblemError('PORT_IN_USE', `port ${config.port} is in use; stop what runs there or choose another with --port`)
      throw new ProblemError('ARGS_INVALID', `cannot serve on ${config.host}:${config.port}: ${(e as Error).message}`)
    }
  }

  async close(): Promise<void> {
    await this.drawing
    await this.app.server.close()
  }

  keep(frame: Frame): void {
    this.keeper.keep(frame)
    this.makeLoops(frame.tS)
  }

  /** Loops whose time has come; `tS` Infinity when no more pictures follow. */
  makeLoops(tS: number): void {
    const due = this.loops.filter((l) => tS >= l.tS + LOOP_AFTER_S)
    if (!due.length) return
    this.loops = this.loops.filter((l) => !due.includes(l))
    for (const l of due) {
      const frames = this.keeper.around(l.tS)
      this.drawing = this.drawing
        .then(() => evidenceLoop(frames, l.cal.camera, l.at))
        .then((loop) => loop && writeWhole(l.path, loop))
        .catch((e: Error) => this.parts.words.warn(`no loop for ${l.path}: ${e.message}`))
    }
  }

  /** The camera's picture, made only while somebody looks at it, beside everything else, one at a time. */
  camera(frame: Frame, table: Table): void {
    const { config } = this.parts
    const now = performance.now()
    if (!this.app.watched || this.picturing || now - this.lastPicture < 1000 / config.cameraPerSecond) return
    this.lastPicture = now
    this.picturing = true
    cameraPicture(frame, this.parts.state().lock.calibration, table.pitch, config.cameraOutsideFence)
      .then((jpeg) => jpeg && this.app.picture(jpeg))
      .catch((e: Error) => this.parts.words.warn(`no picture of the camera: ${e.message}`))
      .finally(() => {
        this.picturing = false
      })
  }

  /** What stood where, as last told. */
  private stood: Stood = []

  tell(events: readonly GameEvent[], calls: readonly Call[], table: Table, after: Shown): void {
    if (!events.length) return
    const { lock } = this.parts.state()
    const shown: Call[] = []
    const drawn: (() => Promise<unknown>)[] = []
    const dir = this.parts.matchDir()
    const before = this.stood
    this.stood = events.findLast((e) => e.kind === 'positions')?.things ?? before
    for (const made of calls) {
      // while the camera is not where it was calibrated nothing that was measured can carry a call
      const c = lock.state === 'held' && lock.problem ? withheld(made, lock.problem) : made
      const call = callJson(c, events)
      const event = events.find((e) => e.id === c.evidence.events[c.evidence.events.length - 1])
      const cal = lock.calibration
      const kept = event ? decidingFrame(this.keeper, event) : null
      if (call.evidence.picture && cal && event && 'place' in event && kept) {
        const { picture } = call.evidence
        const stood = stoodAt(events, event.tS, before)
        drawn.push(() => evidencePicture(kept, cal, table, c, event, stood).then((png) => writeWhole(join(dir, picture), png)))
        // a remark needs no moment to be looked at again
        const path = c.verdict === 'info' ? null : `evidence/${call.id}.webp`
        if (path) this.loops.push({ path: join(dir, path), tS: event.tS, at: event.place.at, cal })
        shown.push({ ...call, evidence: { ...call.evidence, calibration: cal.id, ...(path ? { loop: path } : {}) } } as Call)
      } else shown.push({ ...call, evidence: { ...call.evidence, calibration: cal?.id ?? null, picture: null } } as Call)
      this.parts.words.info(`${c.code} (${c.rule}) ${c.verdict}: ${c.because}`)
    }
    this.parts.live.record(events, shown, after)
    // neither the call nor the next frame waits for the picture; a page asks for it until it is there
    for (const draw of drawn) this.drawing = this.drawing.then(draw).catch((e: Error) => this.parts.words.warn(`no picture: ${e.message}`))
  }

  positions(tracks: Tracks | null, tS: number, capturedMs: number): void {
    if (tracks) this.keeper.ballAt(tracks.seq, tracks.ball?.seen === 'now' ? tracks.ball.where.at : null)
    const now = performance.now()
    const latencyMs = now - capturedMs
    this.rates.add(now, latencyMs)
    if (now - this.lastSent < 1000 / this.parts.config.positionsPerSecond) return
    this.lastSent = now
    const things = tracks ? [...(tracks.ball ? [tracks.ball] : []), ...tracks.otherBalls, ...tracks.bases, ...tracks.keepers, ...tracks.fallen] : []
    this.lastShown = {
      tS,
      things: things.map((t) => ({
        id: t.id,
        kind: t.kind,
        side: t.side,
        xMm: round(t.where.at.xMm),
        yMm: round(t.where.at.yMm),
        rMm: t.radiusMm,
        sigmaMm: round(sigmaPerAxisMm(t.where)),
        seen: t.seen,
      })),
      hands: tracks ? handPolygons(tracks.hands) : [],
    }
    this.app.live({ v: PROTOCOL_VERSION, kind: 'live', ...this.lastShown, health: this.health(latencyMs) })
  }

  /** Also while no frames come, so that a stale screen can say so. */
  async heartbeat(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await setTimeout(BEAT_MS, undefined, { signal: stop }).catch(() => {})
      if (performance.now() - this.lastSent > 0.9 * BEAT_MS)
        this.app.live({ v: PROTOCOL_VERSION, kind: 'live', ...this.lastShown, tS: this.parts.live.tS, health: this.health(0) })
    }
  }

  private health(latencyMs: number): HealthMessage {
    const now = performance.now()
    const { source, problems, newestMs, lock } = this.parts.state()
    return {
      fps: this.rates.perSecond(now),
      ageMs: newestMs ? Math.round(now - newestMs) : 0,
      latencyMs: Math.round(latencyMs),
      calibration: lock.state,
      residualMm: lock.calibration ? round(lock.calibration.residualMm) : null,
      source,
      problems: [...problems],
    }
  }
}

/** A call that nobody may stand for, with what is against it. */
function withheld(made: Call, problem: Why): Call {
  const said = why`${made.why}; but ${problem}`
  return { ...made, verdict: 'blind', because: english(said), why: said }
}

const round = (v: number) => Math.round(v * 100) / 100
