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
