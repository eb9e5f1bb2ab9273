import type { Database } from '#app/platform/.server/database/database.ts'
import { announceLiveEvent } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { type AuditAction, recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { sendVerificationDecisionMail } from '../mails.server.ts'

interface AnnouncedDecision {
  decisionId: string
  profileId: string
  /** What it is in the audit log, with the detail, then what else was done with it. */
  actions: [AuditAction, ...AuditAction[]]
  detail?: Record<string, unknown>
  /** When the email goes; at once without it. */
  startAfter?: Date | undefined
}

/** Writes a decision, just stored, into the audit log, queues its email and tells whoever looks at the queue. */
export async function auditAndAnnounceVerificationDecision(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: Database,
  actor: Pick<Actor, 'userId'>,
  { decisionId, profileId, actions: [main, ...further], detail = {}, startAfter }: AnnouncedDecision,
): Promise<void> {
  const subject = { actor, subjectType: 'profile', subjectId: profileId }
  await recordAuditEvent(transaction, { ...subject, action: main, detail })
  for (const action of further) await recordAuditEvent(transaction, { ...subject, action })
  await jobs.enqueue(
    transaction,
    sendVerificationDecisionMail,
    { decisionId },
    { event: decisionId, ...(startAfter && { startAfter }) },
  )
  await announceLiveEvent(transaction, 'queue')
}
