import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { canReviewVerifications } from '../policy.server.ts'
import { documentOpenings } from '../tables.server.ts'
import type { DocumentOpeningPlace } from './opening-rules.ts'
import { canReadStoredVerificationDocument } from './policy.server.ts'
import { findVerificationDocument, listVerificationDocumentsOfMember } from './queries.server.ts'

/**
 * Writes down that the actor was sent all of a document. For the route, once its answer has left. What the member opens themselves
 * is not written down.
 */
export async function recordDocumentSentToReviewer(
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  id: string,
  opening: DocumentOpeningPlace,
): Promise<void> {
  await writeOpening(platform, actor, id, {
    sentAt: sql`clock_timestamp()`,
    ...(opening === 'by-itself' && { shownAt: sql`clock_timestamp()` }),
  })
}

/**
 * Writes down that a document was on screen in the viewer. Returns whether it counts as opened: only once all of it was sent, too.
 */
export async function recordDocumentShownToReviewer(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
  id: string,
): Promise<boolean> {
  const who = requirePermission(actor, canReviewVerifications)
  if (!isUuid(id)) return false
  await writeOpening(platform, who, id, { shownAt: sql`clock_timestamp()` })
  return (await listDocumentsOpenedByReviewer(platform.db, who.userId, [id])).has(id)
}

type Change = Partial<Record<'sentAt' | 'shownAt', ReturnType<typeof sql>>>

async function writeOpening({ db }: Pick<Platform, 'db'>, actor: Actor, id: string, change: Change): Promise<void> {
  if (!canReviewVerifications(actor)) return
  await db.transaction(async (transaction) => {
    const document = await findVerificationDocument(transaction, id)
    if (
      !document ||
      document.profileId === actor.userId ||
      !(await canReadStoredVerificationDocument(transaction, actor, document))
    )
      return
    await transaction
      .insert(documentOpenings)
      .values({ documentId: id, reviewerId: actor.userId, ...change })
      .onConflictDoUpdate({ target: [documentOpenings.documentId, documentOpenings.reviewerId], set: change })
  })
}

/** Which of these documents a reviewer has opened. */
export async function listDocumentsOpenedByReviewer(
  db: Database,
  reviewerId: string,
  ids: string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { documentId, sentAt, shownAt } = documentOpenings
  const rows = await db
    .select({ documentId })
    .from(documentOpenings)
    .where(
      and(eq(documentOpenings.reviewerId, reviewerId), inArray(documentId, ids), isNotNull(sentAt), isNotNull(shownAt)),
    )
  return new Set(rows.map((row) => row.documentId))
}

/** How many documents of a member are stored now, and how many of these a reviewer has not opened. */
export async function countStoredAndUnopenedDocumentsOfMember(
  transaction: Database,
  reviewerId: string,
  profileId: string,
): Promise<{ stored: number; unopened: number }> {
  const stored = (await listVerificationDocumentsOfMember(transaction, profileId)).map(({ id }) => id)
  const opened = await listDocumentsOpenedByReviewer(transaction, reviewerId, stored)
  return { stored: stored.length, unopened: stored.length - opened.size }
}
