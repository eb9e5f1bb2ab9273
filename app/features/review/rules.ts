import { href } from 'react-router'
/** The parts of the administration, by the value of `tab` in its address, and what they are called. */
export const adminTabs = {
  verifications: 'Verifications',
  businesses: 'Businesses',
  profiles: 'Profiles',
  shop: 'Shop',
} as const
export type AdminTab = keyof typeof adminTabs

/** The part an address asks for; the first for none and for one that is not known. */
export function readAdminTab(value: string | null): AdminTab {
  return value !== null && Object.hasOwn(adminTabs, value) ? (value as AdminTab) : 'verifications'
}

/** The orders of the queue. */
export const queueOrders = { newest: 'Newest first', longest: 'Longest waiting first' } as const
export type QueueOrder = keyof typeof queueOrders

/** The order an address asks for, else the one this browser remembers, else newest first. */
export function readQueueOrder(value: string | null, remembered: QueueOrder | null): QueueOrder {
  return value === 'longest' ? 'longest' : (remembered ?? 'newest')
}

/** Address of the queue, in an order. */
export function queuePath(order: QueueOrder): string {
  return order === 'newest' ? href('/admin') : `${href('/admin')}?${new URLSearchParams({ order })}`
}

/** Where the queue's button leads to the next case, as a fragment of its address. */
export const nextCaseId = 'next-case'

/** Address of a case, reached from the queue in an order. */
export function casePath(id: string, order: QueueOrder): string {
  return order === 'newest'
    ? href('/admin/verifications/:id', { id })
    : `${href('/admin/verifications/:id', { id })}?order=${order}`
}

/** Characters of a search that are looked at. */
const termMaxLength = 100

/** What a search looks for; null for nothing. */
export function readTerm(value: string | null): string | null {
  // No text of the database holds this character, and none can be asked for.
  return value?.replaceAll('\0', '').trim().slice(0, termMaxLength) || null
}

/** Where a member is suspended and reinstated; `back` is the page of the list to come back to. */
export function memberPath(id: string, back: string): string {
  return `${href('/admin/profiles/:id', { id })}?${new URLSearchParams({ back })}`
}

/** Working days within which a decision is promised at submission. */
export const promisedDays = 14

/** Whole working days, Monday to Friday, that have gone by since a moment. */
export function workingDaysSince(then: Date, now: Date): number {
  const day = 86_400_000
  const days = Math.floor((now.getTime() - then.getTime()) / day)
  let working = Math.floor(days / 7) * 5
  for (let extra = 1; extra <= days % 7; extra += 1) {
    if (![0, 6].includes(new Date(then.getTime() + extra * day).getUTCDay())) working += 1
  }
  return Math.max(0, working)
}
