/**
 * Keeps the camera locked to the table: calibrates, watches the lines, follows slow drift, holds calls after a bump, and locks again by
 * itself. All times are on the camera's clock; nothing here knows of files or screens.
 */
import { type Calibration, calibrate, recalibrate } from '../calibration/calibration.ts'
import { FlickerWatch } from '../calibration/flicker.ts'
import type { Lens } from '../calibration/lens.ts'
import { medianPicture } from '../calibration/picture.ts'
import type { Pitch } from '../calibration/pitch.ts'
import { CalibrationWatch } from '../calibration/watch.ts'
import { english, type Why, why } from '../calibration/why.ts'
import type { Frame } from '../vision/frame.ts'

export type LockState = 'none' | 'locked' | 'held'

/** What happened to the lock, for the log. */
export interface LockChange {
  readonly what: 'flicker' | 'calibrated' | 'kept' | 'moved' | 'unseen' | 'frozen' | 'seen again' | 'locked again' | 'drift followed' | 'seen whole'
  readonly words: Why
}

const CHECK_S = 0.25
const RECALIBRATE_S = 2
/** Moved by more than this (and four sigmas) in two looks is a bump; less is followed as drift, at most this often. */
const BUMP_MM = 1
const DRIFT_MM = 0.3
const FOLLOW_S = 20
/** Two looks that agree to this are a camera that stands still again. */
const STEADY_MM = 0.3
const UNSEEN = 0.35
const SEEN = 0.55
/** Bands of this depth (share, one standard deviation) are named; of this one they shift edges, and calls are held. */
const FLICKER = 0.03
const MUCH_FLICKER = 0.08
/** After a calibration so many pictures, so far apart (s), are laid over each other: what moved or was in the way is gone from the lines. */
const PICTURES = 9
const APART_S = 0.5
/** Taken when so much more of the lines is seen so, share of their length. */
const MORE = 0.01
/** The same picture to the last bit for this long is no camera that works. */
const FROZEN_S = 0.45

export class CameraLock {
  calibration: Calibration | null = null
  state: LockState = 'none'
  /** Why there is no lock, or why calls are held. */
  problem: Why | null = null
  private watch: CalibrationWatch | null = null
  private size = ''
  private lastTryS = Number.NEGATIVE_INFINITY
  private lastCheckS = Number.NEGATIVE_INFINITY
  private followedS = Number.NEGATIVE_INFINITY
  private suspicious = 0
  /** Pictures since the calibration, until there are enough; null when that is done. */
  private pictures: Frame[] | null = null
  private lastMovedMm: number | null = null
  private fingerprint = 0
  private sameSinceS: number | null = null
  /** How things stood before the picture froze; null while it moves. */
  private frozen: { readonly state: LockState; readonly problem: Why | null } | null = null
  private readonly flicker = new FlickerWatch()
  private flickering = false
  /** What is wrong with the light though measuring goes on. */
  warning: Why | null = null

  constructor(
    private readonly pitch: Pitch,
    private readonly heightMm: number | null,
    private readonly changed: (c: LockChange) => void = () => {},
    /** Whether every picture has its own noise, as a camera's does; compressed films may repeat one to the last bit. */
    private readonly noisy = true,
    private readonly lens: Lens | null = null,
  ) {}

  /** Looks at a frame; most of the time that is nothing but a glance at the clock. */
  look(frame: Frame): void {
    const size = `${frame.widthPx}x${frame.heightPx}`
    if (this.calibration && this.size !== size) this.lose() // another resolution: never with the old camera (OP-06)
    if (!this.calibration) {
      this.tryFromNothing(frame, size)
      return
    }
    if (this.noisy) this.watchForFreeze(frame)
    this.watchLight(frame)
    if (Math.abs(frame.tS - this.lastCheckS) < CHECK_S) return
    this.lastCheckS = frame.tS
    if (!this.frozen && !this.flickering) this.checkLines(frame)
  }

  private lose(): void {
    this.calibration = null
    this.watch = null
    this.state = 'none'
  }

  private tryFromNothing(frame: Frame, size: string): void {
    if (Math.abs(frame.tS - this.lastTryS) < RECALIBRATE_S) return
    this.lastTryS = frame.tS
    const made = calibrate({ picture: frame, pitch: this.pitch, heightMm: this.heightMm, lens: this.lens })
    if (!made.ok) {
      this.problem = made.problem.why
      return
    }
    this.size = size
    this.take(made.value, frame, { what: 'calibrated', words: why`lines fit to ${made.value.residualMm.toFixed(2)} mm` })
  }

  private take(c: Calibration, frame: Frame, change: LockChange): void {
    this.calibration = c
    this.watch = new CalibrationWatch(c, this.pitch, frame)
    this.state = 'locked'
    this.problem = null
    this.suspicious = 0
    this.lastMovedMm = null
    this.followedS = frame.tS
    this.pictures = change.what === 'seen whole' ? null : []
    this.changed(change)
  }

  /** The lines as seen in many pictures, in place of those of the one that calibrated, where more of them is seen. */
  private seeWhole(frame: Frame): void {
    const pictures = this.pictures!
    const last = pictures.at(-1)
    if (last && Math.abs(frame.tS - last.tS) < APART_S) return
    pictures.push(frame)
    if (pictures.length < PICTURES) return
    this.pictures = null
    const before = this.calibration!
    const picture = medianPicture(pictures)
    const made = recalibrate({ picture, pitch: this.pitch, heightMm: this.heightMm, lens: this.lens }, before.camera)
    if (!made.ok || linesSeen(made.value) < linesSeen(before) + MORE) return
    this.take(made.value, frame, {
      what: 'seen whole',
      words: why`${Math.round(100 * linesSeen(made.value))} % of the lines, before ${Math.round(100 * linesSeen(before))} %`,
    })
  }

