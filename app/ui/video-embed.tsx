import { ArrowUpRight, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { VideoLink } from '#app/lib/videos.ts'
import { buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'
import { LinkUntilHydratedThenButton } from './link-then-button.tsx'
import { useHydrated } from './use-hydrated.ts'
import './video-embed.css'

const players = { youtube: 'YouTube', vimeo: 'Vimeo' } as const

interface VideoEmbedProps {
  video: VideoLink
  /** Its name in texts, as in 'Play the promo video'. */
  name: string
  /** The accessible title of the player. */
  title: string
  /** The text of a link to it. */
  rel: string
}

/**
 * A video. The player is only loaded on click; until then our own drawing is shown. Without JavaScript, and for unknown players,
 * it is a link.
 */
export function VideoEmbed({ video, name, title, rel }: VideoEmbedProps) {
  const hydrated = useHydrated()
  const [playing, setPlaying] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)

  useEffect(() => {
    if (playing) frame.current?.focus()
  }, [playing])

  if (video.kind === 'link') {
    return (
      <a className={buttonClass({ kind: 'secondary' })} href={video.url} rel={rel}>
        Watch {name}
        <Icon of={ArrowUpRight} />
      </a>
    )
  }
  if (playing) {
    return (
      <iframe
        ref={frame}
        className="video-frame"
        src={video.embedUrl}
        title={title}
        allow="autoplay; encrypted-media; picture-in-picture"
        allowFullScreen
        referrerPolicy="strict-origin-when-cross-origin"
      />
    )
  }
  const player = players[video.kind]
  const children = (
    <>
      <Poster />
      <span className="play">
        <Icon of={Play} />
      </span>
      <span className="video-note">
        <span>{hydrated ? `Play ${name}` : `Watch ${name} on ${player}`}</span>
        {hydrated && <span>Loads from {player} when you press play</span>}
      </span>
    </>
  )
  return (
    <LinkUntilHydratedThenButton
      link={{ className: 'video', href: video.url, rel, children }}
      button={{ className: 'video', onClick: () => setPlaying(true), children }}
    />
  )
}

function Poster() {
  return (
    <svg
      className="video-poster"
      viewBox="0 0 800 450"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <rect className="art-hill-far" width="800" height="450" />
      <circle className="art-sun" cx="610" cy="120" r="44" />
      <path className="art-hill" d="M0 330q120-150 240-120 60 16 120-60t170 30 130 80 140-30v220H0z" />
      <path
        className="art-hill-lines"
        d="M0 352q120-140 240-112 70 16 130-54t160 36 130 76 140-26M0 376q120-126 240-100 80 16 140-46t150 42 130 70 140-22M0 400q130-110 250-88 80 14 140-38t140 46 130 64 140-16"
      />
      <path className="art-ground" d="M0 420q200-70 420-40t380-30v100H0z" />
    </svg>
  )
}
