import { data } from 'react-router'
import { getBusinessPage } from '#app/features/directory/page-service.server.ts'
import { businessSocialPicture } from '#app/features/directory/social-picture.server.ts'
import { findPositionOfAddress } from '#app/features/places/service.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageCacheTagsContext, platformContext } from '#app/platform/.server/http/request-context.ts'
import { respondWithSocialPicture } from '../social-picture-response.server.ts'
import type { Route } from './+types/business-picture.ts'

export const handle: RouteHandle = { cacheable: { parameters: ['v'], claimsVerification: true } }

/** The picture for link previews of a listed business. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const business = await getBusinessPage(platform, params.slug)
  if (!business) throw data(null, { status: 404 })
  context.get(pageCacheTagsContext)?.add(`business:${business.slug}`)
  const position = await findPositionOfAddress(platform, business)
  return respondWithSocialPicture(await businessSocialPicture.get(platform, { ...business, position }))
}
