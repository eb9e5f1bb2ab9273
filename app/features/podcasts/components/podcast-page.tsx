import { ArrowLeft, ArrowUpRight, Pencil } from 'lucide-react'
import { href, Link } from 'react-router'
import { buttonClass, LinkButton } from '#app/ui/button.tsx'
import { externalLinkRel } from '#app/ui/external-link.ts'
import { FormSwitch } from '#app/ui/form-switch.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { MessagePage } from '#app/ui/message-page.tsx'
import { NotPublicPreviewBand } from '#app/ui/preview-band.tsx'
import { ShareLinks } from '#app/ui/share.tsx'
import { VideoEmbed } from '#app/ui/video-embed.tsx'
import { type PodcastPageData, type PodcastView, podcastToasts } from '../model.ts'
import type { PodcastStatus } from '../rules.ts'
import { PodcastEpisodeList } from './episode-list.tsx'
import { PodcastListenLinks } from './listen-links.tsx'
import { PodcastCover } from './podcast-cover.tsx'
import '#app/ui/listing-page.css'
import './podcasts.css'

interface PodcastScreenProps {
  view: PodcastView
  /** The public URL. */
  shareUrl: string
}

/** The page of a podcast. Empty fields are left out. */
export function PodcastScreen({ view: { podcast, status, isHost, isAdmin }, shareUrl }: PodcastScreenProps) {
  const isPublic = status === 'public'
  return (
    <>
      {!isPublic && <Preview status={status} isHost={isHost} />}
      <Head podcast={podcast} isHost={isHost} shareUrl={isPublic ? shareUrl : null} />
      <div className="wrap business-body">
        <div>
          <Story podcast={podcast} />
        </div>
        {(podcast.launched || isAdmin) && (
          <aside className="business-side" aria-label="About this podcast">
            {podcast.launched && (
              <section className="card" aria-labelledby="details">
                <h2 id="details">Details</h2>
                <dl className="facts">
                  <div>
                    <dt>Launch date</dt>
                    <dd>{podcast.launched}</dd>
                  </div>
                </dl>
              </section>
            )}
            {isAdmin && <Administration podcast={podcast} isActive={status !== 'hidden'} />}
          </aside>
        )}
      </div>
    </>
  )
}

function Head({ podcast, isHost, shareUrl }: { podcast: PodcastPageData; isHost: boolean; shareUrl: string | null }) {
  const { title, tagline, cover, listen } = podcast
  return (
    <div className="page-head contours contours-head">
      <div className="wrap podcast-head">
        <Link className="more" to={href('/podcasts')}>
          <Icon of={ArrowLeft} size="small" />
          All podcasts
        </Link>
        <PodcastCover cover={cover} sizes="(min-width: 46rem) 20rem, 100vw" alt={`Cover of ${title}`} eager />
        <div>
          <h1>{title}</h1>
          {tagline && <p className="lead">{tagline}</p>}
          <PodcastListenLinks links={listen} title={title} />
          <div className="row">
            {shareUrl && <ShareLinks name={title} address={shareUrl} />}
            {isHost && (
              <LinkButton to={href('/my-podcast')} kind="quiet" size="small">
                <Icon of={Pencil} size="small" />
                Edit Podcast
              </LinkButton>
            )}
          </div>
        </div>
      </div>
    </div>
  )
}

function Story({ podcast: { title, description, episodes, featuredEpisode } }: { podcast: PodcastPageData }) {
  return (
    <>
      {description && (
        <section aria-labelledby="about">
          <h2 id="about">About</h2>
          <p className="prose-lines">{description}</p>
        </section>
      )}
      {featuredEpisode && (
        <section aria-labelledby="featured">
          <h2 id="featured">Featured Episode</h2>
          {featuredEpisode.kind === 'link' ? (
            <a className={buttonClass({ kind: 'secondary' })} href={featuredEpisode.url} rel={externalLinkRel}>
              Open the featured episode
              <Icon of={ArrowUpRight} />
            </a>
          ) : (
            <VideoEmbed
              video={featuredEpisode}
              name="the featured episode"
              title={`Featured episode of ${title}`}
              rel={externalLinkRel}
            />
          )}
        </section>
      )}
      {episodes.length > 0 && (
        <section aria-labelledby="episodes">
          <h2 id="episodes">Latest Episodes</h2>
          <PodcastEpisodeList episodes={episodes} />
        </section>
      )}
    </>
  )
}

type Unlisted = Exclude<PodcastStatus, 'public'>

const reasons: Record<Unlisted, { host: string; admin: string }> = {
  hidden: { host: 'Your podcast is hidden.', admin: 'It is hidden.' },
  suspended: { host: 'Your account is suspended.', admin: 'Its host is suspended.' },
}

function Preview({ status, isHost }: { status: Unlisted; isHost: boolean }) {
  return (
    <NotPublicPreviewBand isOwner={isHost} reason={reasons[status][isHost ? 'host' : 'admin']}>
      {isHost && <Link to={`${href('/my-podcast')}#visibility`}>Change its visibility</Link>}
    </NotPublicPreviewBand>
  )
}

/** What an admin can do with any podcast. */
function Administration({ podcast: { id, slug, title }, isActive }: { podcast: PodcastPageData; isActive: boolean }) {
  return (
    <section className="card" aria-labelledby="administration">
      <h2 id="administration">Administration</h2>
      <FormSwitch
        address={href('/admin/podcast-visibility')}
        isOn={isActive}
        field="isActive"
        others={{ podcastId: id, page: href('/podcasts/:slug', { slug }) }}
        failed={podcastToasts.visibilityFailed}
        label={`Active: ${title}`}
      >
        Active
      </FormSwitch>
    </section>
  )
}

/** The page for a podcast that does not exist, or that the visitor may not see. */
export function PodcastNotFoundPage() {
  return (
    <MessagePage title="Podcast Not Found" links={[{ label: 'All podcasts', to: href('/podcasts') }]}>
      <p>The podcast you're looking for could not be found.</p>
    </MessagePage>
  )
}
