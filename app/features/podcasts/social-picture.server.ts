import { createHash } from 'node:crypto'
import type { Platform } from '#app/platform/.server/platform.ts'
import { drawSocialPicture } from '#app/platform/.server/social-picture.ts'
import type { PodcastPage } from './schema.ts'

/** Changes whenever the picture would: part of its address, so that a shared page never shows an old one. */
export function socialPictureVersion(podcast: PodcastPage): string {
  return createHash('sha256')
    .update(JSON.stringify(pictureOf(podcast)))
    .digest('base64url')
    .slice(0, 10)
}

/** The picture shown where a podcast is shared. Drawing takes a tenth of a second of a core, so it is remembered. */
export function getSocialPicture(platform: Platform, podcast: PodcastPage): Promise<Uint8Array<ArrayBuffer>> {
  return platform.pictureCache.getOrLoad(`podcasts/${podcast.slug}?${socialPictureVersion(podcast)}`, async () => {
    const { cover, ...texts } = pictureOf(podcast)
    const file = cover ? await platform.storage.read('podcast-media', cover) : null
    return drawSocialPicture({ ...texts, badge: null, logo: file?.bytes ?? null })
  })
}

function pictureOf({ title, tagline, cover }: PodcastPage) {
  return {
    title,
    lines: [...(tagline ? [tagline] : []), 'A podcast on Muster'],
    cover: cover?.src.replace('/files/podcast-media/', '') ?? null,
  }
}
