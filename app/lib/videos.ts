import { safeHttpUrl } from './links.ts'

/** A video: embedded for the two known players, a plain link for any other URL. */
export type VideoLink = { kind: 'youtube' | 'vimeo'; url: string; embedUrl: string } | { kind: 'link'; url: string }

const youtubeHosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])
const vimeoHosts = new Set(['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'])

/** Parses the URL of a video; null if it is not http(s). The embed URLs set no cookie before playing. */
export function readVideoLink(value: string | null | undefined): VideoLink | null {
  const safe = safeHttpUrl(value)
  if (!safe) return null
  const url = new URL(safe)
  const youtube = youtubeId(url)
  if (youtube) {
    return {
      kind: 'youtube',
      url: safe,
      embedUrl: `https://www.youtube-nocookie.com/embed/${youtube}?autoplay=1&rel=0`,
    }
  }
  const vimeo = vimeoHosts.has(url.hostname) ? /^\/(?:video\/)?(\d{5,12})(?:\/|$)/.exec(url.pathname)?.[1] : undefined
  if (vimeo) return { kind: 'vimeo', url: safe, embedUrl: `https://player.vimeo.com/video/${vimeo}?autoplay=1&dnt=1` }
  return { kind: 'link', url: safe }
}

function youtubeId(url: URL): string | null {
  const candidate =
    url.hostname === 'youtu.be'
      ? url.pathname.slice(1)
      : youtubeHosts.has(url.hostname)
        ? (url.searchParams.get('v') ?? /^\/(?:embed|shorts|live)\/([^/]+)/.exec(url.pathname)?.[1])
        : null
  return candidate && /^[\w-]{11}$/.test(candidate) ? candidate : null
}
