import { describe, expect, test } from 'vitest'
import { registrationSchema } from './form-schema.ts'
import { invalidRegistrationToast } from './model.ts'

const good = {
  firstName: 'Sam',
  lastName: 'Sample',
  personalEmail: 'sam@sample.example',
  personalMobile: '+447700900123',
  militaryRelationshipTypeId: '1',
  password: 'secret',
  confirmPassword: 'secret',
}

/** Messages by field for a registration with some fields changed. */
function errors(change: Record<string, unknown>): Record<string, string> {
  const issues = registrationSchema.safeParse({ ...good, ...change }).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

// spec: 95.1
test('a whole registration is taken', () => {
  expect(registrationSchema.parse(good)).toEqual({
    ...good,
    militaryRelationshipTypeId: 1,
  })
})

describe('each field', () => {
  // spec: 119.1, 212.1
  test.each([
    ['firstName', '', 'First name is required'],
    ['firstName', ' \t ', 'First name is required'],
    ['firstName', undefined, 'First name is required'],
    ['firstName', 'x'.repeat(101), 'First name too long'],
    ['lastName', '', 'Last name is required'],
    ['lastName', 'x'.repeat(101), 'Last name too long'],
    ['personalEmail', '', 'Invalid email address'],
    ['personalEmail', 'sam@sample', 'Invalid email address'],
    ['personalMobile', '', 'Invalid phone number format'],
    ['personalMobile', '123456', 'Invalid phone number format'],
    ['personalMobile', '1234567890123456', 'Invalid phone number format'],
    ['personalMobile', '++447700900123', 'Invalid phone number format'],
    ['personalMobile', '07700-90012x', 'Invalid phone number format'],
    ['personalMobile', '٠٧٧٠٠٩٠٠١٢٣', 'Invalid phone number format'],
    ['militaryRelationshipTypeId', '', 'Military relationship type is required'],
    ['militaryRelationshipTypeId', undefined, 'Military relationship type is required'],
    ['militaryRelationshipTypeId', 'Veteran', 'Military relationship type is required'],
    ['militaryRelationshipTypeId', '0', 'Military relationship type is required'],
    ['militaryRelationshipTypeId', '1.5', 'Military relationship type is required'],
    ['militaryRelationshipTypeId', '99999999999', 'Military relationship type is required'],
  ])('%s refuses %j', (field, value, message) => {
    expect(errors({ [field]: value })).toEqual({ [field]: message })
  })

  // spec: 119.1, 212.1
  test.each([
    ['firstName', 'x'.repeat(100)],
    ['lastName', "O'Neill-Ó Súilleabháin"],
    ['personalMobile', '1234567'],
    ['personalMobile', '+123456789012345'],
  ])('%s takes %j', (field, value) => {
    expect(errors({ [field]: value })).toEqual({})
  })
})

test('spaces in a mobile are left out, and a name is one line without control characters', () => {
  const parsed = registrationSchema.parse({
    ...good,
    personalMobile: ' +44 7700 900 123 ',
    firstName: ' Sam\r\nBcc: eve@evil.example\u0000 ',
  })
  expect(parsed).toMatchObject({ personalMobile: '+447700900123', firstName: 'Sam Bcc: eve@evil.example' })
})

describe('passwords', () => {
  // spec: 119.2
  test('that are too short are refused', () => {
    expect(errors({ password: 'short', confirmPassword: 'short' })).toEqual({
      password: 'Password must be at least 6 characters',
    })
  })

  // spec: 119.2
  test('that differ are said to, whatever else is wrong', () => {
    expect(errors({ confirmPassword: 'another' })).toEqual({ confirmPassword: 'Passwords do not match' })
    expect(errors({ firstName: '', password: 'short' })).toEqual({
      firstName: 'First name is required',
      password: 'Password must be at least 6 characters',
      confirmPassword: 'Passwords do not match',
    })
    expect(errors({ personalEmail: undefined, password: undefined })).toMatchObject({
      confirmPassword: 'Passwords do not match',
    })
  })
})

// spec: 119.3
test('the toast says that passwords differ before all else, then the first message', () => {
  expect(invalidRegistrationToast(['First name is required', 'Passwords do not match'])).toMatchObject({
    title: 'Passwords do not match',
    description: 'Please make sure both passwords match.',
  })
  expect(invalidRegistrationToast(['First name is required', 'Invalid email address'])).toMatchObject({
    title: 'Validation Error',
    description: 'First name is required',
  })
  expect(invalidRegistrationToast([])).toMatchObject({ description: 'Please check your form data.' })
})

// spec: 95.1
test('no field says who somebody is or what they may do', () => {
  const parsed = registrationSchema.parse({
    ...good,
    id: '00000000-0000-4000-8000-000000000000',
    role: 'Admin',
    userTypeId: '3',
    isStaff: 'true',
    emailVerified: 'true',
    verificationStatusId: '1',
  })
  expect(Object.keys(parsed).toSorted()).toEqual(Object.keys(good).toSorted())
})
