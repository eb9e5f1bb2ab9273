import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFileStorage } from '../app/platform/.server/storage/storage.ts'
import { parseRangeHeader, servePublicFile } from './files.ts'

const bytes = new Uint8Array(Array.from({ length: 100 }, (_, index) => index))
const address = '/files/gallery/folder/name.webp'
let folder: string
let app: Hono

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-files-'))
  const storage = await openFileStorage({ dataDir: folder, s3: null })
  await storage.put('gallery', 'folder/name.webp', bytes)
  await storage.put('gallery', 'folder/name-480.avif', bytes)
  await storage.put('logo', 'folder/name.webp', new Uint8Array([7]))
  await storage.put('podcast-media', 'folder/covers/name.webp', new Uint8Array([8]))
  await writeFile(join(folder, 'secret'), 'private')
  await writeFile(join(folder, 'files', 'secret.webp'), 'private')
  app = new Hono()
  app.get('/files/:bucket/:key{[^]+}', (context) => servePublicFile(context, storage, true))
})
afterAll(() => rm(folder, { recursive: true }))

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(path, { headers, method })
const bodyOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())
const etagOf = async (path = address) => (await get(path)).headers.get('ETag') ?? ''

describe('a file', () => {
  // spec: 161.1, 220.4
  test('is served whole, with its type, its length and its ETag, to be kept for good', async () => {
    const response = await get(address)
    expect(response.status).toBe(200)
    expect(await bodyOf(response)).toEqual(bytes)
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'image/webp',
      'content-length': '100',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy':
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'accept-ranges': 'bytes',
      'cross-origin-resource-policy': 'cross-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    })
  })

  test('has the type of its ending', async () => {
    expect((await get('/files/gallery/folder/name-480.avif')).headers.get('Content-Type')).toBe('image/avif')
  })

  test('of another bucket or name is another file with another ETag', async () => {
    expect(await bodyOf(await get('/files/logo/folder/name.webp'))).toEqual(new Uint8Array([7]))
    const tags = await Promise.all(
      [address, '/files/logo/folder/name.webp', '/files/gallery/folder/name-480.avif'].map(etagOf),
    )
    expect(new Set(tags).size).toBe(3)
  })

  test('is found in the folder of the covers', async () => {
    expect(await bodyOf(await get('/files/podcast-media/folder/covers/name.webp'))).toEqual(new Uint8Array([8]))
  })

  test('is described without being sent when only asked for with HEAD', async () => {
    const response = await get(address, {}, 'HEAD')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Length')).toBe('100')
    expect(response.headers.get('ETag')).toBe(await etagOf())
    expect(await bodyOf(response)).toHaveLength(0)
  })
})

describe('a file somebody has', () => {
  test.each([(tag: string) => tag, (tag: string) => `W/${tag}`, (tag: string) => `"other", ${tag}`, () => '*'])(
    'is not sent again (%#)',
    async (write) => {
      const response = await get(address, { 'If-None-Match': write(await etagOf()) })
      expect(response.status).toBe(304)
      expect(await bodyOf(response)).toHaveLength(0)
      expect(response.headers.get('ETag')).toBe(await etagOf())
      expect(response.headers.get('Cache-Control')).toContain('immutable')
    },
  )

  test('in another version is sent', async () => {
    for (const tag of ['"other"', 'W/"other"', '', 'nonsense']) {
      expect((await get(address, { 'If-None-Match': tag })).status).toBe(200)
    }
  })
})

