/** The server, built but not listening: the screens' files, evidence pictures, health, and the WebSocket. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import fastifyWebsocket from '@fastify/websocket'
import Fastify, { type FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { deviceLinks } from './device-links.ts'
import { keptMatch, keptMatches, keptSheet } from './matches.ts'
import { type Pairing, WAIT, WRONG } from './pairing.ts'
import { type ClientMessage, clientMessage, type Numbered, type OffsideMessage, PROTOCOL_VERSION, type Role, type ServerMessage } from './protocol.ts'
import { type SetupRoom, setUp } from './setup-routes.ts'
import type { LiveTable } from './table.ts'
import { waitingPage } from './waiting-page.ts'

const MAX_MESSAGE_BYTES = 16 * 1024
/** A reader that is this far behind gets no more positions until it has caught up. */
const SLOW_BYTES = 64 * 1024
/** And one that cannot even take its calls is let go; it comes back and asks for what it missed. */
const STUCK_BYTES = 4 * 1024 * 1024
const BAD_MESSAGES = 20
const SLOW_PICTURE_BYTES = 1024 * 1024

interface Client {
  readonly socket: WebSocket
  role: Role
  readonly from: string
  greeted: boolean
  bad: number
}

export interface AppParts {
  readonly table: LiveTable
  readonly pairing: Pairing
  /** Folder of the match that is played; those that were played before lie beside it. */
  readonly matchDir: () => string
  /** Port under which other devices reach this one; 0 when nobody does. */
  readonly port?: number
  readonly health: () => object
  /** Names, ends and colours of the sides. */
  readonly teams?: (m: Extract<ClientMessage, { kind: 'teams' }>) => void
  /** The match is closed and kept, and another one begins at the table. */
  readonly nextMatch?: () => void
  readonly offside?: () => OffsideMessage | null
  /** The set-up room; a server without one has no set-up page. */
  readonly room?: SetupRoom
}

export interface App {
  readonly server: FastifyInstance
  /** Sends the newest positions to everyone who can take them. */
  live(m: Extract<ServerMessage, { kind: 'live' }>): void
  /** Whether anybody looks at the camera's picture. */
  readonly watched: boolean
  /** The newest JPEG to all who look; who is slow misses some. */
  picture(jpeg: Buffer): void
}

const BOUNDARY = 'greenline-frame'

