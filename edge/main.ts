/** The command line: reads what was asked, starts it, and turns every problem into one clear line. */
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { ProblemError } from './problems.ts'

const number = (what: string) => (text: string) => {
  // a comma is a decimal point to half of Europe (OP-37)
  const v = Number(text.replace(',', '.'))
  if (!Number.isFinite(v)) throw new InvalidArgumentError(`${what}: expected a number, got "${text}"`)
  return v
}
const seed = (text: string) => {
  const v = number('seed')(text)
  if (!Number.isInteger(v) || v < 1) throw new InvalidArgumentError(`seed: expected a whole number from 1 on, got ${text}`)
  return v
}
const flicks = (text: string) => {
  const v = number('flicks')(text)
  if (!Number.isInteger(v) || v < 1 || v > 200) throw new InvalidArgumentError(`flicks: expected a whole number from 1 to 200, got ${text}`)
  return v
}
const height = (text: string) => {
  const v = number('camera height')(text)
  if (v < 300 || v > 5000) throw new InvalidArgumentError(`camera height: expected 300 to 5000 mm from the cloth to the lens, got ${v}`)
  return v
}

const readout = (text: string) => {
  const v = number('camera readout')(text)
  if (v !== -1 && (v < 0 || v > 100))
    throw new InvalidArgumentError(`camera readout: expected 0 to 100 ms from a picture's first row to its last, or -1 for not known, got ${v}`)
  return v
}

const program = new Command('greenline')
  .description('Measures a table-football table in millimetres from one camera and suggests calls to the referee.')
  .version('0.1.0')
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'greenline: ')) })

program
  .command('run')
  .description('follow a table live and serve the referee page')
  .option('--source <source>', 'demo, camera:<device>, a file, rtsp://... or http://...')
  .option('--config <file>', 'configuration file (TOML)')
  .option('--port <port>', 'port of the referee page', number('port'))
  .option('--pitch <file>', 'pitch file')
  .option('--setup <file>', 'set-up file')
  .option('--camera-height-mm <mm>', 'tape-measured height of the lens above the cloth', height)
  .option('--lens <file>', 'lens file (see calibrate --board)')
  .option('--match <dir>', 'folder of the match; an existing one is gone on with')
  .action(async (o) => (await import('./run.ts')).run(o))

program
  .command('analyze')
  .description('measure a video or stills, losing no frame')
  .argument('<inputs...>', 'a video, or images')
  .requiredOption('--pitch <file>', 'pitch file')
  .option('--setup <file>', 'set-up file')
  .option('--camera-height-mm <mm>', 'tape-measured height of the lens above the cloth', height)
  .option('--lens <file>', 'lens file (see calibrate --board)')
  .option('--camera-readout-ms <ms>', 'first to last row of a picture (rolling shutter); 0: global shutter; -1: not known', readout, -1)
  .option('--calibration <file>', 'use this calibration instead of finding one')
  .option('--rules <name>', 'rulebook', 'fistf-5.2')
  .option('--quiet', 'no progress', false)
  .requiredOption('--out <dir>', 'folder for the results')
  .action(async (inputs: string[], o) => (await import('./analyze.ts')).analyze(inputs, o))

program
  .command('calibrate')
  .description("find the camera from the pitch's lines, or a lens from pictures of a printed board")
  .argument('[inputs...]', 'a video or an image; or pictures of the board')
  .option('--pitch <file>', 'pitch file')
  .option('--lens <file>', 'lens file, made with --board')
  .option('--board <file>', 'ChArUco board: {"squaresX", "squaresY", "squareMm", "markerMm", "dictionary"}')
  .option('--print', 'write the board itself to --out, an SVG to print at 100 %', false)
  .option('--camera-height-mm <mm>', 'tape-measured height of the lens above the cloth', height)
  .requiredOption('--out <file>', 'file to write')
  .action(async (inputs: string[], o) => (await import('./calibrate.ts')).calibrateCommand(inputs, o))

program
  .command('judge')
  .description('judge abstract scenarios with a rulebook')
  .argument('<scenarios...>', 'scenario files')
  .option('--json', 'one JSON object per scenario and line', false)
  .action(async (files: string[], o) => (await import('./judge-command.ts')).judgeCommand(files, o))

program
  .command('rules')
  .description('what of a rulebook is done')
  .argument('<rulebook>', 'e.g. fistf-5.2')
  .option('--json', 'as JSON', false)
  .action(async (name: string, o) => (await import('./rules-command.ts')).rulesCommand(name, o))

program
  .command('simulate')
  .description('film a told course of play, or random play, with exact truth')
  .argument('[script]', 'clip script (see tests/clips)')
  .option('--random <seed>', 'random play by two sides instead of a script', seed)
  .option('--flicks <n>', 'how many flicks of random play', flicks, 3)
  .option('--pitch <file>', 'pitch file for random play')
  .option('--quiet', 'no progress', false)
  .requiredOption('--out <dir>', 'folder for film and truth')
  .action(async (file: string | undefined, o) => (await import('./simulate.ts')).simulate(file, o))

program
  .command('doctor')
  .description('what is wrong and what to do: camera, model, speed, disk, clock')
  .option('--source <source>', 'also look at this source')
  .action(async (o) => (await import('./doctor.ts')).doctor(o))

try {
  await program.parseAsync()
} catch (e) {
  if (e instanceof CommanderError) process.exitCode = e.exitCode === 0 ? 0 : 2
  else if (e instanceof ProblemError) {
    process.stderr.write(`greenline: ${e.message} [${e.code}]\n`)
    process.exitCode = e.exitCode
  } else {
    const error = e as Error
    process.stderr.write(
      `greenline: unexpected fault: ${error.message}; please report it with the file named here\n  ${(error.stack ?? '').split('\n')[1]?.trim() ?? ''}\n`,
    )
    process.exitCode = 1
  }
}
