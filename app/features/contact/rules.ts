import { href } from 'react-router'
import { type ContactSubmissionFilter, contactSubmissionKindLabels, contactSubmissionStateLabels } from './model.ts'

/** Path of the list of enquiries. */
export const adminContactSubmissionsPath = href('/admin/enquiries')

/** Path of an enquiry. */
export function adminContactSubmissionPath(id: string): string {
  return `${adminContactSubmissionsPath}/${id}`
}

/** Path of the list with filters. */
export function filteredContactSubmissionsPath({ kind, state }: ContactSubmissionFilter): string {
  const parameters = new URLSearchParams({ ...(kind && { kind }), ...(state && { state }) })
  return parameters.size > 0 ? `${adminContactSubmissionsPath}?${parameters}` : adminContactSubmissionsPath
}

/** Reads the filters of a URL; unknown values are ignored. */
export function parseContactSubmissionFilter(parameters: URLSearchParams): ContactSubmissionFilter {
  return {
    kind: oneOf(contactSubmissionKindLabels, parameters.get('kind')),
    state: oneOf(contactSubmissionStateLabels, parameters.get('state')),
  }
}

function oneOf<Names extends object>(names: Names, value: string | null): keyof Names | null {
  return value !== null && Object.hasOwn(names, value) ? (value as keyof Names) : null
}

/** A `mailto:` link that starts a reply. */
export function contactReplyMailtoLink({ email, about }: { email: string; about: string }): string {
  // Not URLSearchParams: email programs show its plus signs.
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Your message to us: ${about}`)}`
}
