/** One picture of a source: its planes as the camera gives them, numbered and timed by the camera's clock. */

export interface Frame {
  /** Counts frames from 0. */
  readonly seq: number
  /** Seconds on the camera's clock since the first frame, middle of the exposure. */
  readonly tS: number
  readonly widthPx: number
  readonly heightPx: number
  /** widthPx x heightPx bytes, full range (0 black, 255 white). */
  readonly luma: Uint8Array
  /** Cb and Cr at half size each way, neutral at 128, full range. */
  readonly chroma: readonly [Uint8Array, Uint8Array]
  /** From the first row's exposure to the last one's (rolling shutter), s; 0 for a global shutter, left out when nobody knows. */
  readonly readoutS?: number
}

/** Planes (BT.601, full range, 4:2:0) of interleaved 8-bit RGB. */
export function framePlanes(rgb: Uint8Array, width: number, height: number): Pick<Frame, 'luma' | 'chroma'> {
  const luma = new Uint8Array(width * height)
  const cw = (width + 1) >> 1
  const ch = (height + 1) >> 1
  const cb = new Uint8Array(cw * ch)
  const cr = new Uint8Array(cw * ch)
  for (let k = 0, i = 0; k < luma.length; k++, i += 3) luma[k] = (19595 * rgb[i]! + 38470 * rgb[i + 1]! + 7471 * rgb[i + 2]! + 32768) >> 16
  for (let y = 0; y < ch; y++)
    for (let x = 0; x < cw; x++) {
      const x1 = Math.min(2 * x + 1, width - 1)
      const y1 = Math.min(2 * y + 1, height - 1)
      let r = 0
      let g = 0
      let b = 0
      for (const q of [2 * y * width + 2 * x, 2 * y * width + x1, y1 * width + 2 * x, y1 * width + x1]) {
        r += rgb[3 * q]!
        g += rgb[3 * q + 1]!
        b += rgb[3 * q + 2]!
      }
      cb[y * cw + x] = Math.max(0, Math.min(255, 128.5 + (-0.168736 * r - 0.331264 * g + 0.5 * b) / 4))
      cr[y * cw + x] = Math.max(0, Math.min(255, 128.5 + (0.5 * r - 0.418688 * g - 0.081312 * b) / 4))
    }
  return { luma, chroma: [cb, cr] }
}

/** A plane's value between its pixels. */
export function bilinear(src: Uint8Array, width: number, x: number, y: number): number {
  const i = Math.floor(x)
  const j = Math.floor(y)
  const k = j * width + i
  const u = x - i
  const v = y - j
  return (src[k]! * (1 - u) + src[k + 1]! * u) * (1 - v) + (src[k + width]! * (1 - u) + src[k + width + 1]! * u) * v
}
