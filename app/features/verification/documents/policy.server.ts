import type { Database } from '#app/platform/.server/database/database.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { canReadCertificate, canReadDocument } from '../policy.server.ts'
import { certificateKind } from '../rules.ts'
import { type DocumentRow, findDocumentOwner } from './queries.server.ts'

/** Whether somebody may open a stored document. */
export async function canRead(transaction: Database, actor: Actor, document: DocumentRow): Promise<boolean> {
  if (document.kind === certificateKind) return canReadCertificate(actor, document)
  const description = await findDocumentOwner(transaction, document.profileId)
  return description !== null && canReadDocument(actor, { profileId: document.profileId, ...description })
}
