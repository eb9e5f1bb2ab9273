/**
 * Feeds that are wrong somewhere, with the number of episodes that Muster read from them when its reader did not look at tags.
 * Whatever gave episodes then has to give as many: nobody's podcast goes because a reader became stricter.
 */
const item = (number: number, { title = `Episode ${number}`, more = '' } = {}) =>
  `<item><title>${title}</title><guid>e${number}</guid><pubDate>Mon, 0${number} Jan 2024 10:00:00 GMT</pubDate>` +
  `<enclosure url="https://media.example/${number}.mp3" type="audio/mpeg"/>${more}</item>`

const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
const feed = (items: string, { before = declaration, first = '', last = '', end = '' } = {}) =>
  `${before}<rss version="2.0"><channel><title>Out of Step</title>${first}${items}${last}</channel></rss>${end}`

const three = item(3) + item(2) + item(1)
/** Three episodes, the newest or the oldest with something more. */
const newest = (options: { title?: string; more?: string }) => feed(item(3, options) + item(2) + item(1))
const oldest = (options: { title?: string; more?: string }) => feed(item(3) + item(2) + item(1, options))
/** Three episodes, with something replaced. */
const changed = (from: string, to: string) => feed(three.replace(from, to))
const changedIn = (number: number, from: string, to: string) =>
  feed([3, 2, 1].map((other) => (other === number ? item(other).replace(from, to) : item(other))).join(''))
const changedAll = (from: string, to: string) => feed(three.replaceAll(from, to))

