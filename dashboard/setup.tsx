/** Set-up: the camera's picture with the lines that were found, what each misses by, advice, and pitch and height to enter, with instant effect. */
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { GaugeMessage, PresetsMessage, SetupMessage } from '../edge/protocol.ts'

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
  const [fps, setFps] = useState<number | null>(null)
  const [presets, setPresets] = useState<PresetsMessage | null>(null)
  const [bases, setBases] = useState<Bases | null>(null)
  const [gauge, setGauge] = useState<GaugeMessage | null>(null)
  const [gaugeMm, setGaugeMm] = useState('')
  useEffect(() => {
    const look = async () => {
      try {
        const m = (await (await fetch('/api/setup')).json()) as SetupMessage
        setRoom(m)
        setFps(((await (await fetch('/api/health')).json()) as { fps: number }).fps)
        setPitch((old) => old ?? (m.pitchFile as Pitch))
        setHeight((old) => old || String(m.cameraHeightMm ?? ''))
        setBases((old) => old ?? m.bases)
      } catch {
        say('Not connected to the device. Trying again ...')
      }
    }
    look()
    fetch('/api/setup/presets').then(
      async (r) => setPresets((await r.json()) as PresetsMessage),
      () => {},
    )
    const timer = setInterval(look, POLL_MS)
    return () => clearInterval(timer)
  }, [])
  if (!room || !pitch || !bases) return <p class="quiet">Waiting for the device ...</p>

  const send = async () => {
    say('Looking for the lines ...')
    const body = JSON.stringify({ pin, pitch, cameraHeightMm: height.trim() ? number(height) : null, bases })
    const r = await fetch('/api/setup', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const answer = await r.json()
    if (!r.ok) return say(answer.problem)
    setRoom(answer as SetupMessage)
    say('Taken. The lines are looked for anew.')
  }
  const readGauge = async (xPx: number, yPx: number) => {
    if (!gaugeMm.trim()) return say('To check with a gauge: enter its diameter below the picture, then tap its middle.')
    say('Reading the gauge ...')
    const body = JSON.stringify({ pin, xPx, yPx, diameterMm: number(gaugeMm) })
    const r = await fetch('/api/setup/gauge', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const answer = await r.json()
    setGauge(r.ok ? (answer as GaugeMessage) : null)
    say(r.ok ? '' : answer.problem)
  }
  return (
    <div class="page setup">
      <div class="bar">
        <strong class="brand">Greenline</strong> Set-up
        <a href={`/#pin=${pin}`}>Referee page</a> <a href="/certificate">Certificate</a> <a href="/buying">What to buy</a>
      </div>
      <main>
        <section class="left">
          <Picture room={room} pin={pin} rim={gauge?.rim ?? null} tapped={readGauge} />
          <Verdict room={room} />
          <Pace room={room} fps={fps} />
          {notice && (
            <p class="notice" role="status">
              {notice}
            </p>
          )}
          <Gauge size={gaugeMm} setSize={setGaugeMm} read={gauge} clear={() => setGauge(null)} />
          <ul class="advice" aria-label="Advice">
            {room.advice
              .filter((a) => room.residualMm !== null || a !== room.problem)
              .map((a) => (
                <li key={a}>{a}</li>
              ))}
          </ul>
          <details open={innerWidth > 900}>
            <summary>Line by line</summary>
            <Lines room={room} />
          </details>
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
            {presets && (
              <label>
                Start from a common cloth
                <select
                  value=""
                  onChange={(e) => {
                    const c = presets.cloths.find((x) => x.name === e.currentTarget.value)
                    if (c) setPitch(c.pitch as Pitch)
                    e.currentTarget.value = ''
                  }}
                >
                  <option value="">choose, then measure over it</option>
                  {presets.cloths.map((c) => (
                    <option key={c.name}>{c.name}</option>
                  ))}
                </select>
              </label>
            )}
            {(['A', 'B'] as const).map((side) => (
              <BaseFields key={side} side={side} base={bases[side]} types={presets?.bases ?? []} set={(b) => setBases({ ...bases, [side]: b })} />
            ))}
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
          </form>
        </section>
      </main>
    </div>
  )
}

const grade = (mm: number | null): string => (mm === null ? 'none' : Math.abs(mm) < GOOD_MM ? 'good' : Math.abs(mm) < FAIR_MM ? 'fair' : 'bad')

type Bases = SetupMessage['bases']
type Base = Bases['A']

/** Base of a side: one of the common types, or what calipers say. */
function BaseFields({ side, base, types, set }: { side: 'A' | 'B'; base: Base; types: PresetsMessage['bases']; set: (b: Base) => void }) {
  const edit = (key: 'diameterMm' | 'heightMm') => (e: { currentTarget: HTMLInputElement }) => {
    const v = number(e.currentTarget.value)
    if (Number.isFinite(v)) set({ ...base, [key]: v })
  }
  return (
    <fieldset class="base">
      <legend>Bases of {side}</legend>
      <label>
        Type
        <select
          value=""
          onChange={(e) => {
            const t = types.find((x) => x.name === e.currentTarget.value)
            if (t) set({ diameterMm: t.diameterMm, heightMm: t.heightMm, rounded: t.rounded })
            e.currentTarget.value = ''
          }}
        >
          <option value="">{base.rounded ? 'domed or bevelled' : 'flat, straight wall'}</option>
          {types.map((t) => (
            <option key={t.name}>{t.name}</option>
          ))}
        </select>
      </label>
      <label>
        Diameter, mm
        <input value={String(base.diameterMm)} inputMode="decimal" onChange={edit('diameterMm')} />
      </label>
      <label>
        Height, mm
        <input value={String(base.heightMm)} inputMode="decimal" onChange={edit('heightMm')} />
      </label>
    </fieldset>
  )
}

/** A coin or ring of known size on the cloth: what is it read as? */
function Gauge({ size, setSize, read, clear }: { size: string; setSize: (s: string) => void; read: GaugeMessage | null; clear: () => void }) {
  return (
    <div class="gauge">
      <label>
        Check with a bright disc of known size (1 euro: 23.25): its diameter, mm; then tap its middle in the picture
        <input
          value={size}
          inputMode="decimal"
          onInput={(e) => {
            setSize(e.currentTarget.value)
            clear()
          }}
        />
      </label>
      {read && (
        <p role="status" class={read.within ? 'verdict good' : 'verdict none'}>
          reads{' '}
          <b>
            {read.diameterMm.toFixed(2)} &plusmn; {read.sigmaMm.toFixed(2)} mm
          </b>
          {read.within ? ': agrees' : ': does not agree; look at the line residuals and the tape height'}
        </p>
      )}
    </div>
  )
}

function Picture({ room, pin, rim, tapped }: { room: SetupMessage; pin: string; rim: GaugeMessage['rim'] | null; tapped: (xPx: number, yPx: number) => void }) {
  const [shot, setShot] = useState(0)
  if (!room.widthPx) return <p class="quiet">No picture from the camera yet.</p>
  // the next picture is asked for when this one has come: a slow device shows fewer, not none
  const next = () => setTimeout(() => setShot((n) => n + 1), POLL_MS)
  return (
    <div class="shot" style={{ aspectRatio: `${room.widthPx} / ${room.heightPx}` }}>
      <img
        onLoad={next}
        onError={next}
        src={`/api/setup/picture?pin=${encodeURIComponent(pin)}&n=${shot}`}
        alt="What the camera sees; enter the PIN to see it"
      />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a place in a picture is tapped */}
      <svg
        viewBox={`0 0 ${room.widthPx} ${room.heightPx}`}
        role="img"
        aria-label="Where the lines should lie"
        onClick={(e) => {
          const box = e.currentTarget.getBoundingClientRect()
          tapped(((e.clientX - box.left) / box.width) * room.widthPx - 0.5, ((e.clientY - box.top) / box.height) * room.heightPx - 0.5)
        }}
      >
        {room.lines.map((l) => (
          <polyline key={l.name} class={grade(l.residualMm)} points={l.px.map(([x, y]) => `${x},${y}`).join(' ')} />
        ))}
        {rim && <polygon class="rim" points={rim.map(([x, y]) => `${x},${y}`).join(' ')} />}
      </svg>
    </div>
  )
}

/** V4L2 counts exposure in steps of this many ms. */
const EXPOSURE_STEP_MS = 0.1

/** What really comes from the camera: pictures a second, and how far a shot smears while the shutter is open. */
function Pace({ room, fps }: { room: SetupMessage; fps: number | null }) {
  const exposed = room.camera?.settings.find((s) => /^exposure(_time)?_absolute$/.test(s.name))?.got ?? null
  if (!fps) return null
  return (
    <p class="pace">
      {room.camera?.format && `The camera gives ${room.camera.format} a second; `}
      {fps.toFixed(0)} pictures a second are measured
      {exposed !== null &&
        `; the shutter is open for ${(exposed * EXPOSURE_STEP_MS).toFixed(1)} ms: a ball at 1 m/s smears over ${(exposed * EXPOSURE_STEP_MS).toFixed(1)} mm`}
    </p>
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
