import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { plain } from '../../calibration/why.ts'
import { type App, buildApp } from '../../edge/app.ts'
import { MatchLog } from '../../edge/log.ts'
import { Pairing } from '../../edge/pairing.ts'
import { type MatchMessage, PROTOCOL_VERSION, serverMessage } from '../../edge/protocol.ts'
import { LiveTable } from '../../edge/table.ts'
import { START } from '../../rules/fistf-5.2/state.ts'
import type { Call } from '../../rules/judge.ts'
import { off, play, told } from '../rules/story.ts'
import { ABOUT } from './about.ts'

const STATE = { ...START, possession: 'A' as const }
const call = (id: string, code = 'goal'): Call => ({
  id,
  tS: 1,
  code,
  rule: 'FISTF 7.1.1',
  phrase: 'Goal!',
  ownPhrase: 'Rete!',
  verdict: 'suggested',
  against: 'B',
  gains: 'A',
  restart: { kind: 'flick-off', for: 'B', at: { xMm: 0, yMm: 0 } },
  measured: [],
  probability: 1,
  because: 'test',
  why: plain('test'),
  at: null,
  evidence: { frames: null, events: [], picture: null },
})

let app: App
let table: LiveTable
let url = ''
let begun = 0
async function start(dir = mkdtempSync(join(tmpdir(), 'greenline-app-'))) {
  table = new LiveTable(ABOUT, MatchLog.open(dir))
  app = await buildApp({ table, pairing: new Pairing('4711', '471100'), matchDir: () => dir, health: () => ({ fps: 30 }), nextMatch: () => begun++ })
  const address = await app.server.listen({ port: 0, host: '127.0.0.1' })
  url = `${address.replace('http', 'ws')}/ws`
  return dir
}
afterEach(() => app.server.close())

class Client {
  readonly heard: ReturnType<typeof serverMessage.parse>[] = []
  readonly socket: WebSocket
  constructor() {
    this.socket = new WebSocket(url)
    this.socket.on('message', (d) => this.heard.push(serverMessage.parse(JSON.parse(String(d)))))
    this.socket.on('error', () => {})
  }
  async open(hello: object = { last: 0 }): Promise<this> {
    await new Promise((resolve) => this.socket.once('open', resolve))
    this.say({ kind: 'hello', ...hello })
    await this.until((m) => m.kind === 'snapshot' || m.kind === 'role')
    return this
  }
  say(m: object): void {
    this.socket.send(JSON.stringify({ v: PROTOCOL_VERSION, ...m }))
  }
  async until(ok: (m: Client['heard'][number]) => boolean): Promise<Client['heard'][number]> {
    for (let i = 0; i < 200; i++) {
      const m = this.heard.find(ok)
      if (m) return m
      await new Promise((r) => setTimeout(r, 10))
    }
    throw new Error(`not heard; heard ${JSON.stringify(this.heard.map((m) => m.kind))}`)
  }
}

