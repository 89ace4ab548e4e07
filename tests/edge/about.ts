/** A table as the screens are told of it. */
import type { TableMessage } from '../../edge/protocol.ts'

export const ABOUT: TableMessage = {
  lengthMm: 1200,
  widthMm: 800,
  lineWidthMm: 2.5,
  marginXMm: 70,
  marginYMm: 70,
  goalWidthMm: 125,
  goalArea: { depthMm: 60, widthMm: 240 },
  attacks: { A: '+x', B: '-x' },
  lines: [],
  rulebook: 'test',
  names: { A: 'A', B: 'B' },
  colours: { A: [], B: [] },
  spots: [],
  match: 'test',
  occasion: { competition: '', referee: '' },
}
