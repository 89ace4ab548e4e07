/** Everything that can go wrong on a good day at the edge: a code and one clear line. Exit code 2 stands for bad input. */
import type { Problem } from '../calibration/problem.ts'

export const PROBLEM_CODES = [
  'ARGS_INVALID',
  'FILE_MISSING',
  'FILE_NOT_JSON',
  'CONFIG_INVALID',
  'PITCH_INVALID',
  'PITCH_WIDTH_OVER_LENGTH',
  'PITCH_IMPOSSIBLE',
  'SETUP_INVALID',
  'SETUP_SAME_END',
  'SCENARIO_INVALID',
  'RULES_UNKNOWN',
  'CAL_NO_LINES',
  'CAL_NO_MATCH',
  'CAL_AMBIGUOUS',
  'CAL_NO_FIT',
  'CAL_LINES_MISSING',
  'CAL_BAD_FIT',
  'CAL_TILT',
  'CAL_INVALID',
  'CAL_OTHER_SIZE',
  'CAL_OTHER_PITCH',
  'CAL_HEIGHT',
  'CAL_DIMENSION',
  'CAL_MOVED',
  'LENS_INVALID',
  'LENS_OTHER_PICTURE',
  'BOARD_INVALID',
  'BOARD_TOO_FEW',
  'BOARD_SIZES',
  'BOARD_BAD_FIT',
  'BOARD_ONE_DISTANCE',
  'SOURCE_UNREADABLE',
  'SOURCE_CUT_OFF',
  'SOURCE_LOST',
  'CAMERA_MISSING',
  'MODEL_MISSING',
  'MODEL_CHANGED',
  'PORT_IN_USE',
  'TOOL_MISSING',
  'OUTPUT_FAILED',
  'LOG_DAMAGED',
  'PAIRING_INVALID',
] as const
export type ProblemCode = (typeof PROBLEM_CODES)[number]

/** A problem on its way to the user; nothing else may reach him as an exception. */
export class ProblemError extends Error {
  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly exitCode: 1 | 2 = 2,
  ) {
    super(message)
  }
}

/** Unwraps an outcome or raises its problem. */
export function orRaise<T>(o: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem }): T {
  if (o.ok) return o.value
  throw new ProblemError(o.problem.code as ProblemCode, o.problem.message)
}