export const readBefore: [what: string, text: string, episodes: number][] = [
  ["'&' in a title", newest({ title: 'Tom & Jo' }), 3],
  ["'&' in an address", changed('3.mp3', '3.mp3?a=1&b=2'), 3],
  [
    'references that XML does not know',
    newest({ title: 'Caf&eacute;', more: '<description>a&nbsp;b</description>' }),
    3,
  ],
  ['a reference without an end', newest({ title: 'AT&T &copy 2024' }), 3],
  ['a reference to nothing', newest({ title: 'a &#xFFFFFFF; b' }), 3],
  ['blank lines first', feed(three, { before: `\n\n${declaration}\n` }), 3],
  ['two byte order marks', feed(three, { before: `\ufeff\ufeff${declaration}` }), 3],
  ['no declaration', feed(three, { before: '' }), 3],
  ['two declarations', feed(three, { before: declaration.repeat(2) }), 3],
  ['PHP first', feed(three, { before: `<?php echo 1 ?>${declaration}` }), 3],
  ['a warning first', feed(three, { before: `Warning: deprecated in /srv/x.php on line 3\n${declaration}` }), 3],
  ['a warning in HTML first', feed(three, { before: `<br />\n<b>Warning</b>: deprecated<br />\n${declaration}` }), 3],
  ['an instruction within', feed(three, { first: '<?xml-stylesheet href="a.xsl"?>' }), 3],
  ['dashes in a comment', feed(three, { first: '<!-- a -- b -->' }), 3],
  ['a comment at the end', feed(three, { end: '\n<!-- made in 0.3 s -->' }), 3],
  ['text at the end', feed(three, { end: '\n\nfoo bar' }), 3],
  ['a script at the end', feed(three, { end: '<script>track()</script>' }), 3],
  ['a second feed', `<rss><channel>${item(3)}</channel></rss><rss><channel>${item(2)}</channel></rss>`, 1],
  ['a second channel', `<rss><channel>${item(3)}</channel><channel>${item(2)}</channel></rss>`, 1],
  ["'>' in a title", newest({ title: 'a > b' }), 3],
  ["']]>' in a title", newest({ title: 'a ]]> b' }), 3],
  ['control characters', newest({ title: 'a \u0000\u0008 b' }), 3],
  ['CDATA within CDATA', newest({ more: '<description><![CDATA[a <![CDATA[ b ]]> c ]]></description>' }), 3],
  ['tags in CDATA', newest({ more: '<description><![CDATA[<p>a<br>]]></description>' }), 3],
  ['attributes without quotes', changed('type="audio/mpeg"', 'type=audio/mpeg'), 3],
  ['attributes without a value', changed('type="audio/mpeg"', 'type="audio/mpeg" defer'), 3],
  ['an attribute twice', changed('type="audio/mpeg"', 'type="audio/mpeg" type="audio/mpeg"'), 3],
  ['attributes without a space between', changed('" type="', '"type="'), 3],
  ['attributes in single quotes', changedAll('"audio/mpeg"', "'audio/mpeg'"), 3],
  ["'<' in an attribute", changed('type="audio/mpeg"', 'title="a < b" type="audio/mpeg"'), 3],
  ["'>' in an attribute", changed('type="audio/mpeg"', 'title="a > b" type="audio/mpeg"'), 3],
  ['line ends in a tag', changedAll('<guid>', '<guid\n\tisPermaLink="false"\n>'), 3],
  ['spaces in end tags', changedAll('</title>', '</title >'), 3],
  ['spaces before the name in end tags', changedAll('</title>', '</ title>'), 3],
  ['attributes in an end tag', changed('</title>', '</title foo="1">'), 3],
  ['prefixes that nothing declares', newest({ more: '<itunes:duration>60</itunes:duration>' }), 3],
  ['names that are none', newest({ more: '<1x>1</1x><:x>1</:x>' }), 3],
  ['a quote in notes', newest({ more: "<description>it's <b title='x'>y</b></description>" }), 3],
  [
    'HTML as XML',
    newest({ more: '<content:encoded><video controls src=x></video><input disabled/></content:encoded>' }),
    3,
  ],
  ['an item within an item', feed(item(3, { more: `<related>${item(1)}</related>` }) + item(2)), 2],
  ['names in capitals', changedAll('title>', 'TITLE>'), 3],
  // Tags that do not match, and cost no episode.
  ['an end tag in capitals', changed('</title>', '</TITLE>'), 3],
  ['an end tag with a slip', changed('</title>', '</titel>'), 3],
  ['an end tag without a name', newest({ more: '<a></>' }), 3],
  ['a space before a name', changed('<title>', '< title>'), 3],
  ["'<' twice", changed('<title>', '<<title>'), 3],
  ["'/' that ends no tag", changed('<guid>', '<guid / >'), 3],
  ['crossed tags', newest({ more: '<description><b><i>a</b></i></description>' }), 3],
  ['<br> in the notes of the oldest', oldest({ more: '<description>a<br>b</description>' }), 3],
  ['</p> in the notes of the oldest', oldest({ more: '<description>a</p></description>' }), 3],
  ['no end of the guid of the oldest', changedIn(1, '</guid>', ''), 3],
  ['no end of the oldest', changedIn(1, '</item>', ''), 3],
  ['no end of the channel', `<rss><channel>${three}</rss>`, 3],
  [
    'a category without an end after all',
    feed(three, { last: '<itunes:category text="a"><itunes:category text="b"/>' }),
    3,
  ],
  ['a picture without an end after all', feed(three, { last: '<itunes:image href="x">' }), 3],
  ['an end too many', feed(three, { end: '</rss>' }), 3],
  ['an end of an item too many', feed(`${three}</item>`), 3],
  // Tags that do not match, and cost episodes.
  ["'<' in a title", newest({ title: 'Profit < loss' }), 1],
  ["'<' before a number", newest({ title: 'I <3 you' }), 1],
  ["'<' before a word", newest({ title: 'a<b' }), 1],
  ["'<' at the end of a title", newest({ title: 'Profit <' }), 1],
  ['<br> in the notes of the newest', newest({ more: '<description>a<br>b</description>' }), 1],
  ['<p> in the notes of the newest', newest({ more: '<description><p>a<p>b</description>' }), 1],
  ['</p> in the notes of the newest', newest({ more: '<description>a</p></description>' }), 1],
  ['no end of an enclosure', changed('"audio/mpeg"/>', '"audio/mpeg">'), 1],
  ['no end of a title', changed('</title>', ''), 1],
  ['no end of an item', changed('</item>', ''), 1],
  ['an end of an item too many, in the middle', feed(`${item(3)}</item>${item(2)}${item(1)}`), 1],
  [
    'no end of a link of Atom',
    '<feed><entry><title>a</title><link href="https://x.example/1"></entry><entry><title>b</title></entry></feed>',
    1,
  ],
]
