import type { Database } from '#app/platform/.server/database.ts'
import type { Bucket } from '#app/platform/.server/storage.ts'
import { deleteDraft, findDraft } from './draft-queries.server.ts'
import { businessWall, draftWall, type Wall } from './media-queries.server.ts'
import { filesOf, listPictures } from './picture-files.server.ts'
import { deleteBusinessesOf, listBusinessesOf, listFormerSlugs } from './queries.server.ts'

/** A stored file that holds something of a person. */
export interface PersonalFile {
  bucket: Bucket
  key: string
}

/** What this room keeps of a member: rows by what they are, and the pictures, each in its best form. */
export async function collectPersonalData(
  db: Database,
  userId: string,
): Promise<{ rows: Record<string, object[]>; files: PersonalFile[] }> {
  const businesses = await listBusinessesOf(db, userId)
  const draft = await findDraft(db, userId)
  const hung = await listHung(db, userId)
  return {
    rows: {
      businesses,
      business_slugs: await listFormerSlugs(db, userId),
      business_drafts: draft ? [draft] : [],
      business_pictures: hung.map(({ kind, picture }) => ({ kind, ...picture })),
    },
    files: hung.map(({ kind, picture }) =>
      picture.masterKey ? { bucket: 'masters', key: picture.masterKey } : { bucket: kind, key: picture.key },
    ),
  }
}

/**
 * Takes away what this room keeps of a member, their business with it, and answers with the files that are to be deleted
 * once the transaction has happened.
 */
export async function erasePersonalData(transaction: Database, userId: string): Promise<{ files: PersonalFile[] }> {
  const hung = await listHung(transaction, userId)
  await deleteBusinessesOf(transaction, userId)
  await deleteDraft(transaction, userId)
  return {
    files: hung.flatMap(({ kind, picture }) =>
      filesOf(kind, picture).flatMap(({ bucket, keys }) => keys.map((key) => ({ bucket, key }))),
    ),
  }
}

/** The pictures of all businesses of a member, and of their draft. */
async function listHung(db: Database, userId: string) {
  const walls: [Wall, string][] = (await listBusinessesOf(db, userId)).map(({ id }) => [businessWall, id])
  const draft = await findDraft(db, userId)
  if (draft) walls.push([draftWall, draft.id])
  const hung: Awaited<ReturnType<typeof listPictures>> = []
  for (const [wall, id] of walls) hung.push(...(await listPictures(db, wall, id)))
  return hung
}
