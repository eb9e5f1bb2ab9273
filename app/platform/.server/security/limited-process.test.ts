import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { ProcessLimitExceededError, ProcessRequestFailedError, ResourceLimitedProgram } from './limited-process.ts'

const program = new ResourceLimitedProgram(['tests/limited-work.ts'], { mostBytes: 200 * 2 ** 20, mostMs: 1_500 })
const ask = (work: string) => program.run(Buffer.from(work)).then(String)

afterAll(async () => {
  // Whoever waits is ended after a while; a test need not wait for it.
  const id = Number(await ask('id'))
  process.kill(id, 'SIGKILL')
})

test('a process answers one request after another, and what libraries print is no answer', async () => {
  const first = await ask('id')
  expect(await ask('noise')).toBe('answer')
  expect(await ask('id')).toBe(first)
})

// spec: world.9.6
test('it has no secrets, and may read nothing but code', async () => {
  expect(JSON.parse(await ask('rights'))).toEqual({ environment: [], canRead: false })
})

// spec: world.9.7
test('it is ended where it takes too long or too much memory, at once or on its heap', async () => {
  for (const work of ['spin', 'grow', 'fill the heap']) {
    const id = Number(await ask('id'))
    const error = await ask(work).catch((caught) => caught)
    expect(error, work).toBeInstanceOf(ProcessLimitExceededError)
    const [, mebibytes] = /it had (\d+) MiB/.exec(error.message) ?? []
    if (mebibytes) expect(Number(mebibytes)).toBeLessThan(400)
    await expect.poll(() => isRunning(id)).toBe(false)
  }
  expect(await ask('noise')).toBe('answer')
})

test('a request on which it fails, also on the side, does not harm the next', { timeout: 30_000 }, async () => {
  for (const work of ['throw', 'throw aside']) {
    await expect(ask(work)).rejects.toBeInstanceOf(ProcessRequestFailedError)
    expect(await ask('noise')).toBe('answer')
  }
})

test('one that is ended from outside is no fault of the request', async () => {
  const id = Number(await ask('id'))
  const asked = ask('spin').catch((error) => error)
  process.kill(id, 'SIGKILL')
  const error = await asked
  expect(error).not.toBeInstanceOf(ProcessLimitExceededError)
  expect(error).not.toBeInstanceOf(ProcessRequestFailedError)
})

// spec: world.9.7
test('its memory is watched while it works, long before its time is over', { timeout: 60_000 }, async () => {
  const patient = new ResourceLimitedProgram(['tests/limited-work.ts'], { mostBytes: 200 * 2 ** 20, mostMs: 60_000 })
  await expect(patient.run(Buffer.from('grow'))).rejects.toThrow(/^it had [23]\d\d MiB$/)
})

// spec: world.9.8
test('what ends a group of processes lets it finish, and it ends with its parent, however that ends', async () => {
  const id = Number(await ask('id'))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(id, signal)
  expect(await ask('id')).toBe(String(id))
  const parent = spawn(process.execPath, ['tests/limited-parent.ts'])
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  expect(isRunning(Number(line))).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isRunning(Number(line))).toBe(false)
})

// spec: world.9.9
test('many requests wait for their turn without their time running', { timeout: 60_000 }, async () => {
  const waiting = new ResourceLimitedProgram(['tests/limited-work.ts'], { mostBytes: 200 * 2 ** 20, mostMs: 1_000 })
  const asked = ['spin', 'spin', 'spin', 'noise', 'noise'].map((work) =>
    waiting.run(Buffer.from(work)).then(String, (error) => error.name),
  )
  expect(await Promise.all(['id', 'id', 'id', 'id', 'id'].map(ask)).then((ids) => new Set(ids).size)).toBeLessThan(3)
  expect(await Promise.all(asked)).toEqual([
    'ProcessLimitExceeded',
    'ProcessLimitExceeded',
    'ProcessLimitExceeded',
    'answer',
    'answer',
  ])
})

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch {
    return false
  }
}
