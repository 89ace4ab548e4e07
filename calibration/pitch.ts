/** The pitch as drawn: every printed line in mm, its name, and where objects stand against it. Figures: FISTF Part III 1.2. */
import { z } from 'zod'
import { bad, good, type Outcome } from './problem.ts'
import type { LineName, PitchPoint } from './units.ts'
import { why } from './why.ts'

const mm = (min: number, max: number) => z.number().min(min).max(max)

/** The pitch file (design section 2). Limits are those of the widest book we know (botao), not of one rule set. */
export const pitchFileSchema = z.strictObject({
  ruleset: z.string().default('fistf-5.2'),
  lengthMm: mm(500, 2500),
  widthMm: mm(350, 1800),
  lineWidthMm: mm(0.5, 12),
  shootingLineFromGoalLineMm: mm(50, 900).optional(),
  penaltyArea: z.strictObject({ depthMm: mm(40, 600), widthMm: mm(100, 1200) }),
  goalArea: z.strictObject({ depthMm: mm(15, 300), widthMm: mm(60, 800) }),
  penaltySpotMm: mm(20, 400),
  penaltyArcRadiusMm: mm(10, 400).nullable().default(null),
  centreCircleRadiusMm: mm(20, 400),
  cornerRadiusMm: mm(3, 80),
  goal: z.strictObject({ widthMm: mm(60, 400), heightMm: mm(20, 150), depthMm: mm(10, 200) }),
  surfaceMarginMm: z.strictObject({ touchline: mm(0, 300), goalLine: mm(0, 300) }),
  measuredTo: z.enum(['outer-edge', 'line-centre']).default('outer-edge'),
})
export type PitchFile = z.infer<typeof pitchFileSchema>

/** A straight printed line: its middle from `a` to `b`, mm. */
export interface StraightLine {
  readonly kind: 'straight'
  readonly name: string
  readonly a: PitchPoint
  readonly b: PitchPoint
}
/** A printed arc: radius to the middle of the line, from angle `from` to `to` (radians, anticlockwise). */
export interface ArcLine {
  readonly kind: 'arc'
  readonly name: string
  readonly centre: PitchPoint
  readonly radiusMm: number
  readonly from: number
  readonly to: number
}
export type PrintedLine = StraightLine | ArcLine

/** Dimensions always to the outer edges, whatever way the tape was laid. All mm. */
export interface Pitch {
  readonly ruleset: string
  readonly lengthMm: number
  readonly widthMm: number
  readonly lineWidthMm: number
  readonly shootingLineXMm: number | null
  readonly penaltyArea: { readonly depthMm: number; readonly widthMm: number }
  readonly goalArea: { readonly depthMm: number; readonly widthMm: number }
  readonly penaltySpotMm: number
  readonly penaltyArcRadiusMm: number | null
  readonly centreCircleRadiusMm: number
  readonly cornerRadiusMm: number
  readonly goal: { readonly widthMm: number; readonly heightMm: number; readonly depthMm: number }
  readonly surfaceMarginMm: { readonly touchline: number; readonly goalLine: number }
  readonly lines: readonly PrintedLine[]
}

/** Reads a pitch file's content; what does not fit is named with what was expected. */
export function parsePitch(json: unknown): Outcome<Pitch> {
  const parsed = pitchFileSchema.safeParse(json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    const where = issue.path.join('.') || 'pitch file'
    return bad('PITCH_INVALID', `pitch file: ${where}: ${issue.message}`)
  }
  const f = parsed.data
  if (f.widthMm >= f.lengthMm)
    return bad(
      'PITCH_WIDTH_OVER_LENGTH',
      why`pitch file: widthMm ${f.widthMm} must be less than lengthMm ${f.lengthMm}; length is the longer side, swap the two`,
    )
  const inside: [string, number, string, number][] = [
    ['penaltyArea.widthMm', f.penaltyArea.widthMm, 'widthMm', f.widthMm],
    ['goalArea.widthMm', f.goalArea.widthMm, 'penaltyArea.widthMm', f.penaltyArea.widthMm],
    ['goalArea.depthMm', f.goalArea.depthMm, 'penaltyArea.depthMm', f.penaltyArea.depthMm],
    ['penaltyArea.depthMm', f.penaltyArea.depthMm, 'half of lengthMm', f.lengthMm / 2],
    ['goal.widthMm', f.goal.widthMm, 'goalArea.widthMm', f.goalArea.widthMm],
    ['shootingLineFromGoalLineMm', f.shootingLineFromGoalLineMm ?? 0, 'half of lengthMm', f.lengthMm / 2],
  ]
  for (const [a, va, b, vb] of inside)
    if (va >= vb) return bad('PITCH_IMPOSSIBLE', why`pitch file: ${a} is ${va}, expected less than ${b} (${vb}); measure again`)
  return good(buildPitch(f))
}

