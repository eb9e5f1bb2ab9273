import { decodeHTMLStrict } from 'entities'
import type { FeedMarkupHandler, OpenMarkupElement } from './scan-markup.ts'
import { isWordSeparatingTag, type PodcastFeedTextMarkupKind, rawFeedTextMaxLength } from './text.ts'

/** An item of a feed, or its channel, as written: references are not decoded. */
export interface RawPodcastFeedItem {
  /** The first text of each element. */
  texts: Record<string, string>
  titleKind: PodcastFeedTextMarkupKind
  isPermalink: boolean
  links: PodcastFeedItemLink[]
  enclosures: PodcastFeedItemLink[]
  /** Its path is that of an item; in a feed whose tags do not match, it may be another. */
  isInPlace: boolean
  /** It would be in its place if each end tag ended the last element. */
  isCounted: boolean
}

export interface PodcastFeedItemLink {
  url: string
  type: string
  rel: string
  /** The nearest `xml:base`, resolved; null without one. */
  base: string | null
}

/** How many items are read; the latest are at one of the ends. */
const maxItems = 20_000
const maxFiles = 20

const titles = new Set(['title', 'itunes:title', 'dc:title', 'media:title'])
const texts = new Set([
  ...titles,
  ...['guid', 'id', 'link', 'pubDate', 'published', 'dc:date', 'updated', 'itunes:duration', 'itunes:new-feed-url'],
])

interface OpenRecord {
  record: RawPodcastFeedItem
  /** How many elements are around it. */
  depth: number
}

interface OpenText {
  name: string
  depth: number
  raw: string
  attributes: Record<string, string>
}

/** Collects the items of a feed, RSS 2.0 or Atom, from its markup. */
export class PodcastFeedItemCollector implements FeedMarkupHandler {
  /** The outermost element, if it is a feed's. */
  root: 'rss' | 'feed' | null = null
  /** Whether the feed's own end tag was there. */
  isWhole = false
  channel: RawPodcastFeedItem | null = null
  readonly items: RawPodcastFeedItem[] = []
  readonly #url: string
  readonly #records: OpenRecord[] = []
  /** The base of each open element that has `xml:base`, with its depth. */
  readonly #bases: { depth: number; base: string }[] = []
  #text: OpenText | null = null

  /** @param url where the feed was read, for a relative `xml:base` */
  constructor(url: string) {
    this.#url = url
  }

