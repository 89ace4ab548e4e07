/** The planes that calibration looks at: luma at full size, chroma at half size, 8 bits, full range. */
export interface PicturePlanes {
  readonly widthPx: number
  readonly heightPx: number
  readonly luma: Uint8Array
  readonly chroma: readonly [Uint8Array, Uint8Array]
}

interface Size {
  readonly widthPx: number
  readonly heightPx: number
}
/** A picture may stand upright: lens and limits go by its long side. */
export const longSidePx = (p: Size): number => Math.max(p.widthPx, p.heightPx)
/** What pixel limits are scaled by: they are given for a long side of 1920. */
export const sizeScale = (p: Size): number => longSidePx(p) / 1920

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

/**
 * The middle value of each pixel in pictures that one still camera took: what moves through some of them is gone, what hid behind it is seen.
 * All of one size; at least one.
 */
export function medianPicture(pictures: readonly PicturePlanes[]): PicturePlanes {
  const [first] = pictures
  if (!first || pictures.length < 3) return first!
  const middle = (planes: readonly Uint8Array[]): Uint8Array => {
    const n = planes.length
    const out = new Uint8Array(planes[0]!.length)
    const v = new Uint8Array(n)
    for (let k = 0; k < out.length; k++) {
      for (let i = 0; i < n; i++) {
        const x = planes[i]![k]!
        let j = i
        for (; j > 0 && v[j - 1]! > x; j--) v[j] = v[j - 1]!
        v[j] = x
      }
      out[k] = v[n >> 1]!
    }
    return out
  }
  return {
    widthPx: first.widthPx,
    heightPx: first.heightPx,
    luma: middle(pictures.map((p) => p.luma)),
    chroma: [middle(pictures.map((p) => p.chroma[0])), middle(pictures.map((p) => p.chroma[1]))],
  }
}

/** A cloth's hue: colour differences relative to its brightness, so that shadow and light change it little. */
export interface ClothHue {
  readonly blue: number
  readonly red: number
}

const TOLERANCE = 0.17
/** Hues are counted in bins of this width; what fills less than this share of the picture is no cloth; so many beside the first are tried. */
const BIN = 0.06
const LEAST_SHARE = 0.03
const MOST_HUES = 3

/**
 * What may be the cloth's hue, the likeliest first: the middle of what fills the middle of the picture, then whatever else fills much of it
 * (a camera that looks past the table sees more floor than cloth).
 */
export function clothHues(p: PicturePlanes): ClothHue[] {
  const middle = { blue: [] as number[], red: [] as number[] }
  const seen = new Map<string, { blue: number; red: number; count: number }>()
  let all = 0
  for (let y = 6; y < p.heightPx; y += 12)
    for (let x = 6; x < p.widthPx; x += 12) {
      const [blue, red] = hueAt(p, x, y)
      if (Math.abs(x / p.widthPx - 0.5) < 0.3 && Math.abs(y / p.heightPx - 0.5) < 0.3) {
        middle.blue.push(blue)
        middle.red.push(red)
      }
      const key = `${Math.round(blue / BIN)},${Math.round(red / BIN)}`
      const bin = seen.get(key) ?? { blue: 0, red: 0, count: 0 }
      seen.set(key, { blue: bin.blue + blue, red: bin.red + red, count: bin.count + 1 })
      all++
    }
  const median = (a: number[]) => a.sort((x, y) => x - y)[a.length >> 1] ?? 0
  const out: ClothHue[] = [{ blue: median(middle.blue), red: median(middle.red) }]
  for (const bin of [...seen.values()].sort((m, n) => n.count - m.count)) {
    if (bin.count < LEAST_SHARE * all || out.length > MOST_HUES) break
    const hue = { blue: bin.blue / bin.count, red: bin.red / bin.count }
    if (out.every((h) => Math.hypot(h.blue - hue.blue, h.red - hue.red) > TOLERANCE / 2)) out.push(hue)
  }
  return out
}

export function isCloth(p: PicturePlanes, hue: ClothHue, x: number, y: number): boolean {
  const [b, r] = hueAt(p, x, y)
  return Math.abs(b - hue.blue) < TOLERANCE && Math.abs(r - hue.red) < TOLERANCE
}

/** Colour differences of a pixel relative to its brightness, blue and red. */
export function hueAt(p: PicturePlanes, x: number, y: number): [number, number] {
  const k = (y >> 1) * ((p.widthPx + 1) >> 1) + (x >> 1)
  const l = p.luma[y * p.widthPx + x]! + 16
  return [(p.chroma[0][k]! - 128) / l, (p.chroma[1][k]! - 128) / l]
}