export async function buildApp(parts: AppParts): Promise<App> {
  const server = Fastify({ logger: false, bodyLimit: MAX_MESSAGE_BYTES })
  const clients = new Set<Client>()
  await server.register(fastifyWebsocket, { options: { maxPayload: MAX_MESSAGE_BYTES } })
  const dist = fileURLToPath(new URL('../dashboard/dist', import.meta.url))
  parts.table.build = builtAs(dist)
  if (existsSync(dist)) await server.register(fastifyStatic, { root: dist })
  else server.get('/', async (_q, r) => r.code(503).type('text/plain').send('The screens are not built yet: run npm ci (or npm run prepare) and start again.'))

  server.get('/api/health', async () => parts.health())
  const folder = (match: string | undefined) => {
    const now = parts.matchDir()
    return match === undefined || match === basename(now) ? now : keptMatch(dirname(now), match)
  }
  server.get<{ Params: { name: string }; Querystring: { match?: string } }>('/evidence/:name', async (q, r) => {
    const dir = folder(q.query.match)
    if (!dir || !/^c-\d{6}\.(png|webp)$/.test(q.params.name) || !existsSync(join(dir, 'evidence', q.params.name)))
      return r.code(404).send({ problem: 'no such evidence picture' })
    return r.sendFile(q.params.name, join(dir, 'evidence'))
  })

  for (const path of ['/overlay', '/overlay/score', '/overlay/radar']) server.get(path, async (_q, r) => r.sendFile('overlay.html'))
  server.get('/overlay-for-obs', async (q, r) =>
    r
      .type('text/html')
      .header('content-disposition', 'attachment; filename="greenline-overlay.html"')
      .send(waitingPage(`${q.protocol}://${q.host}`)),
  )
  server.get('/buying', async (_q, r) => r.sendFile('buying.html'))
  server.get('/certificate', async (_q, r) => r.sendFile('certificate.html'))
  server.get('/sheet', async (_q, r) => r.sendFile('sheet.html'))
  server.get('/public', async (_q, r) => r.sendFile('public.html'))
  server.get('/device', async (_q, r) => r.sendFile('device.html'))
  server.get('/api/device', async (q, r) => {
    if (!isOwn(q.ip)) return r.code(403).send({ problem: 'pairing codes are shown on the device itself only' })
    return deviceLinks(parts.pairing, parts.port ?? 0)
  })
  server.get('/api/offside', async () => parts.offside?.() ?? null)
  server.get('/api/matches', async () => keptMatches(dirname(parts.matchDir())))
  server.get<{ Querystring: { match?: string } }>('/api/sheet', async (q, r) => {
    const { match } = q.query
    if (match === undefined || match === basename(parts.matchDir())) return parts.table.sheet()
    const dir = folder(match)
    return (dir && keptSheet(dir)) ?? r.code(404).send({ problem: 'no sheet of such a match is kept' })
  })
  server.get('/setup', async (_q, r) => r.sendFile('setup.html'))
  if (parts.room) await setUp(server, parts.room, parts.pairing)
  const watchers = new Set<ServerResponse>()
  server.get('/camera.mjpg', (_q, r) => {
    r.hijack()
    r.raw.writeHead(200, { 'content-type': `multipart/x-mixed-replace; boundary=${BOUNDARY}`, 'cache-control': 'no-store' })
    watchers.add(r.raw)
    r.raw.on('close', () => watchers.delete(r.raw))
    r.raw.on('error', () => watchers.delete(r.raw))
  })
  server.addHook('preClose', async () => {
    for (const w of watchers) w.destroy()
  })

  const send = (c: Client, m: ServerMessage) => {
    if (c.socket.readyState !== c.socket.OPEN) return
    if (c.socket.bufferedAmount > STUCK_BYTES) return c.socket.terminate()
    c.socket.send(JSON.stringify(m))
  }
  parts.table.publish = (m: Numbered) => {
    for (const c of clients) if (c.greeted) send(c, m.kind === 'snapshot' ? { ...m, role: c.role } : m)
  }

  server.get('/ws', { websocket: true }, (socket, q) => {
    // a page of another origin has no business here, whatever PIN it knows
    const { origin, host } = q.headers
    if (origin && !(URL.canParse(origin) && new URL(origin).host === host)) return socket.close(1008, 'other origin')
    const client: Client = { socket, role: 'viewer', from: q.ip, greeted: false, bad: 0 }
    clients.add(client)
    socket.on('close', () => clients.delete(client))
    socket.on('error', () => socket.terminate()) // too large or broken: this client only
    socket.on('message', (data: Buffer) => {
      const m = parseMessage(data)
      if (!m) {
        send(client, { v: PROTOCOL_VERSION, kind: 'problem', code: 'MESSAGE_INVALID', message: 'this message is not understood; reload the page' })
        if (++client.bad >= BAD_MESSAGES) socket.close(1008, 'too many messages that are not understood')
        return
      }
      answer(client, m)
    })
  })

  function answer(c: Client, m: NonNullable<ReturnType<typeof parseMessage>>): void {
    switch (m.kind) {
      case 'hello':
        // a PIN of another device, kept by the page: it watches until it is paired anew
        if (m.pin) pair(c, m.pin)
        c.greeted = true
        for (const reply of parts.table.since(m.run, m.last, c.role)) send(c, reply)
        return
      case 'pair': {
        const refusal = pair(c, m.pin)
        send(c, refusal ? { v: PROTOCOL_VERSION, kind: 'problem', code: 'PIN_WRONG', message: refusal } : { v: PROTOCOL_VERSION, kind: 'role', role: c.role })
        return
      }
      case 'decide':
      case 'correct':
      case 'amend':
      case 'give':
      case 'shoot-out':
      case 'said':
      case 'clock':
      case 'teams':
      case 'flick-off':
      case 'next-match':
      case 'possession':
      case 'enter':
      case 'redo':
      case 'undo': {
        const refusal = c.role !== 'viewer' ? done(m) : 'only a paired referee decides; enter the PIN shown on the device'
        if (refusal) send(c, { v: PROTOCOL_VERSION, kind: 'problem', code: c.role !== 'viewer' ? 'CANNOT' : 'NOT_REFEREE', message: refusal })
      }
    }
  }

  function pair(c: Client, pin: string): string | null {
    const door = parts.pairing.role(pin, c.from)
    if (door === 'wrong' || door === 'wait') return door === 'wrong' ? WRONG : WAIT
    c.role = door
    return null
  }

  /** What a paired referee may do; a sentence when it cannot be done. */
  function done(m: Exclude<ClientMessage, { kind: 'hello' | 'pair' }>): string | null {
    switch (m.kind) {
      case 'decide':
        return parts.table.verdict(m.call, m.verdict, 'referee')
      case 'correct':
        return parts.table.correct(m.call, m.lastTouch, m.figure ?? null, 'referee')
      case 'amend':
        return parts.table.amend(m.call, m.at, m.figure ?? null, 'referee')
      case 'give':
        return parts.table.give(m.restart, m.side, m.at, m.instead, 'referee')
      case 'shoot-out':
        return parts.table.shootOut(m.goal)
      case 'said':
        return parts.table.said(m.by, m.words, m.figure)
      case 'clock':
        return parts.table.clock(m.running, m.half)
      case 'teams':
        if (!parts.teams) return 'this server has no table'
        parts.teams(m)
        return null
      case 'possession':
        return parts.table.possession(m.side)
      case 'flick-off':
        return parts.table.flickOff(m.by)
      case 'next-match':
        return nextMatch(m.match)
      case 'enter':
        return parts.table.enter(m.what, m.side)
      case 'redo':
        return parts.table.redo('referee') ? null : 'there is nothing to bring back'
      case 'undo':
        return parts.table.undo('referee') ? null : 'there is nothing to undo'
    }
  }

  /** Only the match that the page shows, and only while its clock stands. */
  function nextMatch(match: string): string | null {
    const { clock } = parts.table.sheet().match
    if (!parts.nextMatch) return 'this server has no table'
    if (match !== basename(parts.matchDir())) return 'the next match has already begun'
    if (clock.running) return 'the clock is running: stop it, then begin the next match'
    try {
      parts.nextMatch()
      return null
    } catch (e) {
      return `the next match cannot be kept, so this one goes on: ${(e as Error).message}`
    }
  }

  return {
    server,
    get watched() {
      return watchers.size > 0
    },
    picture(jpeg) {
      const head = `--${BOUNDARY}\r\ncontent-type: image/jpeg\r\ncontent-length: ${jpeg.length}\r\n\r\n`
      for (const w of watchers) if (w.writableLength < SLOW_PICTURE_BYTES) w.write(Buffer.concat([Buffer.from(head), jpeg, Buffer.from('\r\n')]))
    },
    live(m) {
      const text = JSON.stringify(m)
      for (const c of clients) if (c.greeted && c.socket.readyState === c.socket.OPEN && c.socket.bufferedAmount < SLOW_BYTES) c.socket.send(text)
    },
  }
}

const isOwn = (ip: string): boolean => /^(::ffff:)?127\./.test(ip) || ip === '::1'

/** Changes whenever the built pages do: their files are named by their content. */
function builtAs(dist: string): string {
  const files = existsSync(join(dist, 'assets')) ? readdirSync(join(dist, 'assets')) : []
  return createHash('sha256').update(files.sort().join()).digest('hex').slice(0, 12)
}

function parseMessage(data: Buffer) {
  try {
    const parsed = clientMessage.safeParse(JSON.parse(data.toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
