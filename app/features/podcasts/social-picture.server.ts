import { defineSocialPicture } from '#app/platform/.server/images/social-picture.ts'
import type { PodcastPageData } from './model.ts'

/** The picture for link previews of a podcast. */
export const podcastSocialPicture = defineSocialPicture(
  'podcast-media',
  ({ title, tagline, cover }: PodcastPageData) => ({
    title,
    lines: [...(tagline ? [tagline] : []), 'A podcast on Muster'],
    badge: null,
    logo: cover,
    tile: null,
    position: null,
  }),
)
