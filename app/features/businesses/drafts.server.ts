import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { enqueuePictureDeletion } from '#app/platform/.server/storage/stored-files.ts'
import {
  type BusinessDraftRow,
  deleteBusinessDraft,
  insertEmptyBusinessDraftOfMember,
  lockBusinessDraft,
} from './draft-queries.server.ts'
import { deleteBusinessDraftIfExpiredJob } from './jobs.server.ts'
import { businessDraftPictureQueries } from './media-queries.server.ts'
import { listBusinessPictures } from './picture-files.server.ts'
import { findBusinessOfOwner } from './queries.server.ts'

/**
 * Locks the member's draft until the transaction ends. Creates one if there is none or the old one has expired. Null for a member
 * who already has a business.
 */
export async function lockOrCreateBusinessDraft(
  platform: Pick<Platform, 'jobs'>,
  transaction: Database,
  userId: string,
): Promise<BusinessDraftRow | null> {
  if (await findBusinessOfOwner(transaction, userId)) return null
  if ((await lockBusinessDraft(transaction, userId))?.isExpired)
    await deleteBusinessDraftAndFiles(platform, transaction, userId)
  const isNew = await insertEmptyBusinessDraftOfMember(transaction, userId)
  const draft = await lockBusinessDraft(transaction, userId)
  if (isNew && draft) await enqueueExpiry(platform, transaction, userId, draft.expiresAt)
  return draft
}

/** Deletes a member's draft and queues the deletion of its pictures' files. */
export async function deleteBusinessDraftAndFiles(
  platform: Pick<Platform, 'jobs'>,
  transaction: Database,
  userId: string,
): Promise<void> {
  const draft = await lockBusinessDraft(transaction, userId)
  if (!draft) return
  for (const { kind, picture } of await listBusinessPictures(transaction, businessDraftPictureQueries, draft.id)) {
    await enqueuePictureDeletion(platform.jobs, transaction, kind, picture)
  }
  await deleteBusinessDraft(transaction, userId)
}

/** Deletes a draft that has expired. If it was saved since, the job is queued again for its new last day. */
export async function deleteBusinessDraftIfExpired(
  platform: Pick<Platform, 'db' | 'jobs'>,
  profileId: string,
): Promise<void> {
  await platform.db.transaction(async (transaction) => {
    const draft = await lockBusinessDraft(transaction, profileId)
    if (draft?.isExpired) await deleteBusinessDraftAndFiles(platform, transaction, profileId)
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
    deleteBusinessDraftIfExpiredJob,
    { profileId },
    { event: `${profileId}:${expiresAt.toISOString()}`, startAfter: expiresAt },
  )
}
