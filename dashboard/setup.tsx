/** Set-up: the camera's picture with the lines that were found, what each misses by, advice, and pitch and height to enter, with instant effect. */
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { SetupMessage } from '../edge/protocol.ts'

type Pitch = Record<string, unknown>
/** Dimensions as a tape gives them, in the order in which one walks round a table. */
const FIELDS: readonly [path: string, label: string][] = [
  ['lengthMm', 'Length, outer edge to outer edge'],
  ['widthMm', 'Width, outer edge to outer edge'],
  ['lineWidthMm', 'Width of the lines'],
  ['shootingLineFromGoalLineMm', 'Goal line to middle of shooting line'],
  ['penaltyArea.depthMm', 'Penalty area, depth'],
  ['penaltyArea.widthMm', 'Penalty area, width'],
  ['goalArea.depthMm', 'Goal area, depth'],
  ['goalArea.widthMm', 'Goal area, width'],
  ['penaltySpotMm', 'Goal line to penalty spot'],
  ['centreCircleRadiusMm', 'Centre circle, radius'],
  ['cornerRadiusMm', 'Corner arc, radius'],
  ['surfaceMarginMm.touchline', 'Touchline to fence'],
  ['surfaceMarginMm.goalLine', 'Goal line to fence'],
]
const get = (p: Pitch, path: string): unknown => path.split('.').reduce<unknown>((v, k) => (v as Pitch | undefined)?.[k], p)
function put(p: Pitch, path: string, value: unknown): Pitch {
  const [head, ...rest] = path.split('.') as [string, ...string[]]
  return { ...p, [head]: rest.length ? put((p[head] ?? {}) as Pitch, rest.join('.'), value) : value }
}
/** A comma is a decimal point to half of Europe. */
const number = (text: string): number => Number(text.replace(',', '.'))

const POLL_MS = 700
const GOOD_MM = 0.5
const FAIR_MM = 1.5

function Page() {
  const [pin, setPin] = useState(/pin=(\d{4,6})/.exec(location.hash)?.[1] ?? '')
  const [room, setRoom] = useState<SetupMessage | null>(null)
  const [pitch, setPitch] = useState<Pitch | null>(null)
  const [height, setHeight] = useState('')
  const [notice, say] = useState('')
  const [shot, setShot] = useState(0)
  useEffect(() => {
    const look = async () => {
      try {
        const m = (await (await fetch('/api/setup')).json()) as SetupMessage
        setRoom(m)
        setPitch((old) => old ?? (m.pitchFile as Pitch))
        setHeight((old) => old || String(m.cameraHeightMm ?? ''))
        setShot((n) => n + 1)
      } catch {
        say('Not connected to the device. Trying again ...')
      }
    }
    look()
    const timer = setInterval(look, POLL_MS)
    return () => clearInterval(timer)
  }, [])
  if (!room || !pitch) return <p class="quiet">Waiting for the device ...</p>

  const send = async () => {
    const body = JSON.stringify({ pin, pitch, cameraHeightMm: height.trim() ? number(height) : null })
    const r = await fetch('/api/setup', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const answer = await r.json()
    if (!r.ok) return say(answer.problem)
    setRoom(answer as SetupMessage)
    say('Taken. The lines are looked for anew.')
  }
  return (
    <div class="page setup">
      <div class="bar">
        <strong class="brand">Greenline</strong> Set-up
        <a href={`/#pin=${pin}`}>Referee page</a> <a href="/certificate">Certificate</a>
      </div>
      <main>
        <section class="left">
          <Picture room={room} pin={pin} shot={shot} />
          <Verdict room={room} />
          <ul class="advice" aria-label="Advice">
            {room.advice.map((a) => (
              <li key={a}>{a}</li>
            ))}
          </ul>
        </section>
        <section class="right">
          <form
            onSubmit={(e) => {
              e.preventDefault()
              send()
            }}
          >
            <label class="pin">
              PIN shown on the device
              <input value={pin} inputMode="numeric" maxLength={6} required onInput={(e) => setPin(e.currentTarget.value)} />
            </label>
            <label>
              Lens above the cloth, by tape, mm
              <input value={height} inputMode="decimal" onInput={(e) => setHeight(e.currentTarget.value)} />
            </label>
            {FIELDS.map(([path, label]) => (
              <label key={path}>
                {label}, mm
                <input
                  value={String(get(pitch, path) ?? '')}
                  inputMode="decimal"
                  onInput={(e) => {
                    const v = e.currentTarget.value
                    setPitch(put(pitch, path, v.trim() === '' ? undefined : Number.isFinite(number(v)) && !/[.,]$/.test(v) ? number(v) : v))
                  }}
                />
              </label>
            ))}
            <button type="submit">Use these</button>
            {notice && (
              <p class="notice" role="status">
                {notice}
              </p>
            )}
          </form>
          <Lines room={room} />
        </section>
      </main>
    </div>
  )
}

const grade = (mm: number | null): string => (mm === null ? 'none' : Math.abs(mm) < GOOD_MM ? 'good' : Math.abs(mm) < FAIR_MM ? 'fair' : 'bad')

function Picture({ room, pin, shot }: { room: SetupMessage; pin: string; shot: number }) {
  if (!room.widthPx) return <p class="quiet">No picture from the camera yet.</p>
  return (
    <div class="shot">
      <img src={`/api/setup/picture?pin=${encodeURIComponent(pin)}&n=${shot}`} alt="What the camera sees; enter the PIN to see it" />
      <svg viewBox={`0 0 ${room.widthPx} ${room.heightPx}`} role="img" aria-label="Where the lines should lie">
        {room.lines.map((l) => (
          <polyline key={l.name} class={grade(l.residualMm)} points={l.px.map(([x, y]) => `${x},${y}`).join(' ')} />
        ))}
      </svg>
    </div>
  )
}

function Verdict({ room }: { room: SetupMessage }) {
  if (room.residualMm === null) return <p class="verdict none">{room.problem ?? 'Looking for the lines of the pitch ...'}</p>
  return (
    <p class="verdict good">
      Lines fit to <b>{room.residualMm.toFixed(2)} mm</b>; {room.mmPerPx?.toFixed(2)} mm a pixel; camera {room.tiltDeg?.toFixed(1)}&deg; off straight down; what
      this is unsure of: {room.sigmaMm?.cloth.toFixed(2)} mm on the cloth, {room.sigmaMm?.ballHeight.toFixed(2)} mm for the ball
    </p>
  )
}

function Lines({ room }: { room: SetupMessage }) {
  return (
    <table class="lines">
      <thead>
        <tr>
          <th>line</th>
          <th>off, mm</th>
          <th>seen</th>
        </tr>
      </thead>
      <tbody>
        {room.lines.map((l) => (
          <tr key={l.name} class={grade(l.residualMm)}>
            <td>{l.name}</td>
            <td>{l.residualMm === null ? '-' : `${l.residualMm.toFixed(2)} \u00b1 ${l.sigmaMm?.toFixed(2)}`}</td>
            <td>{Math.round(100 * l.foundShare)} %</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

render(<Page />, document.getElementById('app')!)
