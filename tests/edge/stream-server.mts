/** A second process that serves a live stream to whoever asks: node --import tsx stream-server.mts PORT [FILE]. Ends by itself after two minutes. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'

const [port = '0', file] = process.argv.slice(2)
const input = file ? ['-stream_loop', '-1', '-i', file] : ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=30']
const codec = file ? ['-c', 'copy'] : ['-c:v', 'mpeg1video', '-q:v', '4', '-g', '15']
createServer((_q, r) => {
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-re', ...input, '-t', '100', ...codec, '-f', 'mpegts', 'pipe:1'], { stdio: ['ignore', 'pipe', 'ignore'] })
  ffmpeg.stdout.pipe(r)
  r.on('close', () => ffmpeg.kill('SIGKILL'))
  process.on('exit', () => ffmpeg.kill('SIGKILL'))
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
process.on('SIGTERM', () => process.exit(0))
setTimeout(() => process.exit(0), 120_000)
