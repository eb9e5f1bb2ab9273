import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { watchSyncs } from '#tests/recording-disk.ts'
import { type ObjectStore, startObjectStore } from '#tests/vendors/object-store.ts'
import { contentTypeOfStoredFile, type FileStorage, openFileStorage } from './storage.ts'

const bytes = new Uint8Array([82, 73, 70, 70, 0, 255])

/** Keys that the server cannot have created. */
const foreignKeys = [
  '../logo/name.webp',
  'folder/../name.webp',
  'folder/..%2fname.webp',
  '../../etc/passwd',
  '/folder/name.webp',
  'folder/sub/name.webp',
  'folder/covers/covers/name.webp',
  'folder/covers/../name.webp',
  'folder\\name.webp',
  'folder/name.webp\u0000.png',
  'folder/name.webp\n',
  'folder/name.svg',
  'folder/name.html',
  'folder/name',
  'name.webp',
  'Folder/Name.webp',
  `folder/${'a'.repeat(65)}.webp`,
  '',
]

describe('contentTypeOfStoredFile', () => {
  test('follows the ending the server gave', () => {
    expect(contentTypeOfStoredFile('folder/name.webp')).toBe('image/webp')
    expect(contentTypeOfStoredFile('folder/name-480.avif')).toBe('image/avif')
    expect(contentTypeOfStoredFile('folder/covers/name.webp')).toBe('image/webp')
  })

  test.each(foreignKeys)('knows nothing of %j', (key) => {
    expect(contentTypeOfStoredFile(key)).toBeNull()
  })
})

/** The contract of every store; `open` returns an empty one. */
function behavesAsStore(open: () => FileStorage) {
  // spec: 18.1
  test('gives back what was put', async () => {
    await open().put('logo', 'folder/name.webp', bytes)
    expect(await open().read('logo', 'folder/name.webp')).toEqual({
      bytes,
      contentType: 'image/webp',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    })
  })

  test('keeps buckets apart', async () => {
    await open().put('logo', 'folder/name.webp', bytes)
    await open().put('gallery', 'folder/name.webp', new Uint8Array([1]))
    const [logo, gallery] = [
      await open().read('logo', 'folder/name.webp'),
      await open().read('gallery', 'folder/name.webp'),
    ]
    expect(logo?.bytes).toEqual(bytes)
    expect(gallery?.bytes).toEqual(new Uint8Array([1]))
    expect(logo?.etag).not.toBe(gallery?.etag)
  })

  test('has null for what is not there', async () => {
    expect(await open().read('logo', 'folder/missing.webp')).toBeNull()
  })

  // spec: 161.3
  test('no longer has what was deleted', async () => {
    await open().put('logo', 'folder/name.webp', bytes)
    await open().delete('logo', 'folder/name.webp')
    expect(await open().read('logo', 'folder/name.webp')).toBeNull()
    await open().delete('logo', 'folder/name.webp')
  })

  test.each(foreignKeys)('refuses the key %j', async (key) => {
    await expect(open().put('logo', key, bytes)).rejects.toThrow('not a key of ours')
    await expect(open().delete('logo', key)).rejects.toThrow('not a key of ours')
    expect(await open().read('logo', key)).toBeNull()
  })
}

describe('a store in a folder', () => {
  let folder: string
  let storage: FileStorage

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'muster-storage-'))
    storage = await openFileStorage({ dataDir: folder, s3: null })
    return () => rm(folder, { recursive: true })
  })

  behavesAsStore(() => storage)

  test('lies below the data folder, a folder a bucket', async () => {
    await storage.put('logo', 'folder/name.webp', bytes)
    expect(await readFile(join(folder, 'files', 'logo', 'folder', 'name.webp'))).toEqual(Buffer.from(bytes))
  })

  test('has a file on the disk, with the folders that name it, when it says so', async () => {
    const synced = await watchSyncs()
    await storage.put('logo', 'folder/name.webp', bytes)
    expect(synced).toEqual(
      ['files/logo/folder/name.webp', 'files/logo/folder', 'files/logo', 'files', '.'].map((name) =>
        join(folder, name),
      ),
    )
  })

  test('never reaches a file outside it', async () => {
    await writeFile(join(folder, 'outside.webp'), 'private')
    await storage.put('logo', 'folder/name.webp', bytes)
    for (const key of ['../outside.webp', '../../outside.webp', '..\\..\\outside.webp']) {
      expect(await storage.read('logo', key)).toBeNull()
      await expect(storage.delete('logo', key)).rejects.toThrow()
      await expect(storage.put('logo', key, bytes)).rejects.toThrow()
    }
    expect(await readFile(join(folder, 'outside.webp'), 'utf8')).toBe('private')
    expect(await readdir(join(folder, 'files'))).toEqual(['logo'])
  })

  test('says when a file cannot be read for another reason than not being there', async () => {
    await storage.put('logo', 'folder/name.webp', bytes)
    await rm(join(folder, 'files', 'logo', 'folder', 'name.webp'))
    await writeFile(join(folder, 'files', 'logo', 'other'), '')
    // A file has the folder's name.
    await expect(storage.read('logo', 'other/name.webp')).rejects.toThrow()
    expect(existsSync(join(folder, 'files', 'logo', 'other'))).toBe(true)
  })
})

