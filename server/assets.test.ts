import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveClientBuild } from './assets.ts'

let folder: string
let server: Server
let origin: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-assets-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', 'built.js'), '0123456789')
  writeFileSync(join(folder, 'drawing.svg'), '<svg/>')
  writeFileSync(join(folder, 'favicon.ico'), 'icon')
  const serve = serveClientBuild(folder)
  server = createServer((request, response) => {
    // An error thrown here would end the process.
    try {
      serve(request, response, () => response.writeHead(404).end())
    } catch (error) {
      response.destroy(error as Error)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

test('a built file is kept for good, a drawing for an hour', async () => {
  for (const [path, caching] of [
    ['/assets/built.js', 'public, max-age=31536000, immutable'],
    ['/drawing.svg', 'public, max-age=3600'],
  ] as const) {
    const answer = await fetch(origin + path)
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, caching])
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  }
})

test('every file says its type', async () => {
  for (const [path, type] of [
    ['/assets/built.js', 'text/javascript'],
    ['/drawing.svg', 'image/svg+xml'],
    ['/favicon.ico', 'image/x-icon'],
  ] as const) {
    expect((await fetch(origin + path)).headers.get('Content-Type'), path).toBe(type)
  }
})

test.each(['bytes=5-2', 'bytes=-3', 'bytes=a-b', 'bytes=900-', 'bytes=0-0,2-3', 'lines=1-2'])(
  'a range is passed over: %s',
  async (range) => {
    const answer = await fetch(`${origin}/assets/built.js`, { headers: { Range: range } })
    expect([answer.status, await answer.text()]).toEqual([200, '0123456789'])
  },
)

test.each(['POST', 'PUT', 'OPTIONS', 'DELETE'])('%s is not for a file', async (method) => {
  expect((await fetch(`${origin}/assets/built.js`, { method })).status).toBe(404)
})

test('hashed files of other releases are served, also of one that is built meanwhile, and nothing else of them', async () => {
  const releases = mkdtempSync(join(tmpdir(), 'muster-releases-'))
  const build = (release: string, file: string) => {
    const client = join(releases, release, 'build', 'client')
    mkdirSync(join(client, 'assets'), { recursive: true })
    writeFileSync(join(client, 'assets', file), `of ${release}`)
    writeFileSync(join(client, `${release}.svg`), '<svg/>')
    return client
  }
  const own = build('1.1.0', 'own.js')
  build('1.0.0', 'former.js')
  const serve = serveClientBuild(own, releases)
  const ask = async (path: string) => {
    const one = createServer((request, response) => serve(request, response, () => response.writeHead(404).end()))
    await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
    const answer = await fetch(`http://127.0.0.1:${(one.address() as AddressInfo).port}${path}`)
    const text = await answer.text()
    one.close()
    return [answer.status, text, answer.headers.get('Cache-Control')]
  }
  const forGood = 'public, max-age=31536000, immutable'
  try {
    expect(await ask('/assets/own.js')).toEqual([200, 'of 1.1.0', forGood])
    expect(await ask('/assets/former.js')).toEqual([200, 'of 1.0.0', forGood])
    expect(await ask('/assets/next.js')).toEqual([404, '', null])
    build('1.2.0', 'next.js')
    expect(await ask('/assets/next.js')).toEqual([200, 'of 1.2.0', forGood])
    for (const path of ['/1.0.0.svg', '/assets/../1.0.0.svg', '/assets/..%2f1.0.0.svg', '/assets/%2e%2e/1.0.0.svg'])
      expect(await ask(path), path).toEqual([404, '', null])
    expect((await ask('/1.1.0.svg'))[0]).toBe(200)
  } finally {
    rmSync(releases, { recursive: true })
  }
})
