import { expect, test } from 'vitest'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import type { ProfileView } from './model.ts'
import { onboardingSteps } from './onboarding.ts'

const complete: ProfileView = {
  id: '8f0f8a3e-0000-4000-8000-000000000001',
  firstName: 'Jo',
  lastName: 'Sample',
  displayName: 'Jo',
  personalEmail: 'jo@sample.example',
  personalMobile: '+447700900123',
  avatarKey: 'jo/picture.webp',
  businessId: null,
  militaryRelationshipTypeId: 1,
  militaryRelationshipType: 'Veteran',
  verificationStatus: null,
  userType: 'Member',
  createdAt: new Date(),
  updatedAt: null,
}

const doneOf = (profile: ProfileView | null) => onboardingSteps(profile).map(({ done }) => done)

test('leads through the steps in their order', () => {
  expect(onboardingSteps(null).map(({ title, action }) => [title, action?.to])).toEqual([
    ['Confirm your email address', undefined],
    ['Complete your profile', '/profile'],
    ['Tell us about your service', '/verification'],
    ['List your business', '/business-onboarding'],
  ])
})

test('the address is confirmed, as a member reads this', () => {
  expect(doneOf(null)).toEqual([true, false, false, false])
})

test('the profile is done once nothing is missing, and says until then what is', () => {
  expect(doneOf(complete)).toEqual([true, true, false, false])
  const [, profile] = onboardingSteps({ ...complete, displayName: null, avatarKey: null })
  expect(profile).toMatchObject({ done: false, text: 'Still missing: display name, picture.' })
})

test.each<[VerificationStatus | null, boolean]>([
  [null, false],
  ['Pending', false],
  ['In Review', true],
  ['Verified', true],
  ['Rejected', false],
])('with the verification %s, the service is told of: %s', (verificationStatus, done) => {
  expect(doneOf({ ...complete, verificationStatus })[2]).toBe(done)
})

test('the business is done once the profile names one', () => {
  expect(doneOf({ ...complete, businessId: '7a0c1c0e-0000-4000-8000-000000000000' })[3]).toBe(true)
})
