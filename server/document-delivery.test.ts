import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, BlockList, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { eq } from 'drizzle-orm'
import type { ServerBuild } from 'react-router'
import { afterAll, expect } from 'vitest'
import {
  readVerificationDocument,
  verificationDocumentBucket,
} from '../app/features/verification/documents/service.server.ts'
import { documentOpenings, verificationDocuments } from '../app/features/verification/tables.server.ts'
import { actorContext } from '../app/platform/.server/http/request-context.ts'
import type { Actor } from '../app/platform/.server/security/actor.ts'
import * as documentRoute from '../app/routes/account/verification-document.ts'
import { createCase, createStaff } from '../tests/factories/cases.ts'
import { platform, test } from '../tests/platform-test.ts'
import { createHttpHost } from './app.ts'

let robin: Actor
let member: string
let server: Server
let origin: string

/** More than the buffers between two programs of one machine hold. */
const large = 24 * 1024 * 1024

test.beforeAll(async () => {
  robin = await createStaff(platform.db, 'Reviewer', 'Robin')
  member = (await createCase(platform.db)).userId
  const signIn = async ({ context }: { context: Map<unknown, unknown> }, next: () => unknown) => {
    context.set(actorContext, async () => robin)
    return next()
  }
  const path = 'verification/documents/:id'
  const build = {
    entry: { module: { default: () => new Response('a page'), handleError: () => undefined } },
    routes: {
      root: { id: 'root', path: '', module: { middleware: [signIn] } },
      document: { id: 'document', parentId: 'root', path, module: documentRoute },
    },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
    basename: '/',
    publicPath: '/',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
  } as unknown as ServerBuild
  const config = { trustedProxies: new BlockList(), publicUrl: null, hasCdn: false }
  const answer = getRequestListener(createHttpHost(platform, config, build).fetch, { overrideGlobalObjects: false })
  server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}, 60_000)
afterAll(async () => {
  server.closeAllConnections()
  server.close()
})

/** A document of the member, whose file may be another's, or gone. */
async function addDocument(file: 'whole' | 'gone' | 'another key' = 'whole', size = 5_000): Promise<string> {
  const [id, key] = [randomUUID(), `${member}/${randomUUID()}.sealed`]
  const sealed = platform.vault.seal(Buffer.alloc(size, 'x'), file === 'another key' ? 'elsewhere' : key)
  if (file !== 'gone') await platform.storage.put(verificationDocumentBucket, key, sealed)
  await platform.db
    .insert(verificationDocuments)
    .values({ id, profileId: member, fileBucketUrl: key, mediaType: 'application/pdf', size })
  return id
}

const openingOf = async (id: string) =>
  (await platform.db.select().from(documentOpenings).where(eq(documentOpenings.documentId, id)))[0] ?? null

const ask = async (id: string, init: RequestInit = {}, more = '') => {
  const response = await fetch(`${origin}/verification/documents/${id}${more}`, init)
  return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
}
const headers = (given: Record<string, string>) => (id: string) => ask(id, { headers: given })

