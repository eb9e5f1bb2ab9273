import { z } from 'zod/mini'
import { galleryCaptionSchema } from '#app/features/businesses/form-schema.ts'
import {
  type BusinessMediaTarget,
  removeOwnBusinessGalleryPicture,
  removeOwnBusinessLogo,
  reorderOwnBusinessGallery,
  setOwnBusinessGalleryPictureCaption,
  undoOwnBusinessPictureRemoval,
} from '#app/features/businesses/media-service.server.ts'
import { ownBusinessToasts } from '#app/features/businesses/model.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

/** What the forms about pictures need. */
export interface BusinessPictureFormContext {
  platform: Platform
  actor: Actor
  target: BusinessMediaTarget
  /** The page that shows a logo, or the gallery. */
  picturePage: Record<'logo' | 'gallery', string>
}

const pictureSchema = z.object({ picture: z.string() })

const removeLogoForm = defineForm({
  name: 'remove-logo',
  failed: ownBusinessToasts.deleteFailed,
  handle: async ({ platform, actor, target, picturePage }: BusinessPictureFormContext) => {
    const removed = await removeOwnBusinessLogo(platform, actor, target)
    return redirectWithFlash(picturePage.logo, removed ? ownBusinessToasts.logoDeleted : ownBusinessToasts.pictureGone)
  },
})

const removePictureForm = defineForm({
  name: 'remove-picture',
  schema: pictureSchema,
  failed: ownBusinessToasts.deleteFailed,
  handle: async ({ platform, actor, target, picturePage }: BusinessPictureFormContext, { picture }) => {
    const removed = await removeOwnBusinessGalleryPicture(platform, actor, target, picture)
    return redirectWithFlash(
      picturePage.gallery,
      removed ? ownBusinessToasts.imageDeleted : ownBusinessToasts.pictureGone,
    )
  },
})

function defineUndo(name: 'undo-logo' | 'undo-picture', place: 'logo' | 'gallery', restored: ToastMessage) {
  return defineForm({
    name,
    schema: pictureSchema,
    failed: ownBusinessToasts.notSaved,
    handle: async ({ platform, actor, target, picturePage }: BusinessPictureFormContext, { picture }) => {
      const isRestored = await undoOwnBusinessPictureRemoval(platform, actor, target, picture)
      return redirectWithFlash(picturePage[place], isRestored ? restored : ownBusinessToasts.tooLateToUndo)
    },
  })
}

const undoLogoForm = defineUndo('undo-logo', 'logo', ownBusinessToasts.logoRestored)
const undoPictureForm = defineUndo('undo-picture', 'gallery', ownBusinessToasts.imageRestored)

const captionForm = defineForm({
  name: 'caption-picture',
  schema: z.object({ ...galleryCaptionSchema.shape, ...pictureSchema.shape }),
  // The message is shown at the field.
  explain: () => undefined,
  failed: ownBusinessToasts.notSaved,
  handle: async ({ platform, actor, target, picturePage }: BusinessPictureFormContext, { picture, caption }) => {
    const saved = await setOwnBusinessGalleryPictureCaption(platform, actor, target, picture, caption)
    return redirectWithFlash(
      picturePage.gallery,
      saved ? ownBusinessToasts.captionSaved : ownBusinessToasts.pictureGone,
    )
  },
})

const orderForm = defineForm({
  name: 'order-pictures',
  schema: z.object({ order: z.string() }),
  failed: ownBusinessToasts.notSaved,
  handle: async ({ platform, actor, target, picturePage }: BusinessPictureFormContext, { order }) => {
    const ordered = await reorderOwnBusinessGallery(platform, actor, target, order.split(',').slice(0, 50))
    return redirectWithFlash(
      picturePage.gallery,
      ordered ? ownBusinessToasts.orderSaved : ownBusinessToasts.pictureGone,
    )
  },
})

/** The forms about stored pictures, on /my-business and in the wizard. */
export const businessPictureFormHandlers = [
  removeLogoForm,
  removePictureForm,
  undoLogoForm,
  undoPictureForm,
  captionForm,
  orderForm,
]