describe('a part of a file', () => {
  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=90-', 90, 99],
    ['bytes=-10', 90, 99],
    ['bytes=0-0', 0, 0],
    ['bytes=99-99', 99, 99],
    ['bytes=50-1000', 50, 99],
    ['bytes=-1000', 0, 99],
    ['bytes=0-', 0, 99],
  ])('%s is sent alone', async (range, start, end) => {
    const response = await get(address, { Range: range })
    expect(response.status).toBe(206)
    expect(response.headers.get('Content-Range')).toBe(`bytes ${start}-${end}/100`)
    expect(response.headers.get('Content-Length')).toBe(String(end - start + 1))
    expect(response.headers.get('Content-Type')).toBe('image/webp')
    expect(await bodyOf(response)).toEqual(bytes.slice(start, end + 1))
  })

  test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=999999999999999-'])(
    '%s lies outside it, which is said',
    async (range) => {
      const response = await get(address, { Range: range })
      expect(response.status).toBe(416)
      expect(response.headers.get('Content-Range')).toBe('bytes */100')
      expect(await bodyOf(response)).toHaveLength(0)
    },
  )

  test.each([
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=9-0',
    'bytes=0-9,20-29',
    'bytes=0-9;x',
    'bytes 0-9',
    'characters=0-9',
    'bytes=1.5-9',
    'bytes=--9',
    'bytes=0x0-0x9',
    `bytes=0-${'9'.repeat(10_000)}`,
  ])('%j makes no sense, so the whole file is sent', async (range) => {
    const response = await get(address, { Range: range })
    expect(response.status).toBe(200)
    expect(await bodyOf(response)).toEqual(bytes)
  })

  test('is sent to go on with the version somebody has begun', async () => {
    const response = await get(address, { Range: 'bytes=10-19', 'If-Range': await etagOf() })
    expect(response.status).toBe(206)
    expect(await bodyOf(response)).toEqual(bytes.slice(10, 20))
  })

  test('is the whole where somebody has begun another version', async () => {
    for (const condition of ['"other"', `W/${await etagOf()}`, 'Tue, 01 Jan 2030 00:00:00 GMT']) {
      for (const range of ['bytes=10-19', 'bytes=100-']) {
        const response = await get(address, { Range: range, 'If-Range': condition })
        expect(response.status).toBe(200)
        expect(await bodyOf(response)).toEqual(bytes)
      }
    }
  })

  test('is not sent to somebody who has the whole', async () => {
    expect((await get(address, { Range: 'bytes=0-9', 'If-None-Match': await etagOf() })).status).toBe(304)
  })

  test('of an empty file is none', () => {
    expect(parseRangeHeader('bytes=0-', 0)).toBe('unsatisfiable')
    expect(parseRangeHeader('bytes=-5', 0)).toBe('unsatisfiable')
    expect(parseRangeHeader(undefined, 0)).toBeNull()
  })
})

describe('what is not there', () => {
  // spec: 165.2
  test.each([
    '/files/gallery/folder/missing.webp',
    '/files/gallery/missing/name.webp',
    '/files/gallery/folder/covers/name.webp',
    '/files/evidence/folder/name.webp',
    '/files/verification-documents/folder/name.webp',
    '/files/__proto__/folder/name.webp',
    '/files/constructor/folder/name.webp',
    '/files/gallery/folder/name.svg',
    '/files/gallery/folder/name.html',
    '/files/gallery/folder/name.webp%00',
    '/files/gallery/folder/name.webp%0A',
    '/files/gallery/folder/%2e%2e%2fsecret.webp',
    '/files/gallery/..%2f..%2f/secret',
    '/files/gallery/..%2fgallery%2ffolder/name.webp',
    '/files/gallery/..%5c..%5csecret/name.webp',
    '/files/logo%2f..%2fgallery/folder/name.webp',
    '/files/gallery/%2Ffolder/name.webp',
    '/files/gallery/folder%2Fname.webp/x',
    '/files/gallery/folder/%ff.webp',
    '/files/gallery/folder/%',
    '/files/gallery/folder/%zz.webp',
    '/files/gallery/%F0%9F%9A%80/name.webp',
    `/files/gallery/folder/${'a'.repeat(10_000)}.webp`,
  ])('%s is not found, and nobody is to remember so', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.text()).toBe('Not found')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  test.each([
    '/files/secret',
    '/files/gallery/../../secret',
    '/files/gallery/%2e%2e/secret.webp',
    '/files/../secret',
    '/files/gallery/folder',
    '/files/gallery/folder/',
    '/files/gallery/folder/name.webp/more',
    '/files/',
  ])('%s leads to no file at all', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('private')
  })
})
