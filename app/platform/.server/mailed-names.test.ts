import { expect, test } from 'vitest'
import { businessNameForMail, namesForMail } from './mailed-names.ts'

test.each([
  ['Quill & Quoin Ltd.', 'Quill & Quoin Ltd.'],
  ['Win at https://evil.example/now', 'Win at https evil example now'],
  ['mail@evil.example', 'mail evil example'],
  ['Two\nlines\r\nBcc: x', 'Two lines Bcc: x'],
  ['evil.\u200bcom e\u00advil\uff0ecom evil\u3002com', 'evil com evil com evil com'],
  ['a\u202egnp.evil\u202c \u200fb\u061c', 'agnp evil b'],
])('in an email %j is %j', (name, mailed) => {
  expect(businessNameForMail(name)).toBe(mailed)
})

test('a long name is cut in an email', () => {
  expect(businessNameForMail('x'.repeat(200))).toBe(`${'x'.repeat(80)}…`)
})

test('all texts of what was loaded are names, at any depth, but for the fields that are named', () => {
  const at = new Date()
  const loaded = { at, link: 'https://a.example', needs: 'a.b', deep: [{ link: 'a.b', list: ['c.d', 1, null] }] }
  expect(namesForMail(loaded, ['link'])).toEqual({
    at,
    link: 'https://a.example',
    needs: 'a b',
    deep: [{ link: 'a b', list: ['c d', 1, null] }],
  })
})
