/** The next match at the same table: asked twice, since it closes this one. What was measured of the table is kept. */
import { useEffect, useState } from 'preact/hooks'
import { type ClientMessage, PROTOCOL_VERSION } from '../edge/protocol.ts'
import { t } from './words.ts'

/** The second tap is waited for this long, ms. */
const SURE_MS = 5000
const SLIPPED_MS = 700

export function NextMatch({ match, say }: { match: string; say: (m: ClientMessage) => void }) {
  const [askedMs, askAt] = useState(0)
  const asked = askedMs > 0
  useEffect(() => {
    if (!asked) return
    const timer = setTimeout(() => askAt(0), SURE_MS)
    return () => clearTimeout(timer)
  }, [asked])
  return (
    <button
      type="button"
      class={`next-match ${asked ? 'asked' : ''}`}
      onClick={() => {
        // two taps in a row are one that slipped
        if (asked && performance.now() - askedMs < SLIPPED_MS) return
        if (asked) say({ v: PROTOCOL_VERSION, kind: 'next-match', match })
        askAt(asked ? 0 : performance.now())
      }}
    >
      {t(asked ? 'nextMatchSure' : 'nextMatch')}
    </button>
  )
}
