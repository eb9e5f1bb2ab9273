import { ArrowUpRight, Pause, Play } from 'lucide-react'
import { formatDate } from '#app/lib/dates.ts'
import { externalLinkRel, websiteHostForDisplay } from '#app/ui/external-link.ts'
import { Icon } from '#app/ui/icon.tsx'
import { LinkUntilHydratedThenButton } from '#app/ui/link-then-button.tsx'
import type { PodcastEpisode } from '../feed/model.ts'
import { formatEpisodeLength } from '../rules.ts'
import { PodcastEpisodePlayer } from './episode-player.tsx'
import { useEpisodePlayer } from './use-player.ts'
import './podcasts.css'

/** The latest episodes. One plays at a time. Without JavaScript each links to its file. */
export function PodcastEpisodeList({ episodes }: { episodes: PodcastEpisode[] }) {
  const player = useEpisodePlayer()
  const hosts = new Set(
    episodes.flatMap(({ audio }) => (audio?.url.startsWith('https:') ? [websiteHostForDisplay(audio.url)] : [])),
  )
  return (
    <>
      {hosts.size > 0 && <p className="muted">Loads from {[...hosts].join(', ')} when you press play.</p>}
      <ol className="episodes">
        {episodes.map((episode) => (
          <EpisodeItem key={episode.id} episode={episode} player={player} />
        ))}
      </ol>
    </>
  )
}

function EpisodeItem({ episode, player }: { episode: PodcastEpisode; player: ReturnType<typeof useEpisodePlayer> }) {
  const { id, title, publishedAt, durationSeconds, audio, pageUrl, pageType } = episode
  const playing = player.playing?.id === id ? player.playing : null
  const isOn = playing?.state === 'playing' || playing?.state === 'loading'
  const facts = [
    ...(publishedAt ? [formatDate(publishedAt)] : []),
    ...(durationSeconds === null ? [] : [formatEpisodeLength(durationSeconds)]),
  ]
  return (
    <li className="episode">
      {audio && (
        <LinkUntilHydratedThenButton
          link={{
            className: 'episode-play',
            href: audio.url,
            rel: externalLinkRel,
            'aria-label': `Listen to ${title}`,
            children: <Icon of={Play} />,
          }}
          button={{
            className: 'episode-play',
            'aria-label': `${isOn ? 'Pause' : 'Play'} ${title}`,
            onClick: () => player.toggle({ id, url: audio.url, durationSeconds }),
            children: <Icon of={isOn ? Pause : Play} />,
          }}
        />
      )}
      <div className="episode-words">
        <h3>{title}</h3>
        <p className="muted">
          {facts.join(' · ')}
          {pageUrl && (
            <a href={pageUrl} rel={externalLinkRel}>
              {pageType === null ? 'Episode page' : pageType.startsWith('video/') ? 'Video' : 'Audio file'}
              <span className="sr-only"> of {title}</span>
              <Icon of={ArrowUpRight} size="small" />
            </a>
          )}
        </p>
      </div>
      {audio && playing && <PodcastEpisodePlayer title={title} url={audio.url} playing={playing} player={player} />}
    </li>
  )
}
