/** Where other devices find this one, and codes that a tablet's camera reads. */
import { networkInterfaces } from 'node:os'
import qrcode from 'qrcode'
import type { Pairing } from './pairing.ts'
import type { DeviceLink } from './protocol.ts'

/** The first address under which the local network knows this computer; its own name when there is none. */
export function localAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return all.find((a) => a.family === 'IPv4' && !a.internal)?.address ?? 'localhost'
}

export async function deviceLinks(pairing: Pairing, port: number): Promise<DeviceLink[]> {
  const root = `http://${localAddress()}:${port}`
  const links = [
    { name: 'referee', url: `${root}/#pin=${pairing.referee}`, pin: pairing.referee },
    { name: 'viewers', url: `${root}/`, pin: null },
    { name: 'setup', url: `${root}/setup#pin=${pairing.admin}`, pin: pairing.admin },
    { name: 'stream', url: `${root}/overlay`, pin: null },
  ] as const
  return Promise.all(links.map(async (l) => ({ ...l, svg: await qrcode.toString(l.url, { type: 'svg', margin: 2 }) })))
}
