import type { Database } from '#app/platform/.server/database/database.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { canReadFactCertificate, canReadVerificationDocument } from '../policy.server.ts'
import { factCertificateKind } from '../rules.ts'
import { type DocumentRow, findVerificationDocumentOwnerStatus } from './queries.server.ts'

/** Whether somebody may open a stored document. */
export async function canReadStoredVerificationDocument(
  transaction: Database,
  actor: Actor,
  document: DocumentRow,
): Promise<boolean> {
  if (document.kind === factCertificateKind) return canReadFactCertificate(actor, document)
  const description = await findVerificationDocumentOwnerStatus(transaction, document.profileId)
  return description !== null && canReadVerificationDocument(actor, { profileId: document.profileId, ...description })
}
