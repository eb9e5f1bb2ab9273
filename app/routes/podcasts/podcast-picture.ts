import { data } from 'react-router'
import { getPodcastPage } from '#app/features/podcasts/public-service.server.ts'
import { getSocialPicture } from '#app/features/podcasts/social-picture.server.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import type { Route } from './+types/podcast-picture.ts'

/** The picture shown where a public podcast is shared. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const seen = await getPodcastPage(platform, null, params.slug)
  if (!seen) throw data(null, { status: 404 })
  return new Response(await getSocialPicture(platform, seen.podcast), {
    headers: {
      'Content-Type': 'image/png',
      'Cache-Control': 'public, max-age=86400',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })
}
