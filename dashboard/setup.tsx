/** Set-up: the camera's picture with the lines that were found, what each misses by, advice, and pitch and height to enter, with instant effect. */

import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Why } from '../calibration/why.ts'
import type { GaugeMessage, PresetsMessage, SetupMessage } from '../edge/protocol.ts'
import { Languages } from './languages.tsx'
import './screen.ts'
import { entitle, offMm, said, t } from './words.ts'

type Pitch = Record<string, unknown>
/** Dimensions as a tape gives them, in the order in which one walks round a table. */
const FIELDS = [
  'lengthMm',
  'widthMm',
  'lineWidthMm',
  'shootingLineFromGoalLineMm',
  'penaltyArea.depthMm',
  'penaltyArea.widthMm',
  'goalArea.depthMm',
  'goalArea.widthMm',
  'penaltySpotMm',
  'centreCircleRadiusMm',
  'cornerRadiusMm',
  'surfaceMarginMm.touchline',
  'surfaceMarginMm.goalLine',
] as const
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
/** A right pitch file and a cloth that lies well fit better than this, mm. */
const GOOD_FIT_MM = 0.3

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
  const [, setNow] = useState(0)
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
        say(t('notConnected'))
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
  if (!room || !pitch || !bases) return <p class="quiet">{t('waitingDevice')}</p>

  const send = async () => {
    say(t('lookingForLines'))
    const body = JSON.stringify({ pin, pitch, cameraHeightMm: height.trim() ? number(height) : null, bases })
    const r = await fetch('/api/setup', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const answer = await r.json()
    if (!r.ok) return say(refused(answer))
    setRoom(answer as SetupMessage)
    say(t('lookedForAnew'))
  }
  const readGauge = async (xPx: number, yPx: number) => {
    if (!gaugeMm.trim()) return say(t('gaugeFirst'))
    say(t('readingGauge'))
    const body = JSON.stringify({ pin, xPx, yPx, diameterMm: number(gaugeMm) })
    const r = await fetch('/api/setup/gauge', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const answer = await r.json()
    setGauge(r.ok ? (answer as GaugeMessage) : null)
    say(r.ok ? '' : refused(answer))
  }
  return (
    <div class="page setup">
      <div class="bar">
        <strong class="brand">Greenline</strong> {t('setUp')}
        <a href={`/#pin=${pin}`}>{t('refereePage')}</a> <a href="/certificate">{t('certificate')}</a> <a href="/buying">{t('whatToBuy')}</a>
        <Languages chosen={() => setNow((n) => n + 1)} />
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
          <ul class="advice" aria-label={t('advice')}>
            {room.advice.map((a) => (
              <li key={JSON.stringify(a)}>{advised(a)}</li>
            ))}
          </ul>
          <details open={innerWidth > 900}>
            <summary>{t('lineByLine')}</summary>
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
              {t('pinShown')}
              <input value={pin} inputMode="numeric" maxLength={6} required onInput={(e) => setPin(e.currentTarget.value)} />
            </label>
            <label>
              {t('lensAbove')}
              <input value={height} inputMode="decimal" onInput={(e) => setHeight(e.currentTarget.value)} />
            </label>
            {presets && (
              <label>
                {t('commonCloth')}
                <select
                  value=""
                  onChange={(e) => {
                    const c = presets.cloths.find((x) => x.name === e.currentTarget.value)
                    if (c) setPitch(c.pitch as Pitch)
                    e.currentTarget.value = ''
                  }}
                >
                  <option value="">{t('chooseThenMeasure')}</option>
                  {presets.cloths.map((c) => (
                    <option key={c.name}>{c.name}</option>
                  ))}
                </select>
              </label>
            )}
            {(['A', 'B'] as const).map((side) => (
              <BaseFields key={side} side={side} base={bases[side]} types={presets?.bases ?? []} set={(b) => setBases({ ...bases, [side]: b })} />
            ))}
            {FIELDS.map((path) => (
              <label key={path}>
                {t('inMm', { what: t(path) })}
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
            <button type="submit">{t('useThese')}</button>
          </form>
        </section>
      </main>
    </div>
  )
}

const grade = (mm: number | null): string => (mm === null ? 'none' : Math.abs(mm) < GOOD_MM ? 'good' : Math.abs(mm) < FAIR_MM ? 'fair' : 'bad')

/** Advice in the page's language; what the device or the camera says itself is in English. */
/** What the device says when it does not do a thing. */
const refused = (answer: { problem: string; why?: Why }): string => said(answer.why ?? { text: answer.problem, values: [] })
const advised = (a: SetupMessage['advice'][number]): string => (a.about === 'said' ? said(a.words) : t(ADVICE[a.about], a.values))
const ADVICE = {
  assumed: 'adviseAssumed',
  tape: 'adviseTape',
  tilt: 'adviseTilt',
  coarse: 'adviseCoarse',
  outside: 'adviseOutside',
  hidden: 'adviseHidden',
  off: 'adviseOff',
  proportion: 'adviseProportion',
} as const

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
      <legend>{t('basesOf', { side })}</legend>
      <label>
        {t('baseType')}
        <select
          value=""
          onChange={(e) => {
            const t = types.find((x) => x.name === e.currentTarget.value)
            if (t) set({ diameterMm: t.diameterMm, heightMm: t.heightMm, rounded: t.rounded })
            e.currentTarget.value = ''
          }}
        >
          <option value="">{t(base.rounded ? 'baseRounded' : 'baseFlat')}</option>
          {types.map((t) => (
            <option key={t.name}>{t.name}</option>
          ))}
        </select>
      </label>
      <label>
        {t('diameter')}
        <input value={String(base.diameterMm)} inputMode="decimal" onChange={edit('diameterMm')} />
      </label>
      <label>
        {t('height')}
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
        {t('gaugeOf')}
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
          {t(read.within ? 'gaugeAgrees' : 'gaugeDiffers', { mm: read.diameterMm.toFixed(2), sigma: read.sigmaMm.toFixed(2) })}
        </p>
      )}
    </div>
  )
}

