import { href } from 'react-router'
import { z } from 'zod/mini'
import { removePodcastCover, restorePodcastCover } from '#app/features/podcasts/cover-service.server.ts'
import { podcastSchema } from '#app/features/podcasts/form-schema.ts'
import { invalidPodcastToast, podcastToasts } from '#app/features/podcasts/model.ts'
import { saveAndPublishPodcast } from '#app/features/podcasts/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import type { VersionedFormRefusal } from '#app/ui/schema-form.ts'
import { defineForm, makeHandlerOfForms, type RefuseFormFunction } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
}

const page = href('/my-podcast')

/** The version that the form was filled in from: it comes back with what was typed. */
const versionOf = (form: FormData) => String(form.get('version') ?? '')

const podcastForm = defineForm({
  name: 'podcast',
  schema: podcastSchema,
  explain: invalidPodcastToast,
  failed: podcastToasts.notStored,
  with: async (_: Sent, form) => ({ version: versionOf(form) }),
  handle: async ({ platform, actor }: Sent, podcast, refuse: RefuseFormFunction<VersionedFormRefusal>, form) => {
    const version = versionOf(form)
    const result = await saveAndPublishPodcast(platform, actor, podcast, version)
    switch (result.outcome) {
      case 'created':
      case 'updated':
        return redirectWithFlash(page, podcastToasts[result.outcome])
      case 'changed':
        return refuse(invalidPodcastToast([podcastToasts.changedMeanwhile]), {
          status: 409,
          with: { version: result.version },
        })
      case 'limited':
        return refuse(invalidPodcastToast([podcastToasts.tooManySaves(result.minutes)]), {
          status: 429,
          with: { version },
        })
    }
  },
})

const removeCoverForm = defineForm({
  name: 'remove-cover',
  failed: podcastToasts.deleteFailed,
  handle: async ({ platform, actor }: Sent) => {
    const removed = await removePodcastCover(platform, actor)
    return redirectWithFlash(page, removed ? podcastToasts.coverDeleted : podcastToasts.coverGone)
  },
})

const undoCoverForm = defineForm({
  name: 'undo-cover',
  schema: z.object({ picture: z.string() }),
  failed: podcastToasts.notStored,
  handle: async ({ platform, actor }: Sent, { picture }) => {
    const restored = await restorePodcastCover(platform, actor, picture)
    return redirectWithFlash(page, restored ? podcastToasts.coverRestored : podcastToasts.tooLateToUndo)
  },
})

/** Handles the forms of /my-podcast. */
export const handleOwnPodcastForm = makeHandlerOfForms<Sent, VersionedFormRefusal>([
  podcastForm,
  removeCoverForm,
  undoCoverForm,
])
