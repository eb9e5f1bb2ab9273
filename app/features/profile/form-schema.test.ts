import { describe, expect, test } from 'vitest'
import { validateForm } from '#app/ui/check-form.ts'
import { readCases } from '#tests/world/read-cases.ts'
import { mobileNumberSchema, profileSchema } from './form-schema.ts'
import { invalidProfileToast } from './model.ts'

const complete = {
  firstName: 'Sam',
  lastName: 'Sample',
  displayName: '',
  personalEmail: 'sam@sample.example',
  personalMobile: '',
  militaryRelationshipTypeId: '',
}

/** What the schema says of a form, as it is sent. */
function parse(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { status, ...rest } = validateForm(form, profileSchema)
  return status === 'success' && 'value' in rest
    ? { value: rest.value }
    : { error: 'error' in rest ? rest.error : null }
}

describe('the form of a profile', () => {
  // spec: 126.1
  test('takes what is complete; what is left empty becomes null', () => {
    expect(parse(complete)).toEqual({
      value: {
        firstName: 'Sam',
        lastName: 'Sample',
        displayName: null,
        personalEmail: 'sam@sample.example',
        personalMobile: null,
        militaryRelationshipTypeId: null,
      },
    })
  })

  // spec: 126.1, 212.1
  test.each([
    ['firstName', '', 'First name is required'],
    ['firstName', ' \n ', 'First name is required'],
    ['firstName', 'a'.repeat(101), 'First name too long'],
    ['lastName', '', 'Last name is required'],
    ['lastName', 'a'.repeat(101), 'Last name too long'],
    ['displayName', 'a'.repeat(101), 'Display name too long'],
    ['personalEmail', '', 'Invalid email address'],
    ['personalEmail', 'sam@', 'Invalid email address'],
    ['personalEmail', 'sam@sample.example\r\nBcc: all@sample.example', 'Invalid email address'],
    ['personalMobile', '123456', 'Invalid phone number format'],
    ['personalMobile', '+1234567890123456', 'Invalid phone number format'],
    ['personalMobile', '07700-90012x', 'Invalid phone number format'],
    ['personalMobile', '++447700900123', 'Invalid phone number format'],
    ['militaryRelationshipTypeId', 'Veteran', 'Choose a military relationship from the list'],
    ['militaryRelationshipTypeId', '-1', 'Choose a military relationship from the list'],
    ['militaryRelationshipTypeId', '1e3', 'Choose a military relationship from the list'],
    ['militaryRelationshipTypeId', '0', 'Choose a military relationship from the list'],
  ])('%s of %j: %s', (field, value, message) => {
    expect(parse({ ...complete, [field]: value })).toEqual({ error: { [field]: [message] } })
  })

  // spec: 126.1
  test.each([
    ['firstName', 'a'.repeat(100), 'a'.repeat(100)],
    ['firstName', '  Jo\tAnn ', 'Jo Ann'],
    ['displayName', 'a'.repeat(100), 'a'.repeat(100)],
    ['personalEmail', ' Sam@Sample.Example ', 'sam@sample.example'],
    ['personalMobile', '1234567', '1234567'],
    ['personalMobile', '+44 7700 900123', '+447700900123'],
    ['personalMobile', '123456789012345', '123456789012345'],
    ['militaryRelationshipTypeId', '3', 3],
  ])('%s of %j is kept as %j', (field, value, kept) => {
    expect(parse({ ...complete, [field]: value })).toMatchObject({ value: { [field]: kept } })
  })

  test('an empty request is told what is missing, in the product\u2019s words', () => {
    expect(parse({})).toEqual({
      error: {
        firstName: ['First name is required'],
        lastName: ['Last name is required'],
        personalEmail: ['Invalid email address'],
      },
    })
  })

  test('drops whatever it does not name', () => {
    const smuggled = { id: 'x', userTypeId: '3', verificationStatusId: '3', suspendedAt: '', businessId: 'y' }
    const { value } = parse({ ...complete, ...smuggled }) as { value: object }
    expect(Object.keys(value).sort()).toEqual(Object.keys(complete).sort())
  })
})

// spec: 126.3, 189.1
test('what is wrong is said in one toast', () => {
  expect(invalidProfileToast()).toMatchObject({
    title: 'Validation Error',
    description: 'Please check the form for errors.',
    bad: true,
  })
})

// spec: world.13.3
test.each(readCases('mobiles.txt'))('$typed is read as a mobile', ({ typed, right: [kept] }) => {
  for (const schema of [mobileNumberSchema, profileSchema.shape.personalMobile]) {
    const read = schema.safeParse(typed)
    expect(read.success ? read.data : 'refused').toBe(kept)
  }
})
