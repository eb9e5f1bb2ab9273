import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { enqueueDeletion } from '#app/platform/.server/storage/stored-files.ts'
import { type DraftRow, deleteDraft, insertDraft, lockDraft } from './draft-queries.server.ts'
import { expireDraftJob } from './jobs.server.ts'
import { draftPictures } from './media-queries.server.ts'
import { listPictures } from './picture-files.server.ts'
import { findOwnBusiness } from './queries.server.ts'

/**
 * Locks the member's draft until the transaction ends. Creates one if there is none or the old one has expired. Null for a member
 * who already has a business.
 */
export async function openDraft(
  platform: Pick<Platform, 'jobs'>,
  transaction: Database,
  userId: string,
): Promise<DraftRow | null> {
  if (await findOwnBusiness(transaction, userId)) return null
  if ((await lockDraft(transaction, userId))?.isExpired) await dropDraft(platform, transaction, userId)
  const isNew = await insertDraft(transaction, userId)
  const draft = await lockDraft(transaction, userId)
  if (isNew && draft) await enqueueExpiry(platform, transaction, userId, draft.expiresAt)
  return draft
}

/** Deletes a member's draft and queues the deletion of its pictures' files. */
export async function dropDraft(
  platform: Pick<Platform, 'jobs'>,
  transaction: Database,
  userId: string,
): Promise<void> {
  const draft = await lockDraft(transaction, userId)
  if (!draft) return
  for (const { kind, picture } of await listPictures(transaction, draftPictures, draft.id)) {
    await enqueueDeletion(platform.jobs, transaction, kind, picture)
  }
  await deleteDraft(transaction, userId)
}

/** Deletes a draft that has expired. If it was saved since, the job is queued again for its new last day. */
export async function expireDraftOf(platform: Pick<Platform, 'db' | 'jobs'>, profileId: string): Promise<void> {
  await platform.db.transaction(async (transaction) => {
    const draft = await lockDraft(transaction, profileId)
    if (draft?.isExpired) await dropDraft(platform, transaction, profileId)
    else if (draft) await enqueueExpiry(platform, transaction, profileId, draft.expiresAt)
  })
}

function enqueueExpiry(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: Database,
  profileId: string,
  expiresAt: Date,
): Promise<void> {
  // At most one job for each draft and day.
  return jobs.enqueue(
    transaction,
    expireDraftJob,
    { profileId },
    { event: `${profileId}:${expiresAt.toISOString()}`, startAfter: expiresAt },
  )
}
