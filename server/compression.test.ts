import { Readable } from 'node:stream'
import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { compressResponses, preferredResponseEncoding } from './compression.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1, br;q=0.1', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['deflate', null],
  ['', null],
  [undefined, null],
])('of %s the encoding is %s', (header, encoding) => {
  expect(preferredResponseEncoding(header)).toBe(encoding)
})

const page = `<p>${'Words of a page. '.repeat(100)}</p>`
let sendRest = () => {}
let isLeft = false
const app = new Hono()
  .use(compressResponses)
  .get('/page', (context) => context.html(page, 200, { 'Set-Cookie': 'a=b', Vary: 'Cookie' }))
  .get('/short', (context) => context.text('text', 200, { 'Content-Length': '4' }))
  .get('/events', (context) => context.body(page, 200, { 'Content-Type': 'text/event-stream' }))
  .get('/picture', (context) => context.body(page, 200, { 'Content-Type': 'image/webp' }))
  .get('/packed', (context) => context.text(page, 200, { 'Content-Encoding': 'zstd' }))
  .get('/parts', (context) => {
    const text = new ReadableStream({
      start: (controller) => {
        controller.enqueue(Buffer.from('first'))
        sendRest = () => {
          controller.enqueue(Buffer.from(' last'))
          controller.close()
        }
      },
      cancel: () => {
        isLeft = true
      },
    })
    return context.body(text, 200, { 'Content-Type': 'text/csv' })
  })
  .get('/broken', (context) => {
    const text = new ReadableStream({ pull: (controller) => controller.error(new Error('broken')) })
    return context.body(text, 200, { 'Content-Type': 'application/json' })
  })

test('a page is compressed at once, and keeps its headers', async () => {
  const answer = await app.request('/page', { headers: { 'Accept-Encoding': 'br' } })
  const body = Buffer.from(await answer.arrayBuffer())
  expect(body.length).toBeLessThan(page.length / 5)
  expect(brotliDecompressSync(body).toString()).toBe(page)
  const named = ['Content-Encoding', 'Content-Type', 'Set-Cookie', 'Vary'].map((name) => answer.headers.get(name))
  expect(named).toEqual(['br', 'text/html; charset=UTF-8', 'a=b', 'Cookie, Accept-Encoding'])
})

test('gzip is for who takes no Brotli, and nothing for who takes neither', async () => {
  const zipped = await app.request('/page', { headers: { 'Accept-Encoding': 'gzip' } })
  expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe(page)
  const plain = await app.request('/page')
  expect([await plain.text(), plain.headers.get('Content-Encoding')]).toEqual([page, null])
})

test('other texts are compressed as they come', async () => {
  const answer = await app.request('/parts', { headers: { 'Accept-Encoding': 'br, gzip' } })
  const named = ['Content-Encoding', 'Content-Length', 'Vary'].map((name) => answer.headers.get(name))
  expect(named).toEqual(['br', null, 'Accept-Encoding'])
  const parts = Readable.fromWeb(answer.body as never).pipe(createBrotliDecompress())
  const text: string[] = []
  parts.on('data', (bytes) => text.push(String(bytes)))
  // Nothing has been said of the rest yet.
  await expect.poll(() => text).toEqual(['first'])
  sendRest()
  await expect.poll(() => text).toEqual(['first', ' last'])
})

test('a reader who leaves ends what is sent, and a sender who fails ends the answer', async () => {
  const left = await app.request('/parts', { headers: { 'Accept-Encoding': 'gzip' } })
  await left.body?.cancel()
  await expect.poll(() => isLeft).toBe(true)
  const broken = await app.request('/broken', { headers: { 'Accept-Encoding': 'gzip' } })
  await expect(broken.arrayBuffer()).rejects.toThrow()
})

test.each(['/short', '/events', '/picture', '/packed'])('%s is left as it is', async (path) => {
  const plain = await app.request(path)
  const answer = await app.request(path, { headers: { 'Accept-Encoding': 'br' } })
  expect(answer.headers.get('Content-Encoding')).toBe(plain.headers.get('Content-Encoding'))
  expect(await answer.text()).toBe(await plain.text())
})
