/** The socket: reconnects for ever, asks only for what was missed, lets the store know when it is cut. */

import { type ClientMessage, PROTOCOL_VERSION, serverMessage } from '../edge/protocol.ts'
import { keep, kept } from './kept.ts'
import { EMPTY, heard, type Store } from './store.ts'

const KEPT = 'greenline-pin'
const RELOADED = 'greenline-reloaded'
const RELOAD_MS = 30_000

export class Connection {
  store: Store = EMPTY
  private socket: WebSocket | null = null
  private tries = 0
  private pin: string | null = null

  /** With `pairs`, a PIN in the address (as the device's code carries it) or one entered earlier opens the referee's page. */
  constructor(
    private readonly changed: (s: Store) => void,
    private readonly pairs = false,
  ) {
    if (pairs) this.pin = /pin=(\d{4,6})/.exec(location.hash)?.[1] ?? kept(KEPT)
    this.open()
    // a socket that is open but silent is dead: the server speaks at least twice a second
    setInterval(() => {
      if (this.store.connected && performance.now() - this.store.heardMs > 4000) this.socket?.close()
    }, 1000)
  }

  private set(s: Store): void {
    this.store = s
    this.changed(s)
  }

  private open(): void {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`)
    this.socket = socket
    socket.onopen = () => {
      this.tries = 0
      this.set({ ...this.store, connected: true, heardMs: performance.now() })
      this.say({
        v: PROTOCOL_VERSION,
        kind: 'hello',
        last: this.store.n,
        ...(this.store.run ? { run: this.store.run } : {}),
        ...(this.pin ? { pin: this.pin } : {}),
      })
    }
    socket.onmessage = (e) => {
      const m = serverMessage.safeParse(JSON.parse(String(e.data)))
      const { build } = this.store
      // the device was given other pages since this one was opened: it loads itself anew
      if (!m.success || (m.data.kind === 'snapshot' && build !== null && m.data.build !== build)) return this.reload()
      if (this.pairs && this.pin && (m.data.kind === 'role' || m.data.kind === 'snapshot') && m.data.role !== 'viewer') keep(KEPT, this.pin)
      this.set(heard(this.store, m.data, performance.now()))
    }
    socket.onclose = () => {
      this.set({ ...this.store, connected: false })
      setTimeout(() => this.open(), Math.min(2000, 150 * 2 ** this.tries++))
    }
  }

  /** At most once in a while: a page that cannot be mended by loading it anew must not spin. */
  private reload(): void {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
    if (Date.now() - last < RELOAD_MS)
      this.set({ ...this.store, notice: 'This page and the device do not understand each other: start the device again.', noticeMs: performance.now() })
    else {
      sessionStorage.setItem(RELOADED, String(Date.now()))
      location.reload()
    }
  }

  /** A PIN that was entered; kept by this browser once the device has taken it. */
  pair(pin: string): void {
    this.pin = pin
    this.say({ v: PROTOCOL_VERSION, kind: 'pair', pin })
  }

  say(m: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(m))
    else this.set({ ...this.store, notice: 'not connected: nothing was sent', noticeMs: performance.now() })
  }
}
