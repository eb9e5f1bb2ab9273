import { desc, eq, or } from 'drizzle-orm'
import type { Actor } from './actor.ts'
import type { Database } from './database.ts'
import { auditEvents } from './tables.ts'

interface AuditEvent {
  /** Null for a command or a job. */
  actor: Pick<Actor, 'userId'> | null
  /** What was done, such as 'profile.role.granted'. */
  action: string
  subjectType: string
  subjectId: string
  /** What changed, without names, addresses or texts of people. */
  detail?: Record<string, unknown>
}

/** Writes down, in the transaction of the change, who did what to whom. */
export async function recordAudit(transaction: Database, event: AuditEvent): Promise<void> {
  const { actor, ...rest } = event
  await transaction.insert(auditEvents).values({ ...rest, actorId: actor?.userId ?? null })
}

/** What was written down of a user as the one who did it, or the one it was done to; others who did it are not named. */
export async function listAuditAbout(db: Database, userId: string) {
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
