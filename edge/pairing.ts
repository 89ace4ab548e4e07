/** Who may do what: everyone watches; the referee decides, by a PIN; who sets the camera up has a longer one. Both survive a restart. */
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeWhole } from './files.ts'
import { ProblemError } from './problems.ts'
import type { Role } from './protocol.ts'

const FILE = 'pairing.json'
const fileSchema = z.strictObject({ referee: z.string().regex(/^\d{4}$/), admin: z.string().regex(/^\d{6}$/) })
/** From one address, in a minute. */
const WRONG_PINS = 8
const WINDOW_MS = 60_000
/** Addresses that are remembered. */
const MOST = 1000

/** What is said at a door that stays shut. */
export const WRONG = 'that is not the PIN shown on the device'
export const WAIT = 'too many wrong PINs; wait a minute'

export type Door = Role | 'wrong' | 'wait'

export class Pairing {
  private readonly tries = new Map<string, { wrong: number; sinceMs: number }>()

  constructor(
    readonly referee: string,
    readonly admin: string,
  ) {}

  /** The PINs kept in a folder; made at the first start. */
  static open(folder: string): Pairing {
    const path = join(folder, FILE)
    if (existsSync(path)) {
      try {
        const { referee, admin } = fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
        return new Pairing(referee, admin)
      } catch {
        throw new ProblemError(
          'PAIRING_INVALID',
          `${path}: expected the PINs of referee (4 digits) and admin (6 digits); mend it, or delete it and new ones are made`,
        )
      }
    }
    const digits = (n: number) => String(randomInt(0, 10 ** n)).padStart(n, '0')
    const made = { referee: digits(4), admin: digits(6) }
    writeWhole(path, JSON.stringify(made), { mode: 0o600, lasting: true })
    return new Pairing(made.referee, made.admin)
  }

  /** What a PIN opens for who asks from an address; too many wrong ones shut the door to that address for a minute. */
  role(pin: string, from: string): Door {
    const now = performance.now()
    let seen = this.tries.get(from)
    if (!seen || now - seen.sinceMs > WINDOW_MS) seen = { wrong: 0, sinceMs: now }
    if (seen.wrong >= WRONG_PINS) return 'wait'
    if (pin === this.admin) return 'admin'
    if (pin === this.referee) return 'referee'
    seen.wrong++
    this.tries.set(from, seen)
    if (this.tries.size > MOST) this.tries.delete(this.tries.keys().next().value!)
    return 'wrong'
  }
}
