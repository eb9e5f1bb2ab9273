import { href } from 'react-router'
import { type EnquiryStatus, enquiryStatusLabels } from './model.ts'

/** Path of an owner's inbox. */
export const enquiryInboxPath = href('/my-business/enquiries')

/** Path of an enquiry in an owner's inbox. */
export const inboxEnquiryPath = (id: string) => href('/my-business/enquiries/:id', { id })

/** Path of the inbox with a filter; null for all but spam. */
export const filteredEnquiryInboxPath = (status: EnquiryStatus | null) =>
  status ? `${enquiryInboxPath}?status=${status}` : enquiryInboxPath

/** Reads the filter of a URL; an unknown value is ignored. */
export function parseEnquiryStatusFilter(parameters: URLSearchParams): EnquiryStatus | null {
  const status = parameters.get('status')
  return status !== null && Object.hasOwn(enquiryStatusLabels, status) ? (status as EnquiryStatus) : null
}
