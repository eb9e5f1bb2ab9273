import type { Database } from '#app/platform/.server/database/database.ts'
import type { VerificationReviewerMessage } from './model.ts'
import { findLastVerificationDecisionOfMember, type VerificationCaseRow } from './queries.server.ts'
import { isVerificationDecisionAppealable, isVerificationEditableByMember } from './rules.ts'

/** What applies to a case: what was asked of the member, or that they appealed or an admin reopened it. */
export async function findCurrentReviewerMessageToMember(
  db: Database,
  userId: string,
  row: VerificationCaseRow,
): Promise<VerificationReviewerMessage | null> {
  const message = await findMessage(db, userId, row)
  const isObjection = message?.decision === 'appealed' || message?.decision === 'reopened'
  return (isObjection ? row.status === 'In Review' : isVerificationEditableByMember(row.status)) ? message : null
}

/** What the member was asked for, and has to answer with a submission. */
export async function findReviewerRequestToMember(
  db: Database,
  userId: string,
  row: VerificationCaseRow,
): Promise<VerificationReviewerMessage | null> {
  const message = await findMessage(db, userId, row)
  return message?.decision === 'appealed' || message?.decision === 'reopened' ? null : message
}

async function findMessage(
  db: Database,
  userId: string,
  { createdAt }: VerificationCaseRow,
): Promise<VerificationReviewerMessage | null> {
  const last = createdAt && (await findLastVerificationDecisionOfMember(db, userId))
  // A decision on a withdrawn verification does not apply to the one created since.
  if (!last || last.decidedAt < createdAt) return null
  const { id, decision, reason, words, reply, decidedAt, appealEndsAt, isInTime } = last
  if (decision === 'approved' || decision === 'confirmed') return null
  const canAppeal = isVerificationDecisionAppealable(decision) && isInTime
  return { id, decision, reason, words, reply, decidedAt, appealEndsAt: canAppeal ? appealEndsAt : null }
}