function Picture({ room, pin, rim, tapped }: { room: SetupMessage; pin: string; rim: GaugeMessage['rim'] | null; tapped: (xPx: number, yPx: number) => void }) {
  const [shot, setShot] = useState(0)
  if (!room.widthPx) return <p class="quiet">{t('noPicture')}</p>
  // the next picture is asked for when this one has come: a slow device shows fewer, not none
  const next = () => setTimeout(() => setShot((n) => n + 1), POLL_MS)
  return (
    <div class="shot" style={{ aspectRatio: `${room.widthPx} / ${room.heightPx}` }}>
      <img onLoad={next} onError={next} src={`/api/setup/picture?pin=${encodeURIComponent(pin)}&n=${shot}`} alt={t('cameraSees')} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a place in a picture is tapped */}
      <svg
        viewBox={`0 0 ${room.widthPx} ${room.heightPx}`}
        role="img"
        aria-label={t('linesShould')}
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
      {room.camera?.format && t('cameraGives', { format: room.camera.format })} {t('measuredFps', { fps: fps.toFixed(0) })}{' '}
      {exposed !== null && t('shutterOpen', { ms: (exposed * EXPOSURE_STEP_MS).toFixed(1) })}
    </p>
  )
}

function Verdict({ room }: { room: SetupMessage }) {
  if (room.residualMm === null) return <p class="verdict none">{room.problem ? said(room.problem) : t('lookingForPitch')}</p>
  return (
    <p class={`verdict ${room.residualMm < GOOD_FIT_MM && (room.sigmaMm?.ballHeight ?? 9) < GOOD_MM ? 'good' : 'fair'}`}>
      <b>{t('fit', { mm: room.residualMm.toFixed(2) })}</b>; {t('pixelIs', { mm: room.mmPerPx?.toFixed(2) ?? '-' })};{' '}
      {t('tiltIs', { degrees: room.tiltDeg?.toFixed(1) ?? '-' })};{' '}
      {t('unsureIs', { cloth: room.sigmaMm?.cloth.toFixed(2) ?? '-', ball: room.sigmaMm?.ballHeight.toFixed(2) ?? '-' })}
    </p>
  )
}

function Lines({ room }: { room: SetupMessage }) {
  return (
    <table class="lines">
      <thead>
        <tr>
          <th>{t('line')}</th>
          <th>{t('offMm')}</th>
          <th>{t('seen')}</th>
        </tr>
      </thead>
      <tbody>
        {room.lines.map((l) => (
          <tr key={l.name} class={grade(l.residualMm)}>
            <td>{l.name}</td>
            <td>{l.residualMm === null ? '-' : `${offMm(l.residualMm)} \u00b1 ${l.sigmaMm?.toFixed(2)}`}</td>
            <td>{Math.round(100 * l.foundShare)} %</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

entitle('setUp')
render(<Page />, document.getElementById('app')!)
