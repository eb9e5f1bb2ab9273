import { data, href } from 'react-router'
import { pagePastEndNotice } from '#app/features/directory/rules.ts'
import { PodcastListScreen } from '#app/features/podcasts/components/podcast-list.tsx'
import { podcastToasts } from '#app/features/podcasts/model.ts'
import { getPagedPublicPodcasts } from '#app/features/podcasts/public-service.server.ts'
import { podcastListPagePath } from '#app/features/podcasts/rules.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { FlashMessage } from '#app/ui/flash-message.tsx'
import type { Route } from './+types/podcasts.ts'

export const handle: RouteHandle = {
  cacheable: { parameters: ['page'], shows: ['podcasts'], claimsVerification: true },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { id: requestId, publicUrl } = context.get(requestContext)
  const requestedPage = readPage(new URL(request.url).searchParams.get('page'))
  const list = await getPagedPublicPodcasts(platform, requestedPage).catch((error: unknown) => {
    platform.log.error({ requestId, error }, 'the podcasts could not be loaded')
    return null
  })
  const notice = list && pagePastEndNotice(requestedPage, list.pageCount)
  return data({ list, notice, publicUrl, problem: list ? null : podcastToasts.notListed }, { status: list ? 200 : 503 })
}

/** Parses a page number; 1 if it is invalid. */
function readPage(value: string | null): number {
  return /^[1-9]\d{0,5}$/.test(value ?? '') ? Number(value) : 1
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Podcasts – Muster' }]
  const { list, publicUrl } = loaderData
  const page = list?.page ?? 1
  return pageMeta({
    title: page > 1 ? `Podcasts, page ${page}` : 'Podcasts',
    description: 'Podcasts by veterans and the people who support them, hosted by members of Muster.',
    canonical: publicUrl + podcastListPagePath(page),
    picture: {
      url: publicUrl + href('/picture.png'),
      alt: 'Muster, the directory of verified veteran-owned businesses',
    },
  })
}

export default function Podcasts({ loaderData: { list, notice, problem } }: Route.ComponentProps) {
  return (
    <>
      <FlashMessage message={problem} />
      <PodcastListScreen list={list} notice={notice} />
    </>
  )
}
