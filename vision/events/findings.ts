/** What was found and still waits to be told, and what of it later findings must know. */
import type { SeenEvent } from './game-event.ts'

/** A fact before it has a number. */
export type Draft = SeenEvent extends infer E ? (E extends SeenEvent ? Omit<E, 'id'> : never) : never

/** Flicks and pushes are remembered this long after they were told, s. */
const REMEMBER_S = 3

interface Start {
  readonly kind: string
  readonly tS: number
  readonly figure?: string
  readonly figures?: readonly string[]
}

export class Findings {
  waiting: Draft[] = []
  private started: Draft[] = []

  push(...found: readonly Draft[]): void {
    this.waiting.push(...found)
  }

  /** Flicks and pushes of the last seconds, told or waiting. */
  get told(): readonly Start[] {
    return [...this.started, ...this.waiting].filter(starts)
  }

  /** What happened up to a time, in order; it waits no longer. */
  due(untilS: number): Draft[] {
    const due = this.waiting.filter((e) => e.tS <= untilS).sort((a, b) => a.tS - b.tS)
    this.waiting = this.waiting.filter((e) => e.tS > untilS)
    this.started = [...this.started.filter((e) => untilS - e.tS < REMEMBER_S), ...due.filter(starts)]
    return due
  }
}

const starts = (e: Draft): boolean => e.kind === 'flicked' || e.kind === 'figures-touched'
