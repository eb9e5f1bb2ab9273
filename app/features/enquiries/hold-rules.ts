import { parse } from 'tldts'
import type { EnquirySenderConfirmationReason } from './model.ts'

/** Enquiries to a business in an hour before further ones are held: of all senders together who have not confirmed their address... */
const hourlyUnconfirmed = { usual: 20, afterSpam: 3 }

/** ...and of each member who types their own address. Nobody else can use it up. */
const hourlyOfMember = { usual: 40, afterSpam: 20 }

/** What is known of an enquiry that may be spam. */
export interface EnquirySpamSigns {
  email: string
  /** What was typed. */
  text: string
  /** Whether the address is known to be the sender's: they are signed in with it. */
  isConfirmed: boolean
  /** Enquiries of this sender that owners reported as spam in the last ninety days. */
  reportsOfSender: number
  /** Enquiries that this owner reported in the last thirty days. */
  reportsByOwner: number
  /** Enquiries in the last hour to this business: of this member, else of all whose address is not confirmed. */
  lastHour: number
}

/** Why an enquiry has to wait until its sender confirms their address; null where the owner gets it at once. */
export function findEnquirySenderConfirmationReason(signs: EnquirySpamSigns): EnquirySenderConfirmationReason | null {
  const { email, text, isConfirmed, reportsOfSender, reportsByOwner, lastHour } = signs
  if (reportsOfSender > 0) return 'reported'
  if (isMailingListOrNoReplyEmail(email)) return 'address'
  const isAfterSpam = reportsByOwner > 0
  // The owner looks at one link; several are how spam looks. What strangers did costs a member nothing.
  // Their own address is no link.
  const others = text.toLowerCase().replaceAll(email.toLowerCase(), ' ')
  if (countWebLinksInText(others) > (isAfterSpam && !isConfirmed ? 0 : 1)) return 'links'
  const hourly = isConfirmed ? hourlyOfMember : hourlyUnconfirmed
  if (lastHour >= (isAfterSpam ? hourly.afterSpam : hourly.usual)) return 'many'
  return null
}

/** What browsers take for a dot in the name of a host (UTS 46), and what is not seen between two letters. */
const otherDots = /[\u3002\uff0e\uff61]/g
const unseen = /\p{Default_Ignorable_Code_Point}/gu

/**
 * How many addresses of the web a text holds: with https or www, with a path, or a name with a dot and an ending that exists, such as
 * 'a-shop.co.uk', also in an email address. 'a shop dot com' is none, as no email program makes a link of it.
 */
export function countWebLinksInText(text: string): number {
  const plain = text.replace(unseen, '').replace(otherDots, '.').normalize('NFKC')
  const found =
    plain.match(
      /(?:https?:\/\/|www\.)\S+|(?<![\p{L}\p{N}\p{M}-])[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+(?:\/\S*)?/giu,
    ) ?? []
  return found.filter(
    (match) => /^(?:https?:\/\/|www\.)/i.test(match) || /[a-z]{2,}\//i.test(match) || isRealHost(match),
  ).length
}

/** A degree, another abbreviation, or a time of day, whose ends are real: 'B.Sc', 'B.Tech', '10.am'. Such names are hardly sold. */
const shortened = /^(?:\p{L}\.\p{L}{2,3}|[bm]\.tech|\d{1,2}\.[ap]m)$/iu

function isRealHost(name: string): boolean {
  if (shortened.test(name)) return false
  const { domain, isIcann, isIp } = parse(name, { allowPrivateDomains: false })
  return domain !== null && isIcann === true && !isIp
}

/** Whether an address looks like a mailing list's or like one that nobody reads. */
export function isMailingListOrNoReplyEmail(email: string): boolean {
  const name = email.slice(0, email.lastIndexOf('@')).toLowerCase()
  return (
    /^(?:no-?reply|do-?not-?reply|bounces?|mailer-daemon|postmaster|abuse|listserv|majordomo|mailman)(?:[+.-]|$)/.test(
      name,
    ) || /-(?:request|subscribe|unsubscribe|owner|bounces)$/.test(name)
  )
}
