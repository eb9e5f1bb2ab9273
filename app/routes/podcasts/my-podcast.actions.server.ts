import { data } from 'react-router'
import type { PodcastFormAnswer } from '#app/features/podcasts/components/podcast-form.tsx'
import { removeCover } from '#app/features/podcasts/cover-service.server.ts'
import { podcastSchema } from '#app/features/podcasts/form-schema.ts'
import { explainPodcast, messages } from '#app/features/podcasts/schema.ts'
import { savePodcast } from '#app/features/podcasts/service.server.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { parseForm } from '../parse-form.server.ts'

interface Sent {
  platform: Platform
  actor: Actor
  form: FormData
}

const page = '/my-podcast'

/** Answers one of the forms of /my-podcast. @throws a 400 for one there is not. */
export function answerPodcastForm(sent: Sent) {
  const name = sent.form.get('form')
  if (name === 'podcast') return save(sent)
  if (name === 'remove-cover') return deleteCover(sent)
  throw data(null, { status: 400 })
}

function refuse(status: number, answer: Omit<PodcastFormAnswer, 'form'>) {
  return data<PodcastFormAnswer>({ form: 'podcast', ...answer }, { status })
}

async function save({ platform, actor, form }: Sent) {
  const submission = parseForm(form, podcastSchema)
  // The form comes back with what was typed, and so as the one that was shown.
  const version = String(form.get('version') ?? '')
  if (submission.status !== 'success') {
    const problems = Object.values(submission.error ?? {}).flatMap((list) => list ?? [])
    return refuse(400, { result: submission.reply(), toast: explainPodcast(problems), version })
  }
  const complain = (status: number, problem: string, newer = version) =>
    refuse(status, {
      result: submission.reply({ formErrors: [problem] }),
      toast: explainPodcast([problem]),
      version: newer,
    })
  try {
    const result = await savePodcast(platform, actor, submission.value, version)
    switch (result.outcome) {
      case 'created':
      case 'updated':
        return redirectWithFlash(page, messages[result.outcome])
      case 'changed':
        return complain(409, messages.changedMeanwhile, result.version)
      case 'limited':
        return complain(429, messages.tooManySaves(result.minutes))
    }
  } catch (error) {
    platform.log.error({ error }, 'a podcast could not be saved')
    return complain(503, messages.notStored)
  }
}

async function deleteCover({ platform, actor }: Sent) {
  try {
    const removed = await removeCover(platform, actor)
    return redirectWithFlash(page, removed ? messages.coverDeleted : messages.coverGone)
  } catch (error) {
    platform.log.error({ error }, 'a cover could not be taken away')
    return data<PodcastFormAnswer>({ form: 'remove-cover', toast: messages.deleteFailed }, { status: 503 })
  }
}
