import { describe, expect, test } from 'vitest'
import { declaringFeeds, feedItem, feedOf } from '#tests/factories/feeds.ts'
import { decodeFeed } from './decode-feed.ts'
import { FeedRefused } from './feed-refused.ts'
import { parseFeed } from './parse-feed.ts'
import { parseDuration, parseFeedDate, plainText } from './text.ts'

const now = new Date('2025-06-01T12:00:00Z')
const read = (text: string, contentType: string | null = null) => parseFeed(Buffer.from(text), contentType, now)
const [first = undefined, ...others] = read(feedOf(feedItem(1)))

function reasonOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof FeedRefused) return error.reason
    throw error
  }
  return 'read'
}

test('reads an episode', () => {
  expect([first, ...others]).toEqual([
    {
      guid: 'episode-1',
      title: 'Episode 1',
      publishedAt: new Date('2024-01-01T10:00:00Z'),
      durationSeconds: 31 * 60 + 5,
      audioUrl: 'https://media.example/1.mp3',
      audioType: 'audio/mpeg',
      pageUrl: 'https://podcast.example/1',
    },
  ])
})

test('reads an Atom feed', () => {
  const entry = `<entry><id>tag:1</id><title type="html">One &amp;amp; only</title><published>2024-05-01T10:00:00+01:00</published>
    <link rel="alternate" href="https://podcast.example/1"/><link rel="enclosure" href="https://media.example/1.mp3" type="audio/mpeg"/></entry>`
  expect(read(`<feed xmlns="http://www.w3.org/2005/Atom"><title>Out of step</title>${entry}</feed>`)).toEqual([
    {
      guid: 'tag:1',
      title: 'One & only',
      publishedAt: new Date('2024-05-01T09:00:00Z'),
      durationSeconds: null,
      audioUrl: 'https://media.example/1.mp3',
      audioType: 'audio/mpeg',
      pageUrl: 'https://podcast.example/1',
    },
  ])
})

test('returns the newest twenty, those without a date last, in the order of the feed', () => {
  const numbers = Array.from({ length: 30 }, (_, index) => index + 1)
  expect(read(feedOf(...numbers.map((number) => feedItem(number)))).map(({ guid }) => guid)).toEqual(
    numbers
      .map((number) => `episode-${number}`)
      .reverse()
      .slice(0, 20),
  )
  const few = feedOf(feedItem(1, { date: null }), feedItem(2, { date: 'soon' }), feedItem(3), feedItem(4))
  expect(read(few).map(({ guid }) => guid)).toEqual(['episode-4', 'episode-3', 'episode-1', 'episode-2'])
})

test('accepts a channel without episodes', () => {
  expect(read(feedOf())).toEqual([])
  expect(read('<rss><channel></channel></rss>')).toEqual([])
})

test('identifies an episode without a guid by its audio, its page or its title', () => {
  const bare = { guid: null, link: null, enclosure: null }
  const audio = '<enclosure url="https://media.example/a.mp3" type="audio/mpeg"/>'
  const items = [
    feedItem(1, { guid: null, enclosure: audio }),
    feedItem(2, { guid: null, enclosure: audio }),
    feedItem(3, { ...bare, link: 'https://podcast.example/x' }),
    feedItem(4, { ...bare, link: 'https://podcast.example/x' }),
    feedItem(5, { ...bare, title: 'The same' }),
    feedItem(6, { ...bare, title: 'The same' }),
    feedItem(7, { guid: 'same' }),
    feedItem(8, { guid: 'same' }),
  ]
  const episodes = read(feedOf(...items))
  expect(episodes.map(({ title }) => title)).toEqual(['Episode 8', 'The same', 'Episode 4', 'Episode 2'])
  expect(new Set(episodes.map(({ guid }) => guid)).size).toBe(4)
})

test('shortens long guids and keeps them distinct', () => {
  const guids = read(
    feedOf(feedItem(1, { guid: `${'x'.repeat(5_000)}1` }), feedItem(2, { guid: `${'x'.repeat(5_000)}2` })),
  )
  expect(new Set(guids.map(({ guid }) => guid)).size).toBe(2)
  expect(Math.max(...guids.map(({ guid }) => guid.length))).toBeLessThanOrEqual(300)
})

