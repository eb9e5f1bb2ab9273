import { describe, expect, test } from 'vitest'
import { declaringFeeds, feedItem, feedOf } from '#tests/factories/feeds.ts'
import { processorTimeOf } from '#tests/processor-time.ts'
import { decodePodcastFeed } from './decode-feed.ts'
import { PodcastFeedRefusedError } from './feed-refused.ts'
import { parsePodcastFeed } from './parse-feed.ts'
import { parseEpisodeDuration, podcastFeedPlainText } from './text.ts'

const now = new Date('2025-06-01T12:00:00Z')
const url = 'https://podcast.example/feed.xml'
const parse = (text: string) => parsePodcastFeed(Buffer.from(text), null, url, now)
const read = async (text: string) => (await parse(text)).episodes
const guids = async (text: string) => (await read(text)).map(({ guid }) => guid)

async function reasonOf(act: () => Promise<unknown>): Promise<string> {
  try {
    await act()
  } catch (error) {
    if (error instanceof PodcastFeedRefusedError) return error.reason
    throw error
  }
  return 'read'
}

test('reads an episode', async () => {
  expect(await read(feedOf(feedItem(1)))).toEqual([
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

test('reads an Atom feed', async () => {
  const entry = `<entry><id>tag:1</id><title type="html">One &amp;amp; only</title><published>2024-05-01T10:00:00+01:00</published>
    <link rel="alternate" href="https://podcast.example/1"/><link rel="enclosure" href="https://media.example/1.mp3" type="audio/mpeg"/></entry>`
  expect(await read(`<feed xmlns="http://www.w3.org/2005/Atom"><title>Out of step</title>${entry}</feed>`)).toEqual([
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

test('returns the newest twenty, those without a date in their place', async () => {
  const numbers = Array.from({ length: 30 }, (_, index) => index + 1)
  expect(await guids(feedOf(...numbers.map((number) => feedItem(number))))).toEqual(
    numbers
      .map((number) => `episode-${number}`)
      .reverse()
      .slice(0, 20),
  )
})

// spec: world.8.5
test.each([
  ['the newest first', [feedItem(4, { date: 'soon' }), feedItem(3), feedItem(2, { date: null }), feedItem(1)]],
  ['the oldest first', [feedItem(1), feedItem(2, { date: '' }), feedItem(3), feedItem(4, { date: '2099-01-01' })]],
  ['an old one pinned', [feedItem(4), feedItem(1), feedItem(3, { date: 'soon' }), feedItem(2)]],
  ['no dates', [4, 3, 2, 1].map((number) => feedItem(number, { date: null }))],
  ['dates of the middle', [feedItem(4, { date: null }), feedItem(3), feedItem(2), feedItem(1, { date: 'old' })]],
])('an episode whose date cannot be read keeps its place in a feed with %s', async (_what, items) => {
  expect(await guids(feedOf(...items))).toEqual(['episode-4', 'episode-3', 'episode-2', 'episode-1'])
})

test('accepts a channel without episodes', async () => {
  expect(await read(feedOf())).toEqual([])
  expect(await read('<rss><channel></channel></rss>')).toEqual([])
})

test('identifies an episode without a guid by its audio, its page or its title', async () => {
  const bare = { guid: null, link: null, enclosure: null }
  const audio = '<enclosure url="https://media.example/a.mp3" type="audio/mpeg"/>'
  const items = [
    feedItem(1, { guid: null, enclosure: audio }),
    feedItem(2, { guid: null, enclosure: audio }),
    feedItem(3, { ...bare, link: 'https://podcast.example/x' }),
    feedItem(4, { ...bare, link: 'https://podcast.example/x' }),
    feedItem(5, { ...bare, title: 'The same' }),
    feedItem(6, { ...bare, title: 'The same' }),
    feedItem(7, { guid: 'same', enclosure: audio }),
    feedItem(8, { guid: 'same', enclosure: audio }),
  ]
  const episodes = await read(feedOf(...items))
  expect(episodes.map(({ title }) => title)).toEqual(['Episode 8', 'The same', 'Episode 4', 'Episode 2'])
  expect(new Set(episodes.map(({ guid }) => guid)).size).toBe(4)
})

test('shortens long guids and keeps them distinct', async () => {
  const long = await guids(
    feedOf(feedItem(1, { guid: `${'x'.repeat(1_500)}1` }), feedItem(2, { guid: `${'x'.repeat(1_500)}2` })),
  )
  expect(new Set(long).size).toBe(2)
  expect(Math.max(...long.map(({ length }) => length))).toBeLessThanOrEqual(300)
})

describe('audio', () => {
  const audioOf = async (enclosure: string, link: string | null = null) => {
    const [episode] = await read(feedOf(feedItem(1, { enclosure, link })))
    return [episode?.audioUrl, episode?.audioType, episode?.pageUrl]
  }

  test.each([
    ['url="https://a.example/1" type="audio/x-m4a"', 'audio/x-m4a'],
    ['url="https://a.example/1.mp3" type="AUDIO/MPEG; charset=x"', 'audio/mpeg'],
    ['url="https://a.example/1.mp3"', 'audio/mpeg'],
    ['url="https://a.example/1.M4A?a=1&amp;b=2" type="application/octet-stream"', 'audio/mp4'],
    ['url="https://a.example/1.opus" type=""', 'audio/ogg'],
    ['url="https://a.example/1.wav" length="many"', 'audio/wav'],
  ])('is recognised by its type or its file extension: %s', async (attributes, type) => {
    expect((await audioOf(`<enclosure ${attributes}/>`))[1]).toBe(type)
  })

  test.each([
    'url="https://a.example/1.pdf" type="application/pdf"',
    'url="https://a.example/1" type="audio/<script>"',
    'url="https://a.example/1" type="audio/"',
    'url="javascript:alert(1)//.mp3" type="audio/mpeg"',
    'url="data:audio/mpeg;base64,AAAA" type="audio/mpeg"',
    'url="https://name:word@a.example/1.mp3" type="audio/mpeg"',
    `url="https://a.example/${'x'.repeat(3_000)}.mp3" type="audio/mpeg"`,
    'type="audio/mpeg"',
    '',
  ])('is not: %s', async (attributes) => {
    expect(await audioOf(`<enclosure ${attributes}/>`)).toEqual([null, null, null])
  })

  test('is the first audio file of several files', async () => {
    const video = '<enclosure url="https://a.example/1.mp4" type="video/mp4"/>'
    const [url] = await audioOf(`${video}<enclosure url="https://a.example/1.mp3" type="audio/mpeg"/>`)
    expect(url).toBe('https://a.example/1.mp3')
  })

  test('over http is linked to, not played', async () => {
    const enclosure = '<enclosure url="http://a.example/1.mp3" type="audio/mpeg"/>'
    expect(await audioOf(enclosure)).toEqual([null, 'audio/mpeg', 'http://a.example/1.mp3'])
    expect(await audioOf(enclosure, 'https://podcast.example/1')).toEqual([null, null, 'https://podcast.example/1'])
  })
})

// spec: world.8.9
test.each([
  [
    'alone is linked to',
    null,
    '<enclosure url="https://a.example/1.mp4" type="video/mp4"/>',
    'https://a.example/1.mp4',
  ],
  ['is known by its file extension', null, '<enclosure url="https://a.example/1.M4V"/>', 'https://a.example/1.M4V'],
  [
    'over http is linked to',
    null,
    '<enclosure url="http://a.example/1.webm" type="video/webm"/>',
    'http://a.example/1.webm',
  ],
  [
    'stands after its page',
    'https://a.example/',
    '<enclosure url="https://a.example/1.mp4" type="video/mp4"/>',
    'https://a.example/',
  ],
])('a video %s', async (_what, link, enclosure, page) => {
  const [episode] = await read(feedOf(feedItem(1, { link, enclosure, title: '' })))
  expect(episode).toMatchObject({ title: 'Untitled episode', audioUrl: null, pageUrl: page })
  // A link to the video itself says so; one to a page does not.
  expect(Boolean(episode?.audioType?.startsWith('video/'))).toBe(link === null)
})

describe('two things at once', () => {
  const based = (base: string, ...items: string[]) => feedOf(...items).replace('<rss ', `<rss xml:base="${base}" `)

  // spec: world.8.6
  test('guids that repeat, and a date that cannot be read: each keeps its place and its own guid', async () => {
    const items = [
      feedItem(3, { guid: '0', date: 'soon' }),
      feedItem(2, { guid: '0' }),
      feedItem(1, { guid: '0' }),
      feedItem(1, { guid: '0' }),
    ]
    const episodes = await read(feedOf(...items))
    expect(episodes.map(({ title }) => title)).toEqual(['Episode 3', 'Episode 2', 'Episode 1'])
    const [first] = await guids(feedOf(feedItem(4, { guid: '0' }), ...items))
    expect(episodes.map(({ guid }) => guid)).not.toContain(first)
    expect(await guids(feedOf(feedItem(4, { guid: '0' }), ...items))).toEqual([
      first,
      ...episodes.map(({ guid }) => guid),
    ])
  })

  // spec: world.8.6
  test('guids that repeat, with spaces around some', async () => {
    expect(await guids(feedOf(feedItem(2, { guid: ' 0' }), feedItem(1, { guid: '0 ' })))).toHaveLength(2)
  })

  // spec: world.8.8
  test('bases within bases: the nearest counts, and the channel only without one', async () => {
    const relative = { guid: null, enclosure: '<enclosure url="1.mp3"/>', link: 'page/' }
    const inner = feedItem(1, relative).replace('<item>', '<item xml:base="season-1/">')
    const own = feedItem(2, relative).replace('<enclosure', '<enclosure xml:base="//cdn.example/"')
    const after = feedItem(3, relative)
    expect(await read(based('/shows/', inner, own, after))).toMatchObject([
      { audioUrl: 'https://podcast.example/shows/1.mp3', pageUrl: 'https://podcast.example/shows/page/' },
      { audioUrl: 'https://cdn.example/1.mp3', pageUrl: 'https://podcast.example/shows/page/' },
      {
        audioUrl: 'https://podcast.example/shows/season-1/1.mp3',
        pageUrl: 'https://podcast.example/shows/season-1/page/',
      },
    ])
    expect((await read(based('javascript:alert(1)', inner)))[0]).toMatchObject({ audioUrl: null, pageUrl: null })
  })

  test.each([
    ['none', null],
    ['N/A', null],
    ['www.podcast.example/1', null],
    ['javascript:alert(1)', null],
    ['mailto:a@podcast.example', null],
    ['?p=1', 'https://podcast.example/?p=1'],
    ['episodes/1', 'https://podcast.example/episodes/1'],
  ])('a link that is %s', async (link, page) => {
    expect((await read(feedOf(feedItem(1, { link }))))[0]?.pageUrl).toBe(page)
  })

  // spec: world.8.7
  test.each([
    ['<![CDATA[<b>Tom</b>]]> &amp; <i>Jo<script>x()</script></i><![CDATA[<br>live]]>', 'Tom & Jo live'],
    ['un<b>believ</b>able', 'unbelievable'],
    ['The &lt;blink&gt; tag', 'The <blink> tag'],
    ['The &lt;blink&gt;blink&lt;/blink&gt; tag', 'The blink tag'],
    ['&lt;a href="/x"&gt;Listen', 'Listen'],
    ['One&lt;br&gt;two', 'One two'],
    ['<![CDATA[Use &lt;b&gt;bold&lt;/b&gt;]]>', 'Use <b>bold</b>'],
    ['&amp;lt;script&amp;gt;x()&amp;lt;/script&amp;gt;Safe', 'Safe'],
    ['<style>a{}</style>Safe', 'Safe'],
    [`Safe <![CDATA[<script>${'x();'.repeat(1_000)}</script>]]>`, 'Safe'],
    ['<![CDATA[<SCRIPT type="a">x()</SCRIPT >Safe<style\n>b{}</style>]]>', 'Safe'],
    ['if a &lt; b and c &gt; d', 'if a < b and c > d'],
  ])('a title that is %s', async (title, shown) => {
    expect((await read(feedOf(feedItem(1, { title }))))[0]?.title).toBe(shown)
  })

  test('a title is the first that says anything', async () => {
    const title = '<![CDATA[ <p></p> ]]>'
    const item = feedItem(1, { title }).replace('</item>', '<itunes:title>From Apple</itunes:title></item>')
    expect((await read(feedOf(item)))[0]?.title).toBe('From Apple')
  })

  // spec: world.8.11
  test.each([
    ["'<'", `<rss><channel>${'<x '.repeat(500_000)}</channel></rss>`],
    ["'<' before quotes", `<rss><channel>${'<"'.repeat(500_000)}</channel></rss>`],
    ['bases', `<rss><channel>${'<a xml:base="b/"/>'.repeat(20_000)}</channel></rss>`],
    ['open titles', `<rss><channel><item>${'<title>x'.repeat(50)}${'</titel>'.repeat(20_000)}</item></channel></rss>`],
    ['guids', feedOf(...Array.from({ length: 5_000 }, (_, index) => feedItem(1, { guid: `${index % 2}` })))],
    ['comments in a DOCTYPE', `<!DOCTYPE rss [${'<!-- a --><!-- \'" -->'.repeat(5_000)}`],
    ['quotes', `<rss><channel>${'<a b="'.repeat(100_000)}</channel></rss>`],
    [
      'signs of attributes without a value',
      `<rss><channel>${`<title ${'a'.repeat(15_000)}/>`.repeat(60)}</channel></rss>`,
    ],
  ])('takes no time for many %s', async (_what, text) => {
    expect(await processorTimeOf(() => parse(text).catch(() => null))).toBeLessThan(5_000)
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
    ['an entity in the middle', '<rss><channel><!ENTITY a "b"></channel></rss>', 'not-xml'],
    ['a DOCTYPE in the middle', '<rss><!DOCTYPE rss><channel></channel></rss>', 'not-xml'],
    ['a DOCTYPE without an end', '<!DOCTYPE rss [<!ENTITY a "b">', 'not-xml'],
    ['a DOCTYPE that is long', `<!DOCTYPE rss [${'<!-- a -->'.repeat(100_000)}`, 'not-xml'],
  ])('is refused: %s', async (_what, text, reason) => {
    expect(await reasonOf(() => read(text))).toBe(reason)
  })

  // spec: world.8.2
  test.each(Object.entries(declaringFeeds))('uses nothing that a DOCTYPE declares: %s', async (_what, text) => {
    expect((await read(text)).map(({ title }) => title)).toEqual([/<title>(.*)<\/title>/.exec(text)?.[1]])
  })

  test('may contain declarations within CDATA', async () => {
    const [episode] = await read(
      feedOf(feedItem(1, { title: '<![CDATA[<!DOCTYPE html> and <!ENTITY x "y"> explained]]>' })),
    )
    expect(episode?.title).toBe('and explained')
  })

  test.each([
    ['tags', `<rss><channel>${'<a/>'.repeat(800_000)}</channel></rss>`, 'too-much'],
    ['attributes', `<rss ${'a="1" '.repeat(10_000)}><channel/></rss>`, 'too-much'],
    ['depth', `<rss><channel>${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}</channel></rss>`, 'too-much'],
    ['angle brackets', `<rss>${'<'.repeat(100_000)}</rss>`, 'too-much'],
    ['CDATA sections without an end', `<rss>${'<![CDATA['.repeat(100_000)}</rss>`, 'not-xml'],
  ])('is refused for too many %s', async (_what, text, reason) => {
    expect(await reasonOf(() => read(text))).toBe(reason)
  })
})

test('reads a huge feed', async () => {
  const items = Array.from({ length: 12_000 }, (_, index) => `<item><title>${index}</title></item>`)
  expect(await read(feedOf(...items))).toHaveLength(20)
})

describe('a text', () => {
  test.each([
    ['Bread &amp; butter', 'Bread & butter'],
    ['<![CDATA[Bread &amp; butter]]>', 'Bread & butter'],
    ['Bread &amp;amp; butter', 'Bread & butter'],
    ['&lt;b&gt;Bold&lt;/b&gt; move', 'Bold move'],
    ['<![CDATA[<script>alert(1)</script>Hello]]>', 'Hello'],
    ['It&#8217;s &#x201C;on&#x201D;&hellip;', 'It’s “on”…'],
    ['Caf&eacute; &frac12;&thinsp;price', 'Café ½ price'],
    ['5 &lt; 6', '5 < 6'],
    ['&unknown; &#9999999;', '&unknown;'],
    ['one\n\ttwo&#0;&#x7;three', 'one two three'],
    ['a&#x202E;b', 'a b'],
    ['', 'Untitled episode'],
  ])('becomes plain text: %s', async (title, shown) => {
    expect((await read(feedOf(feedItem(1, { title }))))[0]?.title).toBe(shown)
  })

  test('is cut at two hundred characters, never within one', async () => {
    expect((await read(feedOf(feedItem(1, { title: 'x'.repeat(500_000) }))))[0]?.title).toBe(`${'x'.repeat(199)}…`)
    expect([...podcastFeedPlainText('🎙'.repeat(300), 200)]).toHaveLength(200)
    expect(podcastFeedPlainText('\ud800 alone', 200).isWellFormed()).toBe(true)
  })

  test('with a thousand opening tags is converted quickly', () => {
    expect(podcastFeedPlainText('<a'.repeat(500_000), 200).length).toBeLessThanOrEqual(200)
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
  expect(parseEpisodeDuration(text)).toBe(seconds)
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
  ])('is detected: %s', async (_what, bytes, contentType) => {
    expect((await parsePodcastFeed(bytes, contentType, url, now)).episodes[0]?.title).toBe(title)
  })

  test('is that of Content-Type, else that of the XML declaration', () => {
    const bytes = Uint8Array.from(Buffer.from('<?xml version="1.0" encoding="iso-8859-5"?><a>\xb0</a>', 'latin1'))
    expect([...decodePodcastFeed(bytes, null)].join('')).toContain('А')
    expect([...decodePodcastFeed(bytes, 'text/xml; charset=iso-8859-7')].join('')).toContain('°')
  })

  test('may be invalid', async () => {
    expect(
      await reasonOf(() => parsePodcastFeed(Uint8Array.from([0xff, 0xfe, 0x00, 0xd8, 0x3c]), null, url, now)),
    ).not.toBe('read')
    expect(await reasonOf(() => parsePodcastFeed(new Uint8Array(1_000), 'application/rss+xml', url, now))).toBe(
      'not-xml',
    )
  })
})
