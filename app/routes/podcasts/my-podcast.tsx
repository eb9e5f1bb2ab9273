import { data, href } from 'react-router'
import { MyPodcast, titleOfMyPodcast } from '#app/features/podcasts/components/my-podcast.tsx'
import { getCovers } from '#app/features/podcasts/cover-service.server.ts'
import { podcastMessages } from '#app/features/podcasts/model.ts'
import { getPodcastDetails } from '#app/features/podcasts/service.server.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { answerInPlace } from '#app/ui/answer-in-place.ts'
import { FlashMessage } from '#app/ui/flash-message.tsx'
import { LoadFailed } from '#app/ui/load-failed.tsx'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { readForm } from '../define-form.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { tryLoading } from '../try-loading.server.ts'
import type { Route } from './+types/my-podcast.ts'
import { handlePodcastForm } from './my-podcast.actions.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const { publicUrl } = context.get(requestContext)
  const found = await tryLoading(context, 'a podcast could not be loaded for its host', async () => {
    const [podcast, covers] = await Promise.all([getPodcastDetails(platform, actor), getCovers(platform, actor)])
    return { podcast, covers, problem: null, publicUrl }
  })
  if (found) return data(found)
  return data({ podcast: null, covers: null, problem: podcastMessages.notLoaded, publicUrl }, { status: 503 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  return handlePodcastForm({ platform: context.get(platformContext), actor }, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  preserveInput(
    args,
    {
      podcast: podcastMessages.notStored,
      'remove-cover': podcastMessages.deleteFailed,
      'undo-cover': podcastMessages.notStored,
    },
    answerInPlace('podcast'),
  )

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.problem ? 'My Podcast' : titleOfMyPodcast(Boolean(loaderData?.podcast))
  return [{ title: `${title} – Muster` }, { name: 'robots', content: 'noindex' }]
}

export default function MyPodcastPage({ loaderData, actionData }: Route.ComponentProps) {
  const { podcast, covers, problem, publicUrl } = loaderData
  if (problem) {
    return (
      <>
        <FlashMessage message={problem} />
        <LoadFailed {...problem} retry={href('/my-podcast')} />
      </>
    )
  }
  return <MyPodcast podcast={podcast} covers={covers} answer={actionData} publicUrl={publicUrl} />
}