describe('audio', () => {
  const audioOf = (enclosure: string, link: string | null = null) => {
    const [episode] = read(feedOf(feedItem(1, { enclosure, link })))
    return [episode?.audioUrl, episode?.audioType, episode?.pageUrl]
  }

  test.each([
    ['url="https://a.example/1" type="audio/x-m4a"', 'audio/x-m4a'],
    ['url="https://a.example/1.mp3" type="AUDIO/MPEG; charset=x"', 'audio/mpeg'],
    ['url="https://a.example/1.mp3"', 'audio/mpeg'],
    ['url="https://a.example/1.M4A?a=1&amp;b=2" type="application/octet-stream"', 'audio/mp4'],
    ['url="https://a.example/1.opus" type=""', 'audio/ogg'],
    ['url="https://a.example/1.wav" length="many"', 'audio/wav'],
  ])('is recognised by its type or its file extension: %s', (attributes, type) => {
    expect(audioOf(`<enclosure ${attributes}/>`)[1]).toBe(type)
  })

  test.each([
    'url="https://a.example/1.mp4" type="video/mp4"',
    'url="https://a.example/1.pdf" type="application/pdf"',
    'url="https://a.example/1" type="audio/<script>"',
    'url="https://a.example/1" type="audio/"',
    'url="javascript:alert(1)//.mp3" type="audio/mpeg"',
    'url="data:audio/mpeg;base64,AAAA" type="audio/mpeg"',
    'url="https://name:word@a.example/1.mp3" type="audio/mpeg"',
    `url="https://a.example/${'x'.repeat(3_000)}.mp3" type="audio/mpeg"`,
    'type="audio/mpeg"',
    '',
  ])('is not: %s', (attributes) => {
    expect(audioOf(`<enclosure ${attributes}/>`)).toEqual([null, null, null])
  })

  test('is the first audio file of several files', () => {
    const video = '<enclosure url="https://a.example/1.mp4" type="video/mp4"/>'
    const [url] = audioOf(`${video}<enclosure url="https://a.example/1.mp3" type="audio/mpeg"/>`)
    expect(url).toBe('https://a.example/1.mp3')
  })

  test('over http is linked to, not played', () => {
    const enclosure = '<enclosure url="http://a.example/1.mp3" type="audio/mpeg"/>'
    expect(audioOf(enclosure)).toEqual([null, null, 'http://a.example/1.mp3'])
    expect(audioOf(enclosure, 'https://podcast.example/1')).toEqual([null, null, 'https://podcast.example/1'])
  })
})

describe('a response that is not a feed', () => {
  test.each([
    ['nothing', '', 'empty'],
    ['spaces', ' \n ', 'empty'],
    ['words', 'Not found', 'not-xml'],
    ['JSON', '{"rss": {"channel": {}}}', 'not-xml'],
    ['a web page', '<!DOCTYPE html><html><body><p>Hello<br></body></html>', 'page'],
    ['a web page without a type', '\n<html lang="en"></html>', 'page'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'not-a-feed'],
    ['a feed without a channel', '<rss></rss>', 'not-a-feed'],
    ['a list of feeds', '<opml><rss></rss></opml>', 'not-a-feed'],
    ['a feed without its end', feedOf(feedItem(1)).replace('</rss>', ''), 'not-a-feed'],
    ['a feed cut off within a tag', feedOf(feedItem(1)).slice(0, -12), 'not-xml'],
    ['a feed cut off within a section', `${feedOf(feedItem(1)).slice(0, 300)}<![CDATA[`, 'not-xml'],
    ['an entity that grows', declaringFeeds.growing, 'declarations'],
    ['an entity that reads a file', declaringFeeds.external, 'declarations'],
    ['an entity in the middle', '<rss><channel><!ENTITY a "b"></channel></rss>', 'declarations'],
  ])('is refused: %s', (_what, text, reason) => {
    expect(reasonOf(() => read(text))).toBe(reason)
  })

  test('may contain declarations within CDATA', () => {
    const [episode] = read(feedOf(feedItem(1, { title: '<![CDATA[<!DOCTYPE html> and <!ENTITY x "y"> explained]]>' })))
    expect(episode?.title).toBe('and explained')
  })

  test.each([
    ['tags', `<rss><channel>${'<item/>'.repeat(300_000)}</channel></rss>`, 'too-much'],
    ['attributes', `<rss ${'a="1" '.repeat(10_000)}><channel/></rss>`, 'too-much'],
    ['depth', `<rss><channel>${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}</channel></rss>`, 'not-xml'],
    ['angle brackets', `<rss>${'<'.repeat(100_000)}</rss>`, 'too-much'],
    ['CDATA sections without an end', `<rss>${'<![CDATA['.repeat(100_000)}</rss>`, 'not-xml'],
  ])('is refused for too many %s', (_what, text, reason) => {
    expect(reasonOf(() => read(text))).toBe(reason)
  })
})

