import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { lateScripts } from './late-scripts.ts'

const page =
  '<html><head><title>Caffi Môn – Muster</title><link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/>' +
  '<link rel="modulepreload" href="/b.js"/></head><body>Ŵyn <link rel="modulepreload" href="/c.js"/></body></html>'

const sent = (chunks: Buffer[]) => text(Readable.from(chunks).pipe(lateScripts()))

test.each([1, 2, 7, 64, 100_000])(
  'marks the preloads of the head and leaves all else, in chunks of %i bytes',
  async (size) => {
    const bytes = Buffer.from(page)
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    )
    const answer = await sent(chunks)
    expect(answer).toContain('<link rel="modulepreload" fetchpriority="low" href="/a.js"/>')
    expect(answer).toContain('<link rel="modulepreload" fetchpriority="low" href="/b.js"/>')
    expect(answer).toContain('<link rel="modulepreload" href="/c.js"/>')
    expect(answer.replaceAll(' fetchpriority="low"', '')).toBe(page)
  },
)

test('lets through what has no head', async () => {
  expect(await sent([Buffer.from('<p>no'), Buffer.from('thing')])).toBe('<p>nothing')
})
