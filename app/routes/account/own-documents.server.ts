import { getOwnDeletedDocuments, getOwnDocuments } from '#app/features/verification/documents/service.server.ts'
import { type DeletedDocument, type DocumentView, verificationMessages } from '#app/features/verification/model.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'

/** Loads a member's documents; if that fails, returns a message instead. */
interface OwnDocuments {
  documents: DocumentView[] | null
  deleted: DeletedDocument[]
  problem: ToastMessage | null
}

export async function loadOwnDocuments(
  platform: Pick<Platform, 'db' | 'log' | 'vault'>,
  actor: Actor,
): Promise<OwnDocuments> {
  try {
    const documents = await getOwnDocuments(platform, actor)
    return { documents, deleted: await getOwnDeletedDocuments(platform, actor), problem: null }
  } catch (error) {
    platform.log.error({ error }, 'the documents of a member could not be loaded')
    return { documents: null, deleted: [], problem: verificationMessages.documentsNotLoaded }
  }
}
