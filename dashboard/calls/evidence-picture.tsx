/** A picture of the evidence: made after its call is told, and asked for again until it is there. */
import { useState } from 'preact/hooks'

const AGAIN_MS = 400
const MOST_TRIES = 15

export function EvidencePicture({ src, alt }: { src: string; alt: string }) {
  const [tries, again] = useState(0)
  return <img src={`/${src}${tries ? `?${tries}` : ''}`} alt={alt} onError={() => tries < MOST_TRIES && setTimeout(() => again(tries + 1), AGAIN_MS)} />
}
