import { parsePodcastFeed } from '#app/features/podcasts/feed/parse-feed.ts'

/**
 * Reads two feeds of 20 MB in two-byte letters at once, in a process of its own whose heap its parent limits. Prints how many episodes each gave,
 * how long all of it and the longest turn took, in milliseconds, and the most memory that the process took beyond the feeds themselves, in MB.
 */
const notes = `<![CDATA[${'<p>Заметки о службе</p>'.repeat(100)}]]>`
const item = (number: number) =>
  `<item><title>Выпуск ${number}</title><guid>e${number}</guid><description>${notes}</description></item>`
const start = Buffer.from('<?xml version="1.0"?><rss><channel>')
const end = Buffer.from('</channel></rss>')

function makeFeed(bytes: number): Buffer {
  const feed = Buffer.alloc(bytes, ' ')
  let at = start.copy(feed)
  for (let number = 1; ; number += 1) {
    const next = Buffer.from(item(number))
    if (at + next.length + end.length > bytes) break
    at += next.copy(feed, at)
  }
  end.copy(feed, at)
  return feed
}

const feeds = [makeFeed(20 * 1024 * 1024), makeFeed(20 * 1024 * 1024)]
const before = process.memoryUsage().rss
let most = before
let longest = 0
const began = performance.now()
let last = began
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss)
  longest = Math.max(longest, performance.now() - last)
  last = performance.now()
}, 1)
const read = await Promise.all(feeds.map((feed) => parsePodcastFeed(feed, null, 'https://feeds.example/feed.xml')))
const took = performance.now() - began
// The last turn ends here.
longest = Math.max(longest, performance.now() - last)
clearInterval(watch)
const episodes = read.map((feed) => feed.episodes.length)
process.stdout.write(JSON.stringify({ episodes, took, longest, more: Math.round((most - before) / 2 ** 20) }))
