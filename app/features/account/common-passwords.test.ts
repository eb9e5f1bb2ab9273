import { describe, expect, test } from 'vitest'
import { isCommonPassword, withCommonPasswordCheck } from './common-passwords-service.server.ts'
import { changePasswordSchema, resetPasswordSchema } from './form-schema.ts'

test.each(['123456', 'password', 'Password1', 'QWERTY', 'liverpool', 'ｐａｓｓｗｏｒｄ'])(
  '%j is common',
  (password) => {
    expect(isCommonPassword(password)).toBe(true)
  },
)

test.each(['correct horse battery', 'muster-demo', '1234', '', 'x'.repeat(200), 'constructor of words'])(
  '%j is not',
  (password) => {
    expect(isCommonPassword(password)).toBe(false)
  },
)

describe('a form that sets a password', () => {
  const schema = withCommonPasswordCheck(resetPasswordSchema, 'newPassword')
  const messages = (value: object) =>
    schema.safeParse(value).error?.issues.map(({ path, message }) => [path[0], message])

  test('says at the field that it is too common', () => {
    expect(messages({ newPassword: 'Letmein1', confirmPassword: 'Letmein1' })).toEqual([
      ['newPassword', 'This password is too common. Choose another.'],
    ])
    expect(messages({ newPassword: 'a rarer one', confirmPassword: 'a rarer one' })).toBeUndefined()
  })

  test('says besides what else is wrong', () => {
    expect(messages({ newPassword: 'letmein1', confirmPassword: 'other' })).toHaveLength(2)
    expect(messages({ newPassword: '1234', confirmPassword: '1234' })).toEqual([
      ['newPassword', 'Password must be at least 6 characters'],
    ])
    expect(messages({})).not.toContainEqual(['newPassword', expect.stringContaining('common')])
  })

  test('does not look at the present password', () => {
    const change = withCommonPasswordCheck(changePasswordSchema, 'newPassword')
    const passwords = { currentPassword: 'letmein1', newPassword: 'a rarer one', confirmPassword: 'a rarer one' }
    expect(change.safeParse(passwords).success).toBe(true)
  })
})
