/** A sign that a call is new, for a referee who looks at the table: vibration, and a tone for an earpiece. Off until it is asked for. */

import { useEffect, useRef, useState } from 'preact/hooks'
import { keep, kept } from './kept.ts'
import { t } from './words.ts'

const KEPT = 'greenline-cue'
const TONE_HZ = 880
const TONE_S = 0.12

/** One short tone; the browser lets it sound only after a touch, which switching the cue on is. */
function sound(audio: AudioContext): void {
  const tone = audio.createOscillator()
  const level = audio.createGain()
  tone.frequency.value = TONE_HZ
  level.gain.setValueAtTime(0.25, audio.currentTime)
  level.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + TONE_S)
  tone.connect(level).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + TONE_S)
}

/** `newest` is the id of the newest call, null before there is any; `told` changes when the page is told everything anew, which is no news. */
export function Cue({ newest, told }: { newest: string | null; told: string | null }) {
  const [on, set] = useState(kept(KEPT) === 'on')
  const audio = useRef<AudioContext | null>(null)
  const known = useRef({ newest, told })
  useEffect(() => {
    // a browser lets nothing sound before the first touch of the page
    if (!on) return
    const wake = () => {
      audio.current ??= new AudioContext()
      void audio.current.resume()
    }
    addEventListener('pointerdown', wake)
    return () => removeEventListener('pointerdown', wake)
  }, [on])
  useEffect(() => {
    const before = known.current
    known.current = { newest, told }
    if (newest === before.newest || told !== before.told || !on || !newest) return
    navigator.vibrate?.([80, 60, 80])
    audio.current ??= new AudioContext()
    sound(audio.current)
  }, [newest, told, on])
  return (
    <label class="cue">
      <input
        type="checkbox"
        checked={on}
        onChange={(e) => {
          const now = e.currentTarget.checked
          keep(KEPT, now ? 'on' : 'off')
          set(now)
          if (now) {
            audio.current ??= new AudioContext()
            sound(audio.current)
          }
        }}
      />{' '}
      {t('cue')}
    </label>
  )
}
