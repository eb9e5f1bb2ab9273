import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Runs a process that logs what nothing catches, and then does something. */
function run(deed: string) {
  const program = `
    import { createLog } from './app/platform/.server/log.ts'
    import { endOnUncaughtError } from './app/platform/.server/starting.ts'
    const log = createLog('info')
    endOnUncaughtError(log)
    setInterval(() => undefined, 1_000)
    ${deed}`
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8', timeout: 60_000 })
}

const thrown = "class Broken extends Error { name = 'Broken' }; const error = new Broken('thrown on purpose');"

test.each([
  ['uncaughtException', `${thrown} setTimeout(() => { throw error })`],
  ['unhandledRejection', `${thrown} setTimeout(() => { Promise.reject(error) })`],
])('%s is logged as one line, and ends the process with code 1', (origin, deed) => {
  const { status, stdout, stderr } = run(deed)
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    {
      level: 'fatal',
      time: expect.any(String),
      error: { type: 'Broken', message: 'thrown on purpose', stack: expect.stringMatching(/^\s+at /) },
      origin,
      msg: 'an error that nothing caught',
    },
  ])
})

test('what is thrown and is no error is not repeated', () => {
  const { status, stdout } = run("setTimeout(() => { throw 'a secret' })")
  expect(status).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ level: 'fatal', error: { type: 'string' } })
  expect(stdout).not.toContain('secret')
})

test('the line is whole however long it is, and comes after what was logged before', () => {
  const { stdout } = run("setTimeout(() => { log.info('before'); throw new Error('x'.repeat(900_000)) })")
  const lines = stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).level)).toEqual(['info', 'fatal'])
  expect(JSON.parse(lines[1] ?? '').error.message).toHaveLength(900_000)
})
