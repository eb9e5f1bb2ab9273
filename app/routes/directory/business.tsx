import { data, href, redirect } from 'react-router'
import { BusinessNotFoundPage, PublicBusinessPage } from '#app/features/directory/components/business-page.tsx'
import { businessCardElementId, directorySearchPath } from '#app/features/directory/components/directory-path.ts'
import { RelatedBusinessLinks } from '#app/features/directory/components/onward.tsx'
import { businessJsonLd } from '#app/features/directory/json-ld.ts'
import {
  findBusinessSlugRedirect,
  getBusinessPage,
  getBusinessPagePreviewForAdmin,
  getOwnBusinessPage,
} from '#app/features/directory/page-service.server.ts'
import { explainUnlistedBusiness } from '#app/features/directory/preview-rules.ts'
import { parseDirectorySearch } from '#app/features/directory/search-parameters.ts'
import { businessSocialPicture } from '#app/features/directory/social-picture.server.ts'
import { noRelatedTradePagesAndBusinesses } from '#app/features/directory/trade-pages/model.ts'
import { getRelatedTradePagesAndBusinesses } from '#app/features/directory/trade-pages/service.server.ts'
import { doesBusinessTakeEnquiries } from '#app/features/enquiries/service.server.ts'
import { findPositionOfAddress } from '#app/features/places/service.server.ts'
import { SaveToShortlistButton } from '#app/features/shortlist/components/save-button.tsx'
import { getShortlistedBusinessSlugs } from '#app/features/shortlist/service.server.ts'
import { verifiedBusinessLabelForRelationship } from '#app/features/verification/claim-rules.ts'
import { WhatWeCheckedPanel } from '#app/features/verification/components/what-we-checked.tsx'
import { describeBusinessChecks, getBusinessChecks } from '#app/features/verification/facts/checks-service.server.ts'
import { requestPathInBrowser } from '#app/lib/links.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { findReferringListUrl } from '#app/lib/path-back.ts'
import {
  actorContext,
  listingVisitsContext,
  pageCacheTagsContext,
  platformContext,
  requestContext,
} from '#app/platform/.server/http/request-context.ts'
import { JsonLd } from '#app/ui/json-ld.tsx'
import type { Route } from './+types/business.ts'
import { shortlistOwnerOfRequest } from './shortlist-owner.server.ts'

export const handle: RouteHandle = {
  cacheable: { shows: ['reference', 'trade-pages'], claimsVerification: true, hasMarks: true },
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { id, publicUrl } = context.get(requestContext)
  const actor = await context.get(actorContext)()
  const own = await getOwnBusinessPage(platform, actor, params.slug)
  const previewed = own ?? (await getBusinessPagePreviewForAdmin(platform, actor, params.slug))
  const business = previewed ? previewed.business : await getBusinessPage(platform, params.slug)
  if (!business) {
    const slug = await findBusinessSlugRedirect(platform, actor, params.slug)
    if (slug) {
      const { search } = new URL(requestPathInBrowser(request.url), publicUrl)
      throw redirect(href('/business/:slug', { slug }) + search, 301)
    }
    const none = {
      business: null,
      checked: null,
      onward: noRelatedTradePagesAndBusinesses,
      isSaved: false,
      canEdit: false,
      back: href('/directory'),
      preview: null,
      position: null,
      askPath: null,
      publicUrl,
      canonical: '',
      picture: '',
    }
    return data(none, { status: 404 })
  }
  const canonical = publicUrl + href('/business/:slug', { slug: business.slug })
  const isListed = !previewed || previewed.status === 'listed'
  // The page works without what it leads on to.
  const onward = isListed
    ? await getRelatedTradePagesAndBusinesses(platform, business.slug).catch((error: unknown) => {
        platform.log.error({ requestId: id, error }, 'similar businesses could not be loaded')
        return noRelatedTradePagesAndBusinesses
      })
    : noRelatedTradePagesAndBusinesses
  const position = isListed ? onward.position : await findPositionOfAddress(platform, business)
  const [checks, takesEnquiries] = await Promise.all([
    getBusinessChecks(platform, previewed && actor, business.slug),
    // The page works without the button.
    isListed && doesBusinessTakeEnquiries(platform, business.slug).catch(() => false),
  ])
  const tags = context.get(pageCacheTagsContext)
  if (checks?.changesAt) tags?.add(`until:${checks.changesAt.getTime()}`)
  for (const { slug } of [business, ...onward.similar]) tags?.add(`business:${slug}`)
  if (isListed && !own) context.get(listingVisitsContext)?.add(`view ${business.slug}`)
  const saved = isListed
    ? await getShortlistedBusinessSlugs(platform, await shortlistOwnerOfRequest(request, context)).catch(() => [])
    : []
  return data({
    onward,
    isSaved: tags ? null : saved.includes(business.slug),
    business,
    checked: checks && describeBusinessChecks(checks),
    canEdit: own !== null,
    back: backLink(request.headers.get('Referer'), publicUrl, business.slug),
    preview: previewed && explainUnlistedBusiness(previewed.status, own !== null),
    position,
    askPath: takesEnquiries ? href('/business/:slug/enquire', { slug: business.slug }) : null,
    publicUrl,
    canonical,
    picture: `${canonical}/picture.png?v=${businessSocialPicture.version({ ...business, position })}`,
  })
}

/** The link back to the card in the list that the visitor came from, or to the directory if the referrer is not a list of ours. */
function backLink(referrer: string | null, publicUrl: string, slug: string): string {
  const from = findReferringListUrl(referrer ?? '', new URL(publicUrl).origin, href('/directory'))
  if (!from) return href('/directory')
  return `${directorySearchPath(parseDirectorySearch(from.searchParams).search)}#${businessCardElementId(slug)}`
}

export function meta({ loaderData }: Route.MetaArgs) {
  const business = loaderData?.business
  if (!business) return [{ title: 'Business Not Found – Muster' }, { name: 'robots', content: 'noindex' }]
  if (loaderData.preview) {
    return [{ title: `Preview of ${business.name} – Muster` }, { name: 'robots', content: 'noindex' }]
  }
  const town = [business.city, business.county].filter(Boolean).join(', ')
  const claim = verifiedBusinessLabelForRelationship(business.relationshipType)
  return pageMeta({
    title: town ? `${business.name}, ${town}` : business.name,
    description: [business.tagline, business.description].filter(Boolean).join(' ') || `${business.name}. ${claim}.`,
    canonical: loaderData.canonical,
    picture: { url: loaderData.picture, alt: `${business.name} on Muster. ${claim}.` },
    type: 'profile',
  })
}

export default function Business({ loaderData }: Route.ComponentProps) {
  const { business, checked, onward, isSaved, canEdit, back, preview, position, askPath, canonical, publicUrl } =
    loaderData
  if (!business) return <BusinessNotFoundPage />
  return (
    <>
      <PublicBusinessPage
        business={business}
        canEdit={canEdit}
        back={back}
        preview={preview}
        position={position}
        shareUrl={preview ? null : canonical}
        askPath={askPath}
        countedSlug={preview || canEdit ? null : business.slug}
        checked={checked && <WhatWeCheckedPanel {...checked} />}
        actions={!preview && <SaveToShortlistButton slug={business.slug} name={business.name} isSaved={isSaved} />}
      />
      <RelatedBusinessLinks {...onward} />
      {!preview && (
        <p className="wrap report-link">
          <a className="more" href={`/report?business=${business.slug}`} rel="nofollow">
            Report or correct this page
          </a>
        </p>
      )}
      {!preview && <JsonLd data={businessJsonLd(business, canonical, publicUrl)} />}
    </>
  )
}