function buildPitch(f: PitchFile): Pitch {
  const e = f.measuredTo === 'line-centre' ? f.lineWidthMm / 2 : 0 // radii are always to the outer edge of the arc
  const length = f.lengthMm + 2 * e
  const dims = {
    ruleset: f.ruleset,
    lengthMm: length,
    widthMm: f.widthMm + 2 * e,
    lineWidthMm: f.lineWidthMm,
    shootingLineXMm: f.shootingLineFromGoalLineMm === undefined ? null : length / 2 - f.shootingLineFromGoalLineMm - e,
    penaltyArea: { depthMm: f.penaltyArea.depthMm + 2 * e, widthMm: f.penaltyArea.widthMm + 2 * e },
    goalArea: { depthMm: f.goalArea.depthMm + 2 * e, widthMm: f.goalArea.widthMm + 2 * e },
    penaltySpotMm: f.penaltySpotMm + e,
    penaltyArcRadiusMm: f.penaltyArcRadiusMm,
    centreCircleRadiusMm: f.centreCircleRadiusMm,
    cornerRadiusMm: f.cornerRadiusMm,
    goal: f.goal,
    surfaceMarginMm: f.surfaceMarginMm,
  }
  return { ...dims, lines: printedLines(dims) }
}

/** Every printed line, its middle in mm. Boundary and area lines lie inside their outer edges. */
function printedLines(p: Omit<Pitch, 'lines'>): PrintedLine[] {
  const h = p.lineWidthMm / 2
  const x = p.lengthMm / 2 - h
  const y = p.widthMm / 2 - h
  const line = (name: string, ax: number, ay: number, bx: number, by: number): StraightLine => ({
    kind: 'straight',
    name,
    a: { xMm: ax, yMm: ay },
    b: { xMm: bx, yMm: by },
  })
  const out: PrintedLine[] = [
    line('touchline+y', -x, y, x, y),
    line('touchline-y', -x, -y, x, -y),
    line('goal-line+x', x, -y, x, y),
    line('goal-line-x', -x, -y, -x, y),
    line('halfway-line', 0, -y, 0, y),
  ]
  if (p.shootingLineXMm !== null) {
    const s = p.shootingLineXMm
    out.push(line('shooting-line+x', s, -y, s, y), line('shooting-line-x', -s, -y, -s, y))
  }
  for (const [sign, tag] of [
    [1, '+x'],
    [-1, '-x'],
  ] as const) {
    for (const [area, box] of [
      ['penalty-area', p.penaltyArea],
      ['goal-area', p.goalArea],
    ] as const) {
      const bx = sign * (p.lengthMm / 2 - box.depthMm + h)
      const by = box.widthMm / 2 - h
      out.push(line(`${area}${tag}`, bx, -by, bx, by), line(`${area}${tag}/side+y`, bx, by, sign * x, by), line(`${area}${tag}/side-y`, bx, -by, sign * x, -by))
    }
    if (p.penaltyArcRadiusMm !== null) {
      const r = p.penaltyArcRadiusMm - h
      const spot = sign * (p.lengthMm / 2 - p.penaltySpotMm)
      const reach = p.penaltyArea.depthMm - h - p.penaltySpotMm
      if (reach < r) {
        const half = Math.acos(reach / r)
        const mid = sign > 0 ? Math.PI : 0
        out.push({ kind: 'arc', name: `penalty-arc${tag}`, centre: { xMm: spot, yMm: 0 }, radiusMm: r, from: mid - half, to: mid + half })
      }
    }
    for (const [ysign, ytag] of [
      [1, '+y'],
      [-1, '-y'],
    ] as const) {
      const corner = { xMm: (sign * p.lengthMm) / 2, yMm: (ysign * p.widthMm) / 2 }
      const from = sign > 0 ? (ysign > 0 ? Math.PI : Math.PI / 2) : ysign > 0 ? -Math.PI / 2 : 0
      out.push({ kind: 'arc', name: `corner${tag}${ytag}`, centre: corner, radiusMm: p.cornerRadiusMm - h, from, to: from + Math.PI / 2 })
    }
  }
  out.push({ kind: 'arc', name: 'centre-circle', centre: { xMm: 0, yMm: 0 }, radiusMm: p.centreCircleRadiusMm - h, from: 0, to: 2 * Math.PI })
  return out
}

