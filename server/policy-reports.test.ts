import { expect, test } from 'vitest'
import { createLog } from '../app/platform/.server/observability/log.ts'
import { noMetrics, noRouteMetricLabel } from '../app/platform/.server/observability/metrics.ts'
import { createCspReportCounter, parseCspReport } from './policy-reports.ts'

const read = (parts: Record<string, unknown>) =>
  parseCspReport(
    JSON.stringify({
      'csp-report': { 'document-uri': 'https://muster.example/directory?query=private', ...parts },
    }),
    (path) => `route of ${path}`,
  )

// spec: watch.4
test.each([
  ['https://evil.example/x.js?who=private', 'https://evil.example'],
  ['chrome-extension://abcdefgh/private.js', 'chrome-extension:'],
  ['data', 'data'],
  ['inline', 'inline'],
  ['private words', 'unknown'],
  ['', 'unknown'],
  [7, 'unknown'],
])('of a report on %j only %s is kept', (blocked, kept) => {
  const report = read({
    'blocked-uri': blocked,
    'effective-directive': 'script-src-elem',
    referrer: 'https://private.example',
    'script-sample': 'private',
  })
  expect(report).toEqual({ directive: 'script-src-elem', blocked: kept, route: 'route of /directory' })
})

test.each([
  [{ 'effective-directive': 'img-src' }, 'img-src'],
  [{ 'violated-directive': 'img-src https://private.example' }, 'img-src'],
  [{ 'effective-directive': 'private-src' }, 'other'],
  [{}, 'other'],
])('the directive of %j is %s', (parts, directive) => {
  expect(read(parts)).toMatchObject({ directive })
})

test.each(['', 'null', '[]', '{"csp-report":7}', '{"csp-report":{"document-uri":"about"}}'])(
  '%j is no report',
  (json) => {
    expect(parseCspReport(json, () => '')).toBeNull()
  },
)

test('no route is looked for at a path that none can have', () => {
  expect(read({ 'document-uri': `https://muster.example${'/a'.repeat(1_900)}` })).toMatchObject({
    route: noRouteMetricLabel,
  })
})

// spec: watch.4
test('a combination is logged once and counted each time, and anybody who invents some fills no log', () => {
  const lines: string[] = []
  const counted: object[] = []
  const accept = createCspReportCounter({
    log: createLog('info', { write: (line) => lines.push(line) }),
    metrics: { ...noMetrics, count: (_, labels) => counted.push(labels) },
  })
  const report = { directive: 'img-src', blocked: 'https://evil.example', route: '/directory' }
  for (let time = 0; time < 3; time += 1) accept(report)
  expect(counted).toEqual(Array(3).fill({ directive: 'img-src', route: '/directory' }))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'warn', ...report }])
  for (let number = 0; number < 1_000; number += 1) accept({ ...report, blocked: `https://${number}.example` })
  expect(lines).toHaveLength(100)
})
