/** Hands and arms over the cloth: since when, over which areas, what each covers or is at, and when it is gone. */
import { AREA_NAMES, type AreaBox, type AreaName, areaBox } from '../../calibration/areas.ts'
import type { Pitch } from '../../calibration/pitch.ts'
import { cellsNear, cellToPitch, handStretches, type Track, type Tracks } from '../tracks.ts'
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
  /** Which stretch of the region, counted from 1. */
  readonly number: number
  readonly region: AreaBox
  readonly areaMm2: number
  readonly over: ReadonlySet<AreaName>
  readonly at: ReadonlySet<string>
  /** Of these, what is not seen. */
  readonly hides: ReadonlySet<string>
}
interface Hand {
  readonly id: string
  readonly cameS: number
  readonly cameSeq: number
  seenS: number
  seenSeq: number
  patch: Patch
  /** What was told of it last, and since when it is otherwise. */
  told: string | null
  otherSinceS: number | null
  /** The hand whose stretch of the region has taken in all of its own: it is there as long as that is. */
  within: Hand | null
}

type Told = Omit<HandSeen, 'id'> | Omit<HandGone, 'id'>

export class HandWatch {
  private hands: Hand[] = []
  private next = 1
  private areas: { readonly grid: HandMask['grid']; readonly bits: Uint16Array } | null = null
  /** Which hand each cell belonged to in the picture before, counted as in `hands` from 1. */
  private before: Uint16Array | null = null

  constructor(private readonly pitch: Pitch) {}

  add(now: Tracks): Told[] {
    const out: Told[] = []
    const { patches, of } = this.patches(now)
    for (const [hand, patch] of this.same(patches, of, now)) Object.assign(hand, { seenS: now.tS, seenSeq: now.seq }, patch ? { patch } : {})
    for (const hand of this.hands) {
      if (now.tS - hand.seenS > GONE_S) {
        if (hand.told !== null) out.push(gone(hand))
        continue
      }
      const is = said(hand.patch)
      hand.otherSinceS = is === hand.told ? null : (hand.otherSinceS ?? now.tS)
      if (hand.otherSinceS !== null && now.tS - hand.otherSinceS >= FOR_S) {
        out.push(seen(hand, hand.told === null ? hand.cameS : hand.otherSinceS, now))
        Object.assign(hand, { told: is, otherSinceS: null })
      }
    }
    this.hands = this.hands.filter((h) => now.tS - h.seenS <= GONE_S)
    const owner = new Map(this.hands.map((h, k) => [h.seenS === now.tS && !h.within ? h.patch.number : 0, k + 1]))
    this.before = of.map((n) => (n ? (owner.get(n) ?? 0) : 0))
    return out
  }

  /** Each stretch is the hand whose cells it shares most; a hand whose every cell another's stretch has taken in is still there. */
  private same(patches: readonly Patch[], of: Uint16Array, now: Tracks): Map<Hand, Patch | null> {
    const shared = new Map<string, number>()
    const { before } = this
    if (before && before.length === of.length)
      for (let k = 0; k < of.length; k++) {
        if (!of[k] || !before[k]) continue
        const pair = `${of[k]} ${before[k]}`
        shared.set(pair, (shared.get(pair) ?? 0) + 1)
      }
    const out = new Map<Hand, Patch | null>()
    const free = new Set(patches)
    for (const [pair] of [...shared].sort((a, b) => b[1] - a[1])) {
      const [number, k] = pair.split(' ').map(Number) as [number, number]
      const hand = this.hands[k - 1]
      const patch = patches.find((p) => p.number === number)
      if (!hand || !patch) continue
      if (out.has(hand)) continue
      if (free.delete(patch)) out.set(hand, patch)
      else hand.within = [...out].find(([, p]) => p === patch)?.[0] ?? null
    }
    // one that comes out of another's stretch, or is quicker than its own size from one picture to the next: the missing one whose box meets
    for (const patch of free) {
      const near = (h: Hand) => !out.has(h) && meet((h.within ?? h).patch.region, patch.region)
      const hand = this.hands.find((h) => h.within && near(h)) ?? this.hands.find(near) ?? this.newHand(patch, now)
      out.set(hand, patch)
    }
    for (const hand of this.hands) {
      if (out.get(hand)) hand.within = null
      else if (hand.within && out.get(hand.within)) out.set(hand, null)
    }
    return out
  }

  private newHand(patch: Patch, { tS, seq }: Tracks): Hand {
    const hand: Hand = { id: `hand-${this.next++}`, cameS: tS, cameSeq: seq, seenS: tS, seenSeq: seq, patch, told: null, otherSinceS: null, within: null }
    this.hands.push(hand)
    return hand
  }

  /** Stretches of the region, each with what it is over and at; and for each cell the number of its own. */
  private patches(now: Tracks): { readonly patches: readonly Patch[]; readonly of: Uint16Array } {
    const { grid } = now.hands
    const { stretches, of } = handStretches(now.hands)
    if (!stretches.length) return { patches: [], of }
    if (this.areas?.grid !== grid) this.areas = { grid, bits: areaBits(grid, this.pitch) }
    const { bits } = this.areas
    const at = stretches.map(() => new Set<string>())
    const hides = stretches.map(() => new Set<string>())
    for (const t of things(now))
      for (const k of cellsNear(grid, t.where.at.xMm, t.where.at.yMm, t.radiusMm + AT_MM)) {
        at[of[k]! - 1]?.add(nameOf(t))
        if (t.seen !== 'now') hides[of[k]! - 1]?.add(nameOf(t))
      }
    const patches = stretches.flatMap(({ cells, region }, n) => {
      const areaMm2 = cells.length * grid.mmPerCell ** 2
      if (areaMm2 < LEAST_MM2) return []
      const over = cells.reduce((sum, k) => sum | bits[k]!, 0)
      return [{ number: n + 1, region, areaMm2, over: new Set(AREA_NAMES.filter((_, i) => over & (1 << i))), at: at[n]!, hides: hides[n]! }]
    })
    return { patches, of }
  }
}

const things = (now: Tracks): Track[] => [...(now.ball ? [now.ball] : []), ...now.bases, ...now.keepers, ...now.fallen]
const nameOf = (t: Track): string => (t.kind === 'ball' ? 'ball' : t.id)

/** All that is told of a hand, to see when it changes. */
const said = ({ over, at, hides }: Patch): string => [over, at, hides].map((set) => [...set].sort().join(' ')).join('; ')

function seen(hand: Hand, tS: number, now: Tracks): Told {
  const { region, over, at, hides } = hand.patch
  const hidden = things(now).filter((t) => hides.has(nameOf(t)))
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
    ...(hidden.length ? { lastSeen: hidden.map((t) => ({ object: nameOf(t), at: t.where.at, tS: t.lastSeenS })) } : {}),
  }
}

const gone = ({ id, cameS, cameSeq, seenS, seenSeq, patch }: Hand): Told => ({
  kind: 'hand-gone',
  tS: seenS,
  frames: [cameSeq, seenSeq],
  probability: 0.9,
  place: middle(patch.region),
  hand: id,
  cameS,
})

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
