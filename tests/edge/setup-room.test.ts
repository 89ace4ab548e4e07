/** The set-up page's way into the running process: PIN, dimensions, advice. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { plain } from '../../calibration/why.ts'
import { type App, buildApp } from '../../edge/app.ts'
import { CameraLock } from '../../edge/lock.ts'
import { MatchLog } from '../../edge/log.ts'
import { Pairing } from '../../edge/pairing.ts'
import { type RoomState, readGaugeAt, type SetupChange, setupMessage } from '../../edge/setup-room.ts'
import { LiveTable } from '../../edge/table.ts'
import { barePicture, cameraOver, PITCH_FILE, pitch, setup } from '../tables.ts'
import { ABOUT } from './about.ts'

let app: App
const ROOM: RoomState = {
  ...{ calibration: null, picture: null, state: 'none', problem: null, assumed: false, heightMm: null, camera: null, models: [] },
  pitch: pitch(),
  pitchFile: PITCH_FILE,
  sides: setup().sides,
}
const changes: SetupChange[] = []
async function start(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'greenline-setup-'))
  const table = new LiveTable(ABOUT, MatchLog.open(dir))
  const message = () => setupMessage({ ...ROOM, problem: plain('no pitch lines found in the picture') })
  app = await buildApp({
    table,
    pairing: new Pairing('4711', '471100'),
    matchDir: () => dir,
    health: () => ({}),
    room: {
      message,
      picture: async () => Buffer.from('jpeg'),
      change: (c) => {
        if (c.pitch.lengthMm > 1400) return plain('the lines do not bear it out')
        changes.push(c)
        return null
      },
      gauge: (q) => readGaugeAt(null, null, q),
    },
  })
}
afterEach(() => app.server.close())
const post = (body: object, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  app.server.inject({ method: 'POST', url: '/api/setup', headers, payload: JSON.stringify(body) })

test('dimensions are taken with the PIN only, and what is wrong is named', async () => {
  await start()
  const body = { pin: '471100', pitch: PITCH_FILE, cameraHeightMm: 1300 }
  expect((await post({ ...body, pin: '0000' })).statusCode).toBe(403)
  expect((await post({ ...body, pin: '4711' })).json().problem).toMatch(/referee PIN/)
  expect((await post(body, { 'content-type': 'text/plain' })).statusCode).toBe(415)
  expect((await post({ ...body, cameraHeightMm: 130 })).json().problem).toMatch(/300 to 5000 mm/)
  expect((await post({ ...body, pitch: { ...PITCH_FILE, lengthMm: 12000 } })).json().problem).toMatch(/lengthMm/)
  expect((await post({ ...body, pitch: { ...PITCH_FILE, colour: 'green' } })).json().problem).toMatch(/colour/)
  const other = await post({ ...body, pitch: { ...PITCH_FILE, lengthMm: 1450 } })
  expect([other.statusCode, other.json().problem]).toEqual([422, 'the lines do not bear it out'])
  expect(changes).toEqual([])
  expect((await post(body)).statusCode).toBe(200)
  expect(changes).toMatchObject([{ heightMm: 1300, pitch: { lengthMm: 1200 } }])
})

test('bases by calipers are taken, cloths and bases to start from are given, and a gauge waits for a calibration', async () => {
  await start()
  const bases = { A: { diameterMm: 17.5, heightMm: 5.5, rounded: false }, B: { diameterMm: 21, heightMm: 6, rounded: true } }
  const body = { pin: '471100', pitch: PITCH_FILE, cameraHeightMm: 1300 }
  expect((await post({ ...body, bases })).statusCode).toBe(200)
  expect(changes.at(-1)?.bases).toEqual(bases)
  expect((await post({ ...body, bases: { ...bases, A: { ...bases.A, diameterMm: 2 } } })).json().problem).toMatch(/bases.A.diameterMm/)
  const presets = (await app.server.inject('/api/setup/presets')).json()
  for (const c of presets.cloths) expect((await post({ ...body, pitch: c.pitch })).statusCode, c.name).toBe(200)
  expect(presets.bases.map((b: { name: string }) => b.name)).toContain('Flat')
  const gauge = (q: object) =>
    app.server.inject({ method: 'POST', url: '/api/setup/gauge', headers: { 'content-type': 'application/json' }, payload: JSON.stringify(q) })
  const question = { pin: '471100', xPx: 700, yPx: 400, diameterMm: 23.25 }
  expect((await gauge(question)).json().problem).toMatch(/not calibrated yet/)
  expect((await gauge({ ...question, pin: '0' })).statusCode).toBe(403)
  expect((await gauge({ ...question, diameterMm: 2000 })).json().problem).toMatch(/8 to 60 mm/)
})

test('the whole picture is for those with the PIN; who guesses waits', async () => {
  await start()
  const get = (pin: string) => app.server.inject(`/api/setup/picture?pin=${pin}`)
  expect((await get('471100')).headers['content-type']).toBe('image/jpeg')
  for (let k = 0; k < 8; k++) expect((await get(`000${k}`)).statusCode).toBe(403)
  expect((await get('471100')).statusCode).toBe(429)
})

test('what the page is told: every line with its residual, and advice', async () => {
  await start()
  const lock = new CameraLock(pitch(), 1300)
  const picture = await barePicture(cameraOver({ tiltX: 0.02, width: 1280 }), pitch())
  lock.look({ ...picture, seq: 0, tS: 0 })
  const m = setupMessage({ ...ROOM, calibration: lock.calibration, picture, state: lock.state, problem: lock.problem, assumed: true })
  expect(m.state).toBe('locked')
  expect(m.lines.length).toBeGreaterThan(12)
  expect(Math.max(...m.lines.map((l) => Math.abs(l.residualMm ?? 9)))).toBeLessThan(0.5)
  expect(m.lines.every((l) => l.px.length > 1)).toBe(true)
  expect(m.advice.map((a) => a.about)).toEqual(['assumed', 'tape', 'coarse'])
  const near = cameraOver({ tiltX: 0.02, width: 1280, cx: 1000 })
  const cut = setupMessage({ ...ROOM, calibration: { ...lock.calibration!, camera: near }, picture, state: 'locked', heightMm: 1300 })
  expect(cut.advice.map((a) => a.about)).toEqual(['coarse', 'outside'])
  expect(m.tiltDeg).toBeCloseTo((0.02 * 180) / Math.PI, 0)
}, 30_000)
