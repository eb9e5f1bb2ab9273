import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { feedCases } from '#tests/world/feeds/cases.ts'
import { readBefore } from '#tests/world/feeds/read-before.ts'
import { PodcastFeedRefusedError } from './feed-refused.ts'
import { parsePodcastFeed } from './parse-feed.ts'

const folder = 'tests/world/feeds'
const now = new Date('2026-01-01')
const url = 'https://feeds.example/show/feed.xml'

test('every feed of the world has a case, and twenty or more are from public reports', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.xml'))
  expect(feedCases.map(({ file }) => file).sort()).toEqual(files.sort())
  const reports = feedCases.flatMap(({ report }) => report ?? [])
  expect(new Set(reports).size).toBe(reports.length)
  expect(reports.length).toBeGreaterThanOrEqual(20)
})

// spec: world.8.1, world.8.5, world.8.6, world.8.7, world.8.8, world.8.9
test.each(feedCases)('$file is read right: $stands', async ({ file, refused, mistake, isDoubtful, episodes = [] }) => {
  const reading = parsePodcastFeed(readFileSync(`${folder}/${file}`), null, url, now)
  if (refused) return expect(reading).rejects.toMatchObject(new PodcastFeedRefusedError(refused as 'not-xml'))
  const feed = await reading
  expect([feed.mistake ?? undefined, feed.isDoubtful]).toEqual([mistake, isDoubtful ?? false])
  const found = feed.episodes.map(({ title, publishedAt, audioUrl, pageUrl }) => [
    title,
    publishedAt?.toISOString().slice(0, 16) ?? null,
    audioUrl,
    pageUrl,
  ])
  expect(found.slice(0, Math.max(episodes.length, file.startsWith('feed-newest') ? 0 : 20))).toEqual(episodes)
})

// spec: world.8.2
test.each(readBefore)('what gave episodes before gives as many: %s', async (_what, text, before) => {
  const { episodes, mistake, isDoubtful } = await parsePodcastFeed(Buffer.from(text), null, url, now)
  expect(episodes.length).toBeGreaterThanOrEqual(before)
  // Where nothing was lost, it also takes the place of an earlier copy.
  const lost = (text.match(/<(item|entry)>/g) ?? []).length - before
  expect(isDoubtful).toBe(mistake !== null && lost > 0)
})

// spec: world.8.11
test('two feeds of 20 MB in two-byte letters are read at once in little memory, and others get their turn', () => {
  const output = execFileSync(process.execPath, ['--max-old-space-size=48', `${folder}/read-two.ts`], {
    encoding: 'utf8',
  })
  const { episodes, took, longest, more } = JSON.parse(output) as {
    episodes: number[]
    took: number
    longest: number
    more: number
  }
  expect(episodes).toEqual([20, 20])
  expect(more).toBeLessThan(100)
  expect(longest).toBeLessThan(took / 4)
})

test('a feed of six years with long notes is read', async () => {
  const bytes = execFileSync(process.execPath, [`${folder}/mk-big-feed.mjs`], { maxBuffer: 2 ** 26 })
  expect(bytes.length).toBeGreaterThan(5 * 1024 * 1024)
  expect((await parsePodcastFeed(bytes, null, url, now)).episodes[0]?.title).toBe('Episode 1500')
})
