import { desc, eq, or } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { auditEvents } from '../database/tables.ts'
import type { Actor } from './actor.ts'

/**
 * The actions of each feature. A feature adds its own in its `audit-model.ts`, with a sentence for each; the admin's screen does not
 * compile until it has them all.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface AuditActionsByFeature {}

export type AuditAction = AuditActionsByFeature[keyof AuditActionsByFeature]

interface AuditEvent {
  /** Null for a command or a job. */
  actor: Pick<Actor, 'userId'> | null
  action: AuditAction
  subjectType: string
  subjectId: string
  /** What changed, without names, addresses or texts of people. */
  detail?: Record<string, unknown>
}

/** Writes an audit event, in the same transaction as the change it describes. */
export async function recordAuditEvent(transaction: Database, event: AuditEvent): Promise<void> {
  const { actor, ...rest } = event
  await transaction.insert(auditEvents).values({ ...rest, actorId: actor?.userId ?? null })
}

/** Lists the audit events in which a user is the actor or the subject, newest first. Other actors are not named. */
export async function listAuditEventsAboutUser(db: Database, userId: string) {
  const rows = await db
    .select()
    .from(auditEvents)
    .where(or(eq(auditEvents.actorId, userId), eq(auditEvents.subjectId, userId)))
    .orderBy(desc(auditEvents.happenedAt))
  return rows.map(({ happenedAt, actorId, action, subjectType, detail }) => ({
    happenedAt,
    action,
    doneByYou: actorId === userId,
    subjectType,
    detail,
  }))
}