/** Asks for a document, reads its beginning and goes away. */
const leaveHalfway = (id: string) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => {
      socket.write(`GET /verification/documents/${id} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
    })
    socket.once('error', reject)
    socket.once('data', () => {
      socket.pause()
      setTimeout(() => {
        socket.destroy()
        resolve()
      }, 100)
    })
  })

/**
 * Asks for a document whose connection is reset in the moment in which its last bytes are handed to the system. The answer finishes all
 * the same, though a reset throws away what is still on the way.
 */
const cutAtTheEnd = async (id: string) => {
  server.prependOnceListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse
    response.end = ((...given: unknown[]) => {
      end(...given)
      request.socket.resetAndDestroy()
      return response
    }) as typeof response.end
  })
  await ask(id).catch(() => undefined)
}

/** What browsers send to a site without TLS that is not on their own machine: nothing says what a request is for. */
const withoutTls = { Accept: 'text/html,application/xhtml+xml', 'Upgrade-Insecure-Requests': '1' }

interface Way {
  file?: Parameters<typeof addDocument>[0]
  size?: number
  ask: (id: string) => Promise<unknown>
}

/** Every way to ask for a document, and whether it then was opened. */
const counts: Record<string, Way> = {
  'in a tab': { ask: headers({ 'Sec-Fetch-Dest': 'document' }) },
  'by a browser that says nothing': { ask: (id) => ask(id) },
  'in a tab, on a site without TLS': { ask: headers(withoutTls) },
  'all of a large one': { size: large, ask: (id) => ask(id) },
}
const countsNot: Record<string, Way> = {
  'its head alone': { ask: (id) => ask(id, { method: 'HEAD' }) },
  'a part': { ask: headers({ Range: 'bytes=0-99' }) },
  'from the first byte on': { ask: headers({ Range: 'bytes=0-' }) },
  'in advance': { ask: headers({ 'Sec-Purpose': 'prefetch' }) },
  'in advance, to be shown': { ask: headers({ 'Sec-Purpose': 'prefetch;prerender', 'Sec-Fetch-Dest': 'document' }) },
  'in advance, as older browsers say it': { ask: headers({ Purpose: 'prefetch' }) },
  'in advance, as Firefox says it': { ask: headers({ 'X-Moz': 'prefetch' }) },
  'in advance, on a site without TLS': { ask: headers({ ...withoutTls, 'Sec-Purpose': 'prefetch' }) },
  'in advance, on a site without TLS, as older browsers say it': {
    ask: headers({ ...withoutTls, Purpose: 'prefetch' }),
  },
  'in a frame': { ask: headers({ 'Sec-Fetch-Dest': 'iframe' }) },
  'as a picture': { ask: headers({ 'Sec-Fetch-Dest': 'image' }) },
  embedded: { ask: headers({ 'Sec-Fetch-Dest': 'embed' }) },
  'as an object': { ask: headers({ 'Sec-Fetch-Dest': 'object' }) },
  'by a script': { ask: headers({ 'Sec-Fetch-Dest': 'empty' }) },
  'as data of a page': { ask: (id) => ask(id, {}, '.data') },
  'a file that is gone': { file: 'gone', ask: (id) => ask(id) },
  'a file that cannot be decrypted': { file: 'another key', ask: (id) => ask(id) },
  'half of it': { size: large, ask: leaveHalfway },
  'a connection that is cut at its end': { ask: cutAtTheEnd },
  'a job that reads it': { ask: (id) => readVerificationDocument(platform, robin, id) },
  'the viewer, where it was not on screen': {
    ask: (id) => ask(id, { headers: { 'Sec-Fetch-Dest': 'iframe' } }, '?viewer'),
  },
  'the viewer, on a site without TLS, where it was not on screen': {
    ask: (id) => ask(id, { headers: withoutTls }, '?viewer'),
  },
}

// spec: hold.1.2
test('a document counts as opened once all of it has left for somebody who looks at it, and in no other way', async () => {
  const opened: string[] = []
  const ids: [string, string][] = []
  for (const [name, way] of Object.entries({ ...countsNot, ...counts })) {
    const id = await addDocument(way.file, way.size)
    await way.ask(id)
    ids.push([name, id])
  }
  // What follows an answer takes a moment. Those that count come last.
  for (const [name, id] of ids.filter(([name]) => name in counts)) {
    await expect.poll(() => openingOf(id), { message: name }).not.toBeNull()
  }
  for (const [name, id] of ids) {
    const opening = await openingOf(id)
    if (opening?.sentAt && opening.shownAt) opened.push(name)
  }
  expect(opened).toEqual(Object.keys(counts))
}, 60_000)

test('a browser gets no document in advance, so that it asks again when somebody looks', async () => {
  const id = await addDocument()
  expect((await ask(id, { headers: { 'Sec-Purpose': 'prefetch' } })).status).toBe(503)
  expect(await ask(id)).toEqual({ status: 200, bytes: 5_000 })
})
