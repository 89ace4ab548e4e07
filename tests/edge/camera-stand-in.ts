/** A USB camera where there is none: its driver and its controls, with the real decoder behind them. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A stand-in for the driver of a USB camera: ffmpeg and ffprobe that show `shows` (words of a shell, which knows the wished $size) at its
 * own pace in place of the device, and refuse what does not fit on the bus as the kernel does. Gives the PATH under which they are found.
 */
export function cameraStandIn(bin: string, device: string, shows: string, fits = '.'): string {
  const PATH = process.env.PATH
  mkdirSync(bin, { recursive: true })
  for (const tool of ['ffmpeg', 'ffprobe']) {
    const real = execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8', env: { PATH } }).trim()
    const script = `#!/bin/bash
args=("$@"); for i in "\${!args[@]}"; do [ "\${args[$i]}" = -f ] && [ "\${args[$((i + 1))]}" = v4l2 ] && at=$i; [ "\${args[$i]}" = ${device} ] && end=$i; [ "\${args[$i]}" = -video_size ] && size=\${args[$((i + 1))]}; [ "\${args[$i]}" = -input_format ] && kind=\${args[$((i + 1))]}; done
[ -z "$end" ] && exec ${real} "$@"
[[ "$kind $size" =~ ${fits} ]] || { echo "[video4linux2,v4l2 @ 0x1] ioctl(VIDIOC_STREAMON): No space left on device" >&2; exit 1; }
exec ${real} "\${args[@]:0:$at}" ${tool === 'ffmpeg' ? '-re ' : ''}${shows} "\${args[@]:$((end + 1))}"
`
    writeFileSync(join(bin, tool), script, { mode: 0o755 })
  }
  return `${bin}:${PATH}`
}

/** Controls of a usual camera as v4l2-ctl lists them: name, hex, kind, min, max, value; `stuck` cameras take no change of that control. */
export const CONTROLS = [
  ['brightness', '00980900', 'int', 0, 255, 128],
  ['white_balance_automatic', '0098090c', 'bool', 0, 1, 1],
  ['gain', '00980913', 'int', 0, 255, 64],
  ['power_line_frequency', '00980918', 'menu', 0, 2, 2],
  ['white_balance_temperature', '0098091a', 'int', 2000, 6500, 4310],
  ['auto_exposure', '009a0901', 'menu', 0, 3, 3],
  ['exposure_time_absolute', '009a0902', 'int', 3, 2047, 156],
  ['exposure_dynamic_framerate', '009a0903', 'bool', 0, 1, 1],
  ['focus_absolute', '009a090a', 'int', 0, 250, 35],
  ['focus_automatic_continuous', '009a090c', 'bool', 0, 1, 1],
]

/** A stand-in for v4l2-ctl that keeps its state in a file and prints as the real one does. */
export function controlsStandIn(bin: string, state: string): void {
  writeFileSync(state, JSON.stringify({ controls: CONTROLS, stuck: [] }))
  const tool = join(bin, 'v4l2-ctl')
  writeFileSync(
    tool,
    `#!${process.execPath}
const fs = require('node:fs')
const s = JSON.parse(fs.readFileSync(${JSON.stringify(state)}, 'utf8'))
const set = process.argv.find((a) => a.startsWith('--set-ctrl='))
if (set) {
  const [, name, value] = /--set-ctrl=(\\w+)=(-?\\d+)/.exec(set)
  const c = s.controls.find((x) => x[0] === name)
  if (!c) { console.error("unknown control '" + name + "'"); process.exit(1) }
  if (!s.stuck.includes(name)) c[5] = Number(value)
  fs.writeFileSync(${JSON.stringify(state)}, JSON.stringify(s))
} else {
  console.log('\\nUser Controls\\n')
  for (const [name, hex, kind, min, max, value, flags] of s.controls)
    console.log(name.padStart(31) + ' 0x' + hex + ' (' + kind + ')' + '    : min=' + min + ' max=' + max + (kind === 'int' ? ' step=1' : '') + ' default=1 value=' + value + (kind === 'menu' ? ' (Manual Mode)' : '') + (flags ? ' flags=' + flags : ''))
}
`,
    { mode: 0o755 },
  )
}
