import { expect, test } from 'vitest'
import { parseAuditFilter, toAuditFilterParams } from './audit-model.ts'

const read = (query: string) => parseAuditFilter(new URLSearchParams(query))
const id = '11111111-1111-4111-8111-111111111111'

test('reads what the audit is narrowed to, and writes it again', () => {
  const query = `action=a.b&actor=Jo@Sample.example&subject=${id}&from=2026-01-31&to=2026-02-01`
  const { typed, filter, problems } = read(query)
  expect(problems).toEqual([])
  expect(filter).toEqual({
    action: 'a.b',
    actor: 'jo@sample.example',
    subject: id,
    from: '2026-01-31',
    to: '2026-02-01',
  })
  expect(parseAuditFilter(toAuditFilterParams(typed)).filter).toEqual(filter)
  expect(read('action=a%00b&actor=jo%00@sample.example').filter).toMatchObject({
    action: 'ab',
    actor: 'jo@sample.example',
  })
  expect(read('stranger=1&action=+').filter).toEqual({ action: null, actor: null, subject: null, from: null, to: null })
})

test.each([
  ['actor=nobody', 'actor', 'Enter an email address such as name@example.org'],
  ['subject=1', 'subject', 'Enter an id as the list shows it'],
  ['from=2026-02-30', 'from', 'Enter a day such as 2026-11-21'],
  ['from=0000-01-01', 'from', 'Enter a day such as 2026-11-21'],
  ['to=yesterday', 'to', 'Enter a day such as 2026-11-21'],
  ['from=2026-02-02&to=2026-02-01', 'to', 'The last day must not come before the first'],
])('says what is wrong with %s', (query, field, message) => {
  expect(read(query).problems).toEqual([{ field, message }])
})
