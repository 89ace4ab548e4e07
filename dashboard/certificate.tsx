/** What was checked, when, and with which figures: to print and hang beside the table. Refused, with the reasons, while anything stands against it. */
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { SetupMessage } from '../edge/protocol.ts'

/** Worse than this, mm, and calls within a millimetre cannot be stood for. */
const WORST_LINE_MM = 1
const WORST_SIGMA_MM = 0.5

/** Why this table is not certified; empty when it is. */
function reasons(m: SetupMessage): string[] {
  if (m.state !== 'locked' || m.residualMm === null || !m.sigmaMm) return [m.problem ?? 'the camera is not calibrated']
  const off = m.lines.filter((l) => l.residualMm !== null && Math.abs(l.residualMm) > WORST_LINE_MM)
  return [
    ...(m.camera?.objections ?? []),
    ...(m.cameraHeightMm === null ? ['the height of the lens was not measured with a tape'] : []),
    ...off.map((l) => `${l.name} lies ${l.residualMm!.toFixed(1)} mm from where the pitch file says`),
    ...(m.sigmaMm.ballHeight > WORST_SIGMA_MM ? [`the ball is unsure by ${m.sigmaMm.ballHeight.toFixed(2)} mm, ${WORST_SIGMA_MM} mm are asked`] : []),
  ]
}

function Page() {
  const [m, set] = useState<SetupMessage | null>(null)
  const [at] = useState(new Date())
  useEffect(() => {
    fetch('/api/setup').then(
      async (r) => set((await r.json()) as SetupMessage),
      () => {},
    )
  }, [])
  if (!m) return <p class="quiet">Waiting for the device ...</p>
  const against = reasons(m)
  const pitch = m.pitchFile as { lengthMm?: number; widthMm?: number; lineWidthMm?: number }
  const rows: [string, string][] = [
    ['Checked', at.toLocaleString()],
    ['Pitch', `${pitch.lengthMm} x ${pitch.widthMm} mm, lines ${pitch.lineWidthMm} mm`],
    ['Picture', `${m.widthPx} x ${m.heightPx}, ${m.mmPerPx?.toFixed(2) ?? '-'} mm a pixel at the centre`],
    ['Lens', `${m.cameraHeightMm ?? '-'} mm above the cloth, ${m.tiltDeg?.toFixed(1) ?? '-'} degrees off straight down`],
    ['Lines', `fit to ${m.residualMm?.toFixed(2) ?? '-'} mm (root mean square)`],
    ['Unsure of', `${m.sigmaMm?.cloth.toFixed(2) ?? '-'} mm on the cloth, ${m.sigmaMm?.ballHeight.toFixed(2) ?? '-'} mm for the ball (one standard deviation)`],
    [
      'Camera',
      m.camera
        ? `${m.camera.identity}${m.camera.format ? ` (${m.camera.format} a second)` : ''}: ${m.camera.settings.map((s) => `${s.name} ${s.got}`).join(', ')}`
        : 'a recording or a stream; its controls are not known',
    ],
    ...m.models.map((x): [string, string] => [`Model ${x.name}`, x.sha256.slice(0, 16)]),
  ]
  return (
    <main class="sheet">
      <header>
        <h1>{against.length ? 'Not certified' : 'Certificate'}</h1>
        <button type="button" onClick={() => print()}>
          Print
        </button>
      </header>
      {against.length > 0 && (
        <ul aria-label="What stands against it">
          {against.map((a) => (
            <li key={a}>{a}</li>
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than a phone is scrolled, with the keyboard too */}
      <div class="wide" tabIndex={0}>
        <table>
          <tbody>
            {rows.map(([name, value]) => (
              <tr key={name}>
                <th>{name}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table>
          <thead>
            <tr>
              <th>line</th>
              <th>off, mm</th>
              <th>seen</th>
            </tr>
          </thead>
          <tbody>
            {m.lines.map((l) => (
              <tr key={l.name}>
                <td>{l.name}</td>
                <td>{l.residualMm === null ? '-' : `${l.residualMm.toFixed(2)} ± ${l.sigmaMm?.toFixed(2)}`}</td>
                <td>{Math.round(100 * l.foundShare)} %</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="sign">Checked by</p>
    </main>
  )
}

render(<Page />, document.getElementById('app')!)
