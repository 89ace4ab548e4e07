/** The whole path for one table: frame -> detections -> millimetres -> tracks -> events -> calls. No clock, no files of its own. */
import type { Calibration } from '../calibration/calibration.ts'
import type { Pitch } from '../calibration/pitch.ts'
import type { Setup } from '../calibration/setup.ts'
import type { Call } from '../rules/judge.ts'
import { Match } from '../rules/match.ts'
import type { MatchSetup, Rulebook } from '../rules/rule.ts'
import type { DetectorSession } from '../vision/detect/session.ts'
import { Detector, MAX_WINDOWS } from '../vision/detect/session.ts'
import type { HandMask } from '../vision/detections.ts'
import { EventFinder } from '../vision/events/find-events.ts'
import type { GameEvent } from '../vision/events/game-event.ts'
import type { Frame } from '../vision/frame.ts'
import { measureFrame } from '../vision/measure/measure.ts'
import { SideColours } from '../vision/measure/side.ts'
import type { Measurements } from '../vision/measurements.ts'
import { Tracker } from '../vision/track/tracker.ts'
import type { Tracks } from '../vision/tracks.ts'

export interface Processed {
  readonly tracks: Tracks
  readonly events: readonly GameEvent[]
  readonly calls: readonly Call[]
}

export interface Table {
  readonly pitch: Pitch
  readonly setup: Setup
}

export const matchSetup = (t: Table): MatchSetup => ({
  pitch: t.pitch,
  attacks: { A: t.setup.sides.A.attacks, B: t.setup.sides.B.attacks },
  ballRadiusMm: t.setup.ballRadiusMm,
})

export class Pipeline<S> {
  readonly colours: SideColours
  readonly match: Match<S>
  private readonly tracker: Tracker
  private readonly finder: EventFinder
  private detector: Detector | null = null
  private detectorFor: Calibration | null = null
  private lastFullS = Number.NEGATIVE_INFINITY
  private hands: HandMask | null = null
  private busyS: number | null = null
  private quietS = 0
  /** From a picture's first row to its last, s; null when nobody knows. */
  private readonly readoutS: number | null

  constructor(
    private readonly session: DetectorSession,
    private readonly table: Table,
    match: Rulebook<S> | Match<S>,
    { colours, readoutS = null }: { readonly colours?: SideColours; readonly readoutS?: number | null } = {},
  ) {
    this.readoutS = readoutS
    this.colours = colours ?? new SideColours(table.setup)
    this.match = match instanceof Match ? match : new Match(match, matchSetup(table))
    this.tracker = new Tracker(table)
    this.finder = new EventFinder(table.pitch, table.setup, readoutS !== null)
  }

  /**
   * Detects and measures one frame under a calibration. With `fullEveryS` the whole cloth is looked at only that often (s);
   * between, only the places that matter are.
   */
  async measure(frame: Frame, cal: Calibration, fullEveryS = 0): Promise<Measurements> {
    if (this.detectorFor !== cal || !this.detector) {
      this.detector = new Detector(this.session, cal.camera, this.table.pitch)
      this.detectorFor = cal
      this.lastFullS = Number.NEGATIVE_INFINITY
    }
    const { places, still } = this.hands ? this.tracker.attention(frame.tS, this.hands) : { places: [], still: [] }
    const full = frame.tS - this.lastFullS >= fullEveryS - 1e-3 || places.length > MAX_WINDOWS || frame.tS < this.lastFullS
    if (full) this.lastFullS = frame.tS
    // the first look is taken with care: sides are learnt from it, and of a still it is the only one
    const seen = full ? await this.detector.detect(frame, this.hands === null) : await this.detector.look(frame, places)
    this.hands = seen.hands
    const rows = this.readoutS === null ? frame : { ...frame, readoutS: this.readoutS }
    return measureFrame(rows, cal, seen, this.table.setup, this.colours, still, (kind, patches, facts, count) =>
      this.session.refine(kind, patches, facts, count),
    )
  }

  /** Follows and judges; frames out of order give null. */
  follow(m: Measurements): Processed | null {
    const tracks = this.tracker.update(m)
    if (!tracks) return null
    const seen = this.finder.add(tracks)
    const { ball, base } = this.finder.friction
    this.tracker.heard({ ball: ball.decel, base: base.decel })
    const events = seen.length ? seen : this.quiet(tracks.tS)
    if (seen.length) this.quietFrom(tracks.tS)
    return { tracks, events, calls: events.flatMap((e) => this.match.apply(e)) }
  }

  private quietFrom(tS: number): void {
    this.busyS = tS
    this.quietS = 0
  }

  /** Whole seconds in which nothing happened, for the rules that count them (FISTF 6.2.3, 4.2.5) and the clock. */
  private quiet(tS: number): GameEvent[] {
    if (this.busyS === null || tS < this.busyS) this.quietFrom(tS)
    const seconds = Math.floor(tS - this.busyS!)
    if (seconds <= this.quietS) return []
    this.quietS = seconds
    return [{ kind: 'time-passed', id: `t-${tS.toFixed(3)}`, tS, seconds }]
  }

  /** Events that still wait when the source ends. */
  finish(): { events: readonly GameEvent[]; calls: readonly Call[] } {
    const events = this.finder.flush()
    return { events, calls: events.flatMap((e) => this.match.apply(e)) }
  }
}
