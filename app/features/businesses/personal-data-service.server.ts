import { asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { businessTypes, industries } from '#app/features/reference/tables.server.ts'
import { pictureKeys } from '#app/lib/pictures.ts'
import type { Database } from '#app/platform/.server/database.ts'
import { counted, type ErasedFiles, type PersonalData } from '#app/platform/.server/personal-data.ts'
import { businesses, businessGalleryImages, businessLogos } from './tables.server.ts'

/** A member's businesses, with their logos and pictures. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const found = await findBusinesses(db, userId)
  if (found.length === 0) return { records: {}, files: [] }
  const { logos, pictures } = await findPictures(db, found)
  return {
    records: { business: found, 'business-logo': logos, 'business-pictures': pictures },
    files: [
      ...logos.map(({ logoBucketUrl }, index) => ({
        name: `logo-${index + 1}.webp`,
        bucket: 'logo' as const,
        key: logoBucketUrl,
      })),
      ...pictures.map(({ imageBucketUrl }, index) => ({
        name: `gallery-${index + 1}.webp`,
        bucket: 'gallery' as const,
        key: imageBucketUrl,
      })),
    ],
  }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  const found = await findBusinesses(db, userId)
  const { logos, pictures } = await findPictures(db, found)
  return found.map(({ id, name }) => {
    const hasLogo = logos.some(({ businessId }) => businessId === id)
    const shown = pictures.filter(({ businessId }) => businessId === id).length
    const parts = [
      ...(hasLogo ? ['its logo'] : []),
      ...(shown > 0 ? [counted(shown, 'picture')] : []),
      'its page in the directory',
    ]
    return `Your business ${name}, with ${joined(parts)}`
  })
}

/** The businesses go, and with them their logos, their pictures and their places in the directory. */
export async function erasePersonalData(transaction: Database, userId: string): Promise<ErasedFiles[]> {
  const owned = transaction.select({ id: businesses.id }).from(businesses).where(eq(businesses.profileId, userId))
  const logos = await transaction
    .delete(businessLogos)
    .where(inArray(businessLogos.businessId, owned))
    .returning({ key: businessLogos.logoBucketUrl, width: businessLogos.width })
  const pictures = await transaction
    .delete(businessGalleryImages)
    .where(inArray(businessGalleryImages.businessId, owned))
    .returning({ key: businessGalleryImages.imageBucketUrl, width: businessGalleryImages.width })
  await transaction.delete(businesses).where(eq(businesses.profileId, userId))
  return [
    { bucket: 'logo', keys: logos.flatMap((logo) => pictureKeys('logo', logo)) },
    { bucket: 'gallery', keys: pictures.flatMap((picture) => pictureKeys('gallery', picture)) },
  ]
}

function findBusinesses(db: Database, userId: string) {
  return db
    .select({ ...getTableColumns(businesses), industry: industries.name, businessType: businessTypes.name })
    .from(businesses)
    .leftJoin(industries, eq(industries.id, businesses.industryId))
    .leftJoin(businessTypes, eq(businessTypes.id, businesses.businessTypeId))
    .where(eq(businesses.profileId, userId))
    .orderBy(asc(businesses.createdAt), asc(businesses.id))
}

async function findPictures(db: Database, found: { id: string }[]) {
  const ids = found.map(({ id }) => id)
  return {
    logos: await db.select().from(businessLogos).where(inArray(businessLogos.businessId, ids)),
    pictures: await db
      .select()
      .from(businessGalleryImages)
      .where(inArray(businessGalleryImages.businessId, ids))
      .orderBy(asc(businessGalleryImages.businessId), asc(businessGalleryImages.orderIndex)),
  }
}

/** 'a, b and c'. */
function joined(parts: string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
