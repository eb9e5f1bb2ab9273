import { data, redirect } from 'react-router'
import { BusinessNotFound, BusinessScreen } from '#app/features/directory/components/business-page.tsx'
import { businessJsonLd } from '#app/features/directory/json-ld.ts'
import {
  findRedirect,
  getBusinessPage,
  getOwnBusinessPage,
  getPageForAdmin,
} from '#app/features/directory/service.server.ts'
import { socialPictureVersion } from '#app/features/directory/social-picture.server.ts'
import { positionOfPostcode } from '#app/features/reference/rules.ts'
import { claimOf } from '#app/features/verification/rules.ts'
import { requestPath } from '#app/lib/links.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/request-context.ts'
import { JsonLd } from '#app/ui/json-ld.tsx'
import type { Route } from './+types/business.ts'
import { wayBack } from './way-back.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { publicUrl } = context.get(requestContext)
  const actor = await context.get(actorContext)()
  const own = await getOwnBusinessPage(platform, actor, params.slug)
  const seen = own ?? (await getPageForAdmin(platform, actor, params.slug))
  const business = seen ? seen.business : await getBusinessPage(platform, params.slug)
  if (!business) {
    const slug = await findRedirect(platform, actor, params.slug)
    if (slug) throw redirect(`/business/${slug}${new URL(requestPath(request.url), publicUrl).search}`, 301)
    const none = {
      business: null,
      canEdit: false,
      back: '/directory',
      preview: null,
      position: null,
      publicUrl,
      canonical: '',
      picture: '',
    }
    return data(none, { status: 404 })
  }
  const canonical = `${publicUrl}/business/${business.slug}`
  return data({
    business,
    canEdit: own !== null,
    back: wayBack(request.headers.get('Referer'), publicUrl, business.slug),
    preview: seen && seen.status !== 'listed' ? seen.status : null,
    position: positionOfPostcode(business.postcode),
    publicUrl,
    canonical,
    picture: `${canonical}/picture.png?v=${socialPictureVersion(business)}`,
  })
}

export function meta({ loaderData }: Route.MetaArgs) {
  const business = loaderData?.business
  if (!business) return [{ title: 'Business Not Found – Muster' }, { name: 'robots', content: 'noindex' }]
  if (loaderData.preview) {
    return [{ title: `Preview of ${business.name} – Muster` }, { name: 'robots', content: 'noindex' }]
  }
  const place = [business.city, business.county].filter(Boolean).join(', ')
  const { claim } = claimOf(business.relationshipType)
  return pageMeta({
    title: place ? `${business.name}, ${place}` : business.name,
    description: [business.tagline, business.description].filter(Boolean).join(' ') || `${business.name}. ${claim}.`,
    canonical: loaderData.canonical,
    picture: { url: loaderData.picture, alt: `${business.name} on Muster. ${claim}.` },
    type: 'profile',
  })
}

export default function Business({ loaderData }: Route.ComponentProps) {
  const { business, canEdit, back, preview, position, canonical, publicUrl } = loaderData
  if (!business) return <BusinessNotFound />
  return (
    <>
      <BusinessScreen
        business={business}
        canEdit={canEdit}
        back={back}
        preview={preview}
        position={position}
        address={preview ? null : canonical}
      />
      {!preview && <JsonLd data={businessJsonLd(business, canonical, publicUrl)} />}
    </>
  )
}
