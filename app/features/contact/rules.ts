import { href } from 'react-router'
import { type SubmissionFilter, submissionKinds, submissionStates } from './model.ts'

/** Path of the list of enquiries. */
export const submissionsPath = href('/admin/enquiries')

/** Path of an enquiry. */
export function submissionPath(id: string): string {
  return `${submissionsPath}/${id}`
}

/** Path of the list with filters. */
export function filteredSubmissionsPath({ kind, state }: SubmissionFilter): string {
  const parameters = new URLSearchParams({ ...(kind && { kind }), ...(state && { state }) })
  return parameters.size > 0 ? `${submissionsPath}?${parameters}` : submissionsPath
}

/** Reads the filters of a URL; unknown values are ignored. */
export function parseSubmissionFilter(parameters: URLSearchParams): SubmissionFilter {
  return {
    kind: oneOf(submissionKinds, parameters.get('kind')),
    state: oneOf(submissionStates, parameters.get('state')),
  }
}

function oneOf<Names extends object>(names: Names, value: string | null): keyof Names | null {
  return value !== null && Object.hasOwn(names, value) ? (value as keyof Names) : null
}

/** A `mailto:` link that starts a reply. */
export function replyLink({ email, about }: { email: string; about: string }): string {
  // Not URLSearchParams: email programs show its plus signs.
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Your message to us: ${about}`)}`
}
