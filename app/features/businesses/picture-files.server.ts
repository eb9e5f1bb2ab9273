import { pictureOf } from '#app/lib/pictures.ts'
import type { Database } from '#app/platform/.server/database.ts'
import type { StoredPicture } from '#app/platform/.server/images.ts'
import { findRemoved, type PictureStore } from './media-queries.server.ts'
import type { Media } from './schema.ts'

/** The public bucket of a picture, which is also what kind of picture it is. */
export type PictureKind = 'logo' | 'gallery'

/** What hangs on a wall, as screens show it. */
export async function viewMedia(db: Database, wall: PictureStore, id: string): Promise<Media> {
  const logo = await wall.logo(db, id)
  const gallery = await wall.gallery(db, id)
  const removed = (await findRemoved(db, id)).map(({ kind, orderIndex, id: removedId, secondsLeft }) => {
    const place = gallery.filter((row) => row.orderIndex < orderIndex).length
    return { kind, removed: { id: removedId, place, secondsLeft } }
  })
  const removedOf = (kind: PictureKind) => removed.filter((each) => each.kind === kind).map((each) => each.removed)
  return {
    logo: logo && pictureOf('logo', logo),
    gallery: gallery.map((row) => ({ id: row.id, caption: row.caption, ...pictureOf('gallery', row) })),
    // Another logo has taken the place of the one before.
    removed: { logo: logo ? [] : removedOf('logo').slice(0, 1), gallery: removedOf('gallery') },
  }
}

/** All pictures of a wall with what kind each is. */
export async function listPictures(
  db: Database,
  wall: PictureStore,
  id: string,
): Promise<{ kind: PictureKind; picture: StoredPicture }[]> {
  const logo = await wall.logo(db, id)
  const gallery = await wall.gallery(db, id)
  return [
    ...(logo ? [{ kind: 'logo' as const, picture: logo }] : []),
    ...gallery.map((picture) => ({ kind: 'gallery' as const, picture })),
  ]
}
