import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { decodeHTMLStrict } from 'entities'
import { parsePodcastFeedDate } from './date.ts'
import { decodePodcastFeed } from './decode-feed.ts'
import { PodcastFeedItemCollector, type PodcastFeedItemLink, type RawPodcastFeedItem } from './feed-records.ts'
import { PodcastFeedRefusedError } from './feed-refused.ts'
import { maxStoredPodcastEpisodes } from './model.ts'
import { FeedMarkupScanner } from './scan-markup.ts'
import { parseEpisodeDuration, parseUrlInPodcastFeed, podcastFeedPlainText } from './text.ts'

/** An episode from a feed. URLs are safe to link to, and texts are plain text. */
export interface ParsedPodcastEpisode {
  guid: string
  title: string
  publishedAt: Date | null
  durationSeconds: number | null
  audioUrl: string | null
  /** Without an `audioUrl` it is the type of the file that `pageUrl` leads to. */
  audioType: string | null
  pageUrl: string | null
}

/** What a feed says. */
export interface ParsedPodcastFeed {
  /** The latest ones, newest first. */
  episodes: ParsedPodcastEpisode[]
  /** The address that it asks to be read from instead (`itunes:new-feed-url`). */
  newUrl: string | null
  /** The first of its tags that does not match, as a sentence for its host; null if all do. */
  mistake: string | null
  /** Whether episodes may be wrong or missing because of it. */
  isDoubtful: boolean
}

const titleLength = 200
const guidLength = 300

/** Types by file extension, for files whose stated type is neither audio nor video. */
const fileTypes: Record<string, string> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
}

/**
 * Parses the latest episodes of a feed, RSS 2.0 or Atom. It is read piece by piece, and others get their turn between two.
 * @param url where it was read
 * @throws PodcastFeedRefusedError
 */
export async function parsePodcastFeed(
  bytes: Uint8Array,
  contentType: string | null,
  url: string,
  now = new Date(),
): Promise<ParsedPodcastFeed> {
  const records = new PodcastFeedItemCollector(url)
  const { mistake } = await scan(bytes, contentType, records)
  const { root, channel, isWhole } = records
  if (!root || !isWhole || (root === 'rss' && !channel)) throw new PodcastFeedRefusedError('not-a-feed')
  const items = mistake === null ? records.items.filter(({ isInPlace }) => isInPlace) : records.items
  const home =
    root === 'rss' && channel
      ? parseUrlInPodcastFeed(channel.links.find(({ rel }) => rel === '')?.url ?? '', url)
      : null
  return {
    episodes: await readEpisodes(items, home ?? url, now),
    newUrl: parseUrlInPodcastFeed(channel?.texts['itunes:new-feed-url'] ?? ''),
    mistake,
    isDoubtful: items.some(({ isCounted }) => !isCounted) && mistake !== null,
  }
}

/** @throws PodcastFeedRefusedError */
async function scan(
  bytes: Uint8Array,
  contentType: string | null,
  records: PodcastFeedItemCollector,
): Promise<FeedMarkupScanner> {
  const scanner = new FeedMarkupScanner(records)
  let isEmpty = true
  for (const piece of decodePodcastFeed(bytes, contentType)) {
    if (isEmpty && /^\s*<(!doctype\s+html|html)\b/i.test(piece.slice(0, 1_000)))
      throw new PodcastFeedRefusedError('page')
    isEmpty &&= piece.trim() === ''
    scanner.write(piece)
    await setImmediate()
  }
  if (isEmpty) throw new PodcastFeedRefusedError('empty')
  scanner.end()
  return scanner
}

async function readEpisodes(items: RawPodcastFeedItem[], base: string, now: Date): Promise<ParsedPodcastEpisode[]> {
  const shared = findSharedGuids(items)
  const episodes = new Map<string, ParsedPodcastEpisode>()
  for (const [index, { item, publishedAt }] of newestFirst(items, now).entries()) {
    if (episodes.size === maxStoredPodcastEpisodes) break
    // So many are only read where they repeat.
    if (index % 200 === 199) await setImmediate()
    const episode = readEpisode(item, publishedAt, base, shared)
    if (episode && !episodes.has(episode.guid)) episodes.set(episode.guid, episode)
  }
  return [...episodes.values()]
}

/**
 * Sorts items by date. One whose date cannot be read keeps its place: it is as old as the item after it, or before it if it is the last. Feeds
 * that begin with the oldest are turned round first.
 */
