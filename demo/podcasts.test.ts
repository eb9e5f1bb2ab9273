import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { getPodcastFeedStatus, listPodcastEpisodes } from '#app/features/podcasts/feed/service.server.ts'
import { podcasts } from '#app/features/podcasts/tables.server.ts'
import { contentTypeOfStoredFile } from '#app/platform/.server/storage/storage.ts'
import { platform, test } from '#tests/platform-test.ts'
import { sampleNumberOfDemoOwnersBusiness } from './accounts.ts'
import { makeDemoBusinesses } from './businesses.ts'
import { storeSamplePodcastFiles, writeSamplePodcasts } from './podcasts.ts'
import { loadSampleData } from './sample-data.ts'
import { sampleId, writeSampleBusinesses } from './sample-writer.ts'

const samplePodcasts = loadSampleData().podcasts

test.beforeAll(async () => {
  const owners = makeDemoBusinesses().slice(0, 3)
  const records = owners.map((business, number) => ({ number, business, logo: null, gallery: [] }))
  const stored = await storeSamplePodcastFiles(platform, [sampleNumberOfDemoOwnersBusiness, 2])
  await platform.db.transaction(async (transaction) => {
    await writeSampleBusinesses(transaction, 'demo', records)
    await writeSamplePodcasts(transaction, stored)
  })
})

test('the demo has podcasts of its owners, with covers, that no feed is fetched for', async () => {
  const rows = await platform.db.select().from(podcasts).orderBy(sql`created_at DESC`)
  expect(rows.map(({ title, hostProfileId, isActive }) => [title, hostProfileId, isActive])).toEqual([
    ['Sample Talks', sampleId('owner', 'demo', sampleNumberOfDemoOwnersBusiness), true],
    ['The Example Hour', sampleId('owner', 'demo', 2), true],
  ])
  for (const { id, coverImageUrl, coverWidth, rssFeedUrl } of rows) {
    expect(await platform.storage.read('podcast-media', coverImageUrl ?? '')).toMatchObject({
      contentType: 'image/webp',
    })
    expect([coverWidth, rssFeedUrl, await getPodcastFeedStatus(platform.db, id)]).toEqual([1280, null, null])
  }
})

test('their episodes play three tones from our own origin', async () => {
  const [podcast] = await platform.db.select().from(podcasts).where(eq(podcasts.slug, 'sample-talks'))
  const episodes = await listPodcastEpisodes(platform.db, podcast?.id ?? '')
  expect(episodes.map(({ title }) => title)).toEqual(samplePodcasts[0]?.episodes.map(([title]) => title))
  expect(episodes[0]).toMatchObject({ durationSeconds: 31 * 60 + 5, audio: { type: 'audio/wav' } })
  const dates = episodes.map(({ publishedAt }) => publishedAt?.getTime() ?? 0)
  expect(dates).toEqual([...dates].sort((a, b) => b - a))
  const key = episodes[0]?.audio?.url.replace('/files/podcast-media/', '') ?? ''
  expect(contentTypeOfStoredFile(key)).toBe('audio/wav')
  const bytes = Buffer.from((await platform.storage.read('podcast-media', key))?.bytes ?? [])
  expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 16)]).toEqual(['RIFF', 'WAVEfmt '])
  expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44)
  const loudest = Math.max(...new Int16Array(bytes.buffer, bytes.byteOffset + 44, 16_000))
  expect(loudest).toBeGreaterThan(2_000)
  expect(loudest).toBeLessThan(12_000)
})

test('every sample says that it is one, and is known by an address and a title of its own', () => {
  for (const { title, description, slug, episodes } of samplePodcasts) {
    expect(title).toMatch(/Sample|Example|Specimen/)
    expect(description).toContain('This podcast is a sample.')
    expect(slug).toMatch(/^[a-z-]+$/)
    expect(episodes.length).toBeGreaterThanOrEqual(3)
  }
  expect(new Set(samplePodcasts.map(({ slug }) => slug)).size).toBe(samplePodcasts.length)
})
