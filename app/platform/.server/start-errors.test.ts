import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DrizzleQueryError } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ConfigError } from './config.ts'
import { DamagedDatabaseError, StartError, toDatabaseOpenStartError } from './start-errors.ts'

/** Runs a process that logs uncaught errors and then executes the given code. */
function run(crash: string) {
  const program = `
    import { createLog } from './app/platform/.server/observability/log.ts'
    import { exitOnUncaughtError } from './app/platform/.server/start-errors.ts'
    const log = createLog('info')
    exitOnUncaughtError(log)
    setInterval(() => undefined, 1_000)
    ${crash}`
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8', timeout: 60_000 })
}

const thrown = "class Broken extends Error { name = 'Broken' }; const error = new Broken('thrown on purpose');"

test.each([
  ['uncaughtException', `${thrown} setTimeout(() => { throw error })`],
  ['unhandledRejection', `${thrown} setTimeout(() => { Promise.reject(error) })`],
])('%s is logged as one line, and ends the process with code 1', (origin, crash) => {
  const { status, stdout, stderr } = run(crash)
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    {
      level: 'fatal',
      version: expect.any(String),
      host: hostname(),
      pid: expect.any(Number),
      time: expect.any(String),
      error: { type: 'Broken', message: 'thrown on purpose', stack: expect.stringMatching(/^\s+at /) },
      origin,
      msg: 'an error that nothing caught',
    },
  ])
})

// spec: growth.18
test('a process that was asked to end and does not is ended, and the log says what kept it', () => {
  const program = `
    import { createLog } from './app/platform/.server/observability/log.ts'
    import { forceExitAfterTimeout } from './app/platform/.server/start-errors.ts'
    forceExitAfterTimeout(createLog('info'), { ms: 200 })`
  const runOf = (code: string) =>
    spawnSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8', timeout: 60_000 })
  const { status, stdout } = runOf(`${program}; setInterval(() => undefined, 1_000)`)
  expect(status).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    level: 'fatal',
    msg: 'this process did not end in time, and is ended',
    resources: expect.arrayContaining(['Timeout']),
  })
  expect(runOf(program)).toMatchObject({ status: 0, stdout: '' })
})

test('what is thrown and is no error ends the process too, with its message in the log', () => {
  const { status, stdout } = run("setTimeout(() => { throw 'no answer' })")
  expect(status).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ level: 'fatal', error: { type: 'string', message: 'no answer' } })
})

test('the line is whole however long it is, and comes after what was logged before', () => {
  const { stdout } = run("setTimeout(() => { log.info('before'); throw new Error('x'.repeat(900_000)) })")
  const lines = stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).level)).toEqual(['info', 'fatal'])
  expect(JSON.parse(lines[1] ?? '').error.message).toHaveLength(900_000)
})

test('what another thread is to write is written, though it has something else to do first', () => {
  vi.stubEnv('UV_THREADPOOL_SIZE', '1')
  const { stdout } = run(`
    const { pbkdf2 } = await import('node:crypto')
    pbkdf2('busy', 'thread', 50_000, 64, 'sha256', () => undefined)
    log.info('before')
    throw new Error('thrown on purpose')`)
  vi.unstubAllEnvs()
  const lines = stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).level)).toEqual(['info', 'fatal'])
})

describe('an error in opening the database', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'muster-starting-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const databaseUrl = 'postgres://127.0.0.1/muster'
  const failed = (fields: object) => Object.assign(new Error('said by the driver'), fields)

  test.each([
    [
      'nobody serves it',
      failed({ code: 'ECONNREFUSED', syscall: 'connect' }),
      /cannot be reached: said by the driver$/,
    ],
    ['several of its addresses fail', new AggregateError([failed({ code: 'ECONNREFUSED' })]), /cannot be reached: /],
    ['it is not there', failed({ code: '3D000' }), /cannot be reached: said by the driver$/],
    ['it has too many connections', failed({ code: '53300' }), /cannot be reached: said by the driver$/],
    [
      'its disk is full',
      new DrizzleQueryError('ALTER', [], failed({ code: '53100' })),
      /^The disk of the database .* full/,
    ],
  ])('on a server is explained where %s', async (_, error, words) => {
    const explained = await toDatabaseOpenStartError(error, { databaseUrl, dataDir: folder })
    expect(explained).toBeInstanceOf(StartError)
    expect((explained as StartError).message).toMatch(words)
  })

  test('in a folder is explained where its files cannot be read', async () => {
    const error = new DrizzleQueryError('SELECT', [], failed({ code: 'XX001' }))
    const explained = await toDatabaseOpenStartError(error, { databaseUrl: null, dataDir: folder })
    expect(explained).toBeInstanceOf(DamagedDatabaseError)
    expect((explained as StartError).message).toContain(
      `The database in ${folder} cannot be opened (said by the driver)`,
    )
  })

  test.each(['ENOSPC', '53100'])('in a folder is explained where its disk was full (%s)', async (code) => {
    const explained = await toDatabaseOpenStartError(failed({ code }), { databaseUrl: null, dataDir: folder })
    expect((explained as StartError).message).toMatch(/^The disk with .* is full\. Make room, then start again/)
  })

  test('in a folder is explained where a file of it is of another account', async () => {
    const refused = (path: string) =>
      Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: 'EACCES' })
    const options = { databaseUrl: null, dataDir: folder }
    const explained = await toDatabaseOpenStartError(refused(join(folder, 'lock')), options)
    expect((explained as StartError).message).toMatch(/belongs to another account: EACCES.*lock'\. Give all of them/)
    const elsewhere = refused('/elsewhere/lock')
    expect(await toDatabaseOpenStartError(elsewhere, options)).toBe(elsewhere)
  })

  test.each([null, databaseUrl])('is explained where the folder cannot be written to (database: %s)', async (url) => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const error = new DamagedDatabaseError(file, 'not properly')
    const explained = await toDatabaseOpenStartError(error, { databaseUrl: url, dataDir: file })
    expect((explained as StartError).message).toMatch(/^DATA_DIR must be a folder to write in: EEXIST/)
  })

  test('is left as it is where nothing explains it, and nothing stays in the folder', async () => {
    const before = await readdir(folder)
    for (const error of [failed({ code: '42601' }), new ConfigError('PORT must be a number')]) {
      for (const url of [null, databaseUrl]) {
        expect(await toDatabaseOpenStartError(error, { databaseUrl: url, dataDir: folder })).toBe(error)
      }
    }
    expect(await readdir(folder)).toEqual(before)
  })
})
