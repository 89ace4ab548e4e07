/** What is on and around a table besides the pieces of the game: arms and hands, fences, clutter. */
import type { Pitch } from '../../calibration/pitch.ts'
import { fromHsv, mixed, type Rgb, scaled } from './colour.ts'
import { BALL_STYLES, ballSolid, figureSolids, hairColour, plain, randomKit, SKINS } from './pieces.ts'
import { type Random, valueNoise } from './random.ts'
import { Ball, Block, type Owner, type Paint, RoundCone, type Solid } from './shapes.ts'
import { Turned } from './turned.ts'

/** A person's arm reaching over the table to a place, with hand, sleeve, sometimes a head. With `flickFrom` a finger is stretched to that place, from that touchline. */
export function armSolids(rng: Random, id: string, reach: { x: number; y: number }, pitch: Pitch, flickFrom?: 1 | -1): Solid[] {
  const owner: Owner = { id, kind: 'hand', velocity: [0, 0] }
  const skin = rng.pick(SKINS)
  const seed = rng.int(0, 1e6)
  const skinPaint: Paint = (x, y) => scaled(skin, 1 + 0.06 * valueNoise(x / 6, y / 6, seed))
  const near = Math.sign(reach.y) || 1
  const anySide = rng.chance(0.8) ? near : -near
  const side = flickFrom ?? anySide
  const alongside = rng.chance(0.75)
  const from =
    flickFrom || alongside
      ? { x: reach.x + rng.normal(160), y: side * (pitch.widthMm / 2 + rng.between(220, 420)) }
      : { x: (Math.sign(reach.x) || 1) * (pitch.lengthMm / 2 + rng.between(220, 420)), y: reach.y + rng.normal(150) }
  const dx = reach.x - from.x
  const dy = reach.y - from.y
  const len = Math.hypot(dx, dy)
  const ux = dx / len
  const uy = dy / len
  const z0 = rng.between(14, 38)
  const z1 = rng.between(40, 160)
  const at = (back: number, sideways: number, z: number): [number, number, number] => [
    reach.x - ux * back - uy * sideways,
    reach.y - uy * back + ux * sideways,
    z,
  ]
  const skinSurface = { paint: skinPaint, gloss: 0.25 }
  const solids: Solid[] = []
  const limb = (a: [number, number, number], b: [number, number, number], ra: number, rb: number, surface: { paint: Paint; gloss: number } = skinSurface) =>
    solids.push(new RoundCone(owner, surface, a, b, ra, rb))
  const scale = rng.between(0.85, 1.12)
  const any = rng.int(-1, 3) // the stretched finger, or none
  const flick = flickFrom ? 1 : any
  const curl = rng.between(0.25, 0.9)
  const mirror = rng.chance(0.5) ? 1 : -1
  for (let f = 0; f < 4; f++) {
    const s = mirror * (f - 1.5) * 17 * scale
    const stretched = f === flick
    const l = (stretched ? 1 : 1 - 0.55 * curl) * [66, 76, 72, 56][f]! * scale
    const knuckle = at(72 * scale, s, z0 + 22)
    const mid = at(72 * scale - l * 0.55, s * 1.02, z0 + (stretched ? 12 : 20))
    const tip = stretched ? at(72 * scale - l, s * 1.02, Math.max(7, z0 - 8)) : at(72 * scale - l * rng.between(0.3, 0.6), s, z0 + 2)
    limb(knuckle, mid, 9.5 * scale, 8.5 * scale)
    limb(mid, tip, 8.5 * scale, 7 * scale)
    if (rng.chance(0.7))
      solids.push(new Ball(owner, { paint: plain(mixed(skin, [0.8, 0.6, 0.55], 0.4)), gloss: 0.7 }, tip[0], tip[1], tip[2] + 1.5, 6.4 * scale))
    limb(at(130 * scale, s * 0.55, z0 + 24), knuckle, 14 * scale, 11 * scale)
  }
  const thumb = mirror * rng.between(30, 44) * scale
  limb(at(125 * scale, thumb * 0.5, z0 + 14), at(85 * scale, thumb, z0 + 8), 12 * scale, 9 * scale)
  limb(at(85 * scale, thumb, z0 + 8), at(55 * scale, thumb * rng.between(0.5, 0.95), z0 + 3), 9 * scale, 7.5 * scale)
  const wrist = at(150 * scale, 0, z0 + 24)
  const elbow: [number, number, number] = [from.x, from.y, z1]
  limb(wrist, elbow, 24 * scale, 38 * scale)
  const sleeved = rng.chance(0.6)
  if (sleeved) {
    const start = rng.between(0.05, 0.7)
    const tone = fromHsv(rng.next(), rng.chance(0.4) ? rng.between(0, 0.15) : rng.between(0.4, 0.95), rng.between(0.05, 0.95))
    const stripe = rng.chance(0.3) ? fromHsv(rng.next(), 0.5, 0.8) : tone
    const q: [number, number, number] = [0, 1, 2].map((i) => wrist[i]! + (elbow[i]! - wrist[i]!) * start) as [number, number, number]
    const paint: Paint = (x, y) =>
      Math.floor((x * ux + y * uy) / 14) & 1
        ? scaled(stripe, 1 + 0.15 * valueNoise(x / 9, y / 9, seed))
        : scaled(tone, 1 + 0.15 * valueNoise(x / 9, y / 9, seed))
    limb(q, elbow, (24 + 14 * start + 8) * scale, 52 * scale, { paint, gloss: 0.05 })
    limb(elbow, [from.x - ux * 250, from.y - uy * 250, z1 + 120], 52 * scale, 75 * scale, { paint, gloss: 0.05 })
  } else {
    limb(elbow, [from.x - ux * 250, from.y - uy * 250, z1 + 120], 38 * scale, 60 * scale)
    if (rng.chance(0.35)) {
      const q = (t: number): [number, number, number] => [0, 1, 2].map((i) => wrist[i]! + (elbow[i]! - wrist[i]!) * t) as [number, number, number]
      limb(q(0.02), q(0.09), 27 * scale, 27.5 * scale, { paint: plain(rng.chance(0.5) ? [0.02, 0.02, 0.02] : [0.5, 0.5, 0.45]), gloss: 0.8 })
    }
  }
  if (rng.chance(0.35)) {
    const hx = from.x + ux * rng.between(-20, 130) + rng.normal(60)
    const hy = from.y + uy * rng.between(-20, 130) + rng.normal(60)
    const hair = hairColour(rng)
    const paint: Paint = (x, y, z) => (z > -0.1 ? scaled(hair, 1 + 0.4 * valueNoise(x * 9, y * 9, seed)) : skin)
    solids.push(new Ball(owner, { paint, gloss: 0.15 }, hx, hy, rng.between(180, 300), rng.between(75, 95)))
  }
  return solids
}

