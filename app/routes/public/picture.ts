import { platformContext } from '#app/platform/.server/request-context.ts'
import { drawSocialPicture } from '#app/platform/.server/social-picture.ts'
import type { Route } from './+types/picture.ts'

/** The picture shown where a page without one of its own is shared. */
export async function loader({ context }: Route.LoaderArgs) {
  const picture = await context.get(platformContext).pictureCache.getOrLoad('muster', () =>
    drawSocialPicture({
      title: 'Find a business run by someone who served.',
      lines: ['The free, not-for-profit directory of verified veteran-owned businesses in the UK.'],
      badge: null,
      logo: null,
    }),
  )
  return new Response(picture, {
    headers: {
      'Content-Type': 'image/png',
      'Cache-Control': 'public, max-age=86400',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })
}
