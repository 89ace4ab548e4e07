/** The next match at the same table: asked twice, since it closes this one. What was measured of the table is kept. */
import { useEffect, useState } from 'preact/hooks'
import { type ClientMessage, PROTOCOL_VERSION } from '../edge/protocol.ts'
import { t } from './words.ts'

/** The second tap is waited for this long, ms. */
const SURE_MS = 5000

export function NextMatch({ say }: { say: (m: ClientMessage) => void }) {
  const [asked, ask] = useState(false)
  useEffect(() => {
    if (!asked) return
    const timer = setTimeout(() => ask(false), SURE_MS)
    return () => clearTimeout(timer)
  }, [asked])
  return (
    <button
      type="button"
      class={`next-match ${asked ? 'asked' : ''}`}
      onClick={() => {
        if (asked) say({ v: PROTOCOL_VERSION, kind: 'next-match' })
        ask(!asked)
      }}
    >
      {t(asked ? 'nextMatchSure' : 'nextMatch')}
    </button>
  )
}
