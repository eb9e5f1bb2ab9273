import { data } from 'react-router'
import { publicPages } from '#app/features/content/public-pages.ts'
import { listBusinessSitemapEntries } from '#app/features/directory/sitemap-service.server.ts'
import { listTradePagesForSitemap } from '#app/features/directory/trade-pages/service.server.ts'
import { listPodcastSlugsForSitemap } from '#app/features/podcasts/public-service.server.ts'
import { listProductSlugs } from '#app/features/shop/products/service.server.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/sitemap.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(requestContext)
  if (params.name === 'pages.xml') {
    return respond(publicPages.map(({ path }) => `<url><loc>${publicUrl}${path}</loc></url>`))
  }
  if (params.name === 'podcasts.xml') {
    return respondWithDates(`${publicUrl}/podcasts`, await listPodcastSlugsForSitemap(context.get(platformContext)))
  }
  if (params.name === 'shop.xml') {
    return respondWithDates(`${publicUrl}/shop`, await listProductSlugs(context.get(platformContext)))
  }
  if (params.name === 'trades.xml') {
    const pages = await listTradePagesForSitemap(context.get(platformContext))
    if (pages.length === 0) throw data(null, { status: 404 })
    return respond(
      pages.map(({ tradeId, placeSlug }) => `<url><loc>${publicUrl}/find/${tradeId}/${placeSlug}</loc></url>`),
    )
  }
  const file = /^businesses-([1-9]\d{0,5})\.xml$/.exec(params.name)?.[1]
  const entries = file ? await listBusinessSitemapEntries(context.get(platformContext), Number(file)) : []
  return respondWithDates(`${publicUrl}/business`, entries)
}

/** A sitemap file with the date of change of each page; 404 if it would be empty. */
function respondWithDates(below: string, entries: { slug: string; updatedAt: Date }[]): Response {
  if (entries.length === 0) throw data(null, { status: 404 })
  return respond(
    entries.map(
      ({ slug, updatedAt }) =>
        `<url><loc>${below}/${slug}</loc><lastmod>${updatedAt.toISOString().slice(0, 10)}</lastmod></url>`,
    ),
  )
}

function respond(entries: string[]): Response {
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' } },
  )
}
