import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function record(level = 'info') {
  const lines: string[] = []
  const log = createLog(level, { write: (line) => lines.push(line) })
  return { log, lines, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

test('a line is one JSON object with level, time and what was logged, and nothing of the machine', () => {
  const { log, entries } = record()
  log.info({ requestId: 'a', path: '/directory' }, 'request')
  expect(entries()).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      requestId: 'a',
      path: '/directory',
      msg: 'request',
    },
  ])
})

test('an error is logged with its message and its stack', () => {
  const { log, entries } = record()
  log.error({ error: new TypeError('no such thing') }, 'request failed')
  expect(entries()[0]).toMatchObject({
    level: 'error',
    error: { type: 'TypeError', message: 'no such thing', stack: expect.stringContaining('log.test.ts') },
  })
})

test('an error is logged with what caused it', () => {
  const { log, entries } = record()
  log.error({ error: new Error('no page', { cause: new RangeError('too far') }) }, 'request failed')
  expect(entries()[0]).toMatchObject({
    error: { message: 'no page', cause: { type: 'RangeError', message: 'too far' } },
  })
})

test('a failed query is logged without anything a person wrote', () => {
  const { log, lines, entries } = record()
  // As the drivers report them: the cause contains the value, the error every parameter.
  const reason = Object.assign(new Error('invalid input syntax for type uuid: "sam@sample.example"'), {
    severity: 'ERROR',
    code: '22P02',
    table: 'users',
    detail: 'Key (email)=(sam@sample.example) already exists.',
  })
  const failure = new DrizzleQueryError('SELECT name FROM users WHERE email = $1', ['sam@sample.example'], reason)
  log.error({ error: failure }, 'request failed')
  expect(lines.join()).not.toContain('sam@')
  expect(entries()[0]).toMatchObject({
    error: {
      message: 'Failed query: SELECT name FROM users WHERE email = $1',
      stack: expect.stringContaining('log.test.ts'),
      cause: { code: '22P02', table: 'users', message: 'invalid input syntax for type uuid: "..."' },
    },
  })
})

test('what lies below the level is left out', () => {
  const { log, entries } = record('warn')
  log.info('chatter')
  log.warn('heed this')
  expect(entries().map(({ msg }) => msg)).toEqual(['heed this'])
})

test.each([
  ['no answer', { type: 'string', message: 'no answer' }],
  ['no answer of smtp://muster:p@ss@mail.example', { type: 'string', message: 'no answer of smtp://...@mail.example' }],
  [
    { name: 'ErrnoError', errno: 51 },
    { type: 'ErrnoError', message: '', code: 51 },
  ],
  [
    { message: 'no answer', cause: 'asleep' },
    { message: 'no answer', cause: { message: 'asleep' } },
  ],
])('what is thrown and is no error is logged: %j', (error, logged) => {
  const { log, entries } = record()
  log.error({ error }, 'request failed')
  expect(entries()[0]).toMatchObject({ error: logged })
})

test('the user and password of a URL stay out of the message of an error', () => {
  const { log, entries } = record()
  log.error({ error: new Error('cannot reach smtps://muster:p@ss-word@mail.example:465/x for sam') }, 'request failed')
  expect(entries()[0]).toMatchObject({ error: { message: 'cannot reach smtps://...@mail.example:465/x for sam' } })
})
