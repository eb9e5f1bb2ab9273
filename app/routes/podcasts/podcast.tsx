import { data, href } from 'react-router'
import { PodcastNotFoundPage, PodcastScreen } from '#app/features/podcasts/components/podcast-page.tsx'
import { podcastJsonLd } from '#app/features/podcasts/json-ld.ts'
import { podcastToasts } from '#app/features/podcasts/model.ts'
import { getPodcastPage } from '#app/features/podcasts/public-service.server.ts'
import { podcastSocialPicture } from '#app/features/podcasts/social-picture.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import {
  actorContext,
  pageCacheTagsContext,
  platformContext,
  requestContext,
} from '#app/platform/.server/http/request-context.ts'
import { FlashMessage } from '#app/ui/flash-message.tsx'
import { JsonLd } from '#app/ui/json-ld.tsx'
import { LoadFailedPage } from '#app/ui/load-failed.tsx'
import type { Route } from './+types/podcast.ts'

export const handle: RouteHandle = { cacheable: { claimsVerification: true } }

export async function loader({ params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { id: requestId, publicUrl } = context.get(requestContext)
  const actor = await context.get(actorContext)()
  const canonical = publicUrl + href('/podcasts/:slug', { slug: params.slug })
  const view = await getPodcastPage(platform, actor, params.slug).catch((error: unknown) => {
    platform.log.error({ requestId, error }, 'a podcast could not be loaded')
    return 'failed' as const
  })
  if (view === 'failed') {
    return data({ view: null, problem: podcastToasts.notLoaded, canonical, picture: '', publicUrl }, { status: 503 })
  }
  context.get(pageCacheTagsContext)?.add(`podcast:${params.slug}`)
  const picture = view ? `${canonical}/picture.png?v=${podcastSocialPicture.version(view.podcast)}` : ''
  return data({ view, problem: null, canonical, picture, publicUrl }, { status: view ? 200 : 404 })
}

export function meta({ loaderData }: Route.MetaArgs) {
  const hidden = (title: string) => [{ title: `${title} – Muster` }, { name: 'robots', content: 'noindex' }]
  if (!loaderData || loaderData.problem) return hidden(podcastToasts.notLoaded.title)
  const { view, canonical, picture } = loaderData
  if (!view) return hidden('Podcast Not Found')
  const { title, tagline, description } = view.podcast
  if (view.status !== 'public') return hidden(`Preview of ${title}`)
  return pageMeta({
    title,
    description: [tagline, description].filter(Boolean).join(' ') || `${title}, a podcast on Muster.`,
    canonical,
    picture: { url: picture, alt: `${title}, a podcast on Muster` },
  })
}

export default function Podcast({ loaderData }: Route.ComponentProps) {
  const { view, problem, canonical, publicUrl } = loaderData
  if (problem) {
    return (
      <>
        <FlashMessage message={problem} />
        <LoadFailedPage {...problem} retry={canonical.slice(publicUrl.length)} />
      </>
    )
  }
  if (!view) return <PodcastNotFoundPage />
  return (
    <>
      <PodcastScreen view={view} shareUrl={canonical} />
      {view.status === 'public' && (
        <p className="wrap report-link">
          <a className="more" href={`/report?podcast=${view.podcast.slug}`} rel="nofollow">
            Report or correct this page
          </a>
        </p>
      )}
      {view.status === 'public' && <JsonLd data={podcastJsonLd(view.podcast, canonical, publicUrl)} />}
    </>
  )
}
