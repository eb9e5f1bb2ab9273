import { expect, test } from 'vitest'
import { businessNameForMail, harmlessTextsForMail } from './mailed-names.ts'

test.each([
  ['Quill & Quoin Ltd.', 'Quill & Quoin Ltd.'],
  ['Win at https://evil.example/now', 'Win at https evil example now'],
  ['mail@evil.example', 'mail evil example'],
  ['Two\nlines\r\nBcc: x', 'Two lines Bcc: x'],
  ['evil.\u200bcom e\u00advil\uff0ecom evil\u3002com', 'evil com evil com evil com'],
  ['evil.\rcom evil.\fcom evil.\u0007com evil.\u202ecom', 'evil com evil com evil com evil com'],
  ['evil\ufe52com evil\u2024com \ufe6bevil evil.\u{e0020}com', 'evil com evil com evil evil com'],
  ['\u200b.\u200bcom', 'com'],
  ['\ud83c\udf0d Caf\u00e9 \ud83d\udc68\u200d\ud83d\udd27', '\ud83c\udf0d Caf\u00e9 \ud83d\udc68\u200d\ud83d\udd27'],
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
  expect(harmlessTextsForMail(loaded, ['link'])).toEqual({
    at,
    link: 'https://a.example',
    needs: 'a b',
    deep: [{ link: 'a b', list: ['c d', 1, null] }],
  })
})
