import type { VerificationStatus } from '#app/features/reference/rules.ts'

const lines: Record<VerificationStatus, string> = {
  Pending: 'Your details are saved. Send a document when you are ready.',
  'In Review': 'Your papers are with a reviewer. There is nothing you need to do.',
  Verified: 'You are verified. There is nothing you need to do.',
  Rejected: 'A reviewer needs more from you before you can be verified.',
}

/** What a verification of this status asks of the member, in one sentence. */
export function StandingLine({ status }: { status: string | null }) {
  const line = status !== null && Object.hasOwn(lines, status) ? lines[status as VerificationStatus] : null
  return <p className="lead">{line ?? 'Tell us about your service, and the rest of Muster opens to you.'}</p>
}
