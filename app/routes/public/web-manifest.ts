import { href } from 'react-router'
import { siteDetails } from '#app/features/content/service.server.ts'
import { pageBackgroundColour } from '#app/lib/paper-colour.ts'

/** The web app manifest. */
export function loader() {
  const { name, summary } = siteDetails
  const manifest = {
    name,
    short_name: name,
    description: summary,
    lang: 'en-GB',
    start_url: href('/'),
    scope: href('/'),
    display: 'minimal-ui',
    background_color: pageBackgroundColour.light,
    theme_color: pageBackgroundColour.light,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' },
  })
}
