import { data } from 'react-router'
import {
  captionGalleryPicture,
  type MediaTarget,
  orderGallery,
  removeGalleryPicture,
  removeLogo,
  undoRemoval,
} from '#app/features/businesses/media-service.server.ts'
import { captionSchema, type Message, messages, type PictureFormAnswer } from '#app/features/businesses/schema.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
  form: FormData
  target: MediaTarget
}

/** What a form did, and what is said of it; words for a caption that cannot be taken. */
type Done = { toast: Message } | { captionError: string }

const forms: Record<string, (sent: Sent, pictureId: string) => Promise<Done>> = {
  'remove-logo': async ({ platform, actor, target }) => ({
    toast: (await removeLogo(platform, actor, target)) ? messages.logoDeleted : messages.pictureGone,
  }),

  'remove-picture': async ({ platform, actor, target }, pictureId) => ({
    toast: (await removeGalleryPicture(platform, actor, target, pictureId))
      ? messages.imageDeleted
      : messages.pictureGone,
  }),

  'undo-logo': async ({ platform, actor, target }, removedId) => ({
    toast: (await undoRemoval(platform, actor, target, removedId)) ? messages.logoRestored : messages.tooLateToUndo,
  }),

  'undo-picture': async ({ platform, actor, target }, removedId) => ({
    toast: (await undoRemoval(platform, actor, target, removedId)) ? messages.imageRestored : messages.tooLateToUndo,
  }),

  'caption-picture': async ({ platform, actor, target, form }, pictureId) => {
    const parsed = captionSchema.safeParse({ caption: form.get('caption') })
    if (!parsed.success) return { captionError: parsed.error.issues[0]?.message ?? '' }
    const saved = await captionGalleryPicture(platform, actor, target, pictureId, parsed.data.caption)
    return { toast: saved ? messages.captionSaved : messages.pictureGone }
  },

  'order-pictures': async ({ platform, actor, target, form }) => {
    const ids = String(form.get('order')).split(',').slice(0, 50)
    const ordered = await orderGallery(platform, actor, target, ids)
    return { toast: ordered ? messages.orderSaved : messages.pictureGone }
  },
}

/** Whether a form, by its field `form`, is one about pictures that are there. */
export function isPictureForm(name: unknown): name is string {
  return typeof name === 'string' && Object.hasOwn(forms, name)
}

/** Does what a form about pictures asks for, and leads back to the page that shows them. */
export async function answerPictureForm(name: string, sent: Sent, page: string) {
  const pictureId = String(sent.form.get('picture') ?? '')
  try {
    const done = await forms[name]?.(sent, pictureId)
    if (!done) throw data(null, { status: 400 })
    if ('toast' in done) return redirectWithFlash(page, done.toast)
    const caption = String(sent.form.get('caption') ?? '')
    const { captionError: error } = done
    return data<PictureFormAnswer>({ form: name, caption: { pictureId, typed: caption, error } }, { status: 400 })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    sent.platform.log.error({ error }, 'the pictures could not be changed')
    const toast = name.startsWith('remove') ? messages.deleteFailed : messages.notSaved
    return data<PictureFormAnswer>({ form: name, toast }, { status: 503 })
  }
}
