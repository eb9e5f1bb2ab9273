import { describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import {
  newPasswordSchema,
  requestPasswordResetSchema,
  resetPasswordSchema,
  secondFactorCodeSchema,
  signInSchema,
} from './form-schema.ts'
import { accountFormProblemToast } from './model.ts'

const messages = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []

describe('an email address', () => {
  // spec: 128.1, 207.1, 212.1
  test.each([
    ['', 'Invalid email address'],
    ['sam', 'Invalid email address'],
    ['sam@', 'Invalid email address'],
    ['@sample.example', 'Invalid email address'],
    ['sam@sample', 'Invalid email address'],
    ['sam sample@sample.example', 'Invalid email address'],
    ['sam@sample.example, eve@evil.example', 'Invalid email address'],
    ['sam@sample.example\r\nBcc: eve@evil.example', 'Invalid email address'],
    ['sam@sample.example\0', 'Invalid email address'],
    [`${'s'.repeat(250)}@sample.example`, 'Invalid email address'],
    [undefined, 'Invalid email address'],
    [['sam@sample.example'], 'Invalid email address'],
  ])('%j is refused', (email, message) => {
    expect(messages(requestPasswordResetSchema, { email })).toEqual([message])
  })

  test('is taken without spaces around it and in lower case', () => {
    expect(requestPasswordResetSchema.parse({ email: '  Sam.Sample@Sample.Example ' })).toEqual({
      email: 'sam.sample@sample.example',
    })
  })
})

describe('a new password', () => {
  // spec: 128.1, 207.1, 212.1
  test.each([
    ['', 'Password must be at least 6 characters'],
    ['five5', 'Password must be at least 6 characters'],
    [undefined, 'Password must be at least 6 characters'],
    ['x'.repeat(201), 'Password must be at most 200 characters'],
  ])('%j is refused', (value, message) => {
    expect(messages(newPasswordSchema, value)).toEqual([message])
  })

  // spec: 212.1
  test.each(['sixsix', 'x'.repeat(200), '  spaces  ', 'Füße 🎖️ '])('%j is taken to the letter', (value) => {
    expect(newPasswordSchema.parse(value)).toBe(value)
  })
})

describe('signing in', () => {
  // spec: 120.1, 133.1, 207.3
  test('needs an email and a password', () => {
    expect(messages(signInSchema, {})).toEqual(['Enter your email address', 'Enter your password'])
    expect(messages(signInSchema, { email: ' ', password: 'x' })).toEqual(['Enter your email address'])
    expect(messages(signInSchema, { email: 'sam', password: 'x' })).toEqual(['Invalid email address'])
  })

  test('takes a password of any length that somebody may have, and no more', () => {
    expect(signInSchema.safeParse({ email: 'sam@sample.example', password: 'x' }).success).toBe(true)
    expect(messages(signInSchema, { email: 'sam@sample.example', password: 'x'.repeat(201) })).toEqual([
      'Password must be at most 200 characters',
    ])
  })
})

describe('a code', () => {
  // spec: 128.1, 207.1, 212.1
  test.each([
    ['', 'Enter the code'],
    ['   ', 'Enter the code'],
    ['1'.repeat(41), 'That code is not correct'],
  ])('%j is refused', (code, message) => {
    expect(messages(secondFactorCodeSchema, { code })).toEqual([message])
  })

  test('may have the spaces that an app shows', () => {
    expect(secondFactorCodeSchema.parse({ code: ' 123 456 ' })).toEqual({ code: '123456' })
  })
})

describe('choosing a new password', () => {
  // spec: 128.1
  test('asks for it twice', () => {
    expect(messages(resetPasswordSchema, { newPassword: 'long enough' })).toEqual(['Please confirm your password'])
    expect(messages(resetPasswordSchema, { newPassword: 'long enough', confirmPassword: 'another' })).toEqual([
      "Passwords don't match",
    ])
    expect(resetPasswordSchema.safeParse({ newPassword: 'long enough', confirmPassword: 'long enough' }).success).toBe(
      true,
    )
  })
})

// spec: 189.1
test('a form that is refused is explained by its first message', () => {
  expect(accountFormProblemToast(['One', 'Two'])).toEqual({ title: 'Validation Error', description: 'One', bad: true })
  expect(accountFormProblemToast([])).toEqual({
    title: 'Validation Error',
    description: 'Please check your form data.',
    bad: true,
  })
})
