import { z } from 'zod/mini'
import { captionSchema } from '#app/features/businesses/form-schema.ts'
import {
  captionGalleryPicture,
  type MediaTarget,
  orderGallery,
  removeGalleryPicture,
  removeLogo,
  undoRemoval,
} from '#app/features/businesses/media-service.server.ts'
import { businessMessages } from '#app/features/businesses/model.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

/** What the forms about pictures need. */
export interface SentAboutPictures {
  platform: Platform
  actor: Actor
  target: MediaTarget
  /** The page that shows a logo, or the gallery. */
  picturePage: Record<'logo' | 'gallery', string>
}

const pictureSchema = z.object({ picture: z.string() })

const removeLogoForm = defineForm({
  name: 'remove-logo',
  failed: businessMessages.deleteFailed,
  handle: async ({ platform, actor, target, picturePage }: SentAboutPictures) => {
    const removed = await removeLogo(platform, actor, target)
    return redirectWithFlash(picturePage.logo, removed ? businessMessages.logoDeleted : businessMessages.pictureGone)
  },
})

const removePictureForm = defineForm({
  name: 'remove-picture',
  schema: pictureSchema,
  failed: businessMessages.deleteFailed,
  handle: async ({ platform, actor, target, picturePage }: SentAboutPictures, { picture }) => {
    const removed = await removeGalleryPicture(platform, actor, target, picture)
    return redirectWithFlash(
      picturePage.gallery,
      removed ? businessMessages.imageDeleted : businessMessages.pictureGone,
    )
  },
})

function defineUndo(name: 'undo-logo' | 'undo-picture', place: 'logo' | 'gallery', restored: ToastMessage) {
  return defineForm({
    name,
    schema: pictureSchema,
    failed: businessMessages.notSaved,
    handle: async ({ platform, actor, target, picturePage }: SentAboutPictures, { picture }) => {
      const isRestored = await undoRemoval(platform, actor, target, picture)
      return redirectWithFlash(picturePage[place], isRestored ? restored : businessMessages.tooLateToUndo)
    },
  })
}

const undoLogoForm = defineUndo('undo-logo', 'logo', businessMessages.logoRestored)
const undoPictureForm = defineUndo('undo-picture', 'gallery', businessMessages.imageRestored)

const captionForm = defineForm({
  name: 'caption-picture',
  schema: z.object({ ...captionSchema.shape, ...pictureSchema.shape }),
  // The message is shown at the field.
  explain: () => undefined,
  failed: businessMessages.notSaved,
  handle: async ({ platform, actor, target, picturePage }: SentAboutPictures, { picture, caption }) => {
    const saved = await captionGalleryPicture(platform, actor, target, picture, caption)
    return redirectWithFlash(picturePage.gallery, saved ? businessMessages.captionSaved : businessMessages.pictureGone)
  },
})

const orderForm = defineForm({
  name: 'order-pictures',
  schema: z.object({ order: z.string() }),
  failed: businessMessages.notSaved,
  handle: async ({ platform, actor, target, picturePage }: SentAboutPictures, { order }) => {
    const ordered = await orderGallery(platform, actor, target, order.split(',').slice(0, 50))
    return redirectWithFlash(picturePage.gallery, ordered ? businessMessages.orderSaved : businessMessages.pictureGone)
  },
})

/** The forms about stored pictures, on /my-business and in the wizard. */
export const pictureForms = [removeLogoForm, removePictureForm, undoLogoForm, undoPictureForm, captionForm, orderForm]
