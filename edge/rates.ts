/** How many pictures a second go through, and how long each takes from capture to socket. */
const KEPT = 2000

export class Rates {
  private done: { atMs: number; latencyMs: number }[] = []

  add(atMs: number, latencyMs: number): void {
    this.done.push({ atMs, latencyMs })
    if (this.done.length > KEPT) this.done.shift()
  }

  perSecond(nowMs: number): number {
    return this.done.filter((d) => d.atMs > nowMs - 1000).length
  }

  /** Median and 99 % of the last 2000 pictures, ms. */
  latency(): { p50: number; p99: number } {
    const s = this.done.map((d) => d.latencyMs).sort((a, b) => a - b)
    const at = (q: number) => Math.round(s[Math.min(s.length - 1, Math.floor(q * s.length))] ?? 0)
    return { p50: at(0.5), p99: at(0.99) }
  }
}
