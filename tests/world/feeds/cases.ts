/** A feed as the world sends it. Read from https://feeds.example/show/feed.xml on 1 January 2026. */
interface FeedCase {
  /** In this folder. */
  file: string
  /** What it stands for. */
  stands: string
  /** The public report that it was made after, anew. */
  report?: string
  /** Why it is refused; otherwise it is read. */
  refused?: string
  /** What its host is told. */
  mistake?: string
  /** Whether a good copy is kept instead. */
  isDoubtful?: boolean
  /** The first of its episodes: title, date, audio, page. */
  episodes?: [title: string, published: string | null, audio: string | null, page: string | null][]
}

export const feedCases: FeedCase[] = [
  {
    file: 'address-relative-enclosure.xml',
    stands: 'an enclosure with a relative address and a space',
    report: 'https://github.com/feed-rs/feed-rs/issues/104',
    episodes: [['Episode 1', '2024-01-01T10:00', 'https://podcast.example/audio/my%20first.mp3', null]],
  },
  {
    file: 'address-relative-link.xml',
    stands: 'a link from the root',
    report: 'https://github.com/osmoscraft/osmosfeed/issues/82',
    episodes: [
      ['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', 'https://podcast.example/posts/index.html'],
    ],
  },
  {
    file: 'atom-ampersand-in-url.xml',
    stands: "an '&' in an address that is not escaped",
    report: 'https://github.com/k9mail/k9mail.app/issues/214',
    episodes: [['Episode 1', '2024-01-01T10:00', null, 'https://podcast.example/In-November-&-December-2023.html']],
  },
  {
    file: 'atom-base-of-the-feed.xml',
    stands: 'xml:base at the feed',
    report: 'https://github.com/Ranchero-Software/NetNewsWire/issues/3662',
    episodes: [
      ['Episode 1', '2024-01-01T10:00', 'https://blog.example/audio/1.mp3', 'https://blog.example/en/episodes/1'],
    ],
  },
  {
    file: 'atom-no-absolute-url.xml',
    stands: 'no absolute address anywhere: its own is the base',
    report: 'https://github.com/ocaml/platform-blog/issues/128',
    episodes: [['Episode 1', '2024-01-01T10:00', null, 'https://feeds.example/show/episode-1/']],
  },
  {
    file: 'atom-typed-brackets.xml',
    stands: 'brackets as text, in a title of type text and one of type html',
    report: 'https://github.com/newsboat/newsboat/issues/1600',
    episodes: [
      ['Why <b>bold</b> and <blink> went', '2024-01-02T10:00', null, null],
      ['Why bold and <blink> went', '2024-01-01T10:00', null, null],
    ],
  },
  {
    file: 'atom-xhtml-prefixed.xml',
    stands: "a title in XHTML with a prefix, '<' as text and a script",
    report: 'https://github.com/feedbin/support/issues/120',
    episodes: [['Less: <', '2024-01-01T10:00', null, null]],
  },
  {
    file: 'atom-xhtml-title.xml',
    stands: 'a title in XHTML',
    report: 'https://github.com/ViennaRSS/vienna-rss/issues/3',
    episodes: [['Calm after service', '2024-05-01T10:00', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'date-american-summer.xml',
    stands: 'EDT',
    report: 'https://github.com/mmcdole/gofeed/issues/237',
    episodes: [['Episode 1', '2025-04-21T10:00', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'date-american.xml',
    stands: 'PST',
    report: 'https://github.com/akhilrex/podgrab/issues/10',
    episodes: [['Episode 1', '2020-06-03T23:20', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'date-central-european-summer.xml',
    stands: 'MEST',
    report: 'https://github.com/kurtmckee/feedparser/issues/20',
    episodes: [['Episode 1', '2015-04-30T06:57', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'date-empty.xml',
    stands: 'a date without a text',
    report: 'https://github.com/AntennaPod/AntennaPod/issues/587',
    episodes: [
      ['Episode 3', null, 'https://media.example/3.mp3', null],
      ['Episode 2', '2024-01-02T10:00', 'https://media.example/2.mp3', null],
      ['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', null],
    ],
  },
  {
    file: 'date-hour-34.xml',
    stands: 'an hour that is none: no date, and the place in the feed',
    report: 'https://github.com/AntennaPod/AntennaPod/issues/4219',
    episodes: [
      ['Episode 3', null, 'https://media.example/3.mp3', null],
      ['Episode 2', '2020-05-20T23:48', 'https://media.example/2.mp3', null],
      ['Episode 1', '2020-05-13T23:48', 'https://media.example/1.mp3', null],
    ],
  },
  {
    file: 'date-of-c.xml',
    stands: 'a date as C writes it, with a zone',
    report: 'https://github.com/szabgab/code-maven.com/issues/39',
    episodes: [['Episode 1', '2016-09-03T09:19', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'date-wrong-weekday.xml',
    stands: 'a Wednesday that says Thursday',
    report: 'https://github.com/AntennaPod/AntennaPod/issues/2269',
    episodes: [['Episode 1', '2014-10-08T09:00', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'doctype-entities.xml',
    stands: 'a DOCTYPE with entities, of which none is used',
    report: 'https://github.com/simplepie/simplepie/pull/915',
    episodes: [['Tea — and &oak;', '2024-01-01T10:00', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'doctype-netscape.xml',
    stands: 'the DOCTYPE of RSS 0.91',
    report: 'https://github.com/zendframework/zend-feed/issues/71',
    episodes: [['Tea — and &oak;', '2024-01-01T10:00', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'doctype-no-declaration.xml',
    stands: 'a DOCTYPE alone',
    report: 'https://github.com/Athou/commafeed/issues/1260',
    episodes: [['Tea — and &oak;', '2024-01-01T10:00', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'empty.xml',
    stands: 'no episodes',
    report: 'https://github.com/podlove/podlove-publisher/issues/723',
    episodes: [],
  },
  {
    file: 'enclosure-without-type.xml',
    stands: 'an enclosure without a type',
    report: 'https://github.com/akhilrex/podgrab/issues/121',
    episodes: [['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'enclosures-ogg-and-mp3.xml',
    stands: 'two enclosures',
    report: 'https://github.com/fossified/podcast/issues/24',
    episodes: [['Episode 1', '2024-01-01T10:00', 'https://media.example/1.ogg', null]],
  },
  {
    file: 'feed-bare-less-than.xml',
    stands: "a '<' in a title that is not escaped",
    mistake: 'The “<” in line 7 has to be written as “&lt;”.',
    isDoubtful: true,
    episodes: [
      ['Profit < loss', '2024-01-03T10:00', 'https://media.example/3.mp3', null],
      ['Episode 2', '2024-01-02T10:00', 'https://media.example/2.mp3', null],
      ['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', null],
    ],
  },
  {
    file: 'feed-guid-is-the-page.xml',
    stands: 'a guid that is the page, and no link',
    episodes: [['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', 'https://podcast.example/episodes/1']],
  },
  {
    file: 'feed-markup-in-title.xml',
    stands: 'elements and a CDATA section in the middle of titles',
    episodes: [
      ['The Great Escape', '2024-01-03T10:00', 'https://media.example/3.mp3', null],
      ['Ep. 2: Tom & Jo live', '2024-01-02T10:00', 'https://media.example/2.mp3', null],
      ['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', null],
    ],
  },
  {
    file: 'feed-newest-date-javascript.xml',
    stands: 'the newest of 26 dates as JavaScript writes it',
    report: 'https://github.com/SoftwareEngineeringDaily/sedaily-front-end/issues/826',
    episodes: [
      ['Episode 26', '2024-01-26T10:00', 'https://media.example/26.mp3', null],
      ['Episode 25', '2024-01-25T10:00', 'https://media.example/25.mp3', null],
    ],
  },
  {
    file: 'feed-newest-date-no-space.xml',
    stands: 'the newest of 26 dates without a space after the comma',
    episodes: [
      ['Episode 26', '2024-01-26T10:00', 'https://media.example/26.mp3', null],
      ['Episode 25', '2024-01-25T10:00', 'https://media.example/25.mp3', null],
    ],
  },
  {
    file: 'feed-newest-date-utc.xml',
    stands: "the newest of 26 dates with 'UTC' after an ISO date",
    episodes: [
      ['Episode 26', '2024-01-26T10:00', 'https://media.example/26.mp3', null],
      ['Episode 25', '2024-01-25T10:00', 'https://media.example/25.mp3', null],
    ],
  },
  {
    file: 'feed-ok.xml',
    stands: 'a feed as it should be',
    episodes: [
      ['Episode 3', '2024-01-03T10:00', 'https://media.example/3.mp3', null],
      ['Episode 2', '2024-01-02T10:00', 'https://media.example/2.mp3', null],
      ['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', null],
    ],
  },
  {
    file: 'feed-relative-urls.xml',
    stands: 'addresses from the root and without a scheme',
    report: 'https://github.com/danmactough/node-feedparser/pull/247',
    episodes: [
      ['Episode 2', '2024-01-02T10:00', 'https://cdn.example/2.mp3', null],
      ['Episode 1', '2024-01-01T10:00', 'https://podcast.example/audio/1.mp3', 'https://podcast.example/episodes/1'],
    ],
  },
  {
    file: 'feed-same-guid.xml',
    stands: 'each episode with the same guid',
    episodes: [
      ['Episode 3', '2024-01-03T10:00', 'https://media.example/3.mp3', null],
      ['Episode 2', '2024-01-02T10:00', 'https://media.example/2.mp3', null],
      ['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', null],
    ],
  },
  {
    file: 'feed-unclosed-br-in-notes.xml',
    stands: 'notes in HTML that are not escaped',
    report: 'https://github.com/slowernews/slowernews/issues/17',
    mistake: '“<br>” in line 11 is not closed.',
    isDoubtful: true,
    episodes: [
      ['Episode 3', '2024-01-03T10:00', 'https://media.example/3.mp3', null],
      ['Episode 2', '2024-01-02T10:00', 'https://media.example/2.mp3', null],
      ['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', null],
    ],
  },
  {
    file: 'feed-unclosed-category.xml',
    stands: 'a category that is not closed, before all episodes',
    mistake: '“<itunes:category>” in line 6 is not closed.',
    isDoubtful: true,
    episodes: [
      ['Episode 3', '2024-01-03T10:00', 'https://media.example/3.mp3', null],
      ['Episode 2', '2024-01-02T10:00', 'https://media.example/2.mp3', null],
      ['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', null],
    ],
  },
  {
    file: 'guid-lower-case-attribute.xml',
    stands: "'ispermalink'",
    report: 'https://github.com/RssBandit/RssBandit/issues/1243',
    episodes: [['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'guid-missing.xml',
    stands: 'no guids',
    report: 'https://github.com/gpodder/gpodder/issues/847',
    episodes: [
      ['Episode 2', '2024-01-02T10:00', 'https://media.example/2.mp3', null],
      ['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', null],
    ],
  },
  {
    file: 'guid-not-applicable.xml',
    stands: "'N/A' as guid and as link",
    report: 'https://github.com/cocopuff2u/MOFA/issues/24',
    episodes: [
      ['Episode 2', '2024-01-02T10:00', 'https://media.example/2.mp3', null],
      ['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', null],
    ],
  },
  {
    file: 'guid-page-and-est.xml',
    stands: 'a guid that is the page, with EST in summer',
    report: 'https://github.com/brendanlong/lion-reader/issues/584',
    episodes: [
      ['Episode 1', '2025-08-20T04:39', 'https://media.example/1.mp3', 'https://podcast.example/stop-talking'],
    ],
  },
  {
    file: 'guid-permalink-only.xml',
    stands: 'a guid that says that it is the page',
    report: 'https://github.com/feedjira/feedjira/pull/420',
    episodes: [['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', 'https://podcast.example/episodes/1']],
  },
  {
    file: 'markup-bare-ampersand-in-attribute.xml',
    stands: "'&' in an attribute",
    report: 'https://github.com/AntennaPod/AntennaPod/issues/3804',
    episodes: [['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'markup-bare-ampersand.xml',
    stands: "'&' in a title and a description",
    report: 'https://github.com/thechangelog/changelog.com/issues/370',
    episodes: [
      ['Tom & Jo', '2024-01-02T10:00', 'https://media.example/2.mp3', null],
      ['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', null],
    ],
  },
  {
    file: 'markup-blank-line-first.xml',
    stands: 'a blank line before the declaration',
    report: 'https://github.com/BabDev/Podcast-Manager/issues/223',
    episodes: [['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'markup-cdata-open.xml',
    stands: 'a CDATA section without an end',
    report: 'https://github.com/thechangelog/changelog.com/issues/273',
    refused: 'not-xml',
  },
  {
    file: 'markup-crossed-in-notes.xml',
    stands: 'crossed tags in notes, which cost no episode',
    mistake: '“<i>” in line 11 is not closed.',
    episodes: [
      ['Episode 2', '2024-01-02T10:00', 'https://media.example/2.mp3', null],
      ['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', null],
    ],
  },
  {
    file: 'markup-slip-of-the-pen.xml',
    stands: 'an end tag with a letter missing, before the audio',
    mistake: 'Nothing is open that “</descripton>” in line 7 could close.',
    episodes: [['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'markup-title-open.xml',
    stands: 'a title without its end, before the audio',
    mistake: '“<title>” in line 6 is not closed.',
    episodes: [['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'title-cdata-with-its-end.xml',
    stands: "']]>' in a CDATA section",
    report: 'https://github.com/Scottcjn/bottube/issues/1953',
    episodes: [['Arrays: a[b[0 1]]>', '2024-01-01T10:00', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'title-elsewhere.xml',
    stands: 'titles only in dc:title and media:title',
    episodes: [
      ['From Dublin Core', '2024-01-02T10:00', 'https://media.example/2.mp3', null],
      ['From Media RSS', '2024-01-01T10:00', 'https://media.example/1.mp3', null],
    ],
  },
  {
    file: 'title-entity-in-cdata.xml',
    stands: 'references in a CDATA section',
    report: 'https://github.com/spatie/laravel-feed/pull/193',
    episodes: [['The "one" & only', '2024-01-01T10:00', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'title-escaped-cdata.xml',
    stands: 'a CDATA section that was escaped',
    report: 'https://github.com/kabukky/journey/issues/9',
    episodes: [['Hello World', '2024-01-01T10:00', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'title-media-differs.xml',
    stands: 'a media:title that is a file name',
    report: 'https://github.com/miniflux/v2/pull/714',
    episodes: [['Episode 1', '2024-01-01T10:00', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'title-script.xml',
    stands: 'scripts and styles in titles, escaped, as an element and as a word',
    report: 'https://github.com/thesassway/thesassway.com/issues/51',
    episodes: [
      ['Hello world', '2024-01-04T10:00', 'https://media.example/4.mp3', null],
      ['Left right', '2024-01-03T10:00', 'https://media.example/3.mp3', null],
      ['One two', '2024-01-02T10:00', 'https://media.example/2.mp3', null],
      ['The <script> tag explained', '2024-01-01T10:00', 'https://media.example/1.mp3', null],
    ],
  },
  {
    file: 'title-typed-brackets.xml',
    stands: "'<head>' as text",
    report: 'https://github.com/feedbin/feedbin/issues/232',
    episodes: [['A free guide to <head> elements', '2024-01-01T10:00', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'title-undefined-entity.xml',
    stands: "'&nbsp;', which XML does not know",
    report: 'https://github.com/gpodder/gpodder/issues/696',
    episodes: [['Christ the Centre', '2024-01-01T10:00', 'https://media.example/1.mp3', null]],
  },
  {
    file: 'video-mp4.xml',
    stands: 'a video',
    report: 'https://github.com/Athou/commafeed/issues/848',
    episodes: [['Episode 1', '2024-01-01T10:00', null, 'https://media.example/1.mp4']],
  },
]
