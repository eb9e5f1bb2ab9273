import { findUserIdByEmail } from '#app/features/account/service.server.ts'
import { csvLine } from '#app/lib/csv.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { type Actor, requireAdmin } from '#app/platform/.server/actor.ts'
import { recordAudit } from '#app/platform/.server/audit.ts'
import type { Database } from '#app/platform/.server/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type AuditCursor, type FoundFilter, selectActions, selectAudit } from './audit-queries.server.ts'
import { type AuditEntry, type AuditFilter, type AuditPage, auditPageSize } from './audit-schema.ts'

/** The actions that stand in the audit, to choose from. */
export async function listAuditActions(platform: Platform, actor: Actor | null): Promise<string[]> {
  requireAdmin(actor)
  return selectActions(platform.db)
}

/** A page of what was done to whom by whom, newest first. A place that is none is the beginning. */
export async function readAudit(
  platform: Platform,
  actor: Actor | null,
  filter: AuditFilter,
  place: AuditCursor | null = null,
): Promise<AuditPage> {
  requireAdmin(actor)
  const found = await findFilter(platform.db, filter)
  if (!found) return { entries: [], older: null, newer: null }
  const from = place && isUuid(place.id) ? place : null
  const rows = await selectAudit(platform.db, found, from, auditPageSize + 1)
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

/** Rows read at a time for a file. */
const batch = 1_000

const head = ['When (UTC)', 'Who', 'Id of who', 'Action', 'Kind', 'What', 'Id of what', 'Details']

/**
 * All of the audit that a filter names as a CSV file, newest first, read as fast as it is taken and no faster. That it was
 * taken is written down first.
 */
export async function exportAudit(
  platform: Platform,
  actor: Actor | null,
  filter: AuditFilter,
): Promise<ReadableStream<Uint8Array>> {
  const { userId } = requireAdmin(actor)
  const { db } = platform
  const found = await findFilter(db, filter)
  const { action, subject, from, to } = filter
  await recordAudit(db, {
    actor: { userId },
    action: 'audit.exported',
    subjectType: 'profile',
    subjectId: userId,
    detail: withoutNulls({ action, actorId: found?.actorId ?? null, subject, from, to }),
  })
  const encoder = new TextEncoder()
  let place: AuditCursor | null = null
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        // The mark at the beginning tells spreadsheets that it is UTF-8.
        controller.enqueue(encoder.encode(`\uFEFF${csvLine(head)}`))
      },
      pull: async (controller) => {
        const rows: AuditEntry[] = found ? await selectAudit(db, found, place, batch) : []
        if (rows.length > 0) controller.enqueue(encoder.encode(rows.map(lineOf).join('')))
        const last = rows.at(-1)
        if (rows.length < batch || !last) controller.close()
        else place = { id: last.id, towards: 'older' }
      },
    },
    // Nothing is read ahead of who takes it.
    { highWaterMark: 0 },
  )
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

/** The filter with the id of the address it names; null where nobody has that address. */
async function findFilter(db: Database, { actor, ...rest }: AuditFilter): Promise<FoundFilter | null> {
  if (actor === null) return { ...rest, actorId: null }
  const actorId = await findUserIdByEmail(db, actor)
  return actorId === null ? null : { ...rest, actorId }
}

function withoutNulls(values: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== null))
}
