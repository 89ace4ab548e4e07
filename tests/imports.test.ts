/** The arrows between the folders point one way (style.md): every import that points the wrong way is printed. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './shared.ts'

/** Folder -> what it may import of ours. The longest matching prefix counts. */
const MAY: Record<string, readonly string[]> = {
  calibration: ['calibration'],
  'vision/detect': ['calibration', 'vision/detect', 'vision/frame.ts', 'vision/detections.ts', 'vision/measure/patch.ts'],
  'vision/measure': ['calibration', 'vision/measure', 'vision/frame.ts', 'vision/detections.ts', 'vision/measurements.ts'],
  'vision/track': ['calibration', 'vision/track', 'vision/tracks.ts', 'vision/measurements.ts', 'vision/detections.ts', 'vision/detect/rectify.ts'],
  'vision/events': ['calibration', 'vision/events', 'vision/tracks.ts', 'vision/track/tracker.ts'],
  vision: ['calibration', 'vision'],
  rules: [
    'calibration/units.ts',
    'calibration/estimate.ts',
    'calibration/areas.ts',
    'calibration/pitch.ts',
    'calibration/problem.ts',
    'calibration/why.ts',
    'calibration/geometry',
    'rules',
    'vision/events/game-event.ts',
  ],
  edge: ['calibration', 'vision', 'rules', 'edge', 'models/synth'],
  dashboard: ['dashboard', 'edge/protocol.ts', 'calibration/units.ts', 'calibration/why.ts', 'calibration/pitch.ts', 'calibration/geometry'],
  models: ['models', 'calibration', 'vision/frame.ts', 'vision/detect/rectify.ts', 'vision/measure/patch.ts'],
}

function sources(dir: string): string[] {
  return readdirSync(join(root, dir), { withFileTypes: true }).flatMap((e) => {
    const path = `${dir}/${e.name}`
    if (e.isDirectory()) return e.name === 'dist' || e.name === 'node_modules' ? [] : sources(path)
    return /\.tsx?$/.test(e.name) && !e.name.endsWith('.config.ts') ? [path] : []
  })
}

test('imports point one way', () => {
  const wrong: string[] = []
  const names = Object.keys(MAY).sort((a, b) => b.length - a.length)
  for (const top of ['calibration', 'vision', 'rules', 'edge', 'dashboard', 'models'])
    for (const file of sources(top)) {
      const zone = names.find((n) => file.startsWith(`${n}/`))!
      for (const [, target] of readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
        const to = relative(root, join(root, dirname(file), target!))
        if (!MAY[zone]!.some((ok) => to === ok || to.startsWith(`${ok}/`))) wrong.push(`${file} -> ${to}`)
      }
    }
  expect(wrong).toEqual([])
})

test('calibration and rules know neither clock nor files', () => {
  const found = ['calibration', 'rules']
    .flatMap((d) => sources(d))
    .filter((f) => /Date\.now|performance\.now|new Date|from 'node:(?!module')/.test(readFileSync(join(root, f), 'utf8')))
  expect(found).toEqual([])
})