  private hold(change: LockChange): void {
    if (!this.problem || english(this.problem) !== english(change.words)) this.changed(change)
    this.state = 'held'
    this.problem = change.words
  }

  private watchForFreeze(frame: Frame): void {
    const print = fingerprint(frame)
    if (print !== this.fingerprint) {
      this.fingerprint = print
      this.sameSinceS = frame.tS
      if (this.frozen) {
        const { state, problem } = this.frozen
        this.frozen = null
        this.state = state
        this.problem = problem
        this.changed({ what: 'seen again', words: why`the picture moves again` })
      }
      return
    }
    this.sameSinceS ??= frame.tS
    if (this.frozen || frame.tS - this.sameSinceS < FROZEN_S) return
    this.frozen = { state: this.state, problem: this.problem }
    this.hold({ what: 'frozen', words: why`the picture stands still: the camera sends the same one again and again; calls are held` })
  }

  private watchLight(frame: Frame): void {
    // a covered lens or another picture is no lamp
    if ((this.state === 'held' && !this.flickering) || this.suspicious > 0) {
      this.warning = null
      return
    }
    const depth = this.flicker.look(frame)
    const words = why`the lamps flicker: bands of ${Math.round(100 * depth)} % run over the picture; set the exposure to a multiple of 10 ms (50 Hz mains) or 8.3 ms (60 Hz), or use lamps that do not flicker`
    this.warning = depth > FLICKER ? words : null
    const much = depth > MUCH_FLICKER
    if (much === this.flickering) return
    this.flickering = much
    if (much) this.hold({ what: 'flicker', words: why`${words}; calls are held` })
  }

  private checkLines(frame: Frame): void {
    const seen = this.watch!.check(frame)
    if (this.state === 'held') {
      this.lookAgain(frame, seen.found, seen.movedMm)
      return
    }
    const bumped = seen.movedMm !== null && seen.movedMm > Math.max(BUMP_MM, 4 * seen.sigmaMm)
    const lost = seen.found < UNSEEN || seen.movedMm === null
    if (lost || bumped) {
      // one look may be a hand in front of the lens
      if (++this.suspicious < 2) return
      this.lastMovedMm = null
      this.hold(
        lost
          ? { what: 'unseen', words: why`the lines of the pitch are not seen: lens covered, light off, or the camera looks elsewhere; calls are held` }
          : { what: 'moved', words: why`${whatMoved(seen.scale, seen.movedMm!)}; calls are held until it stands still` },
      )
      return
    }
    this.suspicious = 0
    if (this.pictures) this.seeWhole(frame)
    const drift = seen.movedMm !== null && seen.movedMm > DRIFT_MM && seen.found > SEEN
    if (!drift || Math.abs(frame.tS - this.followedS) < FOLLOW_S) return
    this.followedS = frame.tS
    const made = recalibrate({ picture: frame, pitch: this.pitch, heightMm: this.heightMm, lens: this.lens }, this.calibration!.camera)
    if (made.ok) this.take(made.value, frame, { what: 'drift followed', words: why`by ${seen.movedMm!.toFixed(2)} mm` })
  }

  /** Held: as soon as the lines stand still, here or elsewhere, the camera is solved again from them. */
  private lookAgain(frame: Frame, found: number, movedMm: number | null): void {
    const before = this.lastMovedMm
    this.lastMovedMm = movedMm
    if (found > SEEN && movedMm !== null) {
      if (before === null || Math.abs(before - movedMm) > STEADY_MM) return
      if (movedMm < DRIFT_MM) {
        this.state = 'locked'
        this.problem = null
        this.suspicious = 0
        this.changed({ what: 'seen again', words: why`the lines are where they were` })
        return
      }
      const made = recalibrate({ picture: frame, pitch: this.pitch, heightMm: this.heightMm, lens: this.lens }, this.calibration!.camera)
      if (made.ok) {
        this.take(made.value, frame, { what: 'locked again', words: why`after a move of ${movedMm.toFixed(1)} mm` })
        return
      }
    }
    // moved farther than the lines are looked for: from nothing, now and then
    if (Math.abs(frame.tS - this.lastTryS) < RECALIBRATE_S) return
    this.lastTryS = frame.tS
    const made = calibrate({ picture: frame, pitch: this.pitch, heightMm: this.heightMm, lens: this.lens })
    if (made.ok) this.take(made.value, frame, { what: 'locked again', words: why`from nothing` })
  }
}

/** Share of the lines' length that was seen. */
function linesSeen(c: Calibration): number {
  const length = (l: Calibration['lines'][number]) => l.stepMm * (l.offsetsMm.length - 1)
  return c.lines.reduce((sum, l) => sum + l.foundShare * length(l), 0) / c.lines.reduce((sum, l) => sum + length(l), 0)
}

/** A change of scale that alone explains the movement is the focus or the height, not a push. */
function whatMoved(scale: number, movedMm: number): Why {
  const byScale = Math.abs(scale) * REACH_OF_SCALE_MM
  return byScale > 0.6 * movedMm
    ? why`the scale has changed by ${(100 * scale).toFixed(1)} % (focus or height), ${movedMm.toFixed(1)} mm at the corners`
    : why`the camera or the table has moved by ${movedMm.toFixed(1)} mm`
}
/** About how far a corner is from the middle. */
const REACH_OF_SCALE_MM = 700

/** A number that changes with any noise in the picture. */
function fingerprint(frame: Frame): number {
  let h = 0
  for (let k = 0; k < frame.luma.length; k += 997) h = (Math.imul(h, 31) + frame.luma[k]!) | 0
  return h
}
