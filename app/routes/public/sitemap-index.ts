import { countBusinessSitemapFiles } from '#app/features/directory/sitemap-service.server.ts'
import { listTradePagesForSitemap } from '#app/features/directory/trade-pages/service.server.ts'
import { hasPublicPodcasts } from '#app/features/podcasts/public-service.server.ts'
import { hasProducts } from '#app/features/shop/products/service.server.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/sitemap-index.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(requestContext)
  const platform = context.get(platformContext)
  const files = await countBusinessSitemapFiles(platform)
  const businesses = Array.from({ length: files }, (_, index) => `businesses-${index + 1}.xml`)
  const others = [
    ...((await listTradePagesForSitemap(platform)).length > 0 ? ['trades.xml'] : []),
    ...((await hasPublicPodcasts(platform)) ? ['podcasts.xml'] : []),
    ...((await hasProducts(platform)) ? ['shop.xml'] : []),
  ]
  const names = ['pages.xml', ...businesses, ...others]
  const entries = names.map((name) => `<sitemap><loc>${publicUrl}/sitemaps/${name}</loc></sitemap>`)
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</sitemapindex>\n`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' } },
  )
}
