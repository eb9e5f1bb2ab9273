import { data, href, redirect } from 'react-router'
import { directorySearchPath } from '#app/features/directory/components/directory-path.ts'
import { TradeInTownPage } from '#app/features/directory/components/trade-page.tsx'
import { emptyDirectorySearch } from '#app/features/directory/model.ts'
import { getTradePage } from '#app/features/directory/trade-pages/service.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { JsonLd } from '#app/ui/json-ld.tsx'
import type { Route } from './+types/trade-page.ts'

export const handle: RouteHandle = {
  cacheable: { shows: ['directory', 'reference', 'trade-pages'], claimsVerification: true },
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(requestContext)
  const found = await getTradePage(context.get(platformContext), params.trade, params.town)
  if (!found) throw data(null, { status: 404 })
  // Not for good: firms may join.
  if ('thin' in found) {
    throw redirect(
      directorySearchPath({ ...emptyDirectorySearch, search: found.thin.trade, near: found.thin.place }),
      302,
    )
  }
  const path = href('/find/:trade/:town', { trade: found.trade.id, town: found.place.slug })
  return { page: found, publicUrl, canonical: publicUrl + path }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Page Not Found – Muster' }]
  const { page, canonical, publicUrl } = loaderData
  const { trade, place, total } = page
  return pageMeta({
    title: `${trade.plural} near ${place.name}`,
    description: `${total.toLocaleString('en-GB')} verified ${trade.plural.toLowerCase()} within 10 miles of ${place.name}, run by veterans and their families. Free to search.`,
    canonical,
    picture: {
      url: publicUrl + href('/picture.png'),
      alt: 'Muster, the directory of verified veteran-owned businesses',
    },
  })
}

export default function TradePageRoute({ loaderData: { page, publicUrl, canonical } }: Route.ComponentProps) {
  const crumbs = [
    { name: 'The directory', item: publicUrl + href('/directory') },
    {
      name: page.trade.plural,
      item: publicUrl + directorySearchPath({ ...emptyDirectorySearch, search: page.trade.name }),
    },
    { name: page.place.name, item: canonical },
  ]
  return (
    <>
      <TradeInTownPage page={page} />
      <JsonLd
        data={{
          '@graph': [
            {
              '@type': 'BreadcrumbList',
              itemListElement: crumbs.map((crumb, index) => ({ '@type': 'ListItem', position: index + 1, ...crumb })),
            },
            {
              '@type': 'ItemList',
              numberOfItems: page.total,
              itemListElement: page.businesses.map(({ slug, name }, index) => ({
                '@type': 'ListItem',
                position: index + 1,
                url: publicUrl + href('/business/:slug', { slug }),
                name,
              })),
            },
          ],
        }}
      />
    </>
  )
}
