import { createHash } from 'node:crypto'
import { XMLParser } from 'fast-xml-parser'
import { decodeFeed } from './decode-feed.ts'
import { FeedRefused } from './feed-refused.ts'
import { episodesKept } from './schema.ts'
import { feedUrl, parseDuration, parseFeedDate, plainText } from './text.ts'

/** An episode from a feed. URLs are safe to link to, and texts are plain text. */
export interface FeedEpisode {
  guid: string
  title: string
  publishedAt: Date | null
  durationSeconds: number | null
  audioUrl: string | null
  audioType: string | null
  pageUrl: string | null
}

/** Limits that bound the time to parse a feed. A feed with a thousand detailed episodes reaches about a quarter of them. */
const maxTags = 200_000
const maxTagLength = 16_000
const maxDepth = 60
const maxItems = 5_000

const titleLength = 200
const guidLength = 300

/** Types by file extension, for files whose stated type is not audio. */
const audioTypes: Record<string, string> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
}

type Node = Record<string, unknown>

const lists = new Set(['item', 'entry', 'enclosure', 'link'])

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  // Decoded by `plainText` and `feedUrl` instead. Entities declared by a feed are never expanded.
  processEntities: false,
  maxNestedTags: maxDepth,
  isArray: (name) => lists.has(name),
})

/**
 * Parses the latest episodes of a feed, RSS 2.0 or Atom: newest first, those without a date last.
 * @throws FeedRefused
 */
export function parseFeed(bytes: Uint8Array, contentType: string | null, now = new Date()): FeedEpisode[] {
  const text = decodeFeed(bytes, contentType)
  checkMarkup(text)
  const dated = findItems(parse(text))
    .slice(0, maxItems)
    .map((item) => ({ item, publishedAt: dateOf(item, now) }))
    .sort((a, b) => (b.publishedAt?.getTime() ?? 0) - (a.publishedAt?.getTime() ?? 0))
  const episodes = new Map<string, FeedEpisode>()
  for (const { item, publishedAt } of dated) {
    if (episodes.size === episodesKept) break
    const episode = readEpisode(item, publishedAt)
    if (episode && !episodes.has(episode.guid)) episodes.set(episode.guid, episode)
  }
  return [...episodes.values()]
}

/**
 * Scans the markup once before it is parsed. Refuses declarations, which could define entities, and markup that is slow to parse.
 * @throws FeedRefused
 */
function checkMarkup(text: string): void {
  if (text.trim() === '') throw new FeedRefused('empty')
  if (/^\s*<(!doctype\s+html|html)\b/i.test(text.slice(0, 1_000))) throw new FeedRefused('page')
  let tags = 0
  let at = text.indexOf('<')
  if (at < 0) throw new FeedRefused('not-xml')
  while (at >= 0) {
    const end = text.indexOf(endOf(text, at), at)
    if (end < 0) throw new FeedRefused('not-xml')
    const isText = text.startsWith('<!--', at) || text.startsWith('<![CDATA[', at)
    if (text.startsWith('<!', at) && !isText) throw new FeedRefused('declarations')
    tags += 1
    if (tags > maxTags || (!isText && end - at > maxTagLength)) throw new FeedRefused('too-much')
    at = text.indexOf('<', end)
  }
}

function endOf(text: string, at: number): string {
  if (text.startsWith('<![CDATA[', at)) return ']]>'
  if (text.startsWith('<!--', at)) return '-->'
  return text.startsWith('<?', at) ? '?>' : '>'
}

function parse(text: string): Node {
  // The parser accepts truncated documents.
  if (!/<\/(rss|feed)\s*>/.test(text.slice(-10_000))) throw new FeedRefused('not-a-feed')
  try {
    return parser.parse(text)
  } catch (error) {
    throw new FeedRefused('not-xml', { cause: error })
  }
}

function findItems(document: Node): Node[] {
  const rss = nodeOf(document.rss)
  const feed = nodeOf(document.feed)
  if (rss && 'channel' in rss) return nodesOf(nodeOf(rss.channel)?.item)
  if (feed) return nodesOf(feed.entry)
  throw new FeedRefused('not-a-feed')
}

function nodeOf(value: unknown): Node | null {
  if (Array.isArray(value)) return nodeOf(value[0])
  if (value === '') return {}
  return typeof value === 'object' && value !== null ? (value as Node) : null
}

function nodesOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.map(nodeOf).filter((node) => node !== null) : []
}

/** The text of an element, or of the first of several; '' if there is none. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return textOf(value[0])
  if (typeof value === 'string') return value
  const text = nodeOf(value)?.['#text']
  return typeof text === 'string' ? text : ''
}

function dateOf(item: Node, now: Date): Date | null {
  const date = [item.pubDate, item.published, item['dc:date'], item.updated].map(textOf).find((text) => text !== '')
  return parseFeedDate(date ?? '', now)
}

function readEpisode(item: Node, publishedAt: Date | null): FeedEpisode | null {
  const links = Array.isArray(item.link) ? item.link : []
  const files = [
    ...nodesOf(item.enclosure).map((node) => ({ url: node['@url'], type: node['@type'] })),
    ...linkedFiles(links),
  ]
  const audio = files.flatMap((file) => audioOf(textOf(file.url), textOf(file.type)) ?? [])[0]
  const title = plainText(textOf(item.title) || textOf(item['itunes:title']), titleLength)
  const page = links.flatMap((link) => pageOf(link) ?? [])[0] ?? null
  if (!title && !audio && !page) return null
  const isPlayable = audio?.url.startsWith('https:')
  return {
    guid: guidOf(textOf(item.guid) || textOf(item.id), audio?.url ?? page ?? title),
    title: title || 'Untitled episode',
    publishedAt,
    durationSeconds: parseDuration(textOf(item['itunes:duration'])),
    audioUrl: audio && isPlayable ? audio.url : null,
    audioType: audio && isPlayable ? audio.type : null,
    // Our pages cannot play http audio, but can link to it.
    pageUrl: page ?? (audio && !isPlayable ? audio.url : null),
  }
}

/** The files that an Atom entry links to. */
function linkedFiles(links: unknown[]): { url: unknown; type: unknown }[] {
  return nodesOf(links)
    .filter((link) => link['@rel'] === 'enclosure')
    .map((link) => ({ url: link['@href'], type: link['@type'] }))
}

/** The URL of an episode's page, which is text in RSS and an attribute in Atom. */
function pageOf(link: unknown): string | null {
  const attributes = nodeOf(link)
  if (!attributes || '#text' in attributes) return feedUrl(textOf(link))
  return (attributes['@rel'] ?? 'alternate') === 'alternate' ? feedUrl(textOf(attributes['@href'])) : null
}

function audioOf(rawUrl: string, rawType: string): { url: string; type: string } | null {
  const url = feedUrl(rawUrl)
  if (!url) return null
  const statedType = /^audio\/[a-z0-9.+-]{1,60}(?=\s*(;|$))/i.exec(rawType.trim())?.[0].toLowerCase()
  const extension = /\.([a-z0-9]{2,4})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''
  const type = statedType ?? audioTypes[extension]
  return type ? { url, type } : null
}

/** The guid of an episode, or a hash of it or of `fallback`. Always short enough for an index. */
function guidOf(raw: string, fallback: string): string {
  const guid = plainText(raw, guidLength + 1)
  if (guid && guid.length <= guidLength) return guid
  return createHash('sha256')
    .update(raw.trim() || fallback)
    .digest('base64url')
}
