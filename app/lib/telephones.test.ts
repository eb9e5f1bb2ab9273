import { expect, test } from 'vitest'
import { readCases } from '#tests/world/read-cases.ts'
import { parseTelephone } from './telephones.server.ts'
import { mayContainTelephone } from './telephones.ts'

// spec: world.11.1
test.each(readCases('phones.txt'))('$typed', ({ typed, right: [shown, uri, note] }) => {
  const read = parseTelephone(typed)
  if (shown === 'none') return expect(read).toBeNull()
  expect(read).toMatchObject({ shown, uri, note: note === '-' ? null : note })
  expect(mayContainTelephone(typed)).toBe(true)
  // What is shown dials the same when it is typed.
  expect(parseTelephone(shown)).toMatchObject({ shown, uri, note: null })
})

test.each(['+44 0 0113 496012', '440 0113 49601'])('%s has a zero too many to be dialled', (typed) => {
  expect(parseTelephone(typed)).toBeNull()
})

test('nothing can be smuggled into the link, and a long text takes no time', () => {
  expect(parseTelephone('0113 496 0123"><script>456;ext=1')?.uri).toBe('tel:+441134960123')
  for (const part of ['0', '01', '0 1 ', '0/', '(0)', '01234567 ', '+'])
    expect(parseTelephone(part.repeat(200))).toBeNull()
})
