import { count, desc, eq } from 'drizzle-orm'
import { armedForcesBranches, militaryRelationshipTypes } from '#app/features/reference/tables.server.ts'
import type { Database } from '#app/platform/.server/database.ts'
import type { DocumentView, ServiceDetails } from './schema.ts'
import { verificationDocuments, verifications } from './tables.server.ts'

/** How many documents of a member are still held. */
export async function countDocumentsOf(db: Database, profileId: string): Promise<number> {
  const [row] = await db
    .select({ documents: count() })
    .from(verificationDocuments)
    .where(eq(verificationDocuments.profileId, profileId))
  return row?.documents ?? 0
}

/** A member's documents that are still held, newest first. */
export function listDocuments(db: Database, profileId: string): Promise<DocumentView[]> {
  return db
    .select({ id: verificationDocuments.id, uploadedAt: verificationDocuments.uploadedAt })
    .from(verificationDocuments)
    .where(eq(verificationDocuments.profileId, profileId))
    .orderBy(desc(verificationDocuments.uploadedAt), desc(verificationDocuments.id))
}

/** What a member has said of their service; null where nothing is saved. */
export async function findServiceDetails(db: Database, profileId: string): Promise<ServiceDetails | null> {
  const [row] = await db
    .select({
      relationshipType: militaryRelationshipTypes.name,
      serviceBranch: armedForcesBranches.name,
      serviceNumber: verifications.serviceNumber,
      serviceDescription: verifications.serviceDescription,
    })
    .from(verifications)
    .leftJoin(militaryRelationshipTypes, eq(militaryRelationshipTypes.id, verifications.militaryRelationshipTypeId))
    .leftJoin(armedForcesBranches, eq(armedForcesBranches.id, verifications.serviceBranchId))
    .where(eq(verifications.profileId, profileId))
  return row ?? null
}
