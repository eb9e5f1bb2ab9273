import { podcastEpisodes, podcasts } from '#app/features/podcasts/tables.server.ts'
import { storedFileUrl } from '#app/lib/pictures.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { encodePicture, type StoredPicture, storePicture } from '#app/platform/.server/images/images.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { drawSamplePodcastCover, sampleSceneNumberOfId } from './drawings.ts'
import { loadSampleData, type SampleData } from './sample-data.ts'
import { sampleId } from './sample-writer.ts'
import { makeSampleEpisodeSound } from './three-tones.ts'

const soundKey = 'samples/three-tones.wav'
const dayMs = 86_400_000

/** A sample podcast whose cover is in the store, with the member who hosts it. */
interface StoredPodcast {
  podcast: SampleData['podcasts'][number]
  hostId: string
  cover: StoredPicture
}

/**
 * Draws the covers of the demo's podcasts and stores them, and the one sound that all their episodes have: before the rows that
 * name them. The hosts are owners of the samples with these numbers, in their order, one podcast each.
 */
export async function storeSamplePodcastFiles(
  { storage }: Pick<Platform, 'storage'>,
  ownerNumbers: number[],
): Promise<StoredPodcast[]> {
  await storage.put('podcast-media', soundKey, makeSampleEpisodeSound())
  return Promise.all(
    loadSampleData()
      .podcasts.slice(0, ownerNumbers.length)
      .map(async (podcast, index) => {
        const hostId = sampleId('owner', 'demo', ownerNumbers[index] ?? 0)
        const { scene, ...mark } = podcast.cover
        const drawing = drawSamplePodcastCover(sampleSceneNumberOfId(scene), { kind: 'mark', ...mark })
        const picture = await encodePicture('podcast-media', Buffer.from(drawing), 'quick')
        return { podcast, hostId, cover: await storePicture(storage, 'podcast-media', `${hostId}/covers`, picture) }
      }),
  )
}

/** Writes the demo's podcasts, with episodes as though a feed had been read: none has a feed, so nothing is fetched. */
export async function writeSamplePodcasts(transaction: Database, stored: StoredPodcast[]): Promise<void> {
  const now = Date.now()
  for (const [number, { podcast, hostId, cover }] of stored.entries()) {
    const { slug, title, tagline, description, services, launchDate, newest, every, episodes } = podcast
    const id = sampleId('podcast', 'demo', number)
    const link = (service: (typeof services)[number], address: string) => (services.includes(service) ? address : null)
    await transaction.insert(podcasts).values({
      id,
      slug,
      title,
      tagline,
      description,
      coverImageUrl: cover.key,
      coverWidth: cover.width,
      coverHeight: cover.height,
      coverColour: cover.colour,
      spotifyUrl: link('spotify', `https://open.spotify.com/show/${slug}`),
      appleUrl: link('apple', `https://podcasts.apple.com/gb/podcast/${slug}`),
      youtubeUrl: link('youtube', `https://www.youtube.com/playlist?list=${slug}`),
      launchDate,
      hostProfileId: hostId,
      createdAt: new Date(now - (number + 1) * dayMs),
    })
    await transaction.insert(podcastEpisodes).values(
      episodes.map(([episode, length], position) => ({
        podcastId: id,
        guid: `${slug}-${episodes.length - position}`,
        title: episode,
        publishedAt: new Date(now - (newest + position * every) * dayMs),
        durationSeconds: secondsOf(length),
        audioUrl: storedFileUrl('podcast-media', soundKey),
        audioType: 'audio/wav',
        position,
      })),
    )
  }
}

function secondsOf(length: string): number {
  const [minutes = 0, seconds = 0] = length.split(':').map(Number)
  return minutes * 60 + seconds
}
