import { expect, test } from 'vitest'
import { addPartnerCodesSchema } from './form-schema.ts'
import { parsePartnerCodes } from './rules.ts'

const many = (count: number) => Array.from({ length: count }, (_, index) => `CODE-${index}`)

// spec: world.6.6
test.each([
  ['one a line, with blank lines and spaces', '\n  AB 1 \r\n\r\nAB-2\rab-2\n\n', ['AB 1', 'AB-2', 'ab-2']],
  ['each once', 'AB-1\nAB-2\n AB-1\nAB-2', ['AB-1', 'AB-2']],
  ['without invisible marks', '\ufeffAB-1\u200b\nAB\u00ad-1\nAB-2\0\u202e', ['AB-1', 'AB-2']],
  ['of 100 characters', 'x'.repeat(100), ['x'.repeat(100)]],
  ['ten thousand at a time', many(10_000).join('\n'), many(10_000)],
])('codes are read %s', (_, text, codes) => {
  expect(parsePartnerCodes(text)).toEqual({ codes })
})

// spec: world.6.6
test.each([
  ['', 'Codes are required'],
  [' \n\u200b\n', 'Codes are required'],
  [`AB-1\n\n${'x'.repeat(101)}`, 'Line 3 is longer than 100 characters'],
  [many(10_001).join('\n'), 'Add at most 10,000 codes at a time'],
])('what cannot be codes is refused with the reason: %#', (text, problem) => {
  expect(parsePartnerCodes(text)).toEqual({ problem })
  const result = addPartnerCodesSchema.safeParse({ partner: 'sage', kind: 'single', codes: text })
  expect(result.error?.issues).toMatchObject([{ path: ['codes'], message: problem }])
})

test('a code for everybody is one line, and partners and kinds come from their lists', () => {
  const read = (form: Record<string, unknown>) =>
    addPartnerCodesSchema.safeParse({ partner: 'sage', kind: 'shared', codes: 'AB', ...form }).error?.issues[0]?.path[0]
  expect(read({})).toBeUndefined()
  expect(read({ codes: 'AB\nAC' })).toBe('codes')
  expect(read({ codes: undefined })).toBe('codes')
  expect(read({ kind: 'all' })).toBe('kind')
  for (const partner of ['reu', 'toString', '']) expect(read({ partner })).toBe('partner')
})
