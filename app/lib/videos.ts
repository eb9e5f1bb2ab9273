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
export function parseVideoLink(value: string | null | undefined): VideoLink | null {
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
  const vimeo = vimeoVideo(url)
  if (vimeo) return { kind: 'vimeo', url: safe, embedUrl: `https://player.vimeo.com/video/${vimeo}autoplay=1&dnt=1` }
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

/** The id of a video, with the hash without which nobody sees an unlisted one, up to the next parameter of its player. */
function vimeoVideo(url: URL): string | null {
  if (!vimeoHosts.has(url.hostname)) return null
  const [, id, inPath] =
    /^\/(?:video\/|manage\/videos\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/|(?:showcase|album)\/\d+\/video\/)?(\d{5,12})(?:[/:]([\da-f]{6,40}))?(?:\/|$)/i.exec(
      url.pathname,
    ) ?? []
  const hash = inPath ?? url.searchParams.get('h')
  return id ? `${id}?${hash && /^[\da-f]{1,40}$/i.test(hash) ? `h=${hash}&` : ''}` : null
}
