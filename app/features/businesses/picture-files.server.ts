import { toPicture } from '#app/lib/pictures.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { StoredPicture } from '#app/platform/.server/images/images.ts'
import { listUndoableRemovedPictures } from '#app/platform/.server/images/removed-pictures.ts'
import type { PictureQueriesOfBusinessOrDraft } from './media-queries.server.ts'
import { businessGalleryMaximum, type OwnBusinessMedia } from './model.ts'

/** The kind of a picture, which is also the name of its public bucket. */
export type BusinessPictureKind = 'logo' | 'gallery'

/** Builds the view of the logo and the gallery that screens show. */
export async function loadOwnBusinessMediaView(
  db: Database,
  store: PictureQueriesOfBusinessOrDraft,
  id: string,
): Promise<OwnBusinessMedia> {
  const logo = await store.logo(db, id)
  const gallery = await store.gallery(db, id)
  const removed = await listUndoableRemovedPictures(db, id)
  const [removedLogo] = removed.filter(({ kind }) => kind === 'logo')
  const isFull = gallery.length >= businessGalleryMaximum
  return {
    logo: logo && toPicture('logo', logo),
    gallery: gallery.map((row) => ({ id: row.id, caption: row.caption, ...toPicture('gallery', row) })),
    // There is no place for one more in a gallery that is full.
    removed: {
      logo: removedLogo ? { id: removedLogo.id, secondsLeft: removedLogo.secondsLeft } : null,
      gallery: isFull
        ? []
        : removed
            .filter(({ kind }) => kind === 'gallery')
            .map(({ id: removedId, secondsLeft, orderIndex }) => ({
              id: removedId,
              secondsLeft,
              index: gallery.filter((row) => row.orderIndex < orderIndex).length,
            })),
    },
  }
}

/** Lists the logo and the gallery. */
export async function listBusinessPictures(
  db: Database,
  store: PictureQueriesOfBusinessOrDraft,
  id: string,
): Promise<{ kind: BusinessPictureKind; picture: StoredPicture }[]> {
  const logo = await store.logo(db, id)
  const gallery = await store.gallery(db, id)
  return [
    ...(logo ? [{ kind: 'logo' as const, picture: logo }] : []),
    ...gallery.map((picture) => ({ kind: 'gallery' as const, picture })),
  ]
}
