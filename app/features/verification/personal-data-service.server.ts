import { asc, eq, getTableColumns } from 'drizzle-orm'
import { armedForcesBranches, militaryRelationshipTypes } from '#app/features/reference/tables.server.ts'
import type { Database } from '#app/platform/.server/database.ts'
import { counted, type ErasedFiles, type PersonalData } from '#app/platform/.server/personal-data.ts'
import { verificationDocuments, verifications } from './tables.server.ts'

/** The claim to have served, and what is kept of its documents. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const [verification] = await db
    .select({
      ...getTableColumns(verifications),
      serviceBranch: armedForcesBranches.name,
      militaryRelationshipType: militaryRelationshipTypes.name,
    })
    .from(verifications)
    .leftJoin(armedForcesBranches, eq(armedForcesBranches.id, verifications.serviceBranchId))
    .leftJoin(militaryRelationshipTypes, eq(militaryRelationshipTypes.id, verifications.militaryRelationshipTypeId))
    .where(eq(verifications.profileId, userId))
  const documents = await listDocuments(db, userId)
  return {
    records: {
      ...(verification ? { verification } : {}),
      ...(documents.length > 0 ? { 'verification-documents': documents } : {}),
    },
    files: [],
  }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  const [claim] = await db
    .select({ id: verifications.id })
    .from(verifications)
    .where(eq(verifications.profileId, userId))
  const documents = (await listDocuments(db, userId)).length
  return [
    ...(claim ? ['What you told us of your service, and your verification'] : []),
    ...(documents > 0 ? [`${counted(documents, 'verification document')}`] : []),
  ]
}

export async function erasePersonalData(transaction: Database, userId: string): Promise<ErasedFiles[]> {
  await transaction.delete(verificationDocuments).where(eq(verificationDocuments.profileId, userId))
  await transaction.delete(verifications).where(eq(verifications.profileId, userId))
  return []
}

function listDocuments(db: Database, userId: string) {
  return db
    .select()
    .from(verificationDocuments)
    .where(eq(verificationDocuments.profileId, userId))
    .orderBy(asc(verificationDocuments.uploadedAt))
}
