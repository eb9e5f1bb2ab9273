import { data, href } from 'react-router'
import { MyPodcastScreen, myPodcastPageTitle } from '#app/features/podcasts/components/my-podcast.tsx'
import { getUnattachedAndRemovedPodcastCovers } from '#app/features/podcasts/cover-service.server.ts'
import { podcastToasts } from '#app/features/podcasts/model.ts'
import { getOwnPodcastDetails } from '#app/features/podcasts/service.server.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { answerUnsentFormsAboveFields } from '#app/ui/answer-in-place.ts'
import { FlashMessage } from '#app/ui/flash-message.tsx'
import { LoadFailedPage } from '#app/ui/load-failed.tsx'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { tryLoadingPageData } from '../try-loading.server.ts'
import type { Route } from './+types/my-podcast.ts'
import { handleOwnPodcastForm } from './my-podcast.actions.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const { publicUrl } = context.get(requestContext)
  const found = await tryLoadingPageData(context, 'a podcast could not be loaded for its host', async () => {
    const [podcast, covers] = await Promise.all([
      getOwnPodcastDetails(platform, actor),
      getUnattachedAndRemovedPodcastCovers(platform, actor),
    ])
    return { podcast, covers, problem: null, publicUrl }
  })
  if (found) return data(found)
  return data({ podcast: null, covers: null, problem: podcastToasts.notLoaded, publicUrl }, { status: 503 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  return handleOwnPodcastForm({ platform: context.get(platformContext), actor }, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(
    args,
    {
      podcast: podcastToasts.notStored,
      'remove-cover': podcastToasts.deleteFailed,
      'undo-cover': podcastToasts.notStored,
    },
    answerUnsentFormsAboveFields('podcast'),
  )

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.problem ? 'My Podcast' : myPodcastPageTitle(Boolean(loaderData?.podcast))
  return [{ title: `${title} – Muster` }, { name: 'robots', content: 'noindex' }]
}

export default function MyPodcastPage({ loaderData, actionData }: Route.ComponentProps) {
  const { podcast, covers, problem, publicUrl } = loaderData
  if (problem) {
    return (
      <>
        <FlashMessage message={problem} />
        <LoadFailedPage {...problem} retry={href('/my-podcast')} />
      </>
    )
  }
  return <MyPodcastScreen podcast={podcast} covers={covers} answer={actionData} publicUrl={publicUrl} />
}
