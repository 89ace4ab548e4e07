/** Colours of pixels: from luma and colour differences (ITU-R BT.601, full range; differences about 0), and to linear light. */
export const lumaOf = (red: number, green: number, blue: number): number => 0.299 * red + 0.587 * green + 0.114 * blue
export const redOf = (luma: number, cr: number): number => luma + 1.402 * cr
export const greenOf = (luma: number, cb: number, cr: number): number => luma - 0.344136 * cb - 0.714136 * cr
export const blueOf = (luma: number, cb: number): number => luma + 1.772 * cb

/** sRGB value to linear light, both 0..1 (IEC 61966-2-1). */
export const toLinear = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
