/** The camera's controls with a stand-in for v4l2-ctl that keeps its state in a file and prints as the real one does. No camera was at hand. */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { english } from '../../calibration/why.ts'
import { type CameraWishes, fixCamera, identityOf, objections, parseControls } from '../../edge/camera-controls.ts'
import { CONTROLS, controlsStandIn } from './camera-stand-in.ts'

const PATH = process.env.PATH
let dir = ''
let state = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'greenline-v4l2-'))
  state = join(dir, 'state.json')
  controlsStandIn(dir, state)
  process.env.PATH = `${dir}:${PATH}`
})
afterEach(() => {
  process.env.PATH = PATH
})
const wishes = (some: Partial<CameraWishes> = {}): CameraWishes => ({ focus: null, exposureMs: null, gain: null, whiteBalanceK: null, mainsHz: 50, ...some })
const now = () => Object.fromEntries(JSON.parse(readFileSync(state, 'utf8')).controls.map((c: (string | number)[]) => [c[0], c[5]]))

test('everything automatic is switched off and what the camera had chosen is held; then nothing is objected but the pulse of the lamps', async () => {
  const s = await fixCamera('/dev/video9', wishes())
  expect(s.automatic).toEqual([])
  expect(now()).toMatchObject({
    auto_exposure: 1,
    exposure_dynamic_framerate: 0,
    focus_automatic_continuous: 0,
    white_balance_automatic: 0,
    focus_absolute: 35,
    exposure_time_absolute: 156,
    white_balance_temperature: 4310,
    power_line_frequency: 1,
  })
  expect(objections(s, wishes()).map(english).join()).toMatch(/15\.6 ms: a ball at 1 m\/s is smeared over 15\.6 mm.*no multiple of the lamps' 10\.00 ms/)
})

test('what is wished is set within what the camera can, and read back; unplugged, it is set again', async () => {
  const asked = wishes({ exposureMs: 5, gain: 900, focus: 0, mainsHz: 0 })
  const s = await fixCamera('/dev/video9', asked)
  expect(now()).toMatchObject({ exposure_time_absolute: 50, gain: 255, focus_absolute: 0, power_line_frequency: 0 })
  expect(objections(s, asked)).toEqual([])
  writeFileSync(state, JSON.stringify({ controls: CONTROLS, stuck: [] })) // as after a replug
  expect(objections(await fixCamera('/dev/video9', asked), asked)).toEqual([])
  expect(now()).toMatchObject({ exposure_time_absolute: 50, auto_exposure: 1 })
})

test('a camera that keeps its automatic focus is not certified, and the reason is said', async () => {
  writeFileSync(state, JSON.stringify({ controls: CONTROLS, stuck: ['focus_automatic_continuous'] }))
  const s = await fixCamera('/dev/video9', wishes({ exposureMs: 5, mainsHz: 0 }))
  expect(s.automatic).toEqual(['focus_automatic_continuous'])
  expect(objections(s, wishes({ mainsHz: 0 })).map(english)).toEqual([
    'the camera still changes focus automatic continuous by itself; switch it off, or use another camera',
  ])
})

test("a value that stays inactive is still the camera's own, though its automatic says off", async () => {
  const gain = CONTROLS.map((c) => (c[0] === 'gain' ? [...c, 'inactive'] : c))
  writeFileSync(state, JSON.stringify({ controls: gain, stuck: [] }))
  expect((await fixCamera('/dev/video9', wishes())).automatic).toEqual(['gain'])
})

test('without the tool one line says what to install', async () => {
  process.env.PATH = '/nowhere'
  await expect(fixCamera('/dev/video9', wishes())).rejects.toThrow('v4l2-ctl is not installed; install it with: apt-get install v4l-utils')
})

test('a control that is not one of ours, or a line cut short, is left alone', () => {
  expect(parseControls('  gain 0x00980913 (int)    : min=0 max=255 step=1 default=64 value=70 flags=inactive\n  gain 0x0098\n\nMenu 1: 50 Hz')).toEqual([
    { name: 'gain', min: 0, max: 255, value: 70, inactive: true },
  ])
})

test('two cameras whose numbers are swapped keep their names (OP-24)', () => {
  const ids = join(dir, 'by-id')
  mkdirSync(ids)
  const [v0, v1] = [join(dir, 'video0'), join(dir, 'video1')]
  writeFileSync(v0, 'left')
  writeFileSync(v1, 'right')
  symlinkSync(v0, join(ids, 'usb-Acme_0001'))
  symlinkSync(v1, join(ids, 'usb-Acme_0002'))
  expect(identityOf(v0, [ids])).toBe(join(ids, 'usb-Acme_0001'))
  renameSync(v0, join(dir, 'tmp'))
  renameSync(v1, v0)
  renameSync(join(dir, 'tmp'), v1)
  for (const [name, to] of [
    ['usb-Acme_0001', v1],
    ['usb-Acme_0002', v0],
  ] as const) {
    rmSync(join(ids, name))
    symlinkSync(to, join(ids, name))
  }
  expect(readFileSync(join(ids, 'usb-Acme_0001'), 'utf8')).toBe('left')
  expect(identityOf(v1, [ids])).toBe(join(ids, 'usb-Acme_0001'))
  expect(identityOf(join(dir, 'video7'), [ids])).toBe(join(dir, 'video7'))
})