test('reads a huge feed', () => {
  const items = Array.from({ length: 12_000 }, (_, index) => `<item><title>${index}</title></item>`)
  expect(read(feedOf(...items))).toHaveLength(20)
})

describe('a text', () => {
  test.each([
    ['Bread &amp; butter', 'Bread & butter'],
    ['<![CDATA[Bread &amp; butter]]>', 'Bread & butter'],
    ['Bread &amp;amp; butter', 'Bread & butter'],
    ['&lt;b&gt;Bold&lt;/b&gt; move', 'Bold move'],
    ['<![CDATA[<script>alert(1)</script>Hello]]>', 'alert(1) Hello'],
    ['It&#8217;s &#x201C;on&#x201D;&hellip;', 'It’s “on”…'],
    ['Caf&eacute; &frac12;&thinsp;price', 'Café ½ price'],
    ['5 &lt; 6', '5 < 6'],
    ['&unknown; &#9999999;', '&unknown;'],
    ['one\n\ttwo&#0;&#x7;three', 'one two three'],
    ['a&#x202E;b', 'a b'],
    ['', 'Untitled episode'],
  ])('becomes plain text: %s', (title, shown) => {
    expect(read(feedOf(feedItem(1, { title })))[0]?.title).toBe(shown)
  })

  test('is cut at two hundred characters, never within one', () => {
    expect(read(feedOf(feedItem(1, { title: 'x'.repeat(500_000) })))[0]?.title).toBe(`${'x'.repeat(199)}…`)
    expect([...plainText('🎙'.repeat(300), 200)]).toHaveLength(200)
    expect(plainText('\ud800 alone', 200).isWellFormed()).toBe(true)
  })

  test('with a thousand opening tags is converted quickly', () => {
    expect(plainText('<a'.repeat(500_000), 200).length).toBeLessThanOrEqual(200)
  })
})

describe('a date', () => {
  test.each([
    ['Mon, 01 Jan 2024 10:00:00 +0000', '2024-01-01T10:00:00.000Z'],
    ['Mon, 1 Jan 2024 10:00 GMT', '2024-01-01T10:00:00.000Z'],
    ['1 January 2024 10:00:00 EST', '2024-01-01T15:00:00.000Z'],
    ['Sat, 01 Jun 2024 10:00:00 BST', '2024-06-01T09:00:00.000Z'],
    ['Tue, 01 Jan 24 10:00:00 -0130', '2024-01-01T11:30:00.000Z'],
    ['Wednesday, 01 May 2024', '2024-05-01T00:00:00.000Z'],
    ['2024-05-01T10:00:00+02:00', '2024-05-01T08:00:00.000Z'],
    ['2024-05-01T10:00:00.123Z', '2024-05-01T10:00:00.000Z'],
    ['2024-05-01', '2024-05-01T00:00:00.000Z'],
    ['2024-05-01 10:00:00 +0200', '2024-05-01T08:00:00.000Z'],
    ['Mon, 1 Sept. 2024 9:00 UTC', '2024-09-01T09:00:00.000Z'],
    ['01-Jan-2024 10:00:00.5 GMT+01:00', '2024-01-01T09:00:00.000Z'],
    ['Mon, 02 Jun 2025 11:00:00 GMT', '2025-06-02T11:00:00.000Z'],
  ])('is parsed in common forms: %s', (text, moment) => {
    expect(parseFeedDate(text, now)?.toISOString()).toBe(moment)
  })

  test.each([
    '',
    'yesterday',
    'Mon, 32 Jan 2024 10:00:00 GMT',
    'Mon, 31 Feb 2024 10:00:00 GMT',
    'Mon, 01 Foo 2024 10:00:00 GMT',
    'Mon, 01 Jan 2024 25:00:00 GMT',
    'Mon, 01 Jan 2024 half past ten',
    'Mon, 02 Jun 2025 13:00:00 GMT',
    '2099-01-01',
    '0001-01-01T00:00:00Z',
    '1970-01-01T00:00:00Z',
    '99999999999999999999',
  ])('that is invalid or in the future is null: %s', (text) => {
    expect(parseFeedDate(text, now)).toBeNull()
  })
})