export function fenceSolids(rng: Random, pitch: Pitch): Solid[] {
  const owner: Owner = { id: 'fence', kind: 'thing', velocity: [0, 0] }
  const h = rng.between(20, 70) / 2
  const t = rng.between(5, 35) / 2
  const x = pitch.lengthMm / 2 + pitch.surfaceMarginMm.goalLine
  const y = pitch.widthMm / 2 + pitch.surfaceMarginMm.touchline
  const tone: Rgb = rng.chance(0.3)
    ? [0.03, 0.03, 0.04]
    : rng.chance(0.3)
      ? fromHsv(0.08, 0.5, rng.between(0.2, 0.8))
      : fromHsv(rng.next(), rng.between(0, 0.9), rng.between(0.1, 0.9))
  const print = fromHsv(rng.next(), rng.between(0, 0.8), rng.between(0.3, 1))
  const printed = rng.chance(0.4)
  const seed = rng.int(0, 1e6)
  const paint: Paint = (a, b, z) => (printed && z > -h * 0.8 && z < h * 0.95 && valueNoise((a + b) / 14, z / 7, seed) > 0.25 ? print : tone)
  const gloss = rng.between(0, 0.6)
  const block = (cx: number, cy: number, hx: number, hy: number) => new Block(owner, { paint, gloss }, cx, cy, h, [hx, hy, h], 0)
  return [block(0, y + t, x + 2 * t, t), block(0, -y - t, x + 2 * t, t), block(x + t, 0, t, y), block(-x - t, 0, t, y)]
}

