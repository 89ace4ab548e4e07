/**
 * How long measuring a frame takes (about 25 things: all looked at anew, and all but the ball lying still), and a calibration from nothing and
 * from nearby; on our own rendered table, 1920x1080, one thread; and how long following 25 things takes. Percentiles in ms.
 *   node --import tsx tests/bench/measure-time.ts [RUNS]      (default 40)
 */
import { calibrate, recalibrate } from '../../calibration/calibration.ts'
import { modelPaths } from '../../edge/model.ts'
import { Random } from '../../models/synth/random.ts'
import { randomScene } from '../../models/synth/random-scene.ts'
import { Detector, DetectorSession } from '../../vision/detect/session.ts'
import { EventFinder } from '../../vision/events/find-events.ts'
import { measureFrame } from '../../vision/measure/measure.ts'
import { SideColours } from '../../vision/measure/side.ts'
import type { Known, Measurement } from '../../vision/measurements.ts'
import { Tracker } from '../../vision/track/tracker.ts'
import { photograph, setup } from '../tables.ts'

const runs = Number(process.argv[2] ?? 40)
const plain = randomScene(4711, { randomise: false, resolution: [1920, 1080] })
/** A lens that draws colours apart, which every close-up has to lay over each other again: the harder case. */
const scene = { ...plain, optics: { ...plain.optics, lateral: 0.0005 } }
const picture = await photograph(scene)
const input = { picture, pitch: scene.pitch, heightMm: scene.camera.centre[2] }
const first = calibrate(input)
if (!first.ok) throw new Error(first.problem.message)
const cal = first.value
const session = new DetectorSession(modelPaths(), 1)
const detector = new Detector(session, cal.camera, scene.pitch)
const colours = new SideColours(setup())
const refine: Parameters<typeof measureFrame>[6] = (kind, patches, facts, count) => session.refine(kind, patches, facts, count)
const seen = await detector.detect(picture)
const measured = await measureFrame(picture, cal, seen, setup(), colours, [], refine)
const still: Known[] = measured.items.flatMap((i) => (i.kind === 'base' ? [{ kind: i.kind, at: i.where.at, side: i.side }] : []))

const times: Record<string, number[]> = {}
async function timed(name: string, n: number, what: () => unknown): Promise<void> {
  const list = (times[name] ??= [])
  for (let k = 0; k < n; k++) {
    const t0 = performance.now()
    await what()
    if (k > 0) list.push(performance.now() - t0)
  }
}
await timed('network over the whole cloth', runs, () => detector.detect(picture))
await timed(`measuring ${measured.items.length} things, all anew`, runs, () => measureFrame(picture, cal, seen, setup(), colours, [], refine))
await timed(`the same, ${still.length} known to lie still`, runs, () => measureFrame(picture, cal, seen, setup(), colours, still, refine))
await timed('calibration from nothing', Math.max(4, runs / 8), () => calibrate(input))
await timed('calibration from nearby', Math.max(4, runs / 8), () => recalibrate(input, cal.camera))
/** Tracking and events of 25 things, one of which runs: spread over the cloth, or all in one heap. */
async function followed(name: string, gapMm: number): Promise<void> {
  const rng = new Random(1)
  const tracker = new Tracker()
  const finder = new EventFinder(scene.pitch, setup())
  const hands = { grid: { x0Mm: -700, y0Mm: 500, mmPerCell: 100, width: 14, height: 10 }, covered: new Uint8Array(140) }
  let seq = 0
  await timed(name, 20 * runs, () => {
    const tS = seq / 30
    const items = Array.from({ length: 25 }, (_, k): Measurement => {
      const runsOn = k === 24 ? (150 * tS) % gapMm : 0
      const at = { xMm: ((k % 5) - 2) * gapMm + runsOn + rng.normal(0.2), yMm: (Math.floor(k / 5) - 2) * gapMm + rng.normal(0.2) }
      const where = { at, covMm2: [0.04, 0, 0.04] as const, systematicSigmaMm: 0.05 }
      const side = k % 2 ? 'A' : 'B'
      return {
        kind: k === 24 ? 'ball' : 'base',
        where,
        score: 0.9,
        side: k === 24 ? null : side,
        sideConfidence: 0.9,
        misfit: null,
        radiusMm: k === 24 ? 11 : 10,
      }
    })
    const tracks = tracker.update({ seq: seq++, tS, items, hands, looked: null })
    if (tracks) finder.add(tracks)
  })
}
await followed('tracking and events, 25 things over the cloth', 120)
await followed('tracking and events, 25 things in one heap', 21)
const q = (v: number[], p: number) => v.sort((a, b) => a - b)[Math.min(v.length - 1, Math.floor(p * v.length))]!.toFixed(1)
console.log('| ms | runs | median | 95 % | worst |\n| --- | --- | --- | --- | --- |')
for (const [name, v] of Object.entries(times)) console.log(`| ${name} | ${v.length} | ${q(v, 0.5)} | ${q(v, 0.95)} | ${q(v, 1)} |`)
session.close()
