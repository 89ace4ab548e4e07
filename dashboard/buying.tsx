/** Which camera, lens, height and light: millimetres per pixel for the table and the room that one has. */
import { type ComponentChildren, render } from 'preact'
import { useState } from 'preact/hooks'
import { why } from '../calibration/why.ts'
import { Languages } from './languages.tsx'
import { entitle, millimetres, said } from './words.ts'

/** A sentence of this page (words/buying.ts). */
const words = (...template: Parameters<typeof why>): string => said(why(...template))

/** Free cloth and table to be seen beyond the lines, mm. */
const MARGIN_MM = 120
const MODES: readonly [name: string, across: number][] = [
  ['1280 x 720', 1280],
  ['1920 x 1080', 1920],
  ['2560 x 1440', 2560],
  ['3840 x 2160', 3840],
]
const ANGLES = [60, 70, 80, 90, 95] as const
/** What the ball's place is unsure of, in pixels: median error on the rendered stills that nobody here made, ball at rest, 1080p. */
const BALL_PX = 0.26
/** Coarser than this, tenths of a millimetre are out of reach. */
const COARSE = 1.1
const SHOTS_M_S = [0.5, 1, 2] as const
const EXPOSURES_MS = [1, 2, 4, 6, 10, 20] as const

/** What the picture must span, mm, so that a 16:9 picture holds the whole table. */
const spanOf = (length: number, width: number): number => Math.max(length + 2 * MARGIN_MM, ((width + 2 * MARGIN_MM) * 16) / 9)
const heightOf = (span: number, angle: number): number => span / 2 / Math.tan((angle * Math.PI) / 360)

/** A table that is wider than a phone is scrolled, with the keyboard too. */
function Wide({ children }: { children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
    <div class="wide" tabIndex={0}>
      <table>{children}</table>
    </div>
  )
}

function Page() {
  const [length, setLength] = useState(1200)
  const [width, setWidth] = useState(800)
  const [room, setRoom] = useState(1500)
  const [, again] = useState(0)
  const span = spanOf(length, width)
  const field = (label: string, value: number, set: (v: number) => void) => (
    <label>
      {label}
      <input
        type="text"
        inputMode="decimal"
        value={String(value)}
        onChange={(e) => {
          const v = Number(e.currentTarget.value.replace(',', '.'))
          if (v > 200 && v < 6000) set(v)
        }}
      />
    </label>
  )
  return (
    <main class="sheet buying">
      <h1>{words`What to buy`}</h1>
      <form onSubmit={(e) => e.preventDefault()}>
        {field(words`Pitch length, mm`, length, setLength)}
        {field(words`Pitch width, mm`, width, setWidth)}
        {field(words`Most height above the cloth, mm`, room, setRoom)}
      </form>
      <h2>{words`Camera`}</h2>
      <ul class="plain">
        <li>{words`USB, with its own picture controls (UVC): focus, exposure, gain and white balance can be set by hand and held. Without that no certificate is given.`}</li>
        <li>{words`Fixed focus or a lens that can be locked with a screw. A zoom or an autofocus that hunts moves the scale.`}</li>
        <li>{words`30 pictures a second at least, 60 are better: flicks, and who touched first, are seen to half the time.`}</li>
        <li>{words`MJPEG at full size is enough. A global shutter is better: a rolling one takes its rows one after the other, and a ball at 1 m/s is then seen up to 10 mm from where it is at the picture's time (it says which line it crossed all the same, not when to a millisecond).`}</li>
      </ul>
      <Wide>
        <thead>
          <tr>
            <th>{words`picture`}</th>
            <th>{words`mm a pixel`}</th>
            <th>{words`ball at rest, expected`}</th>
          </tr>
        </thead>
        <tbody>
          {MODES.map(([name, across]) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{millimetres(span / across, 2)}</td>
              <td>{span / across > COARSE ? words`too coarse for tenths` : words`about ${millimetres((BALL_PX * span) / across, 2)} mm`}</td>
            </tr>
          ))}
        </tbody>
      </Wide>
      <h2>{words`Lens and height`}</h2>
      <Wide>
        <thead>
          <tr>
            <th>{words`view across`}</th>
            <th>{words`height above the cloth`}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {ANGLES.map((angle) => {
            const h = heightOf(span, angle)
            return (
              <tr key={angle}>
                <td>{angle}&deg;</td>
                <td>{h.toFixed(0)} mm</td>
                <td>{h > room ? words`higher than you have` : h < 700 ? words`low: hands and heads come between` : words`fits`}</td>
              </tr>
            )
          })}
        </tbody>
      </Wide>
      <ul class="plain">
        <li>{words`Higher with a narrower view is better than lower with a wide one: figures hide less, and the ball's height matters less.`}</li>
        <li>{words`Straight down to 10 degrees off is good. An arm that does not swing: a push of the stand of 1.5 mm is noticed, but it costs calls.`}</li>
      </ul>
      <h2>{words`Light`}</h2>
      <p>{words`How far a ball smears while the shutter is open, mm. Six milliseconds or less where the light allows; a multiple of 10 ms (50 Hz) or 8.3 ms (60 Hz) where the lamps flicker.`}</p>
      <Wide>
        <thead>
          <tr>
            <th>{words`exposure`}</th>
            {SHOTS_M_S.map((v) => (
              <th key={v}>{words`ball at ${millimetres(v, v % 1 ? 1 : 0)} m/s`}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {EXPOSURES_MS.map((ms) => (
            <tr key={ms}>
              <td>{ms} ms</td>
              {SHOTS_M_S.map((v) => (
                <td key={v}>{millimetres(v * ms, 1)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Wide>
      <ul class="plain">
        <li>{words`Two lamps at the long sides, high and large, give soft shadows and little glare; one bare lamp beside the camera mirrors itself in every base.`}</li>
        <li>{words`No sun on the cloth: it moves, and it is ten times brighter than the room.`}</li>
      </ul>
      <footer>
        <Languages chosen={() => again((n) => n + 1)} />
      </footer>
    </main>
  )
}

entitle('whatToBuy')
render(<Page />, document.getElementById('app')!)
