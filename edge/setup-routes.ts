/** The set-up page's way into the running process: what it shows, and what it enters with the longer PIN. */

import type { FastifyInstance } from 'fastify'
import type { Outcome } from '../calibration/problem.ts'
import { english, type Why } from '../calibration/why.ts'
import { type Pairing, WAIT, WRONG } from './pairing.ts'
import presets from './presets.json' with { type: 'json' }
import type { GaugeMessage, PresetsMessage, SetupMessage } from './protocol.ts'
import { type GaugeQuestion, gaugeQuestion, parseChange, type SetupChange } from './setup-room.ts'

export interface SetupRoom {
  readonly message: () => SetupMessage
  /** The whole picture, for those who set the camera up; null before there is one. */
  readonly picture: () => Promise<Buffer | null>
  /** Null when it holds from now on; else why it does not, and all is as it was. */
  readonly change: (c: SetupChange) => Why | null
  /** What a gauge of known size reads where it was tapped. */
  readonly gauge: (q: GaugeQuestion) => Outcome<GaugeMessage>
}

export async function setUp(server: FastifyInstance, room: SetupRoom, pairing: Pairing): Promise<void> {
  const refusals = {
    wrong: [403, WRONG],
    wait: [429, WAIT],
    referee: [403, 'this is the referee PIN; the camera is set up with the longer one'],
    viewer: [403, WRONG],
  } as const
  server.get('/api/setup', async () => room.message())
  server.get('/api/setup/presets', async () => presets satisfies PresetsMessage)
  server.post('/api/setup/gauge', async (q, r) => {
    if (q.headers['content-type'] !== 'application/json') return r.code(415).send({ problem: 'expected JSON' })
    const asked = gaugeQuestion.safeParse(q.body)
    if (!asked.success) return r.code(400).send({ problem: `${asked.error.issues[0]!.path.join('.')}: ${asked.error.issues[0]!.message}` })
    const door = pairing.role(asked.data.pin, q.ip)
    if (door !== 'admin') return r.code(refusals[door][0]).send({ problem: refusals[door][1] })
    const read = room.gauge(asked.data)
    return read.ok ? read.value : r.code(422).send({ problem: read.problem.message, why: read.problem.why })
  })
  server.get<{ Querystring: { pin?: string } }>('/api/setup/picture', async (q, r) => {
    const door = pairing.role(q.query.pin ?? '', q.ip)
    if (door !== 'admin') return r.code(refusals[door][0]).send({ problem: refusals[door][1] })
    const jpeg = await room.picture()
    return jpeg ? r.type('image/jpeg').header('cache-control', 'no-store').send(jpeg) : r.code(503).send({ problem: 'no picture from the camera yet' })
  })
  server.post('/api/setup', async (q, r) => {
    // a page of another origin cannot send JSON without asking first, and is not answered
    if (q.headers['content-type'] !== 'application/json') return r.code(415).send({ problem: 'expected JSON' })
    const change = parseChange(q.body)
    if (!change.ok) return r.code(400).send({ problem: change.problem.message, why: change.problem.why })
    const door = pairing.role(change.value.pin, q.ip)
    if (door !== 'admin') return r.code(refusals[door][0]).send({ problem: refusals[door][1] })
    const refused = room.change(change.value)
    return refused ? r.code(422).send({ problem: english(refused), why: refused }) : room.message()
  })
}
