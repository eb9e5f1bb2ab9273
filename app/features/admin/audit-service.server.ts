import { findUserIdByEmail } from '#app/features/account/service.server.ts'
import { csvLine, csvStream } from '#app/lib/csv.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { type AuditEntry, type AuditFilter, auditPageSize, type PagedAuditEntries } from './audit-model.ts'
import {
  type AuditCursor,
  type AuditFilterWithActorId,
  listAuditEntries,
  listDistinctAuditActions,
} from './audit-queries.server.ts'
import { canReadAudit } from './policy.server.ts'

/** Lists the actions in the audit log, for the filter. */
export async function getAuditActionsForFilter(platform: Pick<Platform, 'db'>, actor: Actor | null): Promise<string[]> {
  requirePermission(actor, canReadAudit)
  return listDistinctAuditActions(platform.db)
}

/** Lists a page of the audit log, newest first. An invalid cursor means the first page. */
export async function getPagedAuditEntries(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
  filter: AuditFilter,
  place: AuditCursor | null = null,
): Promise<PagedAuditEntries> {
  requirePermission(actor, canReadAudit)
  const found = await findFilter(platform.db, filter)
  if (!found) return { entries: [], older: null, newer: null }
  const from = place && isUuid(place.id) ? place : null
  const rows = await listAuditEntries(platform.db, found, from, auditPageSize + 1)
  const isMore = rows.length > auditPageSize
  const newer = from?.towards === 'newer'
  const entries = newer ? rows.slice(-auditPageSize) : rows.slice(0, auditPageSize)
  const isFirst = newer ? !isMore : from === null
  const isLast = newer ? false : !isMore
  return {
    entries,
    older: isLast ? null : (entries.at(-1)?.id ?? null),
    newer: isFirst ? null : (entries.at(0)?.id ?? null),
  }
}

/** Rows per query of an export. */
const batch = 1_000

const head = ['When (UTC)', 'Who', 'Id of who', 'Action', 'Kind', 'What', 'Id of what', 'Details']

/** Streams the filtered audit log as a CSV file, newest first, with backpressure. The export itself is audited first. */
export async function exportAuditLogAsCsv(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
  filter: AuditFilter,
): Promise<ReadableStream<Uint8Array>> {
  const { userId } = requirePermission(actor, canReadAudit)
  const { db } = platform
  const found = await findFilter(db, filter)
  const { action, subject, from, to } = filter
  await recordAuditEvent(db, {
    actor: { userId },
    action: 'audit.exported',
    subjectType: 'profile',
    subjectId: userId,
    detail: withoutNulls({ action, actorId: found?.actorId ?? null, subject, from, to }),
  })
  let place: AuditCursor | null = null
  return csvStream(head, async () => {
    const rows: AuditEntry[] = found ? await listAuditEntries(db, found, place, batch) : []
    const last = rows.at(-1)
    if (last) place = { id: last.id, towards: 'older' }
    return rows.map(lineOf).join('')
  })
}

function lineOf({ happenedAt, actor, action, subjectType, subject, detail }: AuditEntry): string {
  return csvLine([
    happenedAt.toISOString(),
    actor ? actor.name : 'Muster',
    actor?.id ?? null,
    action,
    subjectType,
    subject.name,
    subject.id,
    Object.keys(detail).length > 0 ? JSON.stringify(detail) : null,
  ])
}

/** Resolves the email address of a filter to an id; null if nobody has it. */
async function findFilter(db: Database, { actor, ...rest }: AuditFilter): Promise<AuditFilterWithActorId | null> {
  if (actor === null) return { ...rest, actorId: null }
  const actorId = await findUserIdByEmail(db, actor)
  return actorId === null ? null : { ...rest, actorId }
}

function withoutNulls(values: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== null))
}
