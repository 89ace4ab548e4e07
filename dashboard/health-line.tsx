/** Whether what is shown is fresh and can be trusted: connection, frames, age, calibration. Says so within a second when it is not. */
import type { Store } from './store.ts'

export function HealthLine({ store, nowMs }: { store: Store; nowMs: number }) {
  const silentS = (nowMs - store.heardMs) / 1000
  const h = store.health
  if (!store.connected || silentS > 1)
    return (
      <p class="health bad" role="status">
        Not connected{store.heardMs ? `: nothing heard for ${silentS.toFixed(0)} s, what you see is old` : ' yet'}. Trying again ...
      </p>
    )
  if (!h) return <p class="health">Connected, waiting for the first picture ...</p>
  const stale = h.source !== 'ended' && h.ageMs > 1000
  const text = {
    starting: 'Camera is starting',
    live: stale ? `No new picture for ${(h.ageMs / 1000).toFixed(0)} s` : `${h.fps.toFixed(0)} pictures a second, ${h.ageMs + h.latencyMs} ms old`,
    lost: `Camera lost ${(h.ageMs / 1000).toFixed(0)} s ago, trying again`,
    ended: 'The recording has ended',
  }[h.source]
  return (
    <p
      class={`health ${h.source === 'lost' || stale || h.calibration === 'held' ? 'bad' : h.calibration === 'none' || h.problems.length ? 'warn' : ''}`}
      role="status"
    >
      <span>{text}</span>
      <span>{{ locked: `Lines fit to ${h.residualMm?.toFixed(2)} mm`, held: 'Calls are held', none: 'Not calibrated' }[h.calibration]}</span>
      {h.problems.map((p) => (
        <span key={p}>{p}</span>
      ))}
    </p>
  )
}
