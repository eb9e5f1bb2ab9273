import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { compressPages, preferredEncoding } from './compression.ts'

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
  expect(preferredEncoding(header)).toBe(encoding)
})

const page = `<p>${'Words of a page. '.repeat(100)}</p>`
const app = new Hono()
  .use(compressPages)
  .get('/page', (context) => context.html(page, 200, { 'Set-Cookie': 'a=b', Vary: 'Cookie' }))
  .get('/text', (context) => context.text('text'))

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

test('what is no page is left to the stream', async () => {
  const answer = await app.request('/text', { headers: { 'Accept-Encoding': 'br' } })
  expect([await answer.text(), answer.headers.get('Content-Encoding')]).toEqual(['text', null])
})
