import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { armedForcesBranches, militaryRelationshipTypes, verificationStatuses } from '#app/features/reference/rules.ts'
import type { VerificationDocumentKind, VerificationRejectionReason } from '#app/features/verification/rules.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { drawSampleDocument } from './drawings.ts'
import { loadSampleData } from './sample-data.ts'
import { sampleId, sampleVerifiedAt } from './sample-writer.ts'

/** Of everybody whose case is a sample. */
const lastName = 'Sample'

/** A document of a case, sealed and in the store. */
interface StoredDocument {
  id: string
  key: string
  kind: VerificationDocumentKind
  /** Sealed. */
  fileName: string
  size: number
}

const idOf = (names: readonly string[], name: string) => names.indexOf(name) + 1

const caseId = (kind: 'account' | 'verification' | `document-${number}`, number: number) =>
  sampleId(kind, 'demo-cases', number)

/** Draws the demo's sample documents and stores them sealed, as every document is: before the rows that name them. */
export async function storeSampleVerificationDocuments({
  storage,
  vault,
}: Pick<Platform, 'storage' | 'vault'>): Promise<StoredDocument[][]> {
  return Promise.all(
    loadSampleData().cases.map(async ({ documents, ...person }, number) => {
      const stored: StoredDocument[] = []
      for (const [index, kind] of documents.entries()) {
        const drawing = drawSampleDocument(kind, { ...person, name: `${person.firstName} ${lastName}` })
        const bytes = await sharp(Buffer.from(drawing)).png().toBuffer()
        const id = caseId(`document-${index}`, number)
        const key = `${caseId('account', number)}/${id}.sealed`
        await storage.put('verification-documents', key, vault.seal(bytes, key))
        const fileName = vault.sealText(`sample-${kind}.png`, `verification_documents.file_name:${id}`)
        stored.push({ id, key, kind, fileName, size: bytes.length })
      }
      return stored
    }),
  )
}

/** Writes the members whose verifications wait, so that the queue shows life at the first start. */
export async function writeSampleVerificationCases(
  transaction: Database,
  { vault }: Pick<Platform, 'vault'>,
  stored: StoredDocument[][],
): Promise<void> {
  for (const [number, person] of loadSampleData().cases.entries()) {
    const id = caseId('account', number)
    const name = `${person.firstName} ${lastName}`
    const email = `${person.firstName.toLowerCase()}.queue@sample.example`
    const ago = sql`now() - make_interval(hours => ${person.waitingHours})`
    const relationshipId = idOf(militaryRelationshipTypes, person.relationship)
    const serviceNumber =
      person.serviceNumber && vault.sealText(person.serviceNumber, `verifications.service_number:${id}`)
    await transaction.execute(
      sql`INSERT INTO users (id, name, email, email_verified, created_at)
          VALUES (${id}, ${name}, ${email}, true, ${ago} - interval '3 days')`,
    )
    await transaction.execute(
      sql`INSERT INTO profiles (id, first_name, last_name, personal_email, military_relationship_type_id,
            verification_status_id, created_at)
          VALUES (${id}, ${person.firstName}, ${lastName}, ${email}, ${relationshipId},
            ${idOf(verificationStatuses, 'In Review')}, ${ago} - interval '3 days')`,
    )
    await transaction.execute(
      sql`INSERT INTO verifications (id, profile_id, military_relationship_type_id, service_branch_id, service_number,
            service_description, consent, declaration_accepted_at, created_at, queued_at)
          VALUES (${caseId('verification', number)}, ${id}, ${relationshipId}, ${idOf(armedForcesBranches, person.branch)},
            ${serviceNumber}, ${person.description ?? null}, true, ${ago}, ${ago} - interval '1 hour', ${ago})`,
    )
    for (const document of stored[number] ?? []) {
      await transaction.execute(
        sql`INSERT INTO verification_documents (id, profile_id, file_bucket_url, kind, file_name, media_type, size, uploaded_at)
            VALUES (${document.id}, ${id}, ${document.key}, ${document.kind}, ${document.fileName}, 'image/png',
              ${document.size}, ${ago} - interval '20 minutes')`,
      )
    }
  }
}

/** The decision that led to each status; null for none. */
const sampleDecisions: Record<VerificationStatus, 'approved' | 'rejected' | null> = {
  Pending: null,
  'In Review': null,
  Verified: 'approved',
  Rejected: 'rejected',
}

const reasons: VerificationRejectionReason[] = ['unreadable', 'wrong-document', 'another-name', 'not-service']

/**
 * Writes how the demo's samples came to be verified or rejected, spread over the last year: what the figures of the staff
 * are made of.
 */
export async function writeSampleVerificationDecisions(
  transaction: Database,
  samples: { status: VerificationStatus | null }[],
  reviewerId: string,
): Promise<void> {
  const rows = samples.flatMap(({ status }, number) => {
    const decision = status && sampleDecisions[status]
    if (!decision) return []
    const decidedAt = sampleVerifiedAt(number)
    const days = 1 + ((number * 13) % 9) + ((number * 7) % 5) / 5
    return [
      {
        id: sampleId('decision', 'demo', number),
        profile_id: sampleId('owner', 'demo', number),
        reviewer_id: reviewerId,
        decision,
        reason: decision === 'approved' ? null : reasons[number % reasons.length],
        words: decision === 'approved' ? null : 'This is a sample of what a reviewer writes.',
        submitted_at: new Date(decidedAt.getTime() - days * 86_400_000).toISOString(),
        decided_at: decidedAt.toISOString(),
      },
    ]
  })
  await transaction.execute(
    sql`INSERT INTO verification_decisions
          (id, profile_id, reviewer_id, decision, reason, words, service_branch_id, submitted_at, decided_at)
        SELECT r.id, r.profile_id, r.reviewer_id, r.decision, r.reason, r.words, v.service_branch_id, r.submitted_at, r.decided_at
        FROM jsonb_populate_recordset(NULL::verification_decisions, ${JSON.stringify(rows)}::jsonb) AS r
        JOIN verifications v ON v.profile_id = r.profile_id`,
  )
}