function newestFirst(items: RawPodcastFeedItem[], now: Date): { item: RawPodcastFeedItem; publishedAt: Date | null }[] {
  const dated = items.map((item) => ({ item, publishedAt: dateOf(item, now) }))
  const times = dated.flatMap(({ publishedAt }) => publishedAt?.getTime() ?? [])
  const steps = times.slice(1).map((time, index) => Math.sign(time - (times[index] ?? 0)))
  if (steps.reduce((sum, step) => sum + step, 0) > 0) dated.reverse()
  let next = times.length > 0 ? (dated.findLast(({ publishedAt }) => publishedAt)?.publishedAt?.getTime() ?? 0) : 0
  return dated
    .reverse()
    .map((entry) => {
      next = entry.publishedAt?.getTime() ?? next
      return { ...entry, place: next }
    })
    .reverse()
    .sort((a, b) => b.place - a.place)
}

function dateOf({ texts }: RawPodcastFeedItem, now: Date): Date | null {
  const date = texts.pubDate ?? texts.published ?? texts['dc:date'] ?? texts.updated
  return date === undefined ? null : parsePodcastFeedDate(decodeHTMLStrict(date), now)
}

/** The guids that several enclosures have: these are different episodes. */
function findSharedGuids(items: RawPodcastFeedItem[]): Set<string> {
  const first = new Map<string, string>()
  const shared = new Set<string>()
  for (const item of items) {
    const guid = rawGuid(item)
    const file = item.enclosures[0]?.url
    if (!guid || !file) continue
    if (first.has(guid) && first.get(guid) !== file) shared.add(guid)
    else first.set(guid, file)
  }
  return shared
}

function rawGuid({ texts }: RawPodcastFeedItem): string {
  return (texts.guid ?? texts.id ?? '').trim()
}

function readEpisode(
  item: RawPodcastFeedItem,
  publishedAt: Date | null,
  base: string,
  shared: Set<string>,
): ParsedPodcastEpisode | null {
  const { texts, links } = item
  const files = [...item.enclosures, ...links.filter(({ rel }) => rel === 'enclosure')].flatMap(
    (file) => fileOf(file, base) ?? [],
  )
  const audio = files.find(({ type }) => type.startsWith('audio/'))
  const video = files.find(({ type }) => type.startsWith('video/'))
  const title = titleOf(item)
  const page = pageOf(item, base)
  if (!title && !audio && !video && !page) return null
  const isPlayable = audio?.url.startsWith('https:')
  const guid = rawGuid(item)
  const file = item.enclosures[0]?.url ?? ''
  return {
    guid: guidOf(shared.has(guid) && file ? `${guid} ${file}` : guid, audio?.url ?? video?.url ?? page ?? title),
    title: title || 'Untitled episode',
    publishedAt,
    durationSeconds: parseEpisodeDuration(decodeHTMLStrict(texts['itunes:duration'] ?? '')),
    audioUrl: audio && isPlayable ? audio.url : null,
    audioType: audio && isPlayable ? audio.type : page ? null : ((audio ?? video)?.type ?? null),
    // Our pages play neither http audio nor videos, but can link to them.
    pageUrl: page ?? (isPlayable ? null : (audio?.url ?? video?.url ?? null)),
  }
}

function titleOf({ texts, titleKind }: RawPodcastFeedItem): string {
  const candidates = [
    podcastFeedPlainText(texts.title ?? '', titleLength, titleKind),
    ...['itunes:title', 'dc:title', 'media:title'].map((name) => podcastFeedPlainText(texts[name] ?? '', titleLength)),
  ]
  return candidates.find((title) => title !== '') ?? ''
}

/** The URL of an episode's page: text in RSS and an attribute in Atom; else its guid, which RSS says is one unless it says otherwise. */
function pageOf({ links, texts, isPermalink }: RawPodcastFeedItem, base: string): string | null {
  const page = links
    .filter(({ rel }) => rel === '' || rel === 'alternate')
    .flatMap((link) => parseUrlInPodcastFeed(link.url, link.base ?? base) ?? [])[0]
  return page ?? (isPermalink ? parseUrlInPodcastFeed(texts.guid ?? '') : null)
}

function fileOf(file: PodcastFeedItemLink, base: string): { url: string; type: string } | null {
  const url = parseUrlInPodcastFeed(file.url, file.base ?? base)
  if (!url) return null
  const statedType = /^(?:audio|video)\/[a-z0-9.+-]{1,60}(?=\s*(;|$))/i.exec(file.type.trim())?.[0].toLowerCase()
  const extension = /\.([a-z0-9]{2,4})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''
  const type = statedType ?? fileTypes[extension]
  return type ? { url, type } : null
}

/** The guid of an episode, or a hash of it or of `fallback`. Always short enough for an index. */
function guidOf(raw: string, fallback: string): string {
  const guid = podcastFeedPlainText(raw, guidLength + 1)
  if (guid && guid.length <= guidLength) return guid
  return createHash('sha256')
    .update(raw.trim() || fallback)
    .digest('base64url')
}
