/** A picture of the evidence: made after its call is told, and asked for again until it is there. */
import { useState } from 'preact/hooks'
import { t } from '../words.ts'

const AGAIN_MS = 400
const MOST_TRIES = 15

/** Calls are numbered anew in every match, so a picture is asked for by the name of its match too. */
export function EvidencePicture({ src, match, alt }: { src: string; match: string; alt: string }) {
  const [tries, again] = useState(0)
  const missing = tries >= MOST_TRIES
  if (missing && !alt) return null
  if (missing) return <p class="nopicture">{t('noPicture', { what: alt })}</p>
  return (
    <img
      src={`/${src}?match=${encodeURIComponent(match)}${tries ? `&try=${tries}` : ''}`}
      alt={alt}
      onError={() => setTimeout(() => again(tries + 1), AGAIN_MS)}
    />
  )
}
