import { PodcastFeedRefusedError } from './feed-refused.ts'

/** Limits that bound the time and the memory of a scan. A feed of 20 MB with detailed episodes reaches about a quarter of the tags. */
const maxTags = 800_000
const maxTagLength = 16_000
const maxDepth = 60
const lineFeed = 10

/** Elements whose end nothing but their own end tag, or that of an element around them, may be. */
const structure = new Set(['rss', 'channel', 'item', 'feed', 'entry'])

/** An element that is open. */
export interface OpenMarkupElement {
  name: string
  /** Where its tag is, from 1. */
  line: number
}

export interface FeedMarkupHandler {
  /**
   * An element begins; `around` are the elements around it, outermost first.
   * @param attributes as written
   * @param counted how many elements would be around it if each end tag ended the last element, whatever its name
   */
  open: (name: string, attributes: string, around: OpenMarkupElement[], counted: number) => void
  /** An element ends, by its own end tag or with one around it; `around` as above. */
  close: (name: string, around: OpenMarkupElement[], isImplied: boolean) => void
  /** A text, or a part of one, with its references as written; those in a CDATA section are none. */
  text: (raw: string, around: OpenMarkupElement[], isCdata: boolean) => void
}

/**
 * Splits markup into elements and texts as it arrives, and keeps none of it. Forgives what readers of feeds forgive (`&` alone,
 * unquoted attributes, text before the declaration). Tags that do not match are mended, and `mistake` says the first one: parsers at hand
 * either stop there or do not tell. A DOCTYPE is passed over: nothing that it declares is used.
 */
export class FeedMarkupScanner {
  /** The first mistake in its tags, as a sentence for whoever wrote it; null if there is none. */
  mistake: string | null = null
  readonly #handler: FeedMarkupHandler
  readonly #open: OpenMarkupElement[] = []
  #rest = ''
  /** What ends the section that the text is in; '' outside of sections. */
  #sectionEnd = ''
  #isCdata = false
  #line = 1
  #tags = 0
  #counted = 0
  /** Up to where, from the start of the rest, tags do not count: within what follows a bare '<'. */
  #uncountedTo = 0

  constructor(handler: FeedMarkupHandler) {
    this.#handler = handler
  }

