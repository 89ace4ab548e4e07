/**
 * A ChArUco board, printed and photographed from several sides, tells what a lens does. OpenCV finds the corners and solves
 * (Zhang 2000; Garrido-Jurado et al. 2014); here is what makes its answer fit to be used: enough views, from near and far, from the side.
 */
import { createRequire } from 'node:module' // the package exports a promise, which `import` cannot wait for
import { z } from 'zod'
import type { Lens } from './lens.ts'
import { bad, good, type Outcome } from './problem.ts'

const DICTIONARIES = ['4X4_50', '4X4_100', '4X4_250', '5X5_50', '5X5_100', '5X5_250', '6X6_50', '6X6_100', '6X6_250'] as const

const boardSchema = z
  .strictObject({
    squaresX: z.number().int().min(3).max(30),
    squaresY: z.number().int().min(3).max(30),
    squareMm: z.number().min(2).max(200),
    markerMm: z.number().min(1).max(200),
    dictionary: z.enum(DICTIONARIES).default('4X4_50'),
  })
  .refine((b) => b.markerMm < b.squareMm, { path: ['markerMm'], message: 'expected less than squareMm' })
export type Board = Readonly<z.infer<typeof boardSchema>>

export interface BoardPicture {
  readonly name: string
  readonly widthPx: number
  readonly heightPx: number
  readonly luma: Uint8Array
}

/** What one picture of the board gave. */
export interface BoardView {
  readonly name: string
  readonly corners: number
  readonly residualPx: number
  readonly distanceMm: number
  readonly slantDeg: number
}

const LEAST_CORNERS = 8
const LEAST_VIEWS = 5
/** A board always at one distance and square to the lens leaves focal length and distance to be traded for each other. */
const LEAST_SPAN = 1.25
const LEAST_SLANT_DEG = 15
/** A focal length less sure than this is worth nothing beside a tape measure. */
const MOST_F_SIGMA = 0.02
const WORST_RESIDUAL_PX = 2
/** OpenCV's deviations know of noise only; paper bends, and the model of a lens is not the lens. */
const CAUTION = 2
const LEAST_SIGMA = { f: 0.0005, centre: 0.5, k1: 0.002, k2: 0.002, p: 0.0001, k3: 0.002 } as const

export function parseBoard(json: unknown): Outcome<Board> {
  const parsed = boardSchema.safeParse(json)
  if (parsed.success) return good(parsed.data)
  const issue = parsed.error.issues[0]!
  return bad('BOARD_INVALID', `board file: ${issue.path.join('.') || 'content'}: ${issue.message}`)
}

// biome-ignore lint/suspicious/noExplicitAny: opencv-js 5 has no types for its ArUco half
type OpenCv = any
let opencv: Promise<OpenCv> | null = null
/** Loaded when it is first needed: 15 MB of WebAssembly. */
const openCv = (): Promise<OpenCv> => {
  opencv ??= Promise.resolve(createRequire(import.meta.url)('@techstark/opencv-js'))
  return opencv
}

const dictionaryOf = (cv: OpenCv, b: Board) => cv.getPredefinedDictionary(cv[`DICT_${b.dictionary}`])

/** The board to print, at its true size: SVG in millimetres. */
export async function boardSvg(b: Board): Promise<string> {
  const cv = await openCv()
  const dictionary = dictionaryOf(cv, b)
  const bits = dictionary.markerSize + 2
  const cell = b.markerMm / bits
  const image = new cv.Mat()
  const black: string[] = []
  const rect = (x: number, y: number, w: number, h: number) =>
    black.push(`<rect x="${x.toFixed(4)}" y="${y.toFixed(4)}" width="${w.toFixed(4)}" height="${h.toFixed(4)}"/>`)
  let id = 0
  for (let y = 0; y < b.squaresY; y++)
    for (let x = 0; x < b.squaresX; x++) {
      if ((x + y) % 2 === 0) {
        rect(x * b.squareMm, y * b.squareMm, b.squareMm, b.squareMm)
        continue
      }
      dictionary.generateImageMarker(id++, bits, image, 1)
      const off = (b.squareMm - b.markerMm) / 2
      for (let v = 0; v < bits; v++)
        for (let u = 0; u < bits; u++)
          if (image.data[v * bits + u] === 0) rect(x * b.squareMm + off + u * cell, y * b.squareMm + off + v * cell, cell + 0.01, cell + 0.01)
    }
  image.delete()
  dictionary.delete()
  const [w, h] = [b.squaresX * b.squareMm, b.squaresY * b.squareMm]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}mm" height="${h}mm" viewBox="0 0 ${w} ${h}" shape-rendering="crispEdges"><rect width="${w}" height="${h}" fill="#fff"/><g fill="#000">${black.join('')}</g></svg>\n`
}

