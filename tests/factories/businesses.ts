import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { users } from '#app/features/account/tables.server.ts'
import { businesses, businessGalleryImages, businessLogos } from '#app/features/businesses/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import {
  type ArmedForcesBranch,
  armedForcesBranches,
  type Industry,
  industries,
  type MilitaryRelationshipType,
  militaryRelationshipTypes,
  type VerificationStatus,
  verificationStatuses,
} from '#app/features/reference/rules.ts'
import type { VerificationBasis } from '#app/features/verification/basis-rules.ts'
import { verificationRecords, verifications } from '#app/features/verification/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'

interface OwnerOptions {
  status?: VerificationStatus | null
  suspended?: boolean
  branch?: ArmedForcesBranch | null
  relationship?: MilitaryRelationshipType | null
  /** What the verification rests on; null for one from before records were kept. */
  basis?: VerificationBasis | null
}

/** Lookups have the ids of their order; see db/migrations. */
function idOf(names: readonly string[], name: string | null | undefined): number | null {
  return name ? names.indexOf(name) + 1 : null
}

/** A member with a claim to have served; Verified unless said otherwise. Returns the profile's id. */
export async function createOwner(db: Database, options: OwnerOptions = {}): Promise<string> {
  const { status = 'Verified', suspended = false, branch = 'British Army', relationship = 'Veteran' } = options
  const { basis = 'documents' } = options
  const id = randomUUID()
  const email = `owner-${id}@sample.example`
  await db.insert(users).values({ id, name: 'Sam Sample', email })
  await db.insert(profiles).values({
    id,
    firstName: 'Sam',
    lastName: 'Sample',
    personalEmail: email,
    militaryRelationshipTypeId: idOf(militaryRelationshipTypes, relationship),
    verificationStatusId: idOf(verificationStatuses, status),
    suspendedAt: suspended ? new Date() : null,
  })
  await db.insert(verifications).values({
    profileId: id,
    serviceBranchId: idOf(armedForcesBranches, branch),
    militaryRelationshipTypeId: idOf(militaryRelationshipTypes, relationship),
  })
  if (status === 'Verified' && basis) await createRecord(db, id, basis)
  return id
}

/** What a member's verification rests on, as if it had been confirmed. */
export async function createRecord(
  db: Database,
  profileId: string,
  basis: VerificationBasis,
  { isConfirmedAlone = false } = {},
): Promise<void> {
  await db.insert(verificationRecords).values({ profileId, basis, confirmedAt: sql`now()`, isConfirmedAlone })
}

type BusinessOptions = Partial<Omit<typeof businesses.$inferInsert, 'industryId'>> & {
  industry?: Industry
  owner?: OwnerOptions
  logo?: boolean
  /** Captions of its pictures. */
  gallery?: (string | null)[]
}

/** A listed business with an owner of its own, unless said otherwise; `profileId: null` for one without. */
export async function createBusiness(db: Database, options: BusinessOptions = {}) {
  const { industry, owner, logo = false, gallery = [], ...columns } = options
  const profileId = options.profileId === undefined ? await createOwner(db, owner) : options.profileId
  const [business] = await db
    .insert(businesses)
    .values({
      name: 'Sample Business',
      businessSlug: `sample-${randomUUID()}`,
      industryId: idOf(industries, industry),
      createdBy: profileId,
      ...columns,
      profileId,
    })
    .returning()
  if (!business) throw new Error('the business was not written')
  const picture = { width: 1600, height: 1200, colour: '#aabbcc' }
  if (logo) {
    await db.insert(businessLogos).values({
      businessId: business.id,
      logoBucketUrl: `${business.id}/logo.webp`,
      ...picture,
      width: 256,
      height: 256,
    })
  }
  for (const [orderIndex, caption] of gallery.entries()) {
    await db.insert(businessGalleryImages).values({
      businessId: business.id,
      imageBucketUrl: `${business.id}/picture-${orderIndex}.webp`,
      orderIndex,
      caption,
      ...picture,
    })
  }
  return business
}
