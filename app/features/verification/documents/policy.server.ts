import type { Database } from '#app/platform/.server/database/database.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { canReadFactCertificate, canReadVerificationDocument } from '../policy.server.ts'
import { businessFactCertificateDocumentKind } from '../rules.ts'
import { findVerificationDocumentOwnerStatus, type VerificationDocumentRow } from './queries.server.ts'

/** Whether somebody may open a stored document. */
export async function canReadStoredVerificationDocument(
  transaction: Database,
  actor: Actor,
  document: VerificationDocumentRow,
): Promise<boolean> {
  if (document.kind === businessFactCertificateDocumentKind) return canReadFactCertificate(actor, document)
  const description = await findVerificationDocumentOwnerStatus(transaction, document.profileId)
  return description !== null && canReadVerificationDocument(actor, { profileId: document.profileId, ...description })
}
