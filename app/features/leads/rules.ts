import { href } from 'react-router'
import { type HoldReason, type LeadStatus, leadStatuses } from './schema.ts'

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

/** Enquiries a business gets in an hour before further ones are held. */
const hourlyForBusiness = 20

/** The same where the owner has reported spam of late. */
const hourlyAfterSpam = 3

/** What is known of an enquiry that may be spam. */
export interface Signs {
  email: string
  /** What was typed. */
  text: string
  /** Enquiries of this sender that owners reported as spam in the last ninety days. */
  reportsOfSender: number
  /** Enquiries that this owner reported in the last thirty days. */
  reportsByOwner: number
  /** Enquiries that this business got in the last hour. */
  lastHour: number
}

/** Why an enquiry has to wait until its sender confirms their address; null where the owner gets it at once. */
export function findHoldReason({ email, text, reportsOfSender, reportsByOwner, lastHour }: Signs): HoldReason | null {
  if (reportsOfSender > 0) return 'reported'
  if (isMachineEmail(email)) return 'address'
  // The owner looks at one link; several are how spam looks.
  if (countLinks(text) > (reportsByOwner > 0 ? 0 : 1)) return 'links'
  if (lastHour >= (reportsByOwner > 0 ? hourlyAfterSpam : hourlyForBusiness)) return 'many'
  return null
}

/** How many addresses of the web a text holds, with or without https. */
export function countLinks(text: string): number {
  return text.match(/(?:https?:\/\/|www\.)\S+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}\/\S*/gi)?.length ?? 0
}

/** Whether an address looks like a mailing list's or like one that nobody reads. */
export function isMachineEmail(email: string): boolean {
  const name = email.slice(0, email.lastIndexOf('@')).toLowerCase()
  return (
    /^(?:no-?reply|do-?not-?reply|bounces?|mailer-daemon|postmaster|abuse|listserv|majordomo|mailman)(?:[+.-]|$)/.test(
      name,
    ) || /-(?:request|subscribe|unsubscribe|owner|bounces)$/.test(name)
  )
}
