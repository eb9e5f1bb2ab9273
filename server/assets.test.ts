import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveAssets } from './assets.ts'

let folder: string
let server: Server
let origin: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-assets-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', 'built.js'), '0123456789')
  writeFileSync(join(folder, 'drawing.svg'), '<svg/>')
  writeFileSync(join(folder, 'favicon.ico'), 'icon')
  const serve = serveAssets(folder)
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
