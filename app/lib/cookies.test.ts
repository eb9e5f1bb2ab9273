import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { cookieNames, parseCookieValue } from './cookies.ts'

test.each([
  ['a=1', '1'],
  ['b=2; a=1', '1'],
  ['b=2;a=1=x%3D ;c', '1=x%3D'],
  ['a=1; a=2', '1'],
  ['a=', ''],
  ['aa=1; b=a=1', null],
  ['a', null],
  ['', null],
  [null, null],
])('of %j it reads %j', (header, value) => {
  expect(parseCookieValue(header, 'a')).toBe(value)
})

test('the cookie policy names every cookie', async () => {
  const policy = await readFile('content/cookie-policy.md', 'utf8')
  for (const name of Object.values(cookieNames)) expect(policy).toContain(`\`${name}\``)
})
