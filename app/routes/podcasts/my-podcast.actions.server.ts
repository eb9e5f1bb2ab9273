import { href } from 'react-router'
import { z } from 'zod/mini'
import { removeCover, undoCover } from '#app/features/podcasts/cover-service.server.ts'
import { podcastSchema } from '#app/features/podcasts/form-schema.ts'
import { explainPodcast, podcastMessages } from '#app/features/podcasts/model.ts'
import { savePodcast } from '#app/features/podcasts/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import type { VersionedAnswer } from '#app/ui/schema-form.ts'
import { defineForm, handleForms, type Refuse } from '../define-form.server.ts'
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
  explain: explainPodcast,
  failed: podcastMessages.notStored,
  with: async (_: Sent, form) => ({ version: versionOf(form) }),
  handle: async ({ platform, actor }: Sent, podcast, refuse: Refuse<VersionedAnswer>, form) => {
    const version = versionOf(form)
    const result = await savePodcast(platform, actor, podcast, version)
    switch (result.outcome) {
      case 'created':
      case 'updated':
        return redirectWithFlash(page, podcastMessages[result.outcome])
      case 'changed':
        return refuse(explainPodcast([podcastMessages.changedMeanwhile]), {
          status: 409,
          with: { version: result.version },
        })
      case 'limited':
        return refuse(explainPodcast([podcastMessages.tooManySaves(result.minutes)]), {
          status: 429,
          with: { version },
        })
    }
  },
})

const removeCoverForm = defineForm({
  name: 'remove-cover',
  failed: podcastMessages.deleteFailed,
  handle: async ({ platform, actor }: Sent) => {
    const removed = await removeCover(platform, actor)
    return redirectWithFlash(page, removed ? podcastMessages.coverDeleted : podcastMessages.coverGone)
  },
})

const undoCoverForm = defineForm({
  name: 'undo-cover',
  schema: z.object({ picture: z.string() }),
  failed: podcastMessages.notStored,
  handle: async ({ platform, actor }: Sent, { picture }) => {
    const restored = await undoCover(platform, actor, picture)
    return redirectWithFlash(page, restored ? podcastMessages.coverRestored : podcastMessages.tooLateToUndo)
  },
})

/** Handles the forms of /my-podcast. */
export const handlePodcastForm = handleForms<Sent, VersionedAnswer>([podcastForm, removeCoverForm, undoCoverForm])