/** The same pitch with some dimensions otherwise. */
export function withDimensions(p: Pitch, change: Partial<Omit<Pitch, 'lines'>>): Pitch {
  const { lines: _, ...dims } = { ...p, ...change }
  return { ...dims, lines: printedLines(dims) }
}

/** A point of a printed line's middle and the unit normal there, at arc length `s` in mm from its start. */
export function pointOnLine(line: PrintedLine, s: number): { at: PitchPoint; nx: number; ny: number } {
  if (line.kind === 'straight') {
    const dx = line.b.xMm - line.a.xMm
    const dy = line.b.yMm - line.a.yMm
    const n = Math.hypot(dx, dy)
    return { at: { xMm: line.a.xMm + (dx * s) / n, yMm: line.a.yMm + (dy * s) / n }, nx: -dy / n, ny: dx / n }
  }
  const angle = line.from + s / line.radiusMm
  const nx = Math.cos(angle)
  const ny = Math.sin(angle)
  return { at: { xMm: line.centre.xMm + line.radiusMm * nx, yMm: line.centre.yMm + line.radiusMm * ny }, nx, ny }
}

export function lineLengthMm(line: PrintedLine): number {
  return line.kind === 'straight' ? Math.hypot(line.b.xMm - line.a.xMm, line.b.yMm - line.a.yMm) : (line.to - line.from) * line.radiusMm
}

/**
 * The edge of a named line that the rules use: position along the axis and outward direction.
 * Boundary lines: outer edge. Shooting lines: goal-side edge. Half-way line: the edge reached last going toward `direction`.
 * Source: geometry of "completely over" in FISTF Part I 8 and 14.1.2.
 */
export function ruleEdge(pitch: Pitch, line: LineName, direction: 'in' | 'out' = 'out'): { axis: 'x' | 'y'; atMm: number; outward: 1 | -1 } {
  const w = pitch.lineWidthMm
  const outward: 1 | -1 = line.includes('-x') || line.includes('-y') ? -1 : 1
  if (line.startsWith('touchline')) return { axis: 'y', atMm: (outward * pitch.widthMm) / 2, outward }
  if (line.startsWith('goal-line')) return { axis: 'x', atMm: (outward * pitch.lengthMm) / 2, outward }
  if (line === 'halfway-line') return { axis: 'x', atMm: direction === 'out' ? w / 2 : -w / 2, outward: 1 }
  return { axis: 'x', atMm: outward * ((pitch.shootingLineXMm ?? pitch.lengthMm / 4) + w / 2), outward }
}

/** Signed distance in mm of a point beyond the rule edge of a line, positive on the outward side. */
export function distancePast(pitch: Pitch, line: LineName, at: PitchPoint, direction: 'in' | 'out' = 'out'): number {
  const e = ruleEdge(pitch, line, direction)
  return e.outward * ((e.axis === 'x' ? at.xMm : at.yMm) - e.atMm)
}

/** Whether a place lies along the printed part of a boundary, shooting or half-way line. */
export function pointInPrintedRange(pitch: Pitch, line: LineName, at: PitchPoint): boolean {
  return line.startsWith('touchline') ? Math.abs(at.xMm) <= pitch.lengthMm / 2 : Math.abs(at.yMm) <= pitch.widthMm / 2
}
