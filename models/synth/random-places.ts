/** Where things stand, drawn at random: half of the time where it matters. */
import type { Pitch } from '../../calibration/pitch.ts'
import type { Random } from './random.ts'

/** In the goal, at its posts, in its net. */
export function goalmouth(rng: Random, pitch: Pitch, r: number): [number, number] {
  const depth = rng.between(-15, Math.max(20, pitch.goal.depthMm - 8))
  let y = rng.between(-62, 62)
  // no ball inside a post: it touches it
  const post = pitch.goal.widthMm / 2 + 2
  if (Math.abs(depth) < r + 2) y = Math.sign(y) * Math.min(Math.abs(y), post - Math.sqrt((r + 2.5) ** 2 - depth ** 2))
  return [(rng.chance(0.5) ? 1 : -1) * (pitch.lengthMm / 2 + depth), y]
}

/** A place on the cloth; half of the time where it matters: near a line, a corner, a goalmouth. */
export function somewhere(rng: Random, pitch: Pitch, r: number, sx: number, sy: number): [number, number] {
  const l = pitch.lengthMm / 2
  const w = pitch.widthMm / 2
  const sign = () => (rng.chance(0.5) ? 1 : -1)
  let x = rng.between(-sx + r + 1, sx - r - 1)
  let y = rng.between(-sy + r + 1, sy - r - 1)
  switch (rng.int(0, 9)) {
    case 0:
      y = sign() * (w + rng.between(-30, 30))
      break
    case 1:
      x = sign() * (l + rng.between(-30, 30))
      break
    case 2:
      x = sign() * ((pitch.shootingLineXMm ?? l / 2) + rng.between(-25, 25))
      break
    case 3:
      x = sign() * (l + rng.between(-80, 40))
      y = rng.between(-62, 62) // goalmouth and net
      break
    case 4:
      x = sign() * (l - rng.between(-15, 30))
      y = sign() * (w - rng.between(-15, 30))
      break
    default:
  }
  return [Math.max(-sx + r, Math.min(sx - r, x)), Math.max(-sy + r, Math.min(sy - r, y))]
}
