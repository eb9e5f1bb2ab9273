import { data } from 'react-router'
import { getBusinessPage } from '#app/features/directory/service.server.ts'
import { getSocialPicture } from '#app/features/directory/social-picture.server.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import type { Route } from './+types/business-picture.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const business = await getBusinessPage(platform, params.slug)
  if (!business) throw data(null, { status: 404 })
  return new Response(await getSocialPicture(platform, business), {
    headers: {
      'Content-Type': 'image/png',
      'Cache-Control': 'public, max-age=86400',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })
}
