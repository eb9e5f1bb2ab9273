import { expect, test } from 'vitest'
import { isRequestCountedAsVisit } from './counted-visits.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

// spec: statistics.2
test.each([
  ['a document', {}, {}, true],
  ['a HEAD request', { method: 'HEAD' }, {}, false],
  ['data of the router', { url: '/business/a.data?_routes=x' }, {}, false],
  ['what a browser fetches in advance', {}, { 'sec-purpose': 'prefetch' }, false],
  ['a robot', {}, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }, false],
  ['a program without a name', {}, { 'user-agent': undefined }, false],
  ['a browser with other cookies', {}, { cookie: 'appearance=dark' }, true],
  ['a browser that may be counted', {}, { cookie: 'cookie-choice=3.analytics' }, true],
  ['the same over https', {}, { cookie: '__Host-cookie-choice=3.analytics' }, true],
  ['a browser that switched it off', {}, { cookie: 'cookie-choice=3.settings' }, false],
  ['one that switched it off, over https', {}, { cookie: '__Host-cookie-choice=3.none' }, false],
  ['one that chose before there was the switch', {}, { cookie: 'cookie-choice=settings.others' }, false],
  ['one that is asked again', {}, { cookie: 'cookie-choice=2.analytics' }, false],
])('%s', async (_, request, headers, counted) => {
  const asked = { method: 'GET', url: '/business/a', headers: { 'user-agent': browser, ...headers }, ...request }
  expect(await isRequestCountedAsVisit(asked)).toBe(counted)
})
