import { effectsOfVerificationStatus, type VerificationStatus } from '#app/features/reference/rules.ts'
import { formatLongDate } from '#app/lib/dates.ts'
import type { VerificationReviewerMessage } from '../model.ts'
import type { VerificationTerm } from '../rules.ts'

const lines: Record<VerificationStatus, string> = {
  Pending: 'Your details are saved. Send a document when you are ready.',
  'In Review': 'We have your documents and a reviewer is checking them. There is nothing you need to do.',
  Verified: 'You are verified. There is nothing you need to do.',
  Rejected: 'A reviewer needs more from you before you can be verified.',
}

interface StatusLineProps {
  status: VerificationStatus | null
  /** The term of the verification; null for none or unknown. */
  term: VerificationTerm | null
  /** What a reviewer or an admin told the member, if that still applies. */
  words?: VerificationReviewerMessage | null
  /** The member's business; null for none, undefined if unknown. */
  business: { isActive: boolean } | null | undefined
}

/** What a member has to do, in one sentence. */
export function VerificationNextActionSentence(props: StatusLineProps) {
  return <p className="lead">{lineOf(props)}</p>
}

/** What is going on where it is not only the status. */
const messageLines: Partial<Record<VerificationReviewerMessage['decision'], string>> = {
  revoked: 'Your verification has been revoked. The reason and how to appeal are below.',
  reopened: 'A reviewer is checking your verification again. There is nothing you need to do.',
  appealed: 'We have your appeal and another reviewer is deciding it. There is nothing you need to do.',
}

function lineOf({ status, term, words, business }: StatusLineProps): string {
  const line = words && messageLines[words.decision]
  if (line) return line
  if (term?.isOpen) {
    return `You are verified. Confirm before ${formatLongDate(term.endsAt ?? term.dueAt)} that it is all still true.`
  }
  if (effectsOfVerificationStatus(status).isSubmitted && !business?.isActive) {
    const description = effectsOfVerificationStatus(status).isDecided
      ? 'You are verified.'
      : 'We have your documents and a reviewer is checking them.'
    if (business === undefined) return description
    return business
      ? `${description} Your business is hidden from the directory.`
      : `${description} List your business next.`
  }
  return (
    (status !== null && Object.hasOwn(lines, status) ? lines[status] : null) ??
    'Tell us about your service to use the rest of Muster.'
  )
}
