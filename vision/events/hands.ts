/** Hands and arms over the cloth: since when, over which areas, what each covers or is at, and when it is gone. */
import { AREA_NAMES, type AreaBox, type AreaName, areaBox } from '../../calibration/areas.ts'
import type { Pitch } from '../../calibration/pitch.ts'
import { cellsNear, cellToPitch, handStretches, type Tracks } from '../tracks.ts'
import type { HandGone, HandSeen } from './game-event.ts'

type HandMask = Tracks['hands']

/** Less is a flicker of the region, mm^2. */
const LEAST_MM2 = 250
/** It is told after so long, and gone after so long without it, s. */
const FOR_S = 0.1
const GONE_S = 0.2
/** What is so near to it may be touched, mm: the region ends a cell early or late. */
const AT_MM = 4

interface Patch {
  readonly region: AreaBox
  readonly areaMm2: number
  readonly over: ReadonlySet<AreaName>
  readonly at: ReadonlySet<string>
}
interface Hand {
  readonly id: string
  readonly cameS: number
  readonly cameSeq: number
  seenS: number
  seenSeq: number
  patch: Patch
  told: boolean
  /** What it has been told to be at, and since when it is at more. */
  readonly at: Set<string>
  moreSinceS: number | null
}

type Told = Omit<HandSeen, 'id'> | Omit<HandGone, 'id'>

export class HandWatch {
  private hands: Hand[] = []
  private next = 1

  private areas: { readonly grid: HandMask['grid']; readonly bits: Uint16Array } | null = null

  constructor(private readonly pitch: Pitch) {}

  add(now: Tracks): Told[] {
    const out: Told[] = []
    const free = this.patches(now)
    for (const hand of this.hands) {
      // the largest of what overlaps where it was is it; the rest of that is a finger that the region lost
      const same = free.filter((p) => meet(p.region, hand.patch.region)).sort((a, b) => b.areaMm2 - a.areaMm2)
      if (!same.length) continue
      free.splice(0, free.length, ...free.filter((p) => !same.includes(p)))
      hand.patch = { ...same[0]!, at: new Set(same.flatMap((p) => [...p.at])) }
      hand.seenS = now.tS
      hand.seenSeq = now.seq
    }
    for (const patch of free)
      this.hands.push({
        id: `hand-${this.next++}`,
        cameS: now.tS,
        cameSeq: now.seq,
        seenS: now.tS,
        seenSeq: now.seq,
        patch,
        told: false,
        at: new Set(),
        moreSinceS: null,
      })
    for (const hand of this.hands) {
      if (now.tS - hand.seenS > GONE_S) {
        if (hand.told) out.push(this.gone(hand))
        continue
      }
      const more = [...hand.patch.at].some((id) => !hand.at.has(id))
      hand.moreSinceS = more ? (hand.moreSinceS ?? now.tS) : null
      const cameNow = !hand.told && now.tS - hand.cameS >= FOR_S
      const reached = hand.told && hand.moreSinceS !== null && now.tS - hand.moreSinceS >= FOR_S
      if (cameNow || reached) out.push(this.seen(hand, reached ? hand.moreSinceS! : hand.cameS))
    }
    this.hands = this.hands.filter((h) => now.tS - h.seenS <= GONE_S)
    return out
  }

  /** Stretches of the region, each with what it is over and at. */
  private patches(now: Tracks): Patch[] {
    const { grid } = now.hands
    const { stretches, of } = handStretches(now.hands)
    if (!stretches.length) return []
    if (this.areas?.grid !== grid) this.areas = { grid, bits: areaBits(grid, this.pitch) }
    const { bits } = this.areas
    const at = stretches.map(() => new Set<string>())
    for (const t of [...(now.ball ? [now.ball] : []), ...now.bases, ...now.keepers, ...now.fallen])
      for (const k of cellsNear(grid, t.where.at.xMm, t.where.at.yMm, t.radiusMm + AT_MM)) at[of[k]! - 1]?.add(t.kind === 'ball' ? 'ball' : t.id)
    return stretches.flatMap(({ cells, region }, n) => {
      const areaMm2 = cells.length * grid.mmPerCell ** 2
      if (areaMm2 < LEAST_MM2) return []
      const over = cells.reduce((sum, k) => sum | bits[k]!, 0)
      return [{ region, areaMm2, over: new Set(AREA_NAMES.filter((_, i) => over & (1 << i))), at: at[n]! }]
    })
  }

  private seen(hand: Hand, tS: number): Told {
    for (const id of hand.patch.at) hand.at.add(id)
    hand.told = true
    hand.moreSinceS = null
    const { region, over, at } = hand.patch
    return {
      kind: 'hand',
      tS,
      frames: [hand.cameSeq, hand.seenSeq],
      probability: 0.9,
      place: middle(region),
      player: null,
      hand: hand.id,
      region,
      over: [...over],
      at: [...at],
    }
  }

  private gone({ id, cameS, cameSeq, seenS, seenSeq, patch }: Hand): Told {
    return { kind: 'hand-gone', tS: seenS, frames: [cameSeq, seenSeq], probability: 0.9, place: middle(patch.region), hand: id, cameS }
  }
}

/** For each cell the areas that hold it, one bit each; the same for all pictures under one calibration. */
function areaBits(grid: HandMask['grid'], pitch: Pitch): Uint16Array {
  const boxes = AREA_NAMES.map((name) => areaBox(pitch, name))
  return Uint16Array.from({ length: grid.width * grid.height }, (_, k) => {
    const { xMm, yMm } = cellToPitch(grid, k % grid.width, Math.floor(k / grid.width))
    return boxes.reduce((bits, b, n) => (xMm >= b.x0Mm && xMm <= b.x1Mm && yMm >= b.y0Mm && yMm <= b.y1Mm ? bits | (1 << n) : bits), 0)
  })
}

const meet = (a: AreaBox, b: AreaBox): boolean => a.x0Mm <= b.x1Mm && b.x0Mm <= a.x1Mm && a.y0Mm <= b.y1Mm && b.y0Mm <= a.y1Mm
/** The middle of a region, as sure as it is large. */
const middle = (r: AreaBox): HandSeen['place'] => ({
  at: { xMm: (r.x0Mm + r.x1Mm) / 2, yMm: (r.y0Mm + r.y1Mm) / 2 },
  covMm2: [((r.x1Mm - r.x0Mm) / 4) ** 2, 0, ((r.y1Mm - r.y0Mm) / 4) ** 2],
  systematicSigmaMm: 0,
})