  /** @throws PodcastFeedRefusedError */
  write(piece: string): void {
    const text = this.#rest + piece
    let at = 0
    for (let next = this.#step(text, at, false); next > at; next = this.#step(text, at, false)) at = next
    this.#rest = text.slice(at)
    this.#uncountedTo = Math.max(0, this.#uncountedTo - at)
    if (this.#sectionEnd === '' && this.#rest.length > maxTagLength) throw new PodcastFeedRefusedError('too-much')
  }

  /** @throws PodcastFeedRefusedError if it ends within a tag or a section, or has no tags */
  end(): void {
    const text = this.#rest
    let at = 0
    for (let next = this.#step(text, at, true); next > at; next = this.#step(text, at, true)) at = next
    if (at < text.length || this.#sectionEnd !== '' || this.#tags === 0) throw new PodcastFeedRefusedError('not-xml')
    this.#closeDownTo(0)
  }

  /** Handles what is at `at`; returns where to go on, or `at` if it waits for more. */
  #step(text: string, at: number, isLast: boolean): number {
    if (at >= text.length) return at
    if (this.#sectionEnd !== '') return this.#readSection(text, at)
    const start = text.indexOf('<', at)
    if (start !== at) return this.#readText(text, at, start < 0 ? text.length : start)
    if (!isLast && text.length - at < '<![CDATA['.length) return at
    for (const [begin, end] of sections) {
      if (text.startsWith(begin, at)) return this.#beginSection(at + begin.length, begin, end)
    }
    if (text.startsWith('<!', at)) return this.#passDoctype(text, at)
    const end = text.indexOf('>', at)
    if (end < 0) return at
    if (end - at > maxTagLength) throw new PodcastFeedRefusedError('too-much')
    this.#countTag()
    if (text.startsWith('</', at)) {
      this.#readEndTag(
        text
          .slice(at + 2, end)
          .trim()
          .split(/\s/, 1)[0] ?? '',
        at >= this.#uncountedTo,
      )
      return this.#advance(text, at, end + 1)
    }
    const stop = /[\p{L}\d_:]/u.test(text.charAt(at + 1)) ? endOfTag(text, at + 1) : at
    if (stop < 0) return at
    if (text[stop] === '>') {
      this.#readStartTag(text.slice(at + 1, stop), at >= this.#uncountedTo)
      return this.#advance(text, at, stop + 1)
    }
    this.#note(() => `The “<” in line ${this.#line} has to be written as “&lt;”.`)
    this.#handler.text('&lt;', this.#open, false)
    if (at >= this.#uncountedTo) {
      this.#counted += 1
      this.#uncountedTo = end + 1
    }
    return at + 1
  }

  /** Old programs begin with one, some with entities in it. */
  #passDoctype(text: string, at: number): number {
    const whole = doctype.exec(text.slice(at, at + maxTagLength))?.[0]
    if (whole && this.#open.length === 0) return this.#advance(text, at, at + whole.length)
    if (this.#open.length > 0 || text.length - at > maxTagLength) throw new PodcastFeedRefusedError('not-xml')
    return at
  }

  #beginSection(next: number, begin: string, end: string): number {
    this.#countTag()
    this.#sectionEnd = end
    this.#isCdata = begin === '<![CDATA['
    return next
  }

  #readSection(text: string, at: number): number {
    const end = text.indexOf(this.#sectionEnd, at)
    // The end may be cut in two.
    const stop = end < 0 ? Math.max(at, text.length - this.#sectionEnd.length + 1) : end
    if (this.#isCdata && stop > at) this.#handler.text(text.slice(at, stop), this.#open, true)
    if (end < 0) return this.#advance(text, at, stop)
    const next = this.#advance(text, at, end + this.#sectionEnd.length)
    this.#sectionEnd = ''
    this.#isCdata = false
    return next
  }

  #readText(text: string, at: number, end: number): number {
    this.#handler.text(text.slice(at, end), this.#open, false)
    return this.#advance(text, at, end)
  }

  #readStartTag(tag: string, isCounted: boolean): void {
    const [name = ''] = /^[^\s/]+/.exec(tag) ?? []
    this.#handler.open(name, tag.slice(name.length), this.#open, this.#counted)
    if (isCounted && !tag.endsWith('/')) this.#counted += 1
    if (/\/\s*$/.test(tag)) {
      this.#handler.close(name, this.#open, false)
    } else {
      this.#open.push({ name, line: this.#line })
      if (this.#open.length > maxDepth) throw new PodcastFeedRefusedError('too-much')
    }
  }

  #readEndTag(name: string, isCounted: boolean): void {
    if (isCounted) this.#counted -= 1
    const wanted = name.toLowerCase()
    const index = this.#open.findLastIndex((element) => element.name.toLowerCase() === wanted)
    const last = this.#open.at(-1)
    if (index >= 0) {
      const isExact = index === this.#open.length - 1 && last?.name === name
      if (!isExact && last) this.#note(() => notClosed(last))
      this.#closeDownTo(index + 1)
      this.#closeLast(false)
      return
    }
    this.#note(() => `Nothing is open that “</${name.slice(0, 40)}>” in line ${this.#line} could close.`)
    // A slip of the pen, as </titel>.
    if (last && !structure.has(last.name)) this.#closeLast(true)
  }

  #closeDownTo(length: number): void {
    const last = this.#open.at(-1)
    if (last && this.#open.length > length) this.#note(() => notClosed(last))
    while (this.#open.length > length) this.#closeLast(true)
  }

  #closeLast(isImplied: boolean): void {
    const element = this.#open.pop()
    if (element) this.#handler.close(element.name, this.#open, isImplied)
  }

  #note(describe: () => string): void {
    this.mistake ??= describe()
  }

  #countTag(): void {
    this.#tags += 1
    if (this.#tags > maxTags) throw new PodcastFeedRefusedError('too-much')
  }

  #advance(text: string, from: number, to: number): number {
    for (let at = from; at < to; at += 1) if (text.charCodeAt(at) === lineFeed) this.#line += 1
    return to
  }
}

const sections: [begin: string, end: string][] = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
]

/** With what is declared in it, and comments there. */
const doctype = /^<!doctype\s[^<>[]*(?:\[(?:[^\]"'<]|"[^"]*"|'[^']*'|<(?!!--)|<!--(?:(?!-->)[\s\S])*-->)*\]\s*)?>/i

function notClosed({ name, line }: OpenMarkupElement): string {
  return `“<${name.slice(0, 40)}>” in line ${line} is not closed.`
}

/** Where a tag ends: at the '>', or at a '<', which means that it is none. Both may be within quotes. -1 if it goes on. */
function endOfTag(text: string, from: number): number {
  let quote = ''
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '<' || character === '>') return at
  }
  return -1
}