describe('the server', () => {
  test('snapshot first, then numbered messages; what was missed while away is sent once', async () => {
    await start()
    const a = await new Client().open()
    const snapshot = a.heard[0]!
    table.record([], [call('c-000001')], STATE)
    await a.until((m) => m.kind === 'call')
    const n = (a.heard.find((m) => m.kind === 'call') as { n: number }).n
    a.socket.close()
    table.record([], [call('c-000002')], STATE)
    const back = await new Client().open({ last: n, run: snapshot.kind === 'snapshot' ? snapshot.run : '' })
    await back.until((m) => m.kind === 'call')
    expect(back.heard.flatMap((m) => (m.kind === 'call' ? [m.call.id] : []))).toEqual(['c-000002'])
    expect(back.heard.some((m) => m.kind === 'snapshot')).toBe(false)
  })

  test('a client from another run of the server gets a snapshot, and calls survive the restart', async () => {
    const dir = await start()
    table.record([], [call('c-000001')], STATE)
    table.verdict('c-000001', 'accepted', 'referee')
    await app.server.close()
    await start(dir)
    const c = await new Client().open({ last: 7, run: 'another' })
    const s = await c.until((m) => m.kind === 'snapshot')
    expect(s.kind === 'snapshot' && [s.calls.length, s.match.score.A]).toEqual([1, 1])
  })

  test('nothing that changes a match is open to a viewer; a paired referee decides and takes back', async () => {
    await start()
    table.record([], [call('c-000001')], STATE)
    const viewer = await new Client().open()
    viewer.say({ kind: 'decide', call: 'c-000001', verdict: 'accepted' })
    await viewer.until((m) => m.kind === 'problem' && m.code === 'NOT_REFEREE')
    expect(table.decisions).toEqual([])
    const referee = await new Client().open()
    referee.say({ kind: 'pair', pin: '0000' })
    await referee.until((m) => m.kind === 'problem' && m.code === 'PIN_WRONG')
    referee.say({ kind: 'pair', pin: '4711' })
    await referee.until((m) => m.kind === 'role' && m.role === 'referee')
    referee.say({ kind: 'decide', call: 'c-000001', verdict: 'accepted' })
    const decided = await viewer.until((m) => m.kind === 'decision')
    expect(decided.kind === 'decision' && decided.match.score.A).toBe(1)
    referee.say({ kind: 'undo' })
    const undone = await viewer.until((m) => m.kind === 'decision' && m.decision.undone)
    expect(undone.kind === 'decision' && undone.match.score.A).toBe(0)
  })

  test('the next match: for the referee only, only from the match that the page shows, only while the clock stands', async () => {
    const dir = await start()
    const viewer = await new Client().open()
    const name = basename(dir)
    const refused = async (c: Client, match: string) => {
      c.say({ kind: 'next-match', match })
      const m = await c.until((q) => q.kind === 'problem')
      c.heard.length = 0
      return m.kind === 'problem' && m.message
    }
    expect(await refused(viewer, name)).toMatch(/only a paired referee/)
    const referee = await new Client().open({ last: 0, pin: '4711' })
    expect(await refused(referee, 'the one before')).toMatch(/already begun/)
    table.judge = told({ ball: [0, 0], figures: { A1: [100, 0], B1: [-100, 0] } }, []).match
    table.clock(true)
    expect(await refused(referee, name)).toMatch(/clock is running/)
    expect(begun).toBe(0)
    table.clock(false)
    referee.say({ kind: 'next-match', match: name })
    await expect.poll(() => begun).toBe(1)
  })

  test('the referee has the restart taken from where he says: the call stands, its place is moved, and undo moves it back', async () => {
    await start()
    const { calls, match } = told({ ball: [400, 0], figures: { A1: [370, 0], B1: [560, 100] } }, [
      play('A1', [560, 120], { runs: true }),
      off('B1', [615, 150], { runs: true }),
    ])
    table.judge = match
    table.record([], [...calls, { ...calls[0]!, id: 'c-000777', restart: null }], match.state)
    const corner = calls.find((c) => c.code === 'corner-flick')!
    const referee = await new Client().open({ last: 0, pin: '4711' })
    referee.say({ kind: 'amend', call: corner.id, at: { xMm: 590, yMm: -390 } })
    const moved = await referee.until((m) => m.kind === 'decision')
    expect(moved).toMatchObject({ decision: { call: corner.id, verdict: 'accepted', at: { xMm: 590, yMm: -390 } } })
    expect(match.state.restart).toMatchObject({ type: 'corner-flick' })
    referee.say({ kind: 'undo' })
    await referee.until((m) => m.kind === 'decision' && m.decision.undone)
    referee.say({ kind: 'amend', call: 'c-000777', at: { xMm: 0, yMm: 0 } })
    await referee.until((m) => m.kind === 'problem' && m.message === 'call c-000777 has no restart that could be moved')
    referee.say({ kind: 'amend', call: corner.id, at: { xMm: 1e9, yMm: 0 } })
    await referee.until((m) => m.kind === 'problem' && m.code === 'MESSAGE_INVALID')
  })

  test('undo and redo say what they take back and bring back; a new act ends the redo', async () => {
    await start()
    const { calls, match } = told({ ball: [400, 0], figures: { A1: [370, 0] } }, [play('A1', [420, 0])])
    table.judge = match
    table.record([], [...calls, call('c-000009')], match.state)
    const referee = await new Client().open({ last: 0, pin: '4711' })
    const last = async (ok: (m: MatchMessage) => boolean) => {
      const m = await referee.until((x) => 'match' in x && ok(x.match))
      return 'match' in m ? m.match : null
    }
    referee.say({ kind: 'clock', running: true })
    await last((m) => m.clock.running && m.undo?.kind === 'clock')
    referee.say({ kind: 'undo' })
    const stopped = await last((m) => !m.clock.running && m.redo?.kind === 'clock')
    expect(stopped?.undo).toBe(null)
    referee.heard.length = 0
    referee.say({ kind: 'redo' })
    await last((m) => m.clock.running && m.redo === null)
    referee.say({ kind: 'enter', what: 'goal', side: 'B' })
    expect((await last((m) => m.score.B === 1))?.sheet).toMatchObject([{ what: 'goal', side: 'B', clock: { half: 'first' } }])
    referee.say({ kind: 'decide', call: 'c-000009', verdict: 'accepted' })
    await last((m) => m.score.A === 1)
    referee.say({ kind: 'undo' })
    referee.say({ kind: 'undo' })
    await last((m) => m.score.A === 0 && m.score.B === 0 && m.redo?.kind === 'entered')
    referee.say({ kind: 'enter', what: 'yellow', side: 'A' })
    await last((m) => m.sheet.length === 1 && m.sheet[0]!.what === 'yellow' && m.redo === null)
    referee.say({ kind: 'redo' })
    await referee.until((m) => m.kind === 'problem' && m.code === 'CANNOT')
  })

  test('after the toss: the flick-off is awarded, whoever stands wrongly for it can be told; taken back, nothing is awarded', async () => {
    await start()
    const { match } = told({ ball: [0, 0], figures: { A1: [-30, 0] } }, [])
    table.judge = match
    const referee = await new Client().open({ last: 0, pin: '4711' })
    referee.say({ kind: 'flick-off', by: 'B' })
    await referee.until((m) => 'match' in m && m.match.possession === 'B')
    expect(match.state.restart).toMatchObject({ type: 'flick-off', side: 'B' })
    referee.say({ kind: 'undo' })
    await referee.until((m) => 'match' in m && m.match.redo?.kind === 'flick-off')
    expect(match.state.restart).toBe(null)
    referee.say({ kind: 'teams', swapEnds: true })
    await referee.until((m) => m.kind === 'problem' && m.code === 'CANNOT') // this server has no camera behind it
  })

  test('the second half is one act: ends are swapped with it, and both are taken back by one undo, with the time that was played', async () => {
    await start()
    const { match } = told({ ball: [0, 0], figures: { A1: [-30, 0] } }, [])
    table.judge = match
    let swaps = 0
    table.endsSwapped = () => {
      swaps++
      const { A, B } = match.setup.attacks
      match.tableChanged({ ...match.setup, attacks: { A: B, B: A } })
    }
    const attacks = match.setup.attacks.A
    table.seen(0)
    table.clock(true)
    table.seen(900)
    table.clock(false)
    const referee = await new Client().open({ last: 0, pin: '4711' })
    referee.say({ kind: 'clock', running: false, half: 'second' })
    await referee.until((m) => 'match' in m && m.match.clock.half === 'second' && m.match.clock.playedS === 0)
    expect([swaps, match.setup.attacks.A === attacks]).toEqual([1, false])
    referee.say({ kind: 'undo' })
    await referee.until((m) => 'match' in m && m.match.redo?.kind === 'clock' && m.match.clock.half === 'first' && m.match.clock.playedS === 900)
    expect([swaps, match.setup.attacks.A]).toEqual([2, attacks])
  })

  test('the clock runs on while the camera gives no pictures, and stands while it never ran', async () => {
    await start()
    table.seen(5)
    expect(table.tS).toBe(5)
    table.runsOn = () => true
    await new Promise((r) => setTimeout(r, 60))
    expect(table.tS).toBeGreaterThan(5.05)
  })

  test('the sheet tells for what share of the time hands hid a line', async () => {
    await start()
    const place = { at: { xMm: 0, yMm: 400 }, covMm2: [1, 0, 1] as const, systematicSigmaMm: 0 }
    const seen = (kind: 'blind' | 'unblind', tS: number) => ({ kind, id: `e-${tS}`, tS, frames: [0, 0] as const, probability: 0.9, place, what: 'touchline+y' })
    table.record([{ kind: 'time-passed', id: 't-0', tS: 0, seconds: 1 }, seen('blind', 2), seen('unblind', 5)], [], STATE)
    table.record([{ kind: 'time-passed', id: 't-1', tS: 10, seconds: 1 }], [], STATE)
    expect(table.sheet().blind).toEqual({ 'touchline+y': 0.3 })
  })

  test('a call whose event is not known any more cannot be judged again, and says so', async () => {
    await start()
    table.judge = told({ ball: [0, 0], figures: { A1: [-30, 0] } }, []).match
    table.record([], [call('c-000009')], STATE)
    expect(table.correct('c-000009', 'A', null, 'referee')).toMatch(/cannot be judged again/)
    expect(table.sheet().decisions).toEqual([])
  })

  test('PINs and the sheet survive a restart; what was entered and decided before it can still be taken back, the newest first', async () => {
    const dir = await start()
    expect(Pairing.open(dir).referee).toBe(Pairing.open(dir).referee)
    table.record([], [call('c-000001')], STATE)
    table.verdict('c-000001', 'accepted', 'referee')
    table.enter('red', 'B')
    await app.server.close()
    await start(dir)
    const sheet = (await app.server.inject('/api/sheet')).json()
    expect(sheet.match.sheet).toMatchObject([{ what: 'red', side: 'B' }])
    expect(sheet.calls).toHaveLength(1)
    const c = await new Client().open({ last: 0, pin: '4711' })
    c.say({ kind: 'undo' })
    await c.until((m) => m.kind === 'state' && m.match.sheet.length === 0)
    c.say({ kind: 'undo' })
    const undone = await c.until((m) => m.kind === 'decision')
    expect(undone.kind === 'decision' && [undone.decision.undone, undone.match.score.A]).toEqual([true, 0])
  })

  test('pairing codes are given to this computer only; who guesses PINs waits, on every new connection', async () => {
    await start()
    const own = await app.server.inject({ url: '/api/device', remoteAddress: '127.0.0.1' })
    expect(own.json().map((l: { name: string; pin: string | null }) => [l.name, l.pin])).toEqual([
      ['referee', '4711'],
      ['viewers', null],
      ['setup', '471100'],
      ['stream', null],
    ])
    expect(own.json()[0].svg).toMatch(/^<svg/)
    expect((await app.server.inject({ url: '/api/device', remoteAddress: '192.168.1.20' })).statusCode).toBe(403)
    for (let k = 0; k < 8; k++) (await new Client().open({ last: 0, pin: `000${k}` })).socket.close()
    const c = await new Client().open()
    c.say({ kind: 'pair', pin: '4711' })
    await c.until((m) => m.kind === 'problem' && /wait a minute/.test(m.message))
  })

  test('what the referee enters goes through the rulebook: a corrected touch (OP-20, OP-21), a word, the clock', async () => {
    await start()
    const { calls, match } = told({ ball: [400, 0], figures: { A1: [370, 0], B1: [560, 100] } }, [
      play('A1', [560, 120], { runs: true }),
      off('B1', [615, 150], { runs: true }),
    ])
    table.judge = match
    table.record([], calls, match.state)
    const corner = calls.find((c) => c.code === 'corner-flick')!
    const referee = await new Client().open({ last: 0, pin: '4711' })
    referee.say({ kind: 'correct', call: corner.id, lastTouch: 'A' })
    const instead = await referee.until((m) => m.kind === 'call' && m.call.code === 'goal-flick')
    expect(instead.kind === 'call' && instead.call.gains).toBe('B')
    expect(table.decisions).toEqual([{ call: corner.id, verdict: 'dismissed', by: 'referee', undone: false, at: null, figure: null, lastTouch: 'A' }])
    referee.say({ kind: 'undo' })
    await referee.until((m) => m.kind === 'decision' && m.decision.undone)
    expect(match.state.restart).toMatchObject({ type: 'corner-flick' })
    // the referee points at the figure itself
    referee.say({ kind: 'correct', call: corner.id, lastTouch: 'A', figure: 'A1' })
    await referee.until((m) => m.kind === 'call' && m.match.undo?.kind === 'decided' && m.match.undo.figure === 'A1')
    expect(match.state.lastTouch).toMatchObject({ by: 'A1', side: 'A' })
    referee.say({ kind: 'clock', running: true })
    await referee.until((m) => m.kind === 'state' && m.match.clock.running)
    referee.say({ kind: 'said', by: 'A', words: 'forcing possible?' })
    const check = await referee.until((m) => m.kind === 'call' && m.call.code === 'verifying-forcing')
    expect(check.kind === 'call' && check.call.answer).toBe(true)
    referee.say({ kind: 'said', by: 'A', words: 'rhubarb' })
    await referee.until((m) => m.kind === 'problem' && m.code === 'MESSAGE_INVALID')
  })

  test('a page of another origin is let go', async () => {
    await start()
    const foreign = new WebSocket(url, { origin: 'https://elsewhere.example' })
    expect(await new Promise((resolve) => foreign.once('close', resolve))).toBe(1008)
    const own = new WebSocket(url, { origin: url.replace('ws:', 'http:').replace('/ws', '') })
    await new Promise((resolve) => own.once('open', resolve))
    own.close()
  })

  test('rubbish gets one clear answer, 10 MB ends that client only, and the server lives', async () => {
    await start()
    const bystander = await new Client().open()
    const rude = await new Client().open()
    rude.socket.send('}{ not json')
    rude.socket.send(JSON.stringify({ v: 1, kind: 'format-disk' }))
    await rude.until((m) => m.kind === 'problem' && m.code === 'MESSAGE_INVALID')
    const gone = new Promise((resolve) => rude.socket.once('close', resolve))
    rude.socket.send('x'.repeat(10_000_000))
    await gone
    table.record([], [call('c-000001')], STATE)
    await bystander.until((m) => m.kind === 'call')
    expect((await app.server.inject('/api/health')).json()).toEqual({ fps: 30 })
  })

  test('a reader that takes nothing misses positions but gets every call (OP-42)', async () => {
    await start()
    const slow = await new Client().open()
    slow.socket.pause()
    const things = Array.from({ length: 40 }, (_, i) => ({
      id: `A${i}`,
      kind: 'base' as const,
      side: 'A' as const,
      xMm: i,
      yMm: i,
      rMm: 10,
      sigmaMm: 0.2,
      seen: 'now' as const,
    }))
    const health = { fps: 30, ageMs: 0, latencyMs: 0, calibration: 'locked' as const, residualMm: 0.1, source: 'live' as const, problems: [] }
    for (let i = 0; i < 2000; i++) app.live({ v: PROTOCOL_VERSION, kind: 'live', tS: i, things, hands: [], health })
    for (let i = 1; i <= 5; i++) table.record([], [call(`c-00000${i}`)], STATE)
    slow.socket.resume()
    await slow.until((m) => m.kind === 'call' && m.call.id === 'c-000005')
    expect(slow.heard.filter((m) => m.kind === 'call')).toHaveLength(5)
    expect(slow.heard.filter((m) => m.kind === 'live').length).toBeLessThan(2000)
  })

  test('only evidence pictures are served from the match folder', async () => {
    await start()
    for (const path of ['/evidence/log.jsonl', '/evidence/..%2flog.jsonl', '/evidence/c-000001.png'])
      expect((await app.server.inject(path)).statusCode).toBe(404)
  })
})

test('every kind of message goes through the wire format', () => {
  const kinds = serverMessage.options.map((o) => o.shape.kind.value).sort()
  expect(kinds).toEqual(['call', 'decision', 'live', 'problem', 'role', 'snapshot', 'state'])
})
