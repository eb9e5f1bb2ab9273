import { href, Link } from 'react-router'
import type { ListedPodcast as Card, PodcastListenLink } from '../model.ts'
import { PodcastListenLinks } from './listen-links.tsx'
import { PodcastCover } from './podcast-cover.tsx'
import './podcasts.css'

/** A card of the list of podcasts. */
export function PodcastCard({ podcast, eager }: { podcast: Card; eager: boolean }) {
  const { slug, title, tagline, excerpt, cover, spotifyUrl, appleUrl } = podcast
  const links: PodcastListenLink[] = [
    ...(spotifyUrl ? [{ service: 'spotify' as const, url: spotifyUrl }] : []),
    ...(appleUrl ? [{ service: 'apple' as const, url: appleUrl }] : []),
  ]
  return (
    <li className="podcast-card">
      <PodcastCover cover={cover} sizes="(min-width: 66rem) 23rem, (min-width: 46rem) 50vw, 100vw" eager={eager} />
      <div className="podcast-words">
        <h3 className="name">
          <Link to={href('/podcasts/:slug', { slug })}>{title}</Link>
        </h3>
        {tagline && <p className="tagline">{tagline}</p>}
        {excerpt && <p className="excerpt">{excerpt}</p>}
        <PodcastListenLinks links={links} title={title} size="small" />
      </div>
    </li>
  )
}
