import { data } from 'react-router'
import { PodcastNotFound, PodcastNotLoaded, PodcastScreen } from '#app/features/podcasts/components/podcast-page.tsx'
import { podcastJsonLd } from '#app/features/podcasts/json-ld.ts'
import { getPodcastPage } from '#app/features/podcasts/public-service.server.ts'
import { messages } from '#app/features/podcasts/schema.ts'
import { socialPictureVersion } from '#app/features/podcasts/social-picture.server.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/request-context.ts'
import { FlashMessage } from '#app/ui/flash-message.tsx'
import { JsonLd } from '#app/ui/json-ld.tsx'
import type { Route } from './+types/podcast.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { id: requestId, publicUrl } = context.get(requestContext)
  const actor = await context.get(actorContext)()
  const canonical = `${publicUrl}/podcasts/${params.slug}`
  const found = await getPodcastPage(platform, actor, params.slug).catch((error: unknown) => {
    platform.log.error({ requestId, error }, 'a podcast could not be loaded')
    return 'failed' as const
  })
  if (found === 'failed') {
    return data({ seen: null, problem: messages.notLoaded, canonical, picture: '', publicUrl }, { status: 503 })
  }
  const picture = found ? `${canonical}/picture.png?v=${socialPictureVersion(found.podcast)}` : ''
  return data({ seen: found, problem: null, canonical, picture, publicUrl }, { status: found ? 200 : 404 })
}

export function meta({ loaderData }: Route.MetaArgs) {
  const hidden = (title: string) => [{ title: `${title} – Muster` }, { name: 'robots', content: 'noindex' }]
  if (!loaderData || loaderData.problem) return hidden(messages.notLoaded.title)
  const { seen, canonical, picture } = loaderData
  if (!seen) return hidden('Podcast Not Found')
  const { title, tagline, description } = seen.podcast
  if (seen.status !== 'public') return hidden(`Preview of ${title}`)
  return pageMeta({
    title,
    description: [tagline, description].filter(Boolean).join(' ') || `${title}, a podcast on Muster.`,
    canonical,
    picture: { url: picture, alt: `${title}, a podcast on Muster` },
  })
}

export default function Podcast({ loaderData }: Route.ComponentProps) {
  const { seen, problem, canonical, publicUrl } = loaderData
  if (problem) {
    return (
      <>
        <FlashMessage message={problem} />
        <PodcastNotLoaded retry={canonical.slice(publicUrl.length)} />
      </>
    )
  }
  if (!seen) return <PodcastNotFound />
  return (
    <>
      <PodcastScreen seen={seen} address={canonical} />
      {seen.status === 'public' && <JsonLd data={podcastJsonLd(seen.podcast, canonical, publicUrl)} />}
    </>
  )
}
