import { href } from 'react-router'
import { type LeadStatus, leadStatuses } from './schema.ts'

/** Path of an owner's inbox. */
export const inboxPath = href('/my-business/enquiries')

/** Path of an enquiry in an owner's inbox. */
export const leadPath = (id: string) => href('/my-business/enquiries/:id', { id })

/** Path of the inbox with a filter; null for all but spam. */
export const filteredInboxPath = (status: LeadStatus | null) => (status ? `${inboxPath}?status=${status}` : inboxPath)

/** Reads the filter of a URL; an unknown value is ignored. */
export function readStatus(parameters: URLSearchParams): LeadStatus | null {
  const status = parameters.get('status')
  return status !== null && Object.hasOwn(leadStatuses, status) ? (status as LeadStatus) : null
}
