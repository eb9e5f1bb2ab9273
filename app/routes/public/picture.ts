import type { RouteHandle } from '#app/lib/page-cache.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { drawSocialPicture } from '#app/platform/.server/images/social-picture.ts'
import { respondWithSocialPicture } from '../social-picture-response.server.ts'
import type { Route } from './+types/picture.ts'

export const handle: RouteHandle = { cacheable: {} }

/** The picture for link previews of pages without one of their own. */
export async function loader({ context }: Route.LoaderArgs) {
  const picture = await context.get(platformContext).pictureCache.getOrLoad('muster', () =>
    drawSocialPicture({
      title: 'Find a business run by someone who served.',
      lines: ['The free, not-for-profit directory of verified veteran-owned businesses in the UK.'],
      badge: null,
      logo: null,
      tile: null,
      position: null,
    }),
  )
  return respondWithSocialPicture(picture)
}
