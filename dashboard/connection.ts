/** The socket: reconnects for ever, asks only for what was missed, lets the store know when it is cut. */
import { type ClientMessage, PROTOCOL_VERSION, serverMessage } from '../edge/protocol.ts'
import { EMPTY, heard, type Store } from './store.ts'

export class Connection {
  store: Store = EMPTY
  private socket: WebSocket | null = null
  private tries = 0

  constructor(
    private readonly url: string,
    private readonly pin: string | null,
    private readonly changed: (s: Store) => void,
  ) {
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
    const socket = new WebSocket(this.url)
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
      this.set(m.success ? heard(this.store, m.data, performance.now()) : { ...this.store, notice: 'This page is older than the device: reload it.' })
    }
    socket.onclose = () => {
      this.set({ ...this.store, connected: false })
      setTimeout(() => this.open(), Math.min(2000, 150 * 2 ** this.tries++))
    }
  }

  say(m: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(m))
    else this.set({ ...this.store, notice: 'not connected: nothing was sent' })
  }
}
