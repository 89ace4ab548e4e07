/** For the device's own screen: codes that pair a tablet, and addresses for everyone else. The server answers this computer only. */
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { DeviceMessage } from '../edge/protocol.ts'
import './screen.ts'
import { entitle, t } from './words.ts'

const NAMES = { referee: 'forReferee', viewers: 'forViewers', setup: 'forSetUp', stream: 'forStream' } as const

function Page() {
  const [links, set] = useState<DeviceMessage | 'refused' | null>(null)
  useEffect(() => {
    fetch('/api/device').then(
      async (r) => set(r.ok ? ((await r.json()) as DeviceMessage) : 'refused'),
      () => set('refused'),
    )
  }, [])
  if (!links) return null
  if (links === 'refused') return <p class="quiet">{t('onlyOnDevice')}</p>
  return (
    <main class="device">
      {links.map((l) => (
        <figure key={l.name} class={l.name}>
          <figcaption>{t(NAMES[l.name])}</figcaption>
          <img class="code" alt={l.url} src={`data:image/svg+xml,${encodeURIComponent(l.svg)}`} />
          <a href={l.url}>{l.url.replace(/#.*/, '')}</a>
          {l.name === 'stream' && (
            <>
              <a href={`${new URL(l.url).origin}/overlay-for-obs`}>{t('waitingFile')}</a>
              <small>{t('waitingFileHint')}</small>
            </>
          )}
          {l.pin && <b>{t('pinIs', { pin: l.pin })}</b>}
        </figure>
      ))}
    </main>
  )
}

entitle('pairing')
render(<Page />, document.getElementById('app')!)
