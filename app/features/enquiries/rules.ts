import { href } from 'react-router'
import { type EnquiryFilter, enquiryKinds, enquiryStates } from './schema.ts'

/** Where the team finds the enquiries. */
export const enquiriesPath = href('/admin/enquiries')

/** Address of one enquiry. */
export function enquiryPath(id: string): string {
  return `${enquiriesPath}/${id}`
}

/** Address of the list, narrowed. */
export function listPath({ kind, state }: EnquiryFilter): string {
  const parameters = new URLSearchParams({ ...(kind && { kind }), ...(state && { state }) })
  return parameters.size > 0 ? `${enquiriesPath}?${parameters}` : enquiriesPath
}

/** What an address narrows the list to; what is not known narrows nothing. */
export function readEnquiryFilter(parameters: URLSearchParams): EnquiryFilter {
  return { kind: oneOf(enquiryKinds, parameters.get('kind')), state: oneOf(enquiryStates, parameters.get('state')) }
}

function oneOf<Names extends object>(names: Names, value: string | null): keyof Names | null {
  return value !== null && Object.hasOwn(names, value) ? (value as keyof Names) : null
}

/** A link that begins an answer in the mail program of whoever follows it. */
export function replyLink({ email, about }: { email: string; about: string }): string {
  // No URLSearchParams: mail programs show its plus signs.
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Your message to us: ${about}`)}`
}
