/** The planes that calibration looks at: luma at full size, chroma at half size, 8 bits, full range. */
export interface PicturePlanes {
  readonly widthPx: number
  readonly heightPx: number
  readonly luma: Uint8Array
  readonly chroma: readonly [Uint8Array, Uint8Array]
}

/** Luma between pixels (bilinear); outside the picture NaN. */
export function lumaAt(p: PicturePlanes, x: number, y: number): number {
  const i = Math.floor(x)
  const j = Math.floor(y)
  if (i < 0 || j < 0 || i >= p.widthPx - 1 || j >= p.heightPx - 1) return Number.NaN
  const k = j * p.widthPx + i
  const u = x - i
  const v = y - j
  const l = p.luma
  return (l[k]! * (1 - u) + l[k + 1]! * u) * (1 - v) + (l[k + p.widthPx]! * (1 - u) + l[k + p.widthPx + 1]! * u) * v
}

/** A cloth's hue: colour differences relative to its brightness, so that shadow and light change it little. */
export interface ClothHue {
  readonly blue: number
  readonly red: number
}

const TOLERANCE = 0.17

/** The most common hue in the middle of the picture (median of each component over a grid of pixels). */
export function clothHue(p: PicturePlanes): ClothHue {
  const blue: number[] = []
  const red: number[] = []
  for (let y = Math.floor(p.heightPx * 0.2); y < p.heightPx * 0.8; y += 12)
    for (let x = Math.floor(p.widthPx * 0.2); x < p.widthPx * 0.8; x += 12) {
      const [b, r] = hueAt(p, x, y)
      blue.push(b)
      red.push(r)
    }
  const median = (a: number[]) => a.sort((x, y) => x - y)[a.length >> 1] ?? 0
  return { blue: median(blue), red: median(red) }
}

export function isCloth(p: PicturePlanes, hue: ClothHue, x: number, y: number): boolean {
  const [b, r] = hueAt(p, x, y)
  return Math.abs(b - hue.blue) < TOLERANCE && Math.abs(r - hue.red) < TOLERANCE
}

function hueAt(p: PicturePlanes, x: number, y: number): [number, number] {
  const k = (y >> 1) * ((p.widthPx + 1) >> 1) + (x >> 1)
  const l = p.luma[y * p.widthPx + x]! + 16
  return [(p.chroma[0][k]! - 128) / l, (p.chroma[1][k]! - 128) / l]
}
