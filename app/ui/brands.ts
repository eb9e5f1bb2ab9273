const names = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  twitter: 'X',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  google: 'Google',
  spotify: 'Spotify',
  apple: 'Apple Podcasts',
} as const

/** The networks and services with an icon in `public/art/brands.svg`. */
export type SocialBrand = keyof typeof names

/** The name of each network. */
export function socialBrandName(brand: SocialBrand): string {
  return names[brand]
}
