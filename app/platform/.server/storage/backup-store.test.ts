import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BackupStore, openBackupStore } from './backup-store.ts'

const from = (content: string) => Readable.from([Buffer.from(content)])
const contentOf = async (store: BackupStore, path: string) => {
  const found = await store.read(path)
  return found && (await text(found))
}

function behavesAsBackupStore(open: () => BackupStore) {
  test('writes, reads, lists and deletes', async () => {
    const store = open()
    await store.write('sets/b/two', from('2'))
    await store.write('sets/a/one', from('1'))
    await store.write('log/x', from('3'))
    expect(await store.list('sets')).toEqual(['sets/a/one', 'sets/b/two'])
    expect(await contentOf(store, 'sets/b/two')).toBe('2')
    await store.write('sets/b/two', from('two'))
    expect(await contentOf(store, 'sets/b/two')).toBe('two')
    await store.delete(['sets/b/two', 'sets/none'])
    expect(await contentOf(store, 'sets/b/two')).toBeNull()
    expect(await store.list('none')).toEqual([])
  })

  test('shows nothing of what failed while it was written', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('broken')
      })(),
    )
    await expect(open().write('sets/broken', broken)).rejects.toThrow('broken')
    expect(await open().list('sets')).not.toContain('sets/broken')
  })
}

describe('a folder', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'muster-store-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  behavesAsBackupStore(() => openBackupStore({ kind: 'folder', folder }) as BackupStore)

  test('does not list what a process left that was killed while it wrote', async () => {
    const store = await openBackupStore({ kind: 'folder', folder })
    await store.write('sets/whole', from('1'))
    await writeFile(join(folder, 'sets', 'half.2f1b54a0-9d0e-4a56-9a53-3f8a7f0c5a11.partial'), 'x')
    expect(await store.list('sets')).not.toContainEqual(expect.stringContaining('partial'))
    expect((await readdir(join(folder, 'sets'))).length).toBeGreaterThan(1)
  })
})

describe('a bucket', () => {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://store.invalid')
    const body = await buffer(request)
    if (request.method === 'PUT') {
      objects.set(url.pathname, body)
      response.writeHead(200, { ETag: '"x"' }).end()
    } else if (request.method === 'DELETE') {
      objects.delete(url.pathname)
      response.writeHead(204).end()
    } else if (url.searchParams.has('list-type')) {
      // One key on each page, so that the pages are followed.
      const prefix = url.searchParams.get('prefix') ?? ''
      const keys = [...objects.keys()]
        .map((path) => path.slice('/backups/'.length))
        .filter((key) => key.startsWith(prefix))
      const at = Number(url.searchParams.get('continuation-token') ?? 0)
      const next = at + 1 < keys.length ? `<NextContinuationToken>${at + 1}</NextContinuationToken>` : ''
      response.end(
        `<?xml version="1.0"?><ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${keys
          .slice(at, at + 1)
          .map((key) => `<Contents><Key>${key}</Key></Contents>`)
          .join('')}</ListBucketResult>`,
      )
    } else {
      const object = objects.get(url.pathname)
      if (object) response.end(object)
      else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    }
  })
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
  let store: BackupStore
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    store = await openBackupStore({
      kind: 's3',
      bucket: 'backups',
      prefix: 'muster/',
      region: 'auto',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...credentials,
    })
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => objects.clear())

  behavesAsBackupStore(() => store)

  test('keeps everything below its prefix', async () => {
    await store.write('sets/one', from('1'))
    expect([...objects.keys()]).toEqual(['/backups/muster/sets/one'])
  })

  test.each([
    ['writes', (silent: BackupStore) => silent.write('sets/one', from('1'))],
    ['reads', (silent: BackupStore) => silent.read('sets/one')],
    ['lists', (silent: BackupStore) => silent.list('sets')],
    ['deletes', (silent: BackupStore) => silent.delete(['sets/one'])],
  ])('gives up a store that accepts connections and says nothing: %s', async (_, act) => {
    const silentServer = createServer(() => undefined)
    silentServer.listen(0, '127.0.0.1')
    await once(silentServer, 'listening')
    const { port } = silentServer.address() as AddressInfo
    const silent = await openBackupStore(
      {
        kind: 's3',
        bucket: 'backups',
        prefix: '',
        region: 'auto',
        ...credentials,
        endpoint: `http://127.0.0.1:${port}`,
      },
      { silenceMs: 200 },
    )
    try {
      await expect(act(silent)).rejects.toThrow()
    } finally {
      silentServer.closeAllConnections()
      silentServer.close()
    }
  })
})
