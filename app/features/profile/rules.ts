import { href } from 'react-router'
import type { ProfileView } from './schema.ts'

/** The seven fields that make a profile complete, in the words of its form. */
export const completionFields = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['personalEmail', 'Email'],
  ['personalMobile', 'Mobile'],
  ['displayName', 'Display name'],
  ['avatarKey', 'Picture'],
  ['militaryRelationshipTypeId', 'Military relationship'],
] as const satisfies [keyof ProfileView, string][]

type CompletionFields = Pick<ProfileView, (typeof completionFields)[number][0]>

/** How complete a profile is: filled fields, percentage of the seven (rounded), and what is missing, in words. */
export function completionOf(profile: CompletionFields): { filled: number; percentage: number; missing: string[] } {
  const missing = completionFields.filter(([field]) => !profile[field]).map(([, words]) => words)
  const filled = completionFields.length - missing.length
  return { filled, percentage: Math.round((filled / completionFields.length) * 100), missing }
}

/** What to call a member. */
export function nameOf({
  displayName,
  firstName,
  lastName,
}: Pick<ProfileView, 'displayName' | 'firstName' | 'lastName'>) {
  return displayName ?? `${firstName} ${lastName}`
}

/** The parts of the profile page, by the value of `tab` in its address, and what they are called. */
export const profileTabs = {
  profile: 'Profile',
  verification: 'Verification',
  settings: 'Settings',
  security: 'Security',
} as const

export type ProfileTab = keyof typeof profileTabs

/** The part an address asks for; the first for none and for one that is not known. */
export function readProfileTab(value: string | null): ProfileTab {
  return value !== null && Object.hasOwn(profileTabs, value) ? (value as ProfileTab) : 'profile'
}

/** Where a second factor is set up; from there it goes on to `returnTo`. */
export function secondFactorPath(returnTo: string): string {
  return `${profilePath('security')}&${new URLSearchParams({ returnTo })}#two-factor`
}

/** Staff of the demo, whose password everybody knows; nobody else can use an address of the domain. */
export const demoStaff = { Reviewer: 'reviewer@sample.example', Admin: 'admin@sample.example' } as const

/** Address of a part of the profile page. */
export function profilePath(tab: ProfileTab): string {
  return tab === 'profile' ? href('/profile') : `${href('/profile')}?tab=${tab}`
}