test.each([
  ['1:02:03', 3723],
  ['01:02', 62],
  ['90:00', 5400],
  ['1800', 1800],
  ['1800.5', 1800],
  [' 24:00:00 ', 86_400],
  ['0', null],
  ['00:00:00', null],
  ['24:00:01', null],
  ['86401', null],
  ['1:99', null],
  ['1:2:3:4', null],
  ['-60', null],
  ['1e9', null],
  ['an hour', null],
  ['', null],
])('a length of %j is %j seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds)
})

describe('text encoding', () => {
  const title = 'Café “Zürich” – it’s on'
  const feed = (encoding: string) => feedOf(feedItem(1, { title })).replace('UTF-8', encoding)
  const utf16 = (text: string) => Buffer.from(text, 'utf16le')
  const ansi = (text: string) =>
    Buffer.from(
      [...text].map((letter) => ({ '“': 0x93, '”': 0x94, '–': 0x96, '’': 0x92 })[letter] ?? letter.charCodeAt(0)),
    )

  test.each([
    ['UTF-8', Buffer.from(feed('UTF-8')), null],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${feed('UTF-8')}`), null],
    ['UTF-8 labelled as ISO-8859-1', Buffer.from(feed('ISO-8859-1')), 'text/xml; charset=iso-8859-1'],
    ['UTF-8 labelled as UTF-16', Buffer.from(feed('UTF-16')), 'text/xml; charset="utf-16"'],
    ['Windows-1252 labelled as such', ansi(feed('windows-1252')), null],
    ['Windows-1252 labelled as UTF-8', ansi(feed('UTF-8')), 'text/xml; charset=utf-8'],
    ['Windows-1252 with an unknown label', ansi(feed('x-nonsense')), 'text/xml; charset=klingon'],
    ['UTF-16 with a byte order mark', utf16(`\ufeff${feed('UTF-16')}`), null],
    ['UTF-16 without a byte order mark', utf16(feed('UTF-16')), 'text/xml'],
    ['UTF-16 big-endian', utf16(`\ufeff${feed('UTF-16')}`).swap16(), 'text/xml; charset=utf-8'],
  ])('is detected: %s', (_what, bytes, contentType) => {
    expect(parseFeed(bytes, contentType, now)[0]?.title).toBe(title)
  })

  test('is that of Content-Type, else that of the XML declaration', () => {
    const bytes = Uint8Array.from(Buffer.from('<?xml version="1.0" encoding="iso-8859-5"?><a>\xb0</a>', 'latin1'))
    expect(decodeFeed(bytes, null)).toContain('А')
    expect(decodeFeed(bytes, 'text/xml; charset=iso-8859-7')).toContain('°')
  })

  test('may be invalid', () => {
    expect(reasonOf(() => parseFeed(Uint8Array.from([0xff, 0xfe, 0x00, 0xd8, 0x3c]), null, now))).not.toBe('read')
    expect(reasonOf(() => parseFeed(new Uint8Array(1_000), 'application/rss+xml', now))).toBe('not-xml')
  })
})
