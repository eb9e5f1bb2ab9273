import { pictureOf } from '#app/lib/pictures.ts'
import type { Database } from '#app/platform/.server/database.ts'
import type { StoredPicture } from '#app/platform/.server/images.ts'
import { findRemoved, type PictureStore } from './media-queries.server.ts'
import type { Media } from './schema.ts'

/** The kind of a picture, which is also the name of its public bucket. */
export type PictureKind = 'logo' | 'gallery'

/** Builds the view of the logo and the gallery that screens show. */
export async function viewMedia(db: Database, store: PictureStore, id: string): Promise<Media> {
  const logo = await store.logo(db, id)
  const gallery = await store.gallery(db, id)
  const removed = (await findRemoved(db, id)).map(({ kind, orderIndex, id: removedId, secondsLeft }) => {
    const index = gallery.filter((row) => row.orderIndex < orderIndex).length
    return { kind, removed: { id: removedId, index, secondsLeft } }
  })
  const removedOf = (kind: PictureKind) => removed.filter((each) => each.kind === kind).map((each) => each.removed)
  return {
    logo: logo && pictureOf('logo', logo),
    gallery: gallery.map((row) => ({ id: row.id, caption: row.caption, ...pictureOf('gallery', row) })),
    // A logo cannot be restored once another one has replaced it.
    removed: { logo: logo ? [] : removedOf('logo').slice(0, 1), gallery: removedOf('gallery') },
  }
}

/** Lists the logo and the gallery. */
export async function listPictures(
  db: Database,
  store: PictureStore,
  id: string,
): Promise<{ kind: PictureKind; picture: StoredPicture }[]> {
  const logo = await store.logo(db, id)
  const gallery = await store.gallery(db, id)
  return [
    ...(logo ? [{ kind: 'logo' as const, picture: logo }] : []),
    ...gallery.map((picture) => ({ kind: 'gallery' as const, picture })),
  ]
}
