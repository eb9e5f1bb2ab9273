import type { Database } from '#app/platform/.server/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { enqueueDeletion } from '#app/platform/.server/stored-files.ts'
import { type DraftRow, deleteDraft, insertDraft, lockDraft } from './draft-queries.server.ts'
import { expireDraftJob } from './jobs.server.ts'
import { draftPictures } from './media-queries.server.ts'
import { listPictures } from './picture-files.server.ts'
import { findOwnBusiness } from './queries.server.ts'

/**
 * The member's draft, begun where there is none or an old one ran out, locked until the transaction ends; null for an
 * owner of a business.
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

/** Takes a member's draft away; the files of its pictures follow. */
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

/** Takes a draft away that has run out; one saved since gets another day. */
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
  // One job a draft and day it runs out on, however often it was begun anew.
  return jobs.enqueue(
    transaction,
    expireDraftJob,
    { profileId },
    { event: `${profileId}:${expiresAt.toISOString()}`, startAfter: expiresAt },
  )
}
