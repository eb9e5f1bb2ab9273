import { href } from 'react-router'
import { type ApiBusinessList, toApiBusiness, toApiSearchPlace } from '#app/features/directory/api.server.ts'
import { type DirectorySearch, directoryPageSize, toDirectoryUrlSearchParams } from '#app/features/directory/model.ts'
import { resolveDirectorySearch, searchDirectoryForApi } from '#app/features/directory/service.server.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/businesses.ts'
import { respondToApiRequest } from './respond.server.ts'

export function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { publicUrl } = context.get(requestContext)
  return respondToApiRequest(request, context, async () => {
    const { search, problems } = await resolveDirectorySearch(platform, new URL(request.url).searchParams)
    if (problems.length > 0) {
      return {
        problem: {
          title: 'Bad request',
          status: 400,
          detail: problems.map(({ message }) => message).join(' '),
          errors: problems,
        },
      }
    }
    const found = await searchDirectoryForApi(platform, search)
    const body: ApiBusinessList = {
      data: found.businesses.map((row) => toApiBusiness(row, publicUrl)),
      total: found.total,
      page: found.page,
      page_size: directoryPageSize,
      page_count: found.pageCount,
      place: toApiSearchPlace(found.notes),
      links: linksOf(search, found.pageCount, publicUrl + href('/api/v1/businesses')),
    }
    return { body }
  })
}

function linksOf(search: DirectorySearch, pageCount: number, url: string): ApiBusinessList['links'] {
  const to = (page: number) => {
    const query = toDirectoryUrlSearchParams({ ...search, page }).toString()
    return query ? `${url}?${query}` : url
  }
  return {
    self: to(search.page),
    first: to(1),
    last: to(pageCount),
    previous: search.page > 1 ? to(Math.min(search.page - 1, pageCount)) : null,
    next: search.page < pageCount ? to(search.page + 1) : null,
  }
}
