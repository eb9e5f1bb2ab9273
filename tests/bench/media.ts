// npm run bench:media -- [--pictures 20] [--megapixels 12] [--rounds 3] [--write]
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import type { MediaMessage } from './media-process.ts'
import { type MediaRun, reportMedia } from './media-report.ts'
import { writeReport } from './write-report.ts'

const { values } = parseArgs({
  options: {
    pictures: { type: 'string', default: '20' },
    megapixels: { type: 'string', default: '12' },
    rounds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
})
const [pictures = 0, megapixels = 0, rounds = 0] = [values.pictures, values.megapixels, values.rounds].map(Number)
if (![pictures, megapixels, rounds].every((number) => Number.isInteger(number) && number > 0)) {
  console.error('Pictures, megapixels and rounds are whole numbers from 1.')
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'))
try {
  const files: string[] = []
  for (let number = 0; number < pictures; number += 1) files.push(await takePicture(number))
  const bytes = files.reduce((sum, file) => sum + readFileSync(file).length, 0)
  const runs: MediaRun[] = []
  for (let round = 0; round < rounds; round += 1) {
    // In turns, so that a busy moment of the machine meets both.
    for (const way of ['product', 'sharp'] as const) {
      runs.push(await measure(way, files))
      console.error(`round ${round + 1} of ${rounds}: ${way} measured`)
    }
  }
  const machine = `Node ${process.version}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB of memory.`
  const report = `${machine}\n\n${reportMedia({ pictures, megapixels, bytes }, runs)}`
  console.log(report)
  if (values.write) writeReport('bench:media', report)
} finally {
  rmSync(folder, { recursive: true })
}

/** A JPEG with as much in it as a photograph has, and none like another. */
async function takePicture(number: number): Promise<string> {
  const width = Math.round(Math.sqrt((megapixels * 1e6 * 4) / 3))
  const height = Math.round((width * 3) / 4)
  const file = join(folder, `${number}.jpg`)
  const grain = { type: 'gaussian', mean: 128, sigma: 50 } as const
  await sharp({ create: { width: 800, height: 600, channels: 3, background: '#808080', noise: grain } })
    .resize(width, height)
    .modulate({ hue: number * 17 })
    .jpeg({ quality: 85 })
    .toFile(file)
  return file
}

/** Has a new process make pictures of all files at once, and asks it for its health all the while. */
async function measure(way: MediaRun['way'], files: string[]): Promise<MediaRun> {
  const child = fork(new URL('./media-process.ts', import.meta.url), [way, ...files])
  try {
    const { port, residentBytes } = await hear(child, 'ready')
    const url = `http://127.0.0.1:${port}/healthz`
    const idle = await askUntil(url, sleep(1_000))
    const done = hear(child, 'done')
    child.send('go')
    const busy = await askUntil(url, done)
    const { seconds, peakBytes } = await done
    return { way, seconds, residentBytes, peakBytes, idle, busy }
  } finally {
    child.disconnect()
    if (child.exitCode === null) await once(child, 'exit')
  }
}

async function hear<Kind extends MediaMessage['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<Extract<MediaMessage, { kind: Kind }>> {
  const gone = new AbortController()
  const left = once(child, 'exit', { signal: gone.signal }).then(([code]) => {
    throw new Error(`the measured process ended with ${code}`)
  })
  try {
    for (;;) {
      const [message] = (await Promise.race([once(child, 'message'), left])) as [MediaMessage]
      if (message.kind === kind) return message as Extract<MediaMessage, { kind: Kind }>
    }
  } finally {
    left.catch(() => undefined)
    gone.abort()
  }
}

/** Asks a hundred times a second until something is done; how long each answer took, in milliseconds. */
async function askUntil(url: string, done: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isDone = false
  const end = done.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const started = performance.now()
    await (await fetch(url)).text()
    times.push(performance.now() - started)
    await sleep(10)
  }
  await end
  return times
}