interface Found {
  readonly name: string
  /** x, y, 0 in mm on the board and x, y in px, corner by corner. */
  readonly board: number[]
  readonly picture: number[]
}

async function findCorners(cv: OpenCv, b: Board, pictures: readonly BoardPicture[]): Promise<Found[]> {
  const none = new cv.Mat()
  const dictionary = dictionaryOf(cv, b)
  const board = new cv.aruco_CharucoBoard(new cv.Size(b.squaresX, b.squaresY), b.squareMm, b.markerMm, dictionary, none)
  const parts = [new cv.aruco_CharucoParameters(), new cv.aruco_DetectorParameters(), new cv.aruco_RefineParameters(10, 3, true)]
  const detector = new cv.aruco_CharucoDetector(board, ...parts)
  const across = b.squaresX - 1
  const out = pictures.map((p) => {
    const image = cv.matFromArray(p.heightPx, p.widthPx, cv.CV_8UC1, p.luma)
    const [corners, ids, markers, markerIds] = [new cv.Mat(), new cv.Mat(), new cv.MatVector(), new cv.Mat()]
    detector.detectBoard(image, corners, ids, markers, markerIds)
    const found: Found = { name: p.name, board: [], picture: [] }
    for (let k = 0; k < ids.cols * ids.rows; k++) {
      const id = ids.data32S[k]
      found.board.push(((id % across) + 1) * b.squareMm, (Math.floor(id / across) + 1) * b.squareMm, 0)
      found.picture.push(corners.data32F[2 * k], corners.data32F[2 * k + 1])
    }
    for (const m of [image, corners, ids, markers, markerIds]) m.delete()
    return found
  })
  for (const m of [detector, ...parts, board, dictionary, none]) m.delete()
  return out
}

/** The lens from pictures of one board, all of one size; what is wrong with the pictures is named. */
export async function measureLens(
  b: Board,
  pictures: readonly BoardPicture[],
): Promise<Outcome<{ lens: Lens; views: readonly BoardView[]; notes: readonly string[] }>> {
  const first = pictures[0]
  if (!first) return bad('BOARD_TOO_FEW', 'no picture of the board was given')
  const odd = pictures.find((p) => p.widthPx !== first.widthPx || p.heightPx !== first.heightPx)
  if (odd)
    return bad(
      'BOARD_SIZES',
      `${odd.name} has ${odd.widthPx}x${odd.heightPx} pixels, ${first.name} ${first.widthPx}x${first.heightPx}: expected one size, taken in one mode`,
    )
  const cv = await openCv()
  const all = await findCorners(cv, b, pictures)
  const seen = all.filter((f) => f.board.length / 3 >= LEAST_CORNERS)
  const notes = all
    .filter((f) => !seen.includes(f))
    .map((f) => `${f.name}: ${f.board.length / 3} corners of the board found, not used (at least ${LEAST_CORNERS})`)
  if (seen.length < LEAST_VIEWS)
    return bad(
      'BOARD_TOO_FEW',
      `the board was found in ${seen.length} of ${pictures.length} pictures, expected at least ${LEAST_VIEWS}; check that the board file is of this board (squares ${b.squaresX} x ${b.squaresY}, dictionary ${b.dictionary})`,
    )
  const { f, rms, k, dist, sd, views } = solve(cv, seen, first)
  if (!(rms < WORST_RESIDUAL_PX))
    return bad('BOARD_BAD_FIT', `the corners fit only to ${rms.toFixed(1)} px, expected below ${WORST_RESIDUAL_PX}: is the board flat and the pictures sharp?`)
  const distances = views.map((v) => v.distanceMm)
  const span = Math.max(...distances) / Math.min(...distances)
  const slant = Math.max(...views.map((v) => v.slantDeg))
  if ((span < LEAST_SPAN && slant < LEAST_SLANT_DEG) || !(sd[0]! < MOST_F_SIGMA * f))
    return bad(
      'BOARD_ONE_DISTANCE',
      `the board was photographed from ${Math.min(...distances).toFixed(0)} to ${Math.max(...distances).toFixed(0)} mm and slanted by ${slant.toFixed(0)} degrees at most: that leaves the focal length unsure by ${((100 * sd[0]!) / f).toFixed(1)} %; take some from half the distance and some with the board tilted by 30 degrees`,
    )
  const sigma = (at: number, least: number) => Math.max(least, CAUTION * sd[at]!)
  const scale = first.widthPx / 1920
  return good({
    lens: {
      widthPx: first.widthPx,
      heightPx: first.heightPx,
      f,
      cx: k[2]!,
      cy: k[5]!,
      k1: dist[0]!,
      k2: dist[1]!,
      p1: dist[2]!,
      p2: dist[3]!,
      k3: dist[4]!,
      sigma: {
        f: sigma(0, LEAST_SIGMA.f * f),
        cx: sigma(2, LEAST_SIGMA.centre * scale),
        cy: sigma(3, LEAST_SIGMA.centre * scale),
        k1: sigma(4, LEAST_SIGMA.k1),
        k2: sigma(5, LEAST_SIGMA.k2),
        p1: sigma(6, LEAST_SIGMA.p),
        p2: sigma(7, LEAST_SIGMA.p),
        k3: sigma(8, LEAST_SIGMA.k3),
      },
      residualPx: rms,
      views: seen.length,
    },
    views,
    notes,
  })
}

