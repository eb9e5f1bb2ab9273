import { z } from 'zod/mini'
import { galleryCaptionSchema } from '#app/features/businesses/form-schema.ts'
import {
  type BusinessMediaTarget,
  captionBusinessGalleryPicture,
  removeBusinessGalleryPicture,
  removeBusinessLogo,
  reorderBusinessGallery,
  undoBusinessPictureRemoval,
} from '#app/features/businesses/media-service.server.ts'
import { businessToasts } from '#app/features/businesses/model.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

/** What the forms about pictures need. */
export interface SentBusinessPictureForm {
  platform: Platform
  actor: Actor
  target: BusinessMediaTarget
  /** The page that shows a logo, or the gallery. */
  picturePage: Record<'logo' | 'gallery', string>
}

const pictureSchema = z.object({ picture: z.string() })

const removeLogoForm = defineForm({
  name: 'remove-logo',
  failed: businessToasts.deleteFailed,
  handle: async ({ platform, actor, target, picturePage }: SentBusinessPictureForm) => {
    const removed = await removeBusinessLogo(platform, actor, target)
    return redirectWithFlash(picturePage.logo, removed ? businessToasts.logoDeleted : businessToasts.pictureGone)
  },
})

const removePictureForm = defineForm({
  name: 'remove-picture',
  schema: pictureSchema,
  failed: businessToasts.deleteFailed,
  handle: async ({ platform, actor, target, picturePage }: SentBusinessPictureForm, { picture }) => {
    const removed = await removeBusinessGalleryPicture(platform, actor, target, picture)
    return redirectWithFlash(picturePage.gallery, removed ? businessToasts.imageDeleted : businessToasts.pictureGone)
  },
})

function defineUndo(name: 'undo-logo' | 'undo-picture', place: 'logo' | 'gallery', restored: ToastMessage) {
  return defineForm({
    name,
    schema: pictureSchema,
    failed: businessToasts.notSaved,
    handle: async ({ platform, actor, target, picturePage }: SentBusinessPictureForm, { picture }) => {
      const isRestored = await undoBusinessPictureRemoval(platform, actor, target, picture)
      return redirectWithFlash(picturePage[place], isRestored ? restored : businessToasts.tooLateToUndo)
    },
  })
}

const undoLogoForm = defineUndo('undo-logo', 'logo', businessToasts.logoRestored)
const undoPictureForm = defineUndo('undo-picture', 'gallery', businessToasts.imageRestored)

const captionForm = defineForm({
  name: 'caption-picture',
  schema: z.object({ ...galleryCaptionSchema.shape, ...pictureSchema.shape }),
  // The message is shown at the field.
  explain: () => undefined,
  failed: businessToasts.notSaved,
  handle: async ({ platform, actor, target, picturePage }: SentBusinessPictureForm, { picture, caption }) => {
    const saved = await captionBusinessGalleryPicture(platform, actor, target, picture, caption)
    return redirectWithFlash(picturePage.gallery, saved ? businessToasts.captionSaved : businessToasts.pictureGone)
  },
})

const orderForm = defineForm({
  name: 'order-pictures',
  schema: z.object({ order: z.string() }),
  failed: businessToasts.notSaved,
  handle: async ({ platform, actor, target, picturePage }: SentBusinessPictureForm, { order }) => {
    const ordered = await reorderBusinessGallery(platform, actor, target, order.split(',').slice(0, 50))
    return redirectWithFlash(picturePage.gallery, ordered ? businessToasts.orderSaved : businessToasts.pictureGone)
  },
})

/** The forms about stored pictures, on /my-business and in the wizard. */
export const businessPictureForms = [
  removeLogoForm,
  removePictureForm,
  undoLogoForm,
  undoPictureForm,
  captionForm,
  orderForm,
]
