import { href } from 'react-router'
import { type EnquiryFilter, enquiryKinds, enquiryStates } from './schema.ts'

/** Path of the list of enquiries. */
export const enquiriesPath = href('/admin/enquiries')

/** Path of an enquiry. */
export function enquiryPath(id: string): string {
  return `${enquiriesPath}/${id}`
}

/** Path of the list with filters. */
export function listPath({ kind, state }: EnquiryFilter): string {
  const parameters = new URLSearchParams({ ...(kind && { kind }), ...(state && { state }) })
  return parameters.size > 0 ? `${enquiriesPath}?${parameters}` : enquiriesPath
}

/** Reads the filters of a URL; unknown values are ignored. */
export function readEnquiryFilter(parameters: URLSearchParams): EnquiryFilter {
  return { kind: oneOf(enquiryKinds, parameters.get('kind')), state: oneOf(enquiryStates, parameters.get('state')) }
}

function oneOf<Names extends object>(names: Names, value: string | null): keyof Names | null {
  return value !== null && Object.hasOwn(names, value) ? (value as keyof Names) : null
}

/** A `mailto:` link that starts a reply. */
export function replyLink({ email, about }: { email: string; about: string }): string {
  // Not URLSearchParams: email programs show its plus signs.
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Your message to us: ${about}`)}`
}
