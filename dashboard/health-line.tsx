/** Whether what is shown is fresh and can be trusted: connection, frames, age, calibration. Says so within a second when it is not. */
import type { Store } from './store.ts'
import { said, t } from './words.ts'

/** Nothing that is shown can be trusted as it stands: told at the top of the page, not at its foot. */
export function inTrouble(store: Store, nowMs: number): boolean {
  const h = store.health
  if (!store.connected || nowMs - store.heardMs > 1000) return true
  return h !== null && (h.source === 'lost' || h.calibration === 'held' || (h.source !== 'ended' && h.ageMs > 1000))
}

export function HealthLine({ store, nowMs }: { store: Store; nowMs: number }) {
  const silentS = (nowMs - store.heardMs) / 1000
  const h = store.health
  if (!store.connected || silentS > 1)
    return (
      <p class="health bad" role="status">
        {store.heardMs ? t('silent', { s: silentS.toFixed(0) }) : t('notConnected')}
      </p>
    )
  if (!h) return <p class="health">{t('waitingPicture')}</p>
  const stale = h.source !== 'ended' && h.ageMs > 1000
  const text = {
    starting: t('starting'),
    live: stale ? t('noNewPicture', { s: (h.ageMs / 1000).toFixed(0) }) : t('pictures', { fps: h.fps.toFixed(0), ms: h.ageMs + h.latencyMs }),
    lost: t('lost', { s: (h.ageMs / 1000).toFixed(0) }),
    ended: t('ended'),
  }[h.source]
  return (
    <p
      class={`health ${inTrouble(store, nowMs) ? 'bad' : h.calibration === 'none' || h.problems.length ? 'warn' : ''}`}
      role={inTrouble(store, nowMs) ? 'status' : undefined}
    >
      <span>{text}</span>
      <span>{{ locked: t('fit', { mm: h.residualMm?.toFixed(2) ?? '?' }), held: t('held'), none: t('notCalibrated') }[h.calibration]}</span>
      {h.problems.map((p) => (
        <span key={said(p)}>{said(p)}</span>
      ))}
    </p>
  )
}
