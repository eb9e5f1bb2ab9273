import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { deleteStoredFilesJob } from '#app/platform/.server/storage/stored-files.ts'
import { clearVerificationDocumentsOfMember } from '../documents/queries.server.ts'
import { verificationDocumentBucket } from '../documents/service.server.ts'
import { clearFactCertificates, listFactCertificatesToDelete } from '../facts/queries.server.ts'
import { sendEvidenceDeletionDueMail, sendYearlyVerificationDueMail } from '../mails.server.ts'
import { deleteVerificationNamesBeforeApproval } from '../names/queries.server.ts'
import {
  dueVerificationConfirmationReminderKind,
  verificationConfirmationOpensDaysBeforeDue,
  yearlyVerificationConfirmationDueAt,
} from '../rules.ts'
import { lapseVerificationIfEndPassed, lockMemberReturningWhetherVerified } from '../transitions.server.ts'
import { postponeSurplusVerificationEnds } from './end-service.server.ts'
import { forEachVerificationMaintenanceRow, verificationMaintenanceRowsPerPage } from './portions.server.ts'
import {
  listDecidedCasesHoldingEvidence,
  listMembersVerifiedBefore,
  listMembersWithEndedVerification,
} from './queries.server.ts'
import {
  queueDocumentPhotosToReencode,
  resealServiceNumbers,
  resealVerificationDocumentsUnderOldKeys,
} from './reencoding-service.server.ts'

/** Days between the email about the deletion of evidence and the deletion. */
const warningDays = 7
const dayMs = 86_400_000

/**
 * Runs the maintenance that is due. What is due is derived from the tables, so a second run changes nothing, and the next
 * run catches up after days without a worker.
 */
export async function maintainVerifications(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'storage' | 'vault' | 'verificationTerms'>,
): Promise<void> {
  await deleteEvidence(platform)
  await deleteCertificates(platform)
  await deleteVerificationNamesBeforeApproval(platform.db)
  await warnOfDeletion(platform)
  await lapse(platform)
  await postponeSurplusVerificationEnds(platform)
  await remind(platform, new Date().toISOString().slice(0, 10))
  await resealServiceNumbers(platform)
  await resealVerificationDocumentsUnderOldKeys(platform)
  await queueDocumentPhotosToReencode(platform)
}

/** Deletes the documents of cases decided at least `evidenceDays` ago. */
function deleteEvidence(platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'verificationTerms'>): Promise<void> {
  const { db, verificationTerms } = platform
  const list = (after: string | null) =>
    listDecidedCasesHoldingEvidence(db, {
      days: verificationTerms.evidenceDays,
      after,
      most: verificationMaintenanceRowsPerPage,
    })
  return forEachVerificationMaintenanceRow(
    platform,
    list,
    ({ profileId }) => profileId,
    ({ profileId }) =>
      db.transaction(async (transaction) => {
        // With the profile locked: an appeal or a new submission since the list was read keeps what is held.
        await lockMemberReturningWhetherVerified(platform, transaction, profileId)
        const [still] = await listDecidedCasesHoldingEvidence(transaction, {
          days: verificationTerms.evidenceDays,
          profileId,
          most: 1,
        })
        if (!still) return
        const { decidedAt } = still
        const keys = await clearVerificationDocumentsOfMember(transaction, profileId, decidedAt)
        await deleteFilesOf(platform, transaction, profileId, keys)
      }),
  )
}

/** Queues the deletion of documents whose rows are emptied, and records it. */
async function deleteFilesOf(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: Database,
  profileId: string,
  keys: string[],
): Promise<void> {
  if (keys.length === 0) return
  await jobs.enqueue(transaction, deleteStoredFilesJob, { bucket: verificationDocumentBucket, keys })
  await recordAuditEvent(transaction, {
    actor: null,
    action: 'verification.documents.deleted',
    subjectType: 'profile',
    subjectId: profileId,
    detail: { documents: keys.length },
  })
}

/** Deletes the certificates of facts that were decided at least `evidenceDays` ago, and those that nobody waits for. */
function deleteCertificates(platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'verificationTerms'>): Promise<void> {
  const { db, verificationTerms } = platform
  return forEachVerificationMaintenanceRow(
    platform,
    (after) =>
      listFactCertificatesToDelete(db, {
        days: verificationTerms.evidenceDays,
        after,
        most: verificationMaintenanceRowsPerPage,
      }),
    ({ id }) => id,
    ({ id, profileId }) =>
      db.transaction(async (transaction) => {
        const keys = await clearFactCertificates(transaction, { ids: [id] })
        await deleteFilesOf(platform, transaction, profileId, keys)
      }),
  )
}

/** Emails members {@link warningDays} days before the deletion, once per decision. */
function warnOfDeletion(platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'verificationTerms'>): Promise<void> {
  const { db, jobs, verificationTerms } = platform
  const { evidenceDays } = verificationTerms
  const list = (after: string | null) =>
    listDecidedCasesHoldingEvidence(db, {
      days: Math.max(0, evidenceDays - warningDays),
      after,
      most: verificationMaintenanceRowsPerPage,
    })
  return forEachVerificationMaintenanceRow(
    platform,
    list,
    ({ profileId }) => profileId,
    async ({ profileId, decisionId, decidedAt }) => {
      const dueAt = new Date(decidedAt.getTime() + evidenceDays * dayMs).toISOString()
      await jobs.enqueue(
        db,
        sendEvidenceDeletionDueMail,
        { userId: profileId, decisionId, dueAt },
        { event: decisionId },
      )
    },
  )
}

/**
 * Reminds members a month and a week before confirmation is due, and on the day; where several are due, only the latest is
 * sent. A verification has no end until a reminder was sent, so until then each day queues a new attempt.
 */
function remind(platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'verificationTerms'>, day: string): Promise<void> {
  const { db, jobs, verificationTerms } = platform
  const days = Math.max(0, verificationTerms.validDays - verificationConfirmationOpensDaysBeforeDue)
  return forEachVerificationMaintenanceRow(
    platform,
    (after) => listMembersVerifiedBefore(db, { days, after, most: verificationMaintenanceRowsPerPage }),
    ({ profileId }) => profileId,
    async ({ profileId, verifiedAt, endsAt }) => {
      const stage = dueVerificationConfirmationReminderKind(
        yearlyVerificationConfirmationDueAt(verifiedAt, verificationTerms),
        new Date(),
      )
      if (!stage) return
      const reminder = { userId: profileId, verifiedAt: verifiedAt.toISOString(), stage }
      const event = `${profileId}:${reminder.verifiedAt}:${stage}`
      await jobs.enqueue(db, sendYearlyVerificationDueMail, reminder, { event: endsAt ? event : `${event}:${day}` })
    },
  )
}

/** Stores the end of verifications whose end date has passed. */
function lapse(platform: Pick<Platform, 'db' | 'jobs' | 'log'>): Promise<void> {
  const { db } = platform
  return forEachVerificationMaintenanceRow(
    platform,
    (after) => listMembersWithEndedVerification(db, { after, most: verificationMaintenanceRowsPerPage }),
    ({ profileId }) => profileId,
    ({ profileId }) => db.transaction((transaction) => lapseVerificationIfEndPassed(platform, transaction, profileId)),
  )
}