  open(name: string, attributes: string, around: OpenMarkupElement[], counted: number): void {
    const depth = around.length
    this.#openRecord(name, around, counted)
    if (attributes.includes('xml:base')) this.#openBase(attributes, depth)
    const parent = this.#records.at(-1)
    if (!parent) return
    if (this.#text && titles.has(this.#text.name)) this.#openWithinTitle(name, parent)
    if (!isChild(name, around, parent.depth)) return
    if (name === 'enclosure') this.#addFile(parent.record.enclosures, readAttributes(attributes))
    else if (texts.has(name)) this.#text = { name, depth, raw: '', attributes: readAttributes(attributes) }
  }

  close(name: string, around: OpenMarkupElement[], isImplied: boolean): void {
    const depth = around.length
    if (this.#text && depth > this.#text.depth && isWordSeparatingTag(name)) this.#append(' ')
    if (this.#text?.depth === depth) this.#endText()
    if (this.#records.at(-1)?.depth === depth && isRecord(name)) this.#endRecord(name)
    if (this.#bases.at(-1)?.depth === depth) this.#bases.pop()
    if (depth === 0 && name === this.root && !isImplied) this.isWhole = true
  }

  text(raw: string, around: OpenMarkupElement[], isCdata: boolean): void {
    if (!this.#text) return
    const isDirect = around.length === this.#text.depth + 1
    const isCode = around.slice(this.#text.depth + 1).some(({ name }) => /^(?:\w+:)?(script|style)$/i.test(name))
    if (!isDirect && (isCode || !titles.has(this.#text.name))) return
    this.#append(
      isCdata
        ? raw
            .slice(0, rawFeedTextMaxLength + 1)
            .replaceAll('&', '&amp;')
            .replaceAll('<', '&lt;')
        : raw,
    )
  }

  #openRecord(name: string, around: OpenMarkupElement[], counted: number): void {
    if (around.length === 0 && (name === 'rss' || name === 'feed')) this.root ??= name
    if (!isRecord(name)) return
    const path = around.map((element) => element.name).join(' ')
    if (name === 'channel' && path === 'rss') this.#push(around.length, true, true)
    if ((name === 'item' && this.root === 'rss') || (name === 'entry' && this.root === 'feed')) {
      const place = name === 'item' ? 'rss channel' : 'feed'
      this.#text = null
      this.#push(around.length, path === place, counted === place.split(' ').length)
    }
  }

  #push(depth: number, isInPlace: boolean, isCounted: boolean): void {
    const titleKind = this.root === 'feed' ? 'text' : 'guess'
    const record = {
      texts: {},
      titleKind,
      isPermalink: false,
      links: [],
      enclosures: [],
      isInPlace,
      isCounted,
    } as const
    this.#records.push({ record: { ...record, links: [], enclosures: [] }, depth })
  }

  #openBase(attributes: string, depth: number): void {
    const base = decodeHTMLStrict(readAttributes(attributes)['xml:base'] ?? '').trim()
    const around = this.#bases.at(-1)?.base ?? this.#url
    if (base !== '' && URL.canParse(base, around)) this.#bases.push({ depth, base: new URL(base, around).href })
  }

  /** An element of a feed within a title is one after it, whose end is missing. */
  #openWithinTitle(name: string, parent: OpenRecord): void {
    if (name === 'enclosure' || texts.has(name)) this.#endText(parent)
    else if (isWordSeparatingTag(name)) this.#append(' ')
  }

  #append(raw: string): void {
    const { length } = this.#text?.raw ?? ''
    // One more than is read, which says that there was more.
    if (this.#text && length <= rawFeedTextMaxLength) this.#text.raw += raw.slice(0, rawFeedTextMaxLength + 1 - length)
  }

  #endText(parent = this.#records.at(-1)): void {
    const text = this.#text
    this.#text = null
    if (!text || !parent) return
    const { name, raw, attributes } = text
    const { record } = parent
    if (name === 'link') this.#addFile(record.links, { ...attributes, url: attributes.href ?? raw })
    if (raw.trim() === '' || record.texts[name] !== undefined) return
    record.texts[name] = raw
    if (name === 'guid') record.isPermalink = !/^\s*false\s*$/i.test(attributes.ispermalink ?? '')
    if (name === 'title' && this.root === 'feed' && attributes.type === 'html') record.titleKind = 'html'
  }

  #addFile(files: PodcastFeedItemLink[], { url = '', type = '', rel = '' }: Record<string, string>): void {
    if (files.length < maxFiles) files.push({ url, type, rel, base: this.#bases.at(-1)?.base ?? null })
  }

  #endRecord(name: string): void {
    const record = this.#records.pop()?.record
    if (record && name === 'channel') this.channel ??= record
    // A copy, because parts of a text keep all of it in memory.
    else if (record && this.items.length < maxItems)
      this.items.push(JSON.parse(JSON.stringify(record)) as RawPodcastFeedItem)
  }
}

function isRecord(name: string): boolean {
  return name === 'channel' || name === 'item' || name === 'entry'
}

/** Whether an element is directly in the record, or in a group of media, or would be if a title were closed. */
function isChild(name: string, around: OpenMarkupElement[], recordDepth: number): boolean {
  const parent = around[recordDepth + 1]?.name
  if (parent === undefined) return true
  return name === 'media:title' ? parent.startsWith('media:') : titles.has(parent)
}

/** The attributes of a tag by lower-case name, the first of each. Values may be unquoted. Each name is tried once, from its beginning. */
function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const match of text.matchAll(/(?<![^\s=/"'])([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)) {
    const [, name = '', double, single, bare] = match
    attributes[name.toLowerCase()] ??= double ?? single ?? bare ?? ''
  }
  return attributes
}
