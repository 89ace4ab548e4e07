/** What was checked, when, and with which figures: to print and hang beside the table. Refused, with the reasons, while anything stands against it. */
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { SetupMessage } from '../edge/protocol.ts'
import './screen.ts'
import { entitle, language, offMm, said, t } from './words.ts'

/** Worse than this, mm, and calls within a millimetre cannot be stood for. */
const WORST_LINE_MM = 1
const WORST_SIGMA_MM = 0.5

/** Why this table is not certified; empty when it is. */
function reasons(m: SetupMessage): string[] {
  if (m.state !== 'locked' || m.residualMm === null || !m.sigmaMm) return [m.problem ? said(m.problem) : t('notCalibratedYet')]
  const off = m.lines.filter((l) => l.residualMm !== null && Math.abs(l.residualMm) > WORST_LINE_MM)
  return [
    ...(m.advice.some((a) => a.about === 'assumed') ? [t('adviseAssumed')] : []),
    ...(m.camera?.objections ?? []).map(said),
    ...(m.cameraHeightMm === null ? [t('noTape')] : []),
    ...off.map((l) => t('lineLies', { line: l.name, mm: l.residualMm!.toFixed(1) })),
    ...(m.sigmaMm.ballHeight > WORST_SIGMA_MM ? [t('ballUnsure', { mm: m.sigmaMm.ballHeight.toFixed(2), most: WORST_SIGMA_MM })] : []),
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
  if (!m) return <p class="quiet">{t('waitingDevice')}</p>
  const against = reasons(m)
  const pitch = m.pitchFile as { lengthMm?: number; widthMm?: number; lineWidthMm?: number }
  const fixed = (v: number | null | undefined, n: number) => v?.toFixed(n) ?? '-'
  const rows: [string, string][] = [
    [t('checkedAt'), at.toLocaleString(language())],
    [t('pitchRow'), t('pitchIs', { length: pitch.lengthMm ?? '-', width: pitch.widthMm ?? '-', line: pitch.lineWidthMm ?? '-' })],
    [t('pictureRow'), `${m.widthPx} x ${m.heightPx}, ${t('pixelIs', { mm: fixed(m.mmPerPx, 2) })}`],
    [t('lensRow'), `${t('lensIs', { mm: m.cameraHeightMm ?? '-' })}, ${t('tiltIs', { degrees: fixed(m.tiltDeg, 1) })}`],
    [t('linesRow'), t('fitRms', { mm: fixed(m.residualMm, 2) })],
    [t('unsureRow'), `${t('unsureIs', { cloth: fixed(m.sigmaMm?.cloth, 2), ball: fixed(m.sigmaMm?.ballHeight, 2) })} (${t('oneSigma')})`],
    [
      t('cameraRow'),
      m.camera
        ? `${m.camera.identity}${m.camera.format ? ` (${m.camera.format})` : ''}: ${m.camera.settings.map((s) => `${s.name} ${s.got}`).join(', ')}`
        : t('noControls'),
    ],
    ...m.models.map((x): [string, string] => [t('modelRow', { name: x.name }), x.sha256.slice(0, 16)]),
  ]
  return (
    <main class="sheet">
      <header>
        <h1>{t(against.length ? 'notCertified' : 'certificate')}</h1>
        <button type="button" onClick={() => print()}>
          {t('print')}
        </button>
      </header>
      {against.length > 0 && (
        <ul aria-label={t('standsAgainst')}>
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
              <th>{t('line')}</th>
              <th>{t('offMm')}</th>
              <th>{t('seen')}</th>
            </tr>
          </thead>
          <tbody>
            {m.lines.map((l) => (
              <tr key={l.name}>
                <td>{l.name}</td>
                <td>{l.residualMm === null ? '-' : `${offMm(l.residualMm)} ± ${l.sigmaMm?.toFixed(2)}`}</td>
                <td>{Math.round(100 * l.foundShare)} %</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="sign">{t('checkedBy')}</p>
    </main>
  )
}

entitle('certificate')
render(<Page />, document.getElementById('app')!)
