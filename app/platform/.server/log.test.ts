import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function record(level = 'info') {
  const lines: string[] = []
  const log = createLog(level, { write: (line) => lines.push(line) })
  return { log, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
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

test('what lies below the level is left out', () => {
  const { log, entries } = record('warn')
  log.info('chatter')
  log.warn('heed this')
  expect(entries().map(({ msg }) => msg)).toEqual(['heed this'])
})
