/** Pictures from the source, the newest wins: a slot that holds one, played at the pace at which they were taken, tried again for ever. */
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { why } from '../calibration/why.ts'
import type { Frame } from '../vision/frame.ts'
import { heldCamera } from './camera-controls.ts'
import type { Config } from './config.ts'
import { ProblemError } from './problems.ts'
import type { HealthMessage, SetupMessage } from './protocol.ts'
import type { Source } from './sources/source.ts'

const UNREAD = why`the camera's controls are not read yet`
const RETRY_MS = [250, 500, 1000, 2000, 4000]

export interface Captured {
  readonly frame: Frame
  /** When it was taken, on this process's clock, ms. */
  readonly capturedMs: number
}

/** What is added to a connection's numbers and times. */
interface GoesOn {
  readonly seq: number
  readonly tS: number
}

export class Capture {
  state: HealthMessage['source'] = 'starting'
  /** When the newest picture came, on this process's clock, ms. */
  newestMs = 0
  dropped = 0
  /** What is wrong with the source, in words; null when nothing is. */
  problem: string | null = null
  private fixed: SetupMessage['camera'] = null
  private slot: Captured | null = null
  private wake: () => void = () => {}
  private done: Frame | null = null
  /** The newest picture of a live source, of this connection or one before. */
  private last: Captured | null = null

  constructor(
    private readonly source: Source,
    private readonly config: Config,
    private readonly words: Logger,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', () => this.wake())
  }

  /** A USB camera's controls as they were read back, and the format that it agreed to; null for other sources. */
  get camera(): SetupMessage['camera'] {
    if (this.source.device === undefined) return null
    const format = this.source.format ?? null
    return this.fixed ? { ...this.fixed, format } : { identity: this.source.device ?? this.source.name, format, settings: [], objections: [UNREAD] }
  }

  /** The newest picture, once; null when all is stopped. */
  async next(): Promise<Captured | null> {
    for (;;) {
      if (this.signal.aborted) return null
      const { slot } = this
      this.slot = null
      if (slot) return slot
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
  }

  /** Has gone through the whole path. */
  finished(frame: Frame): void {
    this.done = frame
  }

  /** Fills the slot until stopped; a film that has ended is played again as long as `ended` says so. */
  async run(ended: () => Promise<boolean>): Promise<void> {
    const { signal } = this
    for (let attempt = 0; !signal.aborted; ) {
      try {
        const startMs = performance.now()
        const { device } = this.source
        // after every connection anew: a camera that was unplugged has forgotten
        if (device) void this.fixCamera(device)
        await this.play(() => {
          attempt = 0
        })
        if (signal.aborted) return
        this.words.info(`source ended after ${((performance.now() - startMs) / 1000).toFixed(1)} s`)
        while (this.slot && !signal.aborted) await sleep(20, signal)
        await sleep(200, signal)
        this.state = 'ended'
        if (!(await ended())) return
      } catch (e) {
        this.state = this.newestMs || !this.source.live ? 'lost' : 'starting'
        this.fixed = null
        this.problem = e instanceof ProblemError ? e.message : (e as Error).message
        this.words.warn(this.problem)
        if (!this.source.live) return
        await sleep(RETRY_MS[Math.min(attempt++, RETRY_MS.length - 1)]!, signal)
      }
    }
  }

  /** The source from its first picture to its last. */
  private async play(arrived: () => void): Promise<void> {
    const { signal, source } = this
    let offset: number | null = null
    let goesOn: GoesOn | null = null
    for await (const given of source.frames(signal)) {
      arrived()
      goesOn ??= this.goesOn(given)
      const frame = source.live ? { ...given, seq: given.seq + goesOn.seq, tS: given.tS + goesOn.tS } : given
      if (this.state !== 'live' && source.format) this.words.info(`${source.name} gives ${source.format}`)
      this.problem = null
      const now = performance.now()
      if (source.live) {
        // capture time on our clock: the smallest delay seen so far is taken for the constant part
        const o: number = now - 1000 * frame.tS
        offset = offset === null ? o : Math.min(offset + 0.01, o)
      } else {
        offset ??= now - 1000 * frame.tS
        await sleep(offset + 1000 * frame.tS - now, signal)
      }
      if (this.slot) this.dropped++
      this.state = 'live'
      this.newestMs = performance.now()
      this.slot = { frame, capturedMs: offset + 1000 * frame.tS }
      this.last = this.slot
      this.wake()
      if (signal.aborted) return
      // a film waits at its first picture until the camera is solved: nothing of the match is missed
      if (!source.live && frame.seq === 0) offset = (await this.taken(frame)) - 1000 * frame.tS
    }
  }

  /**
   * Every connection counts and times its pictures from nothing; the match does not begin anew because a plug was pulled: numbers and times
   * go on from those before, with the time between as this process's clock had it.
   */
  private goesOn(first: Frame): GoesOn {
    const { last } = this
    if (!last || !this.source.live) return { seq: 0, tS: 0 }
    const awayS = Math.max(0.001, (performance.now() - last.capturedMs) / 1000)
    return { seq: last.frame.seq + 1 - first.seq, tS: last.frame.tS + awayS - first.tS }
  }

  /** Waits until a picture has gone through; gives the time then, ms. */
  private async taken(frame: Frame): Promise<number> {
    while (this.done !== frame && !this.signal.aborted) await sleep(5, this.signal)
    return performance.now()
  }

  private async fixCamera(device: string): Promise<void> {
    this.fixed = await heldCamera(device, this.config)
    const { identity, settings } = this.fixed
    this.words.info(`camera ${identity}: ${settings.map((x) => `${x.name} ${x.got}`).join(', ')}`)
  }
}

/** Ends early, without complaint, when stopped. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> => setTimeout(Math.max(0, ms), undefined, { signal }).catch(() => {})
