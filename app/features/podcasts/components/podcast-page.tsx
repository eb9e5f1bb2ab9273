import { ArrowLeft, ArrowUpRight, Eye, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass, LinkButton } from '#app/ui/button.tsx'
import { externalRel } from '#app/ui/external-link.ts'
import { FormSwitch } from '#app/ui/form-switch.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { MessagePage } from '#app/ui/message-page.tsx'
import { Share } from '#app/ui/share.tsx'
import { VideoEmbed } from '#app/ui/video-embed.tsx'
import type { PodcastStatus } from '../rules.ts'
import { messages, type PodcastPage, type SeenPodcast } from '../schema.ts'
import { EpisodeList } from './episode-list.tsx'
import { ListenLinks } from './listen-links.tsx'
import { PodcastCover } from './podcast-cover.tsx'

interface PodcastScreenProps {
  seen: SeenPodcast
  /** Where others find it. */
  address: string
}

/** The page of a podcast. What its host has not filled in is left out. */
export function PodcastScreen({ seen: { podcast, status, isHost, isAdmin }, address }: PodcastScreenProps) {
  const isPublic = status === 'public'
  return (
    <>
      {!isPublic && <PreviewBand status={status} isHost={isHost} />}
      <Head podcast={podcast} isHost={isHost} />
      <div className="wrap business-body">
        <div>
          <Story podcast={podcast} />
        </div>
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
          {isPublic && <Share name={podcast.title} address={address} />}
        </aside>
      </div>
    </>
  )
}

function Head({ podcast, isHost }: { podcast: PodcastPage; isHost: boolean }) {
  const { title, tagline, cover, listen } = podcast
  return (
    <div className="page-head contours contours-head">
      <div className="wrap podcast-head">
        <Link className="more" to="/podcasts">
          <Icon of={ArrowLeft} size="small" />
          All podcasts
        </Link>
        <PodcastCover cover={cover} sizes="(min-width: 46rem) 20rem, 100vw" alt={`Cover of ${title}`} eager />
        <div>
          <h1>{title}</h1>
          {tagline && <p className="lead">{tagline}</p>}
          <ListenLinks links={listen} title={title} />
          {isHost && (
            <LinkButton to="/my-podcast" kind="quiet" size="small">
              <Icon of={Pencil} size="small" />
              Edit Podcast
            </LinkButton>
          )}
        </div>
      </div>
    </div>
  )
}

function Story({ podcast: { title, description, episodes, featuredEpisode } }: { podcast: PodcastPage }) {
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
            <a className={buttonClass({ kind: 'secondary' })} href={featuredEpisode.url} rel={externalRel}>
              Open the featured episode
              <Icon of={ArrowUpRight} />
            </a>
          ) : (
            <VideoEmbed
              video={featuredEpisode}
              name="the featured episode"
              title={`Featured episode of ${title}`}
              rel={externalRel}
            />
          )}
        </section>
      )}
      {episodes.length > 0 && (
        <section aria-labelledby="episodes">
          <h2 id="episodes">Latest Episodes</h2>
          <EpisodeList episodes={episodes} />
        </section>
      )}
    </>
  )
}

const reasons: Record<PodcastStatus, { host: string; admin: string }> = {
  public: { host: '', admin: '' },
  hidden: { host: 'Your podcast is hidden.', admin: 'It is hidden.' },
  suspended: { host: 'Your account is suspended.', admin: 'Its host is suspended.' },
}

/** Tells a host, or an admin, that the public does not see what they see, and why. */
function PreviewBand({ status, isHost }: { status: PodcastStatus; isHost: boolean }) {
  const reason = reasons[status]
  return (
    <Band
      who={isHost ? 'This is a preview. Only you can see it.' : 'You see this as an admin. The public does not.'}
      why={isHost ? reason.host : reason.admin}
    >
      {isHost && <Link to="/my-podcast#visibility">Change its visibility</Link>}
    </Band>
  )
}

function Band({ who, why, children }: { who: string; why: string; children: ReactNode }) {
  return (
    <div className="verified-band preview-band">
      <div className="wrap">
        <Icon of={Eye} />
        <p>
          <b>{who}</b> {why}
        </p>
        {children}
      </div>
    </div>
  )
}

/** What an admin can do with anybody's podcast. */
function Administration({ podcast: { id, slug, title }, isActive }: { podcast: PodcastPage; isActive: boolean }) {
  return (
    <section className="card" aria-labelledby="administration">
      <h2 id="administration">Administration</h2>
      <FormSwitch
        address="/admin/podcast-visibility"
        isOn={isActive}
        field="isActive"
        others={{ podcastId: id, page: `/podcasts/${slug}` }}
        failed={messages.visibilityFailed}
        label={`Active: ${title}`}
      >
        Active
      </FormSwitch>
    </section>
  )
}

/** In place of a podcast that is not there, or not to be seen. */
export function PodcastNotFound() {
  return (
    <MessagePage title="Podcast Not Found" links={[{ label: 'All podcasts', to: '/podcasts' }]}>
      <p>The podcast you're looking for could not be found.</p>
    </MessagePage>
  )
}

/** In place of a podcast that could not be loaded. */
export function PodcastNotLoaded({ retry }: { retry: string }) {
  const { title, description } = messages.notLoaded
  return (
    <div className="wrap section">
      <h1>{title}</h1>
      <p className="lead mt-3">{description}</p>
      <p className="mt-8">
        <LinkButton to={retry} reloadDocument>
          Retry
        </LinkButton>
      </p>
    </div>
  )
}
