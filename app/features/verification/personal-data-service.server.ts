import { asc, eq } from 'drizzle-orm'
import { profiles } from '#app/features/profile/tables.server.ts'
import { armedForcesBranchesTable, militaryRelationshipTypesTable } from '#app/features/reference/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import {
  formatPersonalDataCount,
  type PersonalData,
  type StoredFilesToDelete,
} from '#app/platform/.server/personal-data.ts'
import type { Vault } from '#app/platform/.server/security/vault.ts'
import { countVerificationDocumentsOfMember } from './documents/queries.server.ts'
import { openSealedDocumentFileName, openSealedMilitaryServiceNumber } from './documents/seal.server.ts'
import { verificationDocumentBucket } from './documents/service.server.ts'
import { listFactChecksOfOwner } from './facts/queries.server.ts'
import { listVerificationBasisRecordsOfMember } from './records/service.server.ts'
import { type VerificationDocumentFileType, verificationDocumentFileTypes } from './rules.ts'
import {
  nameChanges,
  verificationDecisions,
  verificationDocuments,
  verificationRecords,
  verifications,
} from './tables.server.ts'

/**
 * The claim to have served, its documents, opened, what was decided and appealed, what it rests on, and what was confirmed about a business; of
 * those who decided, nothing, and so nothing of who is excluded from deciding or opened a document.
 */
export async function collectPersonalData(db: Database, userId: string, vault: Vault): Promise<PersonalData> {
  const [verification] = await db
    .select({
      id: verifications.id,
      profileId: verifications.profileId,
      militaryRelationshipType: militaryRelationshipTypesTable.name,
      serviceBranch: armedForcesBranchesTable.name,
      serviceNumber: verifications.serviceNumber,
      serviceDescription: verifications.serviceDescription,
      businessId: verifications.businessId,
      declarationText: verifications.declarationText,
      declarationAcceptedAt: verifications.declarationAcceptedAt,
      consent: verifications.consent,
      createdAt: verifications.createdAt,
      updatedAt: verifications.updatedAt,
      queuedAt: verifications.queuedAt,
      verifiedAt: verifications.verifiedAt,
      announcedEndAt: verifications.announcedEndAt,
      endsAt: profiles.verificationEndsAt,
    })
    .from(verifications)
    .innerJoin(profiles, eq(profiles.id, verifications.profileId))
    .leftJoin(armedForcesBranchesTable, eq(armedForcesBranchesTable.id, verifications.serviceBranchId))
    .leftJoin(
      militaryRelationshipTypesTable,
      eq(militaryRelationshipTypesTable.id, verifications.militaryRelationshipTypeId),
    )
    .where(eq(verifications.profileId, userId))
  const documents = await listDocuments(db, userId)
  const { decision, reason, words, reply, submittedAt, decidedAt, isDecidedAlone } = verificationDecisions
  const decisions = await db
    .select({ decision, reason, words, reply, submittedAt, decidedAt, isDecidedAlone })
    .from(verificationDecisions)
    .where(eq(verificationDecisions.profileId, userId))
    .orderBy(asc(decidedAt))
  const basis = await listVerificationBasisRecordsOfMember(db, userId)
  const factChecks = await listFactChecksOfOwner(db, userId)
  const { name, businessName, earlierName, earlierBusinessName, changedAt } = nameChanges
  const [names] = await db
    .select({ name, businessName, earlierName, earlierBusinessName, changedAt })
    .from(nameChanges)
    .innerJoin(verifications, eq(verifications.id, nameChanges.verificationId))
    .where(eq(verifications.profileId, userId))
  return {
    records: {
      ...(verification
        ? {
            verification: {
              ...verification,
              serviceNumber:
                verification.serviceNumber &&
                openSealedMilitaryServiceNumber(vault, userId, verification.serviceNumber),
            },
          }
        : {}),
      ...(documents.length > 0
        ? {
            'verification-documents': documents.map((document) => ({
              ...document,
              fileName: document.fileName && openSealedDocumentFileName(vault, document.id, document.fileName),
            })),
          }
        : {}),
      ...(decisions.length > 0 ? { 'verification-decisions': decisions } : {}),
      ...(basis.length > 0 ? { 'verification-records': basis } : {}),
      ...(names ? { 'names-when-checked': names } : {}),
      ...(factChecks.length > 0 ? { 'business-facts-confirmed': factChecks } : {}),
    },
    files: documents.flatMap(({ fileBucketUrl: key, mediaType }, index) =>
      key
        ? [
            {
              name: `document-${index + 1}.${endingOf(mediaType)}`,
              bucket: verificationDocumentBucket,
              key,
              isSealed: true,
            },
          ]
        : [],
    ),
  }
}

function endingOf(mediaType: string | null): VerificationDocumentFileType | 'bin' {
  const found = Object.entries(verificationDocumentFileTypes).find(([, served]) => served === mediaType)
  return (found?.[0] as VerificationDocumentFileType | undefined) ?? 'bin'
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  const [claim] = await db
    .select({ id: verifications.id })
    .from(verifications)
    .where(eq(verifications.profileId, userId))
  const documents = await countVerificationDocumentsOfMember(db, userId)
  const checks = await listFactChecksOfOwner(db, userId)
  return [
    ...(claim ? ['What you told us about your service, and your verification'] : []),
    ...(documents > 0 ? [formatPersonalDataCount(documents, 'verification document')] : []),
    ...(checks.length > 0 ? ['What you asked us to confirm about your business, with the certificates'] : []),
  ]
}

/**
 * Keeps decisions for the statistics, without the member and without what they were told or wrote. What was confirmed about their
 * businesses goes with these.
 */
export async function erasePersonalData(transaction: Database, userId: string): Promise<StoredFilesToDelete[]> {
  const documents = await transaction
    .delete(verificationDocuments)
    .where(eq(verificationDocuments.profileId, userId))
    .returning({ key: verificationDocuments.fileBucketUrl })
  await transaction.delete(verificationRecords).where(eq(verificationRecords.profileId, userId))
  await transaction.delete(verifications).where(eq(verifications.profileId, userId))
  await transaction
    .update(verificationDecisions)
    .set({ profileId: null, words: null, reply: null })
    .where(eq(verificationDecisions.profileId, userId))
  return [{ bucket: verificationDocumentBucket, keys: documents.flatMap(({ key }) => (key ? [key] : [])) }]
}

function listDocuments(db: Database, userId: string) {
  return db
    .select()
    .from(verificationDocuments)
    .where(eq(verificationDocuments.profileId, userId))
    .orderBy(asc(verificationDocuments.uploadedAt), asc(verificationDocuments.id))
}
