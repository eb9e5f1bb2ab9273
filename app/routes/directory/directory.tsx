import { useEffect } from 'react'
import { data, href } from 'react-router'
import { directorySearchPath, parseTrustedDirectorySearch } from '#app/features/directory/components/directory-path.ts'
import { DirectorySearchPage } from '#app/features/directory/components/directory-search.tsx'
import { getDirectoryMap } from '#app/features/directory/map/service.server.ts'
import {
  directoryDownloadMaximumBusinesses,
  directoryPageSize,
  directoryParameters,
  toDirectoryUrlSearchParams,
  tooManySearchesMessage,
} from '#app/features/directory/model.ts'
import { hasDirectorySearchCriteria, pagePastEndNotice } from '#app/features/directory/rules.ts'
import { listBroaderDirectorySearches } from '#app/features/directory/search/alternatives-service.server.ts'
import { parseDirectorySearch } from '#app/features/directory/search-parameters.ts'
import { resolveDirectorySearch, searchDirectory } from '#app/features/directory/service.server.ts'
import { type DirectoryLookups, getDirectoryLookups } from '#app/features/reference/service.server.ts'
import { SaveToShortlistButton } from '#app/features/shortlist/components/save-button.tsx'
import { getShortlistedBusinessSlugs } from '#app/features/shortlist/service.server.ts'
import { listVisitsToCountForSearchResults } from '#app/features/visits/service.server.ts'
import { parseSettingCookie } from '#app/lib/cookies.server.ts'
import { cookieNames } from '#app/lib/cookies.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import {
  actorContext,
  listingVisitsContext,
  pageCacheTagsContext,
  platformContext,
  requestContext,
} from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { TooManyRequestsError } from '#app/platform/.server/security/limits.ts'
import { hasRouteDataFailed as hasFailed } from '#app/ui/failed-loading.ts'
import { JsonLd } from '#app/ui/json-ld.tsx'
import type { Route } from './+types/directory.ts'
import { shortlistOwnerOfRequest } from './shortlist-owner.server.ts'

