import { findEmail } from '#app/features/account/personal-data-service.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { eraseRemoved } from '#app/platform/.server/images/removed-pictures.ts'
import { counted, type ErasedFiles, type PersonalData } from '#app/platform/.server/personal-data.ts'
import { filesOf } from '#app/platform/.server/storage/stored-files.ts'
import { deleteDraft, findDraft } from './draft-queries.server.ts'
import { businessPictures, draftPictures } from './media-queries.server.ts'
import { listPictures } from './picture-files.server.ts'
import { deleteBusinessesOf, listBusinessesOf, listFormerSlugs } from './queries.server.ts'
import { deleteTransfersAbout, listTransfersAbout } from './transfer/queries.server.ts'

type StoredMedia = Awaited<ReturnType<typeof listPictures>>

const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Collects a member's businesses and draft, with the largest stored file of each picture, and invitations to take a business on. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const { businesses, draft, pictures } = await findAll(db, userId)
  const records: PersonalData['records'] = {}
  if (businesses.length > 0) {
    records.business = businesses.map(({ business }) => business)
    records['business-former-addresses'] = await listFormerSlugs(db, userId)
  }
  const transfers = await listTransfersAbout(db, userId, await findEmail(db, userId))
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
  const { length } = await listTransfersAbout(db, userId, await findEmail(db, userId))
  if (length > 0) described.push(`${counted(length, 'invitation')} to take over a listing, sent by you or to you`)
  return described
}

/**
 * Deletes a member's businesses, with their pictures, former slugs and listings, their draft, and invitations to take a business on.
 */
export async function erasePersonalData(transaction: Database, userId: string): Promise<ErasedFiles[]> {
  const { businesses, draft, pictures } = await findAll(transaction, userId)
  const folders = [...businesses.map(({ business }) => business.id), ...(draft ? [draft.id] : [])]
  const removed: ErasedFiles[] = []
  for (const folder of folders) removed.push(...(await eraseRemoved(transaction, folder)))
  await deleteTransfersAbout(transaction, userId, await findEmail(transaction, userId))
  await deleteBusinessesOf(transaction, userId)
  await deleteDraft(transaction, userId)
  return [...removed, ...pictures.flatMap(({ kind, picture }) => filesOf(kind, picture))]
}

async function findAll(db: Database, userId: string) {
  const businesses = []
  for (const business of await listBusinessesOf(db, userId)) {
    businesses.push({ business, pictures: await listPictures(db, businessPictures, business.id) })
  }
  const found = await findDraft(db, userId)
  const draft = found && { ...found, pictures: await listPictures(db, draftPictures, found.id) }
  return { businesses, draft, pictures: [...businesses.flatMap((each) => each.pictures), ...(draft?.pictures ?? [])] }
}

function describePictures(pictures: StoredMedia): string[] {
  const shown = pictures.filter(({ kind }) => kind === 'gallery').length
  return [
    ...(pictures.some(({ kind }) => kind === 'logo') ? ['its logo'] : []),
    ...(shown > 0 ? [counted(shown, 'picture')] : []),
  ]
}
