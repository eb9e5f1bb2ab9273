import { data } from 'react-router'
import { BusinessNotFound, BusinessScreen } from '#app/features/directory/components/business-page.tsx'
import { businessJsonLd } from '#app/features/directory/json-ld.ts'
import { getBusinessPage } from '#app/features/directory/service.server.ts'
import { socialPictureVersion } from '#app/features/directory/social-picture.server.ts'
import { positionOfPostcode } from '#app/features/reference/rules.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { platformContext, requestContext } from '#app/platform/.server/request-context.ts'
import { JsonLd } from '#app/ui/json-ld.tsx'
import type { Route } from './+types/business.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(requestContext)
  const business = await getBusinessPage(context.get(platformContext), params.slug)
  if (!business) return data({ business: null, position: null, publicUrl, canonical: '', picture: '' }, { status: 404 })
  const canonical = `${publicUrl}/business/${business.slug}`
  return data({
    business,
    position: positionOfPostcode(business.postcode),
    publicUrl,
    canonical,
    picture: `${canonical}/picture.png?v=${socialPictureVersion(business)}`,
  })
}

export function meta({ loaderData }: Route.MetaArgs) {
  const business = loaderData?.business
  if (!business) return [{ title: 'Business Not Found – Muster' }, { name: 'robots', content: 'noindex' }]
  const place = [business.city, business.county].filter(Boolean).join(', ')
  return pageMeta({
    title: place ? `${business.name}, ${place}` : business.name,
    description:
      [business.tagline, business.description].filter(Boolean).join(' ') ||
      `${business.name}, a verified veteran-owned business.`,
    canonical: loaderData.canonical,
    picture: { url: loaderData.picture, alt: `${business.name}, a verified veteran-owned business on Muster` },
    type: 'profile',
  })
}

export default function Business({ loaderData }: Route.ComponentProps) {
  const { business, position, canonical, publicUrl } = loaderData
  if (!business) return <BusinessNotFound />
  return (
    <>
      <BusinessScreen business={business} canEdit={false} position={position} />
      <JsonLd data={businessJsonLd(business, canonical, publicUrl)} />
    </>
  )
}
