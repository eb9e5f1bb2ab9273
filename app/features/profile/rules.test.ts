import { describe, expect, test } from 'vitest'
import {
  parseProfileTab,
  profileCompletionFields,
  profileCompletionOf,
  profileTabPath,
  publicNameOfMember,
} from './rules.ts'

const nothing = {
  firstName: '',
  lastName: '',
  personalEmail: '',
  personalMobile: null,
  displayName: null,
  avatarKey: null,
  militaryRelationshipTypeId: null,
}
const everything = {
  firstName: 'Sam',
  lastName: 'Sample',
  personalEmail: 'sam@sample.example',
  personalMobile: '07700900123',
  displayName: 'Sam S',
  avatarKey: 'folder/name.webp',
  militaryRelationshipTypeId: 1,
}

describe('profileCompletionOf', () => {
  // spec: 129.1
  test.each([
    [0, 0],
    [1, 14],
    [2, 29],
    [3, 43],
    [4, 57],
    [5, 71],
    [6, 86],
    [7, 100],
  ])('%i of the seven fields are %i percent', (filled, percentage) => {
    const fields = profileCompletionFields.slice(0, filled).map(([field]) => [field, everything[field]])
    expect(profileCompletionOf({ ...nothing, ...Object.fromEntries(fields) })).toMatchObject({ filled, percentage })
  })

  // spec: 129.1
  test.each(profileCompletionFields)('counts %s, and calls it %s', (field, words) => {
    const { percentage, missing } = profileCompletionOf({ ...everything, [field]: nothing[field] })
    expect([percentage, missing]).toEqual([86, [words]])
  })

  test('misses nothing once all is there', () => {
    expect(profileCompletionOf(everything).missing).toEqual([])
  })
})

test('a member is called by the display name, else by first and last name', () => {
  expect(publicNameOfMember({ ...everything })).toBe('Sam S')
  expect(publicNameOfMember({ ...everything, displayName: null })).toBe('Sam Sample')
})

// spec: 60.4
test('an address leads to a part of the profile, an unknown one to the first', () => {
  for (const tab of ['profile', 'verification', 'settings', 'security'] as const) {
    const search = new URL(profileTabPath(tab), 'http://muster.example').searchParams
    expect(parseProfileTab(search.get('tab'))).toBe(tab)
  }
  for (const value of [null, '', 'Security', 'toString', 'admin']) expect(parseProfileTab(value)).toBe('profile')
})
