import { data } from 'react-router'
import { getPodcastPage } from '#app/features/podcasts/public-service.server.ts'
import { podcastSocialPicture } from '#app/features/podcasts/social-picture.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageCacheTagsContext, platformContext } from '#app/platform/.server/http/request-context.ts'
import { respondWithSocialPicture } from '../social-picture-response.server.ts'
import type { Route } from './+types/podcast-picture.ts'

export const handle: RouteHandle = { cacheable: { parameters: ['v'], claimsVerification: true } }

/** The picture for link previews of a public podcast. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const view = await getPodcastPage(platform, null, params.slug)
  if (!view) throw data(null, { status: 404 })
  context.get(pageCacheTagsContext)?.add(`podcast:${params.slug}`)
  return respondWithSocialPicture(await podcastSocialPicture.get(platform, view.podcast))
}