function solve(cv: OpenCv, seen: readonly Found[], size: { readonly widthPx: number; readonly heightPx: number }) {
  const [objects, images] = [new cv.MatVector(), new cv.MatVector()]
  for (const s of seen) {
    const n = s.board.length / 3
    const [o, i] = [cv.matFromArray(n, 1, cv.CV_32FC3, s.board), cv.matFromArray(n, 1, cv.CV_32FC2, s.picture)]
    objects.push_back(o)
    images.push_back(i)
    o.delete()
    i.delete()
  }
  const [k, dist] = [cv.Mat.eye(3, 3, cv.CV_64F), cv.Mat.zeros(1, 5, cv.CV_64F)]
  const [rotations, translations] = [new cv.MatVector(), new cv.MatVector()]
  const [sdInner, sdOuter, perView] = [new cv.Mat(), new cv.Mat(), new cv.Mat()]
  const until = new cv.TermCriteria(3, 200, 1e-10)
  const rms: number = cv.calibrateCameraExtended(
    objects,
    images,
    new cv.Size(size.widthPx, size.heightPx),
    k,
    dist,
    rotations,
    translations,
    sdInner,
    sdOuter,
    perView,
    cv.CALIB_FIX_ASPECT_RATIO,
    until,
  )
  const views = seen.map((s, i): BoardView => {
    const [rotation, translation] = [rotations.get(i), translations.get(i)]
    const [rx, ry, rz] = rotation.data64F as [number, number, number]
    const angle = Math.hypot(rx, ry, rz)
    // R33 of the rotation vector: how far the board's normal is from the line of sight
    const cos = angle < 1e-9 ? 1 : Math.cos(angle) + (1 - Math.cos(angle)) * (rz / angle) ** 2
    const distanceMm = Math.hypot(...(translation.data64F as [number, number, number]))
    rotation.delete()
    translation.delete()
    return {
      name: s.name,
      corners: s.board.length / 3,
      residualPx: perView.data64F[i],
      distanceMm,
      slantDeg: (Math.acos(Math.min(1, Math.abs(cos))) * 180) / Math.PI,
    }
  })
  const sd = Array.from(sdInner.data64F as Float64Array)
  // with the ratio held, one focal length is solved for and its deviation stands at either place
  const out = {
    f: k.data64F[0] as number,
    rms,
    k: Array.from(k.data64F as Float64Array),
    dist: Array.from(dist.data64F as Float64Array),
    sd: [Math.max(sd[0]!, sd[1]!), ...sd.slice(1)],
    views,
  }
  for (const m of [objects, images, k, dist, rotations, translations, sdInner, sdOuter, perView]) m.delete()
  return out
}
