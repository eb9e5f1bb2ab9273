import { pictureKeys, pictureOf } from '#app/lib/pictures.ts'
import type { Database } from '#app/platform/.server/database.ts'
import type { StoredPicture } from '#app/platform/.server/images.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Bucket } from '#app/platform/.server/storage.ts'
import { deleteFiles } from '#app/platform/.server/stored-files.ts'
import type { Wall } from './media-queries.server.ts'
import type { Media } from './schema.ts'

/** The public bucket of a picture, which is also what kind of picture it is. */
export type PictureKind = 'logo' | 'gallery'

type Files = Pick<StoredPicture, 'key' | 'width' | 'masterKey'>

/** All files a picture consists of, by bucket. */
export function filesOf(kind: PictureKind, picture: Files): { bucket: Bucket; keys: string[] }[] {
  const files: { bucket: Bucket; keys: string[] }[] = [{ bucket: kind, keys: pictureKeys(kind, picture) }]
  if (picture.masterKey) files.push({ bucket: 'masters', keys: [picture.masterKey] })
  return files
}

/** Has the files of a picture deleted once the transaction that takes its row away has happened. */
export async function enqueueDeletion(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: Database,
  kind: PictureKind,
  picture: Files,
): Promise<void> {
  for (const files of filesOf(kind, picture)) await jobs.enqueue(transaction, deleteFiles, files)
}

/** What hangs on a wall, as screens show it. */
export async function viewMedia(db: Database, wall: Wall, id: string): Promise<Media> {
  const logo = await wall.logo(db, id)
  const gallery = await wall.gallery(db, id)
  return {
    logo: logo && pictureOf('logo', logo),
    gallery: gallery.map((row) => ({ id: row.id, caption: row.caption, ...pictureOf('gallery', row) })),
  }
}

/** All pictures of a wall with what kind each is. */
export async function listPictures(
  db: Database,
  wall: Wall,
  id: string,
): Promise<{ kind: PictureKind; picture: StoredPicture }[]> {
  const logo = await wall.logo(db, id)
  const gallery = await wall.gallery(db, id)
  return [
    ...(logo ? [{ kind: 'logo' as const, picture: logo }] : []),
    ...gallery.map((picture) => ({ kind: 'gallery' as const, picture })),
  ]
}
