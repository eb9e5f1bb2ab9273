interface EpisodeOptions {
  title?: string
  guid?: string | null
  date?: string | null
  duration?: string | null
  enclosure?: string | null
  link?: string | null
}

/** An item of an RSS feed; texts are put in as they are, null leaves an element out. */
export function feedItem(number: number, options: EpisodeOptions = {}): string {
  const {
    title = `Episode ${number}`,
    guid = `episode-${number}`,
    date = new Date(Date.UTC(2024, 0, number, 10)).toUTCString(),
    duration = '00:31:05',
    enclosure = `<enclosure url="https://media.example/${number}.mp3" type="audio/mpeg" length="99"/>`,
    link = `https://podcast.example/${number}`,
  } = options
  const element = (name: string, text: string | null) => (text === null ? '' : `<${name}>${text}</${name}>`)
  return `<item>${element('title', title)}${element('guid', guid)}${element('pubDate', date)}${element('itunes:duration', duration)}${enclosure ?? ''}${element('link', link)}<description><![CDATA[<p>Notes</p>]]></description></item>`
}

/** An RSS feed with these items. */
export function feedOf(...items: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Out of step</title><link>https://podcast.example/</link>${items.join('')}</channel></rss>`
}

/** The title of the first item of a feed that declares an entity for it, one that grows or one that reads a file. */
export const declaringFeeds = {
  growing: `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]><rss><channel><item><title>&d;</title></item></channel></rss>`,
  external: `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel><item><title>&x;</title></item></channel></rss>`,
}
