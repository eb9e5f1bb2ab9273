import { expect, test } from 'vitest'
import {
  businessNameInShortlistLabel,
  parseShortlistMarksCookie,
  serializeShortlistScriptRunsCookie,
  shortlistButtonLabels,
} from './saved-marks.ts'
import { parseShortlistCookie, serializeShortlistCookies } from './shortlist-cookie.server.ts'

const ids = ['0b8ea2d4-6a5e-4a53-9d5f-1d4c2f4c8a01', '0b8ea2d4-6a5e-4a53-9d5f-1d4c2f4c8a02']
const slugs = ['sample-bakery-leeds', 'sample-garage']
const secrets = ['a secret for tests']

/** The Cookie header that a browser sends after these. */
const sentBack = (set: string[], prefix = '') => set.map((cookie) => prefix + cookie.split(';')[0]).join('; ')

test('the list comes back, and a script reads what to mark', async () => {
  const set = await serializeShortlistCookies({ ids, slugs }, { secrets, secure: false })
  expect(await parseShortlistCookie(sentBack(set), secrets)).toEqual(ids)
  expect(await parseShortlistCookie(sentBack(set), ['another secret'])).toEqual([])
  expect(await parseShortlistCookie(sentBack(set), ['another secret', ...secrets])).toEqual(ids)
  expect(parseShortlistMarksCookie(sentBack(set))).toEqual(slugs)
  expect(parseShortlistMarksCookie(sentBack(set, '__Host-'))).toEqual(slugs)
  const [list, marks] = set.map((cookie) => cookie.split('; ').slice(1))
  expect(list).toEqual(['Max-Age=7776000', 'Path=/', 'HttpOnly', 'SameSite=Lax'])
  expect(marks).toEqual(['Max-Age=7776000', 'Path=/', 'SameSite=Lax'])
})

test('an empty one deletes all of them; marks go alone where nothing saved is listed any more', async () => {
  const gone = await serializeShortlistCookies({ ids: [], slugs: [] }, { secrets, secure: true })
  expect(gone.map((cookie) => cookie.split('=')[0])).toEqual(['shortlist', 'shortlist-marks', 'shows-marks'])
  for (const cookie of gone) expect(cookie).toMatch(/Max-Age=0; .*Secure/)
  const unlisted = await serializeShortlistCookies({ ids, slugs: [] }, { secrets, secure: false })
  expect(unlisted.map((cookie) => /Max-Age=0/.test(cookie))).toEqual([false, true])
})

test('thirty of the longest slugs fit into a cookie', async () => {
  const many = Array.from({ length: 30 }, (_, number) => `${'x'.repeat(118)}${number + 10}`)
  const [, marks = ''] = await serializeShortlistCookies({ ids, slugs: many }, { secrets, secure: true })
  expect(`__Host-${marks}`.length).toBeLessThan(4_096)
  expect(parseShortlistMarksCookie(sentBack([marks]))).toEqual(many)
})

test.each(['', 'a=1', 'shortlist-marks=', 'not-shortlist-marks=a', 'x=shortlist-marks=a'])(
  '%j has no marks',
  (header) => {
    expect(parseShortlistMarksCookie(header)).toEqual([])
  },
)

test('that a script shows them is noted as the scheme asks', () => {
  expect(serializeShortlistScriptRunsCookie({ secure: false })).toBe('shows-marks=1; Path=/; SameSite=Lax')
  expect(serializeShortlistScriptRunsCookie({ secure: true })).toBe(
    '__Host-shows-marks=1; Path=/; SameSite=Lax; Secure',
  )
})

test('the name of a business is found again in what its button says', () => {
  for (const name of ['Zest', ' to your shortlist', 'مخبز'])
    expect(businessNameInShortlistLabel(shortlistButtonLabels(name, false).rest)).toBe(name)
})
