import { findSignInEmailOfMember } from '#app/features/account/personal-data-service.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { deleteRemovedPicturesReturningFiles } from '#app/platform/.server/images/removed-pictures.ts'
import {
  formatPersonalDataCount,
  type PersonalData,
  type StoredFilesToDelete,
} from '#app/platform/.server/personal-data.ts'
import { storedFilesOfPicture } from '#app/platform/.server/storage/stored-files.ts'
import { deleteBusinessDraft, findBusinessDraft } from './draft-queries.server.ts'
import { businessDraftPictureQueries, businessPictureQueries } from './media-queries.server.ts'
import { listBusinessPictures } from './picture-files.server.ts'
import { deleteBusinessesOfOwner, listBusinessesOfOwner, listFormerBusinessSlugsOfOwner } from './queries.server.ts'
import { deleteOwnershipTransfersOfMember, listOwnershipTransfersOfMember } from './transfer/queries.server.ts'

type StoredMedia = Awaited<ReturnType<typeof listBusinessPictures>>

const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Collects a member's businesses and draft, with the largest stored file of each picture, and invitations to take a business on. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const { businesses, draft, pictures } = await findAll(db, userId)
  const records: PersonalData['records'] = {}
  if (businesses.length > 0) {
    records.business = businesses.map(({ business }) => business)
    records['business-former-addresses'] = await listFormerBusinessSlugsOfOwner(db, userId)
  }
  const transfers = await listOwnershipTransfersOfMember(db, userId, await findSignInEmailOfMember(db, userId))
  if (transfers.length > 0) records['business-handovers'] = transfers
  if (draft) records['business-draft'] = { step: draft.step, savedAt: draft.updatedAt, ...draft.data }
  if (pictures.length > 0) records['business-pictures'] = pictures.map(({ kind, picture }) => ({ kind, ...picture }))
  const count = { logo: 0, gallery: 0 }
  const files = pictures.map(({ kind, picture: { key, masterKey } }) => ({
    name: `${kind}-${++count[kind]}.webp`,
    ...(masterKey ? { bucket: 'masters' as const, key: masterKey } : { bucket: kind, key }),
  }))
  return { records, files }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  const { businesses, draft } = await findAll(db, userId)
  const described = businesses.map(({ business, pictures }) => {
    const parts = [...describePictures(pictures), 'its page in the directory']
    return `Your business ${business.name}, with ${listFormat.format(parts)}`
  })
  if (draft) {
    const parts = describePictures(draft.pictures)
    described.push(['Your draft of a business', listFormat.format(parts)].filter(Boolean).join(', with '))
  }
  const { length } = await listOwnershipTransfersOfMember(db, userId, await findSignInEmailOfMember(db, userId))
  if (length > 0)
    described.push(`${formatPersonalDataCount(length, 'invitation')} to take over a listing, sent by you or to you`)
  return described
}

/**
 * Deletes a member's businesses, with their pictures, former slugs and listings, their draft, and invitations to take a business on.
 */
export async function erasePersonalData(transaction: Database, userId: string): Promise<StoredFilesToDelete[]> {
  const { businesses, draft, pictures } = await findAll(transaction, userId)
  const folders = [...businesses.map(({ business }) => business.id), ...(draft ? [draft.id] : [])]
  const removed: StoredFilesToDelete[] = []
  for (const folder of folders) removed.push(...(await deleteRemovedPicturesReturningFiles(transaction, folder)))
  await deleteOwnershipTransfersOfMember(transaction, userId, await findSignInEmailOfMember(transaction, userId))
  await deleteBusinessesOfOwner(transaction, userId)
  await deleteBusinessDraft(transaction, userId)
  return [...removed, ...pictures.flatMap(({ kind, picture }) => storedFilesOfPicture(kind, picture))]
}

async function findAll(db: Database, userId: string) {
  const businesses = []
  for (const business of await listBusinessesOfOwner(db, userId)) {
    businesses.push({ business, pictures: await listBusinessPictures(db, businessPictureQueries, business.id) })
  }
  const found = await findBusinessDraft(db, userId)
  const draft = found && { ...found, pictures: await listBusinessPictures(db, businessDraftPictureQueries, found.id) }
  return { businesses, draft, pictures: [...businesses.flatMap((each) => each.pictures), ...(draft?.pictures ?? [])] }
}

function describePictures(pictures: StoredMedia): string[] {
  const shown = pictures.filter(({ kind }) => kind === 'gallery').length
  return [
    ...(pictures.some(({ kind }) => kind === 'logo') ? ['its logo'] : []),
    ...(shown > 0 ? [formatPersonalDataCount(shown, 'picture')] : []),
  ]
}
