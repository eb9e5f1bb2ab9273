import { hostname } from 'node:os'
import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { JobFailedError } from '../jobs/jobs.ts'
import { createLog } from './log.ts'
import { describeErrorForLog } from './scrub.ts'

function record(level = 'info') {
  const lines: string[] = []
  const log = createLog(level, { write: (line) => lines.push(line) })
  return { log, lines, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

test('a line is one JSON object with level, time and what was logged, by which release, machine and process', () => {
  const { log, entries } = record()
  log.info({ requestId: 'a', path: '/directory' }, 'request')
  expect(entries()).toEqual([
    {
      level: 'info',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      host: hostname(),
      pid: process.pid,
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

/** What people typed or what identifies them, as it gets into messages. */
const marked = {
  'a query string': 'GET /directory?search=marker&place=marker failed',
  'a query string of a URL': 'fetch of "https://a.example/x?key=marker" failed',
  'a cookie': 'bad header Cookie: session=marker; cart=marker',
  'a cookie that is set': "refused 'set-cookie': a=marker",
  'a body': `Unexpected token 'm', "marker" is not valid JSON`,
  'a longer body': `Unexpected token 'm', ..."{"name":marker,"... is not valid JSON`,
  'SQL values': 'Failed query: SELECT 1 WHERE a = $1\nparams: marker,marker',
  'an email address': 'no mailbox marker@sample.example here',
  'one with a name': "<marker.o'hara+x@mail.sample.co.uk> is unknown",
  'the password of a URL': 'no answer of smtp://marker:marker@mail.example',
}

describe.each(Object.entries(marked))('%s', (_, text) => {
  // spec: watch.5
  test('gets into no line of the log and no stored reason', () => {
    const { log, lines } = record()
    log.info({ note: text, more: { list: [text] } }, 'a field')
    log.info(text)
    log.warn({ requestId: 'a' }, text)
    log.error({ error: new Error(text, { cause: new TypeError(text) }) }, 'an error')
    log.error(new Error(text))
    log.error({ error: text }, 'a text that was thrown')
    expect(lines).toHaveLength(6)
    expect(lines.join('')).not.toContain('marker')
    expect(new JobFailedError(text).message).not.toContain('marker')
    expect(JSON.stringify(describeErrorForLog(new Error(text)))).not.toContain('marker')
  })
})

// spec: watch.5
test('fields that hold what was sent are left out, however they are logged', () => {
  const { log, lines } = record()
  const sent = { headers: { a: 'marker' }, Cookie: 'marker', body: 'marker', query: 'marker', params: ['marker'] }
  log.info(sent, 'request')
  log.info({ request: sent }, 'request')
  expect(lines.join('')).not.toContain('marker')
})

test.each([
  ['value "marker" is out of range for type integer', 'value "..." is out of range for type integer'],
  ['invalid input: "marker "quoted" marker"', 'invalid input: "..."'],
])('of the database only this is kept: %s', (message, kept) => {
  expect(describeErrorForLog(Object.assign(new Error(message), { severity: 'ERROR' }))).toMatchObject({ message: kept })
})

test('literals of a failed query are left out', () => {
  const failure = new DrizzleQueryError("SELECT 1 WHERE a = 'marker''s marker' AND b = $1", [], new Error('no'))
  expect(describeErrorForLog(failure)).toMatchObject({ message: "Failed query: SELECT 1 WHERE a = '...' AND b = $1" })
})

test('a message that looks like a stack stays out of the stack', () => {
  const message = 'first\n    at marker'
  expect(JSON.stringify((describeErrorForLog(new Error(message)) as { stack: string }).stack)).not.toContain('marker')
})

test.each(['What now? Nothing.', 'requests: 7', 'node_modules/@hono/node-server', 'a=b'])(
  '%s stays as it is',
  (text) => {
    const { log, entries } = record()
    log.info(text)
    expect(entries()[0]).toMatchObject({ msg: text })
  },
)