describe('a store that speaks S3', () => {
  let store: ObjectStore
  let storage: FileStorage

  beforeAll(async () => {
    store = await startObjectStore()
    storage = await openFileStorage({ dataDir: '/nowhere', s3: store.s3 })
  })
  afterAll(() => store.stop())
  beforeEach(() => {
    store.objects.clear()
    store.requests.length = 0
    store.refuse(null)
  })

  behavesAsStore(() => storage)

  test('keeps every bucket of ours in the one bucket that is configured', async () => {
    await storage.put('gallery', 'folder/name-480.avif', bytes)
    expect([...store.objects.keys()]).toEqual(['/muster-files/gallery/folder/name-480.avif'])
    expect(store.requests[0]?.type).toBe('image/avif')
  })

  test('signs every request with the configured key', async () => {
    await storage.put('logo', 'folder/name.webp', bytes)
    await storage.read('logo', 'folder/name.webp')
    await storage.delete('logo', 'folder/name.webp')
    expect(store.requests.map(({ method }) => method)).toEqual(['PUT', 'GET', 'DELETE'])
    for (const { authorization, date } of store.requests) {
      expect(authorization).toMatch(
        /^AWS4-HMAC-SHA256 Credential=test-key\/\d{8}\/eu-west-2\/s3\/aws4_request, SignedHeaders=[\w;-]*host[\w;-]*, Signature=[0-9a-f]{64}$/,
      )
      expect(date).toMatch(/^\d{8}T\d{6}Z$/)
      expect(authorization).not.toContain('test-secret')
    }
  })

  test('asks nothing of the store for a key it cannot have made', async () => {
    for (const key of foreignKeys) await storage.read('logo', key)
    expect(store.requests).toEqual([])
  })

  test.each(['headers', 'body'])('gives up a store that stops before its %s', { timeout: 20_000 }, async (what) => {
    const frozen = createServer((_request, response) => {
      if (what === 'body') response.writeHead(200, { 'Content-Length': 10 }).write('half')
    })
    await new Promise<void>((resolve) => frozen.listen(0, '127.0.0.1', resolve))
    const { port } = frozen.address() as AddressInfo
    const frozenStore = {
      bucket: 'b',
      region: 'r',
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: 'k',
      secretAccessKey: 's',
    }
    const impatient = await openFileStorage({ dataDir: '/nowhere', s3: frozenStore }, { silenceMs: 300 })
    try {
      await expect(impatient.read('logo', 'folder/name.webp')).rejects.toThrow()
    } finally {
      frozen.closeAllConnections()
      frozen.close()
    }
  })

  test('says when the store refuses, instead of taking the file for missing', async () => {
    const operations: string[] = []
    const counted = await openFileStorage(
      { dataDir: '/nowhere', s3: store.s3 },
      { onError: (operation) => operations.push(operation) },
    )
    await counted.read('logo', 'folder/name.webp')
    expect(operations).toEqual([])
    store.refuse({ status: 403, code: 'AccessDenied' })
    await expect(counted.read('logo', 'folder/name.webp')).rejects.toThrow()
    await expect(counted.put('logo', 'folder/name.webp', bytes)).rejects.toThrow()
    await expect(counted.delete('logo', 'folder/name.webp')).rejects.toThrow()
    expect(operations).toEqual(['read', 'put', 'delete'])
  })
})
