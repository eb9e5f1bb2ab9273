import { getOwnDeletedDocuments, getOwnDocuments } from '#app/features/verification/document-service.server.ts'
import { type DeletedDocument, type DocumentView, messages } from '#app/features/verification/schema.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'

/** A member's documents for a page that shows other things too; where they cannot be loaded, what to say of that. */
interface OwnDocuments {
  documents: DocumentView[] | null
  deleted: DeletedDocument[]
  problem: ToastMessage | null
}

export async function loadOwnDocuments(platform: Platform, actor: Actor): Promise<OwnDocuments> {
  try {
    const documents = await getOwnDocuments(platform, actor)
    return { documents, deleted: await getOwnDeletedDocuments(platform, actor), problem: null }
  } catch (error) {
    platform.log.error({ error }, 'the documents of a member could not be loaded')
    return { documents: null, deleted: [], problem: messages.documentsNotLoaded }
  }
}