export const handle: RouteHandle = {
  cacheable: {
    parameters: Object.values(directoryParameters),
    shows: ['directory', 'reference'],
    claimsVerification: true,
    hasMarks: true,
    cookies: [cookieNames.directoryMap],
  },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { id, publicUrl } = context.get(requestContext)
  const query = new URL(request.url).searchParams
  const refusal: { error?: TooManyRequestsError } = {}
  const logFailure = (error: unknown) => {
    if (error instanceof TooManyRequestsError) {
      refusal.error = error
      return null
    }
    platform.log.error({ requestId: id, error }, 'the directory could not be searched')
    return null
  }
  // The form shows the search again even if the database fails.
  const parsed = await readRequest(platform, query).catch(logFailure)
  const { lookups, search, problems } = parsed ?? { lookups: noLookups, ...parseDirectorySearch(query) }
  const result = parsed && (await searchDirectory(platform, search).catch(logFailure))
  const refused = refusal.error
  const alternatives = result
    ? ((await listBroaderDirectorySearches(platform, search, result.total).catch(logFailure)) ?? [])
    : []
  const isMapOpen = (await parseSettingCookie(request.headers.get('Cookie'), 'directoryMap')) === 'open'
  const map = result && isMapOpen ? await getDirectoryMap(platform, search).catch(logFailure) : null
  if (result && hasDirectorySearchCriteria(search)) {
    const slugs = result.businesses.map(({ slug }) => slug)
    const found = await listVisitsToCountForSearchResults(
      platform,
      await context.get(actorContext)(),
      slugs,
      result.words,
    ).catch(logFailure)
    for (const visit of found ?? []) context.get(listingVisitsContext)?.add(visit)
  }
  const shown = { ...search, page: result?.page ?? search.page }
  const pageNotice = result && pagePastEndNotice(search.page, result.pageCount)
  const page = {
    lookups: {
      trades: lookups.industries
        .map(({ id, name }) => ({
          industry: name,
          trades: lookups.trades
            .filter(({ industryId }) => industryId === id)
            .map((trade) => ({ id: trade.id, name: trade.plural })),
        }))
        .filter(({ trades }) => trades.length > 0),
      industries: lookups.industries,
      serviceBranches: lookups.serviceBranches.map(({ name }) => name),
      relationshipTypes: lookups.relationshipTypes.map(({ name }) => name),
    },
    search: shown,
    result,
    alternatives,
    map,
    notices: [...problems.map(({ message }) => message), ...(pageNotice ? [pageNotice] : [])],
    refused: refused ? tooManySearchesMessage(refused.resetSeconds) : null,
    // The page works without the marks; where it is for everybody, the first script adds them.
    saved: context.get(pageCacheTagsContext)
      ? null
      : ((await getShortlistedBusinessSlugs(platform, await shortlistOwnerOfRequest(request, context)).catch(
          logFailure,
        )) ?? []),
    publicUrl,
    canonical: publicUrl + directorySearchPath(shown),
    // Search engines index the pages of the whole directory, but not the results of searches.
    filtered: toDirectoryUrlSearchParams({ ...shown, page: 1 }).size > 0,
  }
  if (!result && refused) return data(page, { status: 429, headers: refused.headers })
  return data(page, { status: result ? 200 : 503 })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

/** The data of the directory as last shown. */
let lastShown: Route.ComponentProps['loaderData'] | undefined

/** Shows an error in place of the results, instead of the error page, if the loader's response does not arrive. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    const results = await next()
    if (lastShown && hasFailed(results[routeId])) {
      const search = parseTrustedDirectorySearch(new URL(request.url).searchParams)
      results[routeId] = {
        type: 'data',
        result: { ...lastShown, search, result: null, alternatives: [], map: null, notices: [], refused: null },
      }
    }
    return results
  },
]

const routeId = 'routes/directory/directory'

const noLookups: DirectoryLookups = { trades: [], industries: [], serviceBranches: [], relationshipTypes: [] }

async function readRequest(platform: Pick<Platform, 'db' | 'referenceCache'>, query: URLSearchParams) {
  return { lookups: await getDirectoryLookups(platform), ...(await resolveDirectorySearch(platform, query)) }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'The Directory – Muster' }]
  const { search, canonical, publicUrl, filtered } = loaderData
  return pageMeta({
    title: search.page > 1 ? `The Directory, page ${search.page}` : 'The Directory',
    description:
      'Find a verified veteran-owned business in the UK, by trade, place and service. Free to search, free to be listed.',
    canonical,
    picture: {
      url: publicUrl + href('/picture.png'),
      alt: 'Muster, the directory of verified veteran-owned businesses',
    },
    hidden: filtered,
  })
}

export default function Directory({ loaderData }: Route.ComponentProps) {
  const { search, result, alternatives, map, lookups, notices, refused, publicUrl, saved } = loaderData
  const csvPath = `${href('/directory.csv')}?${toDirectoryUrlSearchParams({ ...search, page: 1 })}`
  useEffect(() => {
    lastShown = loaderData
  }, [loaderData])
  return (
    <>
      <DirectorySearchPage
        search={search}
        result={result}
        refused={refused}
        alternatives={alternatives}
        map={map}
        renderActions={({ slug, name }) => (
          <SaveToShortlistButton slug={slug} name={name} isSaved={saved?.includes(slug) ?? null} />
        )}
        download={
          <p className="download">
            <a href={csvPath} download>
              Download as CSV
            </a>
            {result &&
              result.total > directoryDownloadMaximumBusinesses &&
              `, the first ${directoryDownloadMaximumBusinesses.toLocaleString('en-GB')}`}
          </p>
        }
        lookups={lookups}
        notices={notices}
      />
      {result && (
        <JsonLd
          data={{
            '@type': 'ItemList',
            numberOfItems: result.total,
            itemListElement: result.businesses.map(({ slug, name }, index) => ({
              '@type': 'ListItem',
              position: (result.page - 1) * directoryPageSize + index + 1,
              url: publicUrl + href('/business/:slug', { slug }),
              name,
            })),
          }}
        />
      )}
    </>
  )
}
