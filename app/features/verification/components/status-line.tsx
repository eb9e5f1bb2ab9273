import { meaningOf, type VerificationStatus } from '#app/features/reference/rules.ts'
import { formatDate } from '#app/lib/dates.ts'
import type { Term } from '../rules.ts'

const lines: Record<VerificationStatus, string> = {
  Pending: 'Your details are saved. Send a document when you are ready.',
  'In Review': 'We have your documents and a reviewer is checking them. There is nothing you need to do.',
  Verified: 'You are verified. There is nothing you need to do.',
  Rejected: 'A reviewer needs more from you before you can be verified.',
}

interface StatusLineProps {
  status: VerificationStatus | null
  /** The term of the verification; null for none or unknown. */
  term: Term | null
  /** The member's business; null for none, undefined if unknown. */
  business: { isActive: boolean } | null | undefined
}

/** What a member has to do, in one sentence. */
export function StatusLine(props: StatusLineProps) {
  return <p className="lead">{lineOf(props)}</p>
}

function lineOf({ status, term, business }: StatusLineProps): string {
  if (term?.isOpen) {
    return `You are verified. Please confirm before ${formatDate(term.endsAt ?? term.dueAt)} that it is all still true.`
  }
  if (meaningOf(status).isSubmitted && !business?.isActive) {
    const description = meaningOf(status).isDecided
      ? 'You are verified.'
      : 'We have your documents and a reviewer is checking them.'
    if (business === undefined) return description
    return business
      ? `${description} Your business is hidden from the directory.`
      : `${description} List your business next.`
  }
  const line = status !== null && Object.hasOwn(lines, status) ? lines[status] : null
  return line ?? 'Tell us about your service, and the rest of Muster opens to you.'
}
