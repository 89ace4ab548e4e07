/** How strange a base's colours are to both sides, over many looks: one reflection makes nobody a reserve keeper. */

/** So many spreads from the nearer side's colours on the average are no side's. */
const STRANGE = 4
/** Looks in colour before anything is said. */
const LOOKS = 8
const MEMORY = 30

export class Strangeness {
  private looks = 0
  /** Mean of the looks, in spreads of a side's colours. */
  mean = 0

  look(misfit: number | null): void {
    if (misfit === null) return
    this.looks++
    this.mean += (misfit - this.mean) / Math.min(MEMORY, this.looks)
  }

  get certain(): boolean {
    return this.looks >= LOOKS && this.mean > STRANGE
  }
}
