import { Form, href } from 'react-router'
import { HomePage } from '#app/features/content/components/home-page.tsx'
import { homeContent, siteDetails } from '#app/features/content/service.server.ts'
import { HomeLatestBusinessesSection } from '#app/features/directory/components/newly-listed.tsx'
import { DirectorySearchFields } from '#app/features/directory/components/search-fields.tsx'
import { getLatestBusinesses } from '#app/features/directory/lists-service.server.ts'
import { getFirmsForHomeMap } from '#app/features/directory/map/service.server.ts'
import { emptyDirectorySearch } from '#app/features/directory/model.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { JsonLd } from '#app/ui/json-ld.tsx'
import type { Route } from './+types/home.ts'

export const handle: RouteHandle = { cacheable: { shows: ['directory', 'reference'], claimsVerification: true } }

export async function loader({ context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { id, publicUrl } = context.get(requestContext)
  // The page works without them.
  const logFailure = (error: unknown) => {
    platform.log.error({ requestId: id, error }, 'the latest businesses could not be loaded')
    return []
  }
  const [latest, firms] = await Promise.all([
    getLatestBusinesses(platform).catch(logFailure),
    getFirmsForHomeMap(platform).catch(logFailure),
  ])
  return {
    content: homeContent,
    site: siteDetails,
    latest: latest.map(({ createdAt: _, ...business }) => business),
    firms,
    publicUrl,
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Muster' }]
  const { content, publicUrl } = loaderData
  return pageMeta({
    title: content.hero.title.replace(/\.$/, ''),
    description: content.hero.lead,
    canonical: `${publicUrl}/`,
    picture: {
      url: publicUrl + href('/picture.png'),
      alt: 'Muster, the directory of verified veteran-owned businesses',
    },
  })
}

export default function Home({ loaderData: { content, latest, firms, site, publicUrl } }: Route.ComponentProps) {
  return (
    <>
      <HomePage
        content={content}
        firms={firms}
        search={
          <Form method="get" action={href('/directory')} role="search">
            <DirectorySearchFields search={emptyDirectorySearch} />
          </Form>
        }
      >
        {latest.length > 0 && <HomeLatestBusinessesSection businesses={latest} />}
      </HomePage>
      <JsonLd
        data={{
          '@graph': [
            {
              '@type': 'Organization',
              '@id': `${publicUrl}/#organization`,
              name: site.name,
              description: site.summary,
              url: `${publicUrl}/`,
              logo: `${publicUrl}/logo.svg`,
              email: site.email,
              sameAs: site.socialLinks.map(({ url }) => url),
            },
            {
              '@type': 'WebSite',
              name: site.name,
              url: `${publicUrl}/`,
              inLanguage: 'en-GB',
              publisher: { '@id': `${publicUrl}/#organization` },
              potentialAction: {
                '@type': 'SearchAction',
                target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}${href('/directory')}?search={search}` },
                'query-input': 'required name=search',
              },
            },
          ],
        }}
      />
    </>
  )
}
