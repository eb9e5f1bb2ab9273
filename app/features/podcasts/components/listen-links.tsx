import { Rss } from 'lucide-react'
import { SocialBrandIcon } from '#app/ui/brand-icon.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { externalLinkRel } from '#app/ui/external-link.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { PodcastListenLink } from '../model.ts'

const names = { spotify: 'Spotify', apple: 'Apple Podcasts', youtube: 'YouTube', rss: 'RSS' } as const

interface ListenLinksProps {
  links: PodcastListenLink[]
  /** Title of the podcast. */
  title: string
  size?: 'small' | 'medium'
}

/** Links to the services where a podcast can be listened to. */
export function PodcastListenLinks({ links, title, size = 'medium' }: ListenLinksProps) {
  if (links.length === 0) return null
  return (
    <ul className="row row-s listen-links" aria-label={`Listen to ${title}`}>
      {links.map(({ service, url }) => (
        <li key={service}>
          <a className={buttonClass({ kind: 'secondary', size })} href={url} rel={externalLinkRel}>
            {service === 'rss' ? <Icon of={Rss} size="small" /> : <SocialBrandIcon brand={service} />}
            {names[service]}
            <span className="sr-only">: {title}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
