import { describe, expect, test } from 'vitest'
import { countLinks, findHoldReason, isMachineEmail, readStatus } from './rules.ts'

const quiet = {
  email: 'sam@sample.example',
  text: 'A fence, 20 metres.',
  reportsOfSender: 0,
  reportsByOwner: 0,
  lastHour: 0,
}

describe('an enquiry', () => {
  // spec: leads.5
  test.each([
    ['of plain words', {}, null],
    ['with one link', { text: 'As on https://sample.example/fence' }, null],
    ['with two links', { text: 'https://a.example and www.b.example' }, 'links'],
    ['with thirty links', { text: 'https://a.example '.repeat(30) }, 'links'],
    ['with one link, to an owner who had spam', { text: 'https://a.example', reportsByOwner: 1 }, 'links'],
    ['of a sender who was reported', { reportsOfSender: 1 }, 'reported'],
    ['of a mailing list', { email: 'gardeners-request@lists.example' }, 'address'],
    ['of an address that nobody reads', { email: 'no-reply@sample.example' }, 'address'],
    ['that is the twentieth in an hour', { lastHour: 19 }, null],
    ['after twenty in an hour', { lastHour: 20 }, 'many'],
    ['that is the third in an hour, to an owner who had spam', { lastHour: 2, reportsByOwner: 1 }, null],
    ['after three in an hour, to an owner who had spam', { lastHour: 3, reportsByOwner: 1 }, 'many'],
  ])('%s', (_, signs, reason) => {
    expect(findHoldReason({ ...quiet, ...signs })).toBe(reason)
  })
})

test.each([
  ['', 0],
  ['Call 020 7946 0123. I need 3.5 m of it, e.g. oak.', 0],
  ['sam@sample.example', 0],
  ['HTTPS://A.EXAMPLE', 1],
  ['a.example/page?x=1, b.example/', 2],
  ['www.a.example', 1],
])('%j holds %d links', (text, count) => {
  expect(countLinks(text)).toBe(count)
})

test.each([
  ['sam@sample.example', false],
  ['noreply.smith@sample.example', true],
  ['norepliers@sample.example', false],
  ['NO-REPLY@sample.example', true],
  ['bounces+17@sample.example', true],
  ['club-owner@sample.example', true],
  ['owner@sample.example', false],
])('%s is a machine: %s', (email, isMachine) => {
  expect(isMachineEmail(email)).toBe(isMachine)
})

test.each([
  ['status=new', 'new'],
  ['status=constructor', null],
  ['status=', null],
  ['', null],
])('the filter %j is %s', (query, status) => {
  expect(readStatus(new URLSearchParams(query))).toBe(status)
})
