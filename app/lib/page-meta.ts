import type { MetaDescriptor } from 'react-router'

interface PageMeta {
  /** Without the name of the site, which is appended. */
  title: string
  description: string
  /** The canonical URL. */
  canonical: string
  /** The absolute URL of a picture of 1200 x 630 pixels, and its description. */
  picture: { url: string; alt: string }
  type?: 'website' | 'profile'
  /** Excluded from search engines. */
  hidden?: boolean
}

/** The meta tags of a page, for search engines and link previews. */
export function pageMeta({
  title,
  description,
  canonical,
  picture,
  type = 'website',
  hidden = false,
}: PageMeta): MetaDescriptor[] {
  const full = `${title} – Muster`
  const short = shortenTextAtWord(description, 160)
  return [
    { title: full },
    { name: 'description', content: short },
    { tagName: 'link', rel: 'canonical', href: canonical },
    ...(hidden ? [{ name: 'robots', content: 'noindex, follow' }] : []),
    { property: 'og:site_name', content: 'Muster' },
    { property: 'og:locale', content: 'en_GB' },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: short },
    { property: 'og:url', content: canonical },
    { property: 'og:image', content: picture.url },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: picture.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** Cuts a text at a word to at most `length` characters, with an ellipsis. */
export function shortenTextAtWord(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const end = Math.max(line.lastIndexOf(' ', length - 1), length / 2)
  // Do not cut through an emoji.
  return `${line
    .slice(0, end)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`
}
