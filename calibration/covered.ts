/** Lines that are not seen because something lies on them, as against lines that are not there: where the cloth beside them is not seen either. */
import type { Camera } from './camera.ts'
import { type ClothHue, hueAt, isCloth, type PicturePlanes } from './picture.ts'
import { lineLengthMm, type Pitch, type PrintedLine, pointOnLine } from './pitch.ts'
import type { Solution } from './solve.ts'

const EVERY_MM = 10
/** So many line widths and pixels beside a line's middle the cloth is bare. */
const BESIDE_WIDTHS = 1.5
const BESIDE_PX = 2

/** Share of each line inside the picture on either side of which there is no cloth, 0..1, by name; nothing is said of lines outside it. */
export function coveredShares(picture: PicturePlanes, pitch: Pitch, { camera, samples }: Pick<Solution, 'camera' | 'samples'>): Map<string, number> {
  const hue = hueBeside(picture, samples)
  return new Map(pitch.lines.flatMap((line) => share(picture, pitch, camera, hue, line)))
}

function share(picture: PicturePlanes, pitch: Pitch, camera: Camera, hue: ClothHue, line: PrintedLine): [string, number][] {
  const length = lineLengthMm(line)
  const n = Math.max(4, Math.round(length / EVERY_MM))
  let [asked, covered] = [0, 0]
  for (let i = 0; i < n; i++) {
    const { at, nx, ny } = pointOnLine(line, ((i + 0.5) / n) * length)
    const beside = BESIDE_WIDTHS * pitch.lineWidthMm + BESIDE_PX * camera.mmPerPx(at)
    const cloth = [-1, 1].map((s) => {
      const px = camera.project({ xMm: at.xMm + s * beside * nx, yMm: at.yMm + s * beside * ny, zMm: 0 })
      return camera.sees(px) ? isCloth(picture, hue, Math.round(px.xPx), Math.round(px.yPx)) : null
    })
    if (cloth.includes(null)) continue
    asked++
    if (!cloth[0] && !cloth[1]) covered++
  }
  return asked ? [[line.name, covered / asked]] : []
}

/** The middle of what is seen beside the crossings that were found: there the cloth is bare. */
function hueBeside(picture: PicturePlanes, samples: Solution['samples']): ClothHue {
  const hues = samples.flatMap((q) => {
    const beside = BESIDE_WIDTHS * q.expectedPx + BESIDE_PX
    return [-beside, beside].map((d) => hueAt(picture, Math.round(q.xPx + d * q.nxPx), Math.round(q.yPx + d * q.nyPx)))
  })
  const median = (k: 0 | 1) => hues.map((h) => h[k]).sort((a, b) => a - b)[hues.length >> 1] ?? 0
  return { blue: median(0), red: median(1) }
}
