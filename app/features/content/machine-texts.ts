import { publicPages } from './public-pages.ts'

/** Paths without content for visitors or search engines. */
const ownPaths = [
  ...['/403', '/admin', '/dashboard', '/onboarding', '/profile', '/my-business', '/my-podcast', '/business-onboarding'],
  ...['/verification/documents', '/sign-out', '/appearance', '/cookie-preferences', '/live', '/dev/'],
  ...[
    '/business/*/contact.vcf',
    '/shortlist',
    '/directory.csv',
    '/suggestions',
    '/choice-counts',
    '/near-me',
    '/map-view',
  ],
]

/**
 * `/robots.txt`: everything may be read but what is somebody's own. /auth may be read too: only so does a search engine see
 * that it is not to be listed.
 */
export function makeRobotsTxt(publicUrl: string): string {
  const refused = ownPaths.map((path) => `Disallow: ${path}\n`).join('')
  return `User-agent: *\nAllow: /\n${refused}\nSitemap: ${publicUrl}/sitemap.xml\n`
}

/** `/llms.txt` (llmstxt.org): the site in Markdown, for programs that read it for somebody. */
export function makeLlmsTxt(publicUrl: string, site: { name: string; summary: string; email: string }): string {
  const pages = publicPages.map(({ path, title, about }) => `- [${title}](${publicUrl}${path}): ${about}`)
  return `# ${site.name}

> ${site.summary}

Every listed business belongs to someone whose link to the armed forces was checked; its page says how. Verification and
listing are free, with no fees and no tiers. A business's page is ${publicUrl}/business/{slug}; it holds schema.org data as JSON-LD.

Read the directory through its interface rather than page by page. It needs no key, answers JSON, and says its limits in
the headers of each answer. The filters of the directory's address are those of the interface.

## Interface

- [OpenAPI description](${publicUrl}/api/v1/openapi.json): every field and filter.
- [Businesses](${publicUrl}/api/v1/businesses): listed businesses, 12 a page, searched and filtered.

## Pages

${pages.join('\n')}

## Optional

- [Sitemap](${publicUrl}/sitemap.xml): every page and every listed business.
- [Security contact](${publicUrl}/.well-known/security.txt): where to report a weakness.
- Questions: ${site.email}
`
}

/** Days until the security contact expires. RFC 9116 recommends less than a year. */
const securityDays = 180

/**
 * `/.well-known/security.txt` (RFC 9116): where to report a weakness. It is good for half a year from the day it is asked for.
 * The standard wants https of every address of the web, so a site without names its mailbox alone.
 */
export function makeSecurityTxt(publicUrl: string, email: string, now: Date): string {
  const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const expires = new Date(day + securityDays * 86_400_000).toISOString().replace('.000Z', 'Z')
  const web = publicUrl.startsWith('https:')
  return [
    `Contact: mailto:${email}`,
    ...(web ? [`Contact: ${publicUrl}/contact`] : []),
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    ...(web ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []),
    '',
  ].join('\n')
}
