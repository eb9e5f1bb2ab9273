import { href } from 'react-router'
import type { ProfileView } from './model.ts'

/** The labels of the seven fields that make a profile complete. */
export const profileCompletionFields = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['personalEmail', 'Email'],
  ['personalMobile', 'Mobile'],
  ['displayName', 'Display name'],
  ['avatarKey', 'Picture'],
  ['militaryRelationshipTypeId', 'Military relationship'],
] as const satisfies [keyof ProfileView, string][]

type CompletionFields = Pick<ProfileView, (typeof profileCompletionFields)[number][0]>

/** The completeness of a profile: filled fields, rounded percentage, and the labels of missing ones. */
export function profileCompletionOf(profile: CompletionFields): {
  filled: number
  percentage: number
  missing: string[]
} {
  const missing = profileCompletionFields.filter(([field]) => !profile[field]).map(([, words]) => words)
  const filled = profileCompletionFields.length - missing.length
  return { filled, percentage: Math.round((filled / profileCompletionFields.length) * 100), missing }
}

/** The name of a member, as members and the public see it. */
export function publicNameOfMember({
  displayName,
  firstName,
  lastName,
}: Pick<ProfileView, 'displayName' | 'firstName' | 'lastName'>) {
  return displayName ?? `${firstName} ${lastName}`
}

/** The name of a member as staff see it: the real one, which is what they check, and beside it the one that others see. */
export function memberNameForStaff({
  displayName,
  firstName,
  lastName,
}: Pick<ProfileView, 'displayName' | 'firstName' | 'lastName'>) {
  const name = `${firstName} ${lastName}`
  return displayName === null || displayName === name ? name : `${name} (${displayName})`
}

/** The tabs of the profile page by their `tab` parameter, with labels. */
export const profileTabLabels = {
  profile: 'Profile',
  verification: 'Verification',
  settings: 'Settings',
  security: 'Security',
} as const

export type ProfileTab = keyof typeof profileTabLabels

/** Reads the tab of a URL; the first for none or an unknown one. */
export function parseProfileTab(value: string | null): ProfileTab {
  return value !== null && Object.hasOwn(profileTabLabels, value) ? (value as ProfileTab) : 'profile'
}

/** Path of the set-up of a second factor, which then continues to `returnTo`. */
export function secondFactorSetUpPath(returnTo: string): string {
  return `${profileTabPath('security')}&${new URLSearchParams({ returnTo })}#two-factor`
}

/** Staff accounts of the demo with a public password; nobody else can use an address of this domain. */
export const demoStaffEmails = { Reviewer: 'reviewer@sample.example', Admin: 'admin@sample.example' } as const

/** Path of a tab of the profile page. */
export function profileTabPath(tab: ProfileTab): string {
  return tab === 'profile' ? href('/profile') : `${href('/profile')}?tab=${tab}`
}
