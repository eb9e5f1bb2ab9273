import { siApplepodcasts, siFacebook, siGoogle, siInstagram, siSpotify, siTiktok, siX, siYoutube } from 'simple-icons'

/** LinkedIn's sign is not in the set, so it is drawn here. */
const linkedin =
  'M3 8.5h4.3V21H3zM5.1 2.5a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8zM9.8 8.5h4v1.8c.7-1.2 2.1-2.1 4-2.1 3.9 0 4.7 2.5 4.7 5.9V21h-4.3v-6.2c0-1.6-.1-3.2-2-3.2-2 0-2.2 1.5-2.2 3.1V21H9.8z'

const brands = {
  facebook: { name: 'Facebook', path: siFacebook.path },
  instagram: { name: 'Instagram', path: siInstagram.path },
  linkedin: { name: 'LinkedIn', path: linkedin },
  twitter: { name: 'X', path: siX.path },
  tiktok: { name: 'TikTok', path: siTiktok.path },
  youtube: { name: 'YouTube', path: siYoutube.path },
  spotify: { name: 'Spotify', path: siSpotify.path },
  apple: { name: 'Apple Podcasts', path: siApplepodcasts.path },
  google: { name: 'Google', path: siGoogle.path },
} as const

/** The networks and services whose signs we carry. */
export type Brand = keyof typeof brands

/** What people call a network. */
export function brandName(brand: Brand): string {
  return brands[brand].name
}

/** The sign of a network; the link around it says its name. */
export function BrandIcon({ brand }: { brand: Brand }) {
  return (
    <svg className="icon icon-brand" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={brands[brand].path} />
    </svg>
  )
}
