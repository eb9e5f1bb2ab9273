import type { ProfileView } from './schema.ts'

/** The seven fields that make a profile complete, in the words of its form. */
export const completionFields = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['personalEmail', 'E-mail'],
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
