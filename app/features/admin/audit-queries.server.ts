import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { podcasts } from '#app/features/podcasts/tables.server.ts'
import { memberNameForStaff } from '#app/features/profile/rules.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import { auditEvents } from '#app/platform/.server/database/tables.ts'
import type { AuditEntry, AuditFilter } from './audit-model.ts'

/** A filter with the email address resolved to an id. */
export type AuditFilterWithActorId = Omit<AuditFilter, 'actor'> & { actorId: string | null }

/** A cursor: after this event, towards older or newer ones. */
export interface AuditCursor {
  id: string
  towards: 'older' | 'newer'
}

const actors = alias(profiles, 'actors')
const subjects = alias(profiles, 'subjects')

/**
 * Lists up to `count` events, newest first. Names are looked up for these rows only and not stored: what was deleted has no name.
 */
export async function listAuditEntries(
  db: Database,
  filter: AuditFilterWithActorId,
  place: AuditCursor | null,
  count: number,
): Promise<AuditEntry[]> {
  const newer = place?.towards === 'newer'
  const order = newer ? asc : desc
  const page = db
    .select()
    .from(auditEvents)
    .where(and(...conditionsOf(filter), place ? beyond(place) : undefined))
    .orderBy(order(auditEvents.happenedAt), order(auditEvents.id))
    .limit(count)
    .as('page')
  // `firstName` comes first because it is never null: Drizzle uses it to detect a left join without a match.
  const actorName = { firstName: actors.firstName, lastName: actors.lastName, displayName: actors.displayName }
  const memberName = { firstName: subjects.firstName, lastName: subjects.lastName, displayName: subjects.displayName }
  const rows = await db
    .select({
      id: page.id,
      happenedAt: page.happenedAt,
      actorId: page.actorId,
      actorName,
      action: page.action,
      subjectType: page.subjectType,
      subjectId: page.subjectId,
      memberName,
      otherName: sql<string | null>`coalesce(${businesses.name}, ${podcasts.title})`,
      detail: page.detail,
    })
    .from(page)
    .leftJoin(actors, eq(actors.id, page.actorId))
    .leftJoin(subjects, eq(subjects.id, page.subjectId))
    .leftJoin(businesses, eq(businesses.id, page.subjectId))
    .leftJoin(podcasts, eq(podcasts.id, page.subjectId))
    .orderBy(desc(page.happenedAt), desc(page.id))
  return rows.map(({ actorId, actorName, subjectId, memberName, otherName, ...rest }) => ({
    ...rest,
    actor: actorId === null ? null : { id: actorId, name: actorName && memberNameForStaff(actorName) },
    subject: { id: subjectId, name: memberName ? memberNameForStaff(memberName) : otherName },
  }))
}

/** Lists the distinct actions with a loose index scan, because there are few actions in very many rows. */
export async function listDistinctAuditActions(db: Database): Promise<string[]> {
  const rows = await queryRows<{ action: string }>(
    db,
    sql`
      WITH RECURSIVE found AS (
        (SELECT action FROM audit_events ORDER BY action LIMIT 1)
        UNION ALL
        SELECT (SELECT action FROM audit_events WHERE action > found.action ORDER BY action LIMIT 1)
        FROM found WHERE found.action IS NOT NULL
      )
      SELECT action FROM found WHERE action IS NOT NULL ORDER BY action`,
  )
  return rows.map(({ action }) => action)
}

function conditionsOf({ action, actorId, subject, from, to }: AuditFilterWithActorId): (SQL | undefined)[] {
  const beginningOf = (day: SQL) => sql`(${day})::timestamp AT TIME ZONE 'Europe/London'`
  return [
    action === null ? undefined : eq(auditEvents.action, action),
    actorId === null ? undefined : eq(auditEvents.actorId, actorId),
    subject === null ? undefined : eq(auditEvents.subjectId, subject),
    from === null ? undefined : sql`${auditEvents.happenedAt} >= ${beginningOf(sql`${from}::date`)}`,
    to === null ? undefined : sql`${auditEvents.happenedAt} < ${beginningOf(sql`${to}::date + 1`)}`,
  ]
}

/** The time is read from the event, because a URL would lose its microseconds. */
function beyond({ id, towards }: AuditCursor): SQL {
  const moment = sql`(SELECT at.happened_at FROM audit_events at WHERE at.id = ${id})`
  const sign = towards === 'older' ? sql`<` : sql`>`
  return sql`(${auditEvents.happenedAt}, ${auditEvents.id}) ${sign} (${moment}, ${id}::uuid)`
}
