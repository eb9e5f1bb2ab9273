// node mk-big-feed.mjs > big.xml : 1,500 episodes with 4 KB of notes each, 6 MB, as talk shows after six years have
const item = (n) =>
  `<item><title>Episode ${n}</title><guid>e${n}</guid><pubDate>Mon, 01 Jan 2024 10:00:00 GMT</pubDate><enclosure url="https://media.example/${n}.mp3" type="audio/mpeg"/><description><![CDATA[${'<p>Notes <a href="x">x</a></p>'.repeat(132)}]]></description></item>`
process.stdout.write(
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Out of Step</title>${Array.from({ length: 1500 }, (_, n) => item(1500 - n)).join('')}</channel></rss>`,
)
