import type { MetaDescriptor } from 'react-router'

interface PageMeta {
  /** Without the product's name, which is put behind it. */
  title: string
  description: string
  /** Absolute address this page is to be known by. */
  canonical: string
  /** Absolute address, 1200 x 630 pixels, and what it shows. */
  picture: { url: string; alt: string }
  type?: 'website' | 'profile'
  /** Kept out of search engines. */
  hidden?: boolean
}

/** What search engines and those who share a page are told about it. */
export function pageMeta({
  title,
  description,
  canonical,
  picture,
  type = 'website',
  hidden = false,
}: PageMeta): MetaDescriptor[] {
  const full = `${title} – Muster`
  const short = shorten(description, 160)
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

/** A text cut at a word to at most `length` characters, with an ellipsis where something was cut. */
export function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const end = Math.max(line.lastIndexOf(' ', length - 1), length / 2)
  // Half an emoji is no text.
  return `${line
    .slice(0, end)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`
}
