import {
  getOwnDeletedVerificationDocuments,
  getOwnVerificationDocuments,
} from '#app/features/verification/documents/service.server.ts'
import {
  type DeletedVerificationDocument,
  ownVerificationToasts,
  type VerificationDocumentView,
} from '#app/features/verification/model.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'

/** Loads a member's documents; if that fails, returns a message instead. */
interface OwnDocuments {
  documents: VerificationDocumentView[] | null
  deleted: DeletedVerificationDocument[]
  problem: ToastMessage | null
}

export async function loadOwnVerificationDocuments(
  platform: Pick<Platform, 'db' | 'log' | 'vault'>,
  actor: Actor,
): Promise<OwnDocuments> {
  try {
    const documents = await getOwnVerificationDocuments(platform, actor)
    return { documents, deleted: await getOwnDeletedVerificationDocuments(platform, actor), problem: null }
  } catch (error) {
    platform.log.error({ error }, 'the documents of a member could not be loaded')
    return { documents: null, deleted: [], problem: ownVerificationToasts.documentsNotLoaded }
  }
}
