import { data, href, redirect } from 'react-router'
import { findBusinessSlugRedirect, getBusinessPage } from '#app/features/directory/page-service.server.ts'
import { businessVcard } from '#app/features/directory/vcard.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/business-contact.ts'

/** The vCard of a listed business. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { publicUrl } = context.get(requestContext)
  const business = await getBusinessPage(platform, params.slug)
  if (!business) {
    const slug = await findBusinessSlugRedirect(platform, null, params.slug)
    if (slug) return redirect(href('/business/:slug/contact.vcf', { slug }), 301)
    throw data(null, { status: 404 })
  }
  return new Response(businessVcard(business, publicUrl + href('/business/:slug', { slug: business.slug })), {
    headers: {
      'Content-Type': 'text/vcard; charset=utf-8',
      'Content-Disposition': `attachment; filename="${business.slug}.vcf"`,
      'Cache-Control': 'public, max-age=300',
    },
  })
}
