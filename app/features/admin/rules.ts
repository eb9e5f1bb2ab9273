import { href } from 'react-router'
/** The tabs of the administration by their `tab` parameter, with labels. */
export const adminTabLabels = {
  verifications: 'Verifications',
  businesses: 'Businesses',
  profiles: 'Profiles',
  shop: 'Shop',
} as const
export type AdminTab = keyof typeof adminTabLabels

/** Reads the tab of a URL; the first for none or an unknown one. */
export function parseAdminTab(value: string | null): AdminTab {
  return value !== null && Object.hasOwn(adminTabLabels, value) ? (value as AdminTab) : 'verifications'
}

/** The orders of the queue. */
export const verificationQueueOrderLabels = { newest: 'Newest first', longest: 'Longest waiting first' } as const
export type VerificationQueueOrder = keyof typeof verificationQueueOrderLabels

/** The order from the URL, else from the cookie, else newest first. */
export function parseVerificationQueueOrder(
  value: string | null,
  remembered: VerificationQueueOrder | null,
): VerificationQueueOrder {
  return value === 'longest' ? 'longest' : (remembered ?? 'newest')
}

/** Path of the queue in an order. */
export function verificationQueuePath(order: VerificationQueueOrder): string {
  return order === 'newest' ? href('/admin') : `${href('/admin')}?${new URLSearchParams({ order })}`
}

/** The fragment of the queue's button to the next case. */
export const nextCaseButtonId = 'next-case'

/** Path of a case, with the order of the queue it was opened from. */
export function verificationCasePath(id: string, order: VerificationQueueOrder): string {
  return order === 'newest'
    ? href('/admin/verifications/:id', { id })
    : `${href('/admin/verifications/:id', { id })}?order=${order}`
}

/** Characters of a search term that are used. */
const termMaxLength = 100

/** Reads a search term; null for none. */
export function parseAdminSearchTerm(value: string | null): string | null {
  // PostgreSQL texts cannot contain this character.
  return value?.replaceAll('\0', '').trim().slice(0, termMaxLength) || null
}

/** Path of the page to suspend or reinstate a member; `back` is the page to return to. */
export function adminMemberPath(id: string, back: string): string {
  return `${href('/admin/profiles/:id', { id })}?${new URLSearchParams({ back })}`
}