/** Things that are no part of the game: cups, books, phones, coins, spare balls and figures, cloths, tags. */
export function clutterSolids(rng: Random, pitch: Pitch, cloth: Rgb, onCloth: boolean): Solid[] {
  const owner: Owner = { id: `thing${rng.int(0, 1e9)}`, kind: 'thing', velocity: [0, 0] }
  const tone = rng.chance(0.3) ? scaled([1, 1, 1], rng.between(0.03, 0.8)) : fromHsv(rng.next(), rng.between(0.1, 0.95), rng.between(0.1, 0.95))
  const sx = pitch.lengthMm / 2 + pitch.surfaceMarginMm.goalLine
  const sy = pitch.widthMm / 2 + pitch.surfaceMarginMm.touchline
  let x = rng.between(-sx, sx)
  let y = rng.between(-sy, sy)
  if (!onCloth) {
    if (rng.chance(0.5)) x = (rng.chance(0.5) ? 1 : -1) * (sx + rng.between(40, 180))
    else y = (rng.chance(0.5) ? 1 : -1) * (sy + rng.between(40, 180))
  }
  const gloss = rng.between(0, 0.9)
  const seed = rng.int(0, 1e6)
  const mottled: Paint = (a, b, c) => scaled(tone, 1 + 0.3 * valueNoise((a + c) / 5, (b - c) / 5, seed))
  if (onCloth) {
    switch (rng.int(0, 3)) {
      case 0: {
        // coin: flat, metal, with a rim
        const r = rng.between(8, 13)
        const metal = fromHsv(rng.between(0.06, 0.13), rng.between(0.05, 0.7), rng.between(0.4, 0.8))
        return [
          new Turned(
            owner,
            { paint: (rho) => (rho > r * 0.75 ? metal : scaled(metal, 0.75)), gloss: 0.9 },
            [x, y, 0],
            [0, 0, 1],
            [
              [0.01, r],
              [1.8, r],
            ],
          ),
        ]
      }
      case 1: // price tag, strip of paper or tape
        return [new Block(owner, { paint: mottled, gloss: 0.1 }, x, y, 0.2, [rng.between(3, 14), rng.between(2, 20), 0.15], rng.between(0, 3))]
      case 2: // shirt button, bead, crumb
        return [new Ball(owner, { paint: mottled, gloss }, x, y, 1.5, rng.between(2, 6))]
      default: // chalk or gauge ring
        return [
          new Turned(
            owner,
            { paint: mottled, gloss },
            [x, y, 0],
            [0, 0, 1],
            [
              [0.01, rng.between(4, 7)],
              [rng.between(4, 30), rng.between(3, 6)],
            ],
          ),
        ]
    }
  }
  switch (rng.int(0, 4)) {
    case 0: {
      const r = rng.between(28, 50)
      const hgt = rng.between(50, 130)
      return [
        new Turned(
          owner,
          { paint: plain(tone), gloss },
          [x, y, 0],
          [0, 0, 1],
          [
            [0, r * 0.8],
            [hgt, r],
            [hgt, r * 0.9],
            [hgt * 0.5, r * 0.85],
          ].sort((a, b) => a[0]! - b[0]!) as [number, number][],
        ),
      ]
    }
    case 1:
      return [new Block(owner, { paint: mottled, gloss }, x, y, 8, [rng.between(25, 110), rng.between(20, 80), 8], rng.between(0, 3))]
    case 2:
      return ballAt(rng, x, y)
    case 3:
      return figureSolids(rng, randomKit(rng, cloth), owner.id, x, y, [0, 0], rng.chance(0.5))
    default:
      return [new Ball(owner, { paint: mottled, gloss }, x, y, rng.between(5, 30), rng.between(5, 40))]
  }
}

const ballAt = (rng: Random, x: number, y: number) => [ballSolid(rng, { x, y, z: 11, r: 11 }, [0, 0], rng.pick(BALL_STYLES))]
