import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { unsafeEraseMember } from '#app/features/privacy/service.server.ts'
import { uploadPlaces } from '#app/platform/.server/database/tables.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import {
  countUploadBytesInFlight,
  type IncomingFile,
  UploadsBusyError,
} from '#app/platform/.server/storage/incoming-files.ts'
import { takeMemberUploadSlot } from '#app/platform/.server/storage/upload-places.ts'
import { incomingFileOfForm, slowUploadLimits } from '#app/routes/incoming-file.server.ts'
import { respondToUpload } from '#app/routes/upload-response.server.ts'
import { uploadRoutePatterns } from '#server/middleware/limit-bodies.ts'
import { emptyTables } from './empty-tables.ts'
import { everyUpload } from './every-upload.ts'
import { createOwner } from './factories/businesses.ts'
import { photographWithPlace } from './pictures.ts'
import { platform, test } from './platform-test.ts'
import { uploadOf } from './uploads.ts'

const mebibyte = 2 ** 20

beforeEach(() => emptyTables(platform.db, 'users', 'businesses', 'request_counts', 'upload_places'))
// Whatever happened to them, all have given back what they had.
afterEach(async () => {
  expect(countUploadBytesInFlight()).toBe(0)
  expect(await platform.db.$count(uploadPlaces)).toBe(0)
})

const uploadNamed = (name: string) => {
  const found = everyUpload.find((each) => each.name === name)
  if (!found) throw new Error(`no upload is called ${name}`)
  return found
}

/** A file whose body arrives when told to; `read` says whether it was begun. */
function heldFile(bytes: Uint8Array, bodyBytes?: number) {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const read = vi.fn(async (): ReturnType<IncomingFile['read']> => {
    await arrived
    return { outcome: 'received', bytes, name: 'photograph.jpg', fields: new FormData() }
  })
  return { file: { read, bodyBytes } satisfies IncomingFile, read, arrive }
}

const outcomeOf = (sent: Promise<{ outcome: string }>) =>
  sent.then(
    ({ outcome }) => outcome,
    (error) => (error instanceof UploadsBusyError ? (error.isOwn ? 'busy: own' : 'busy') : Promise.reject(error)),
  )

// spec: hold.4.1
test('40 members uploading at once have 64 MiB in memory at most, and who must wait is told before the body is read', async () => {
  const nothing = Buffer.from('nothing')
  const sent: { read: ReturnType<typeof vi.fn>; arrive: () => void; outcome: Promise<string> }[] = []
  for (let member = 0; member < 40; member += 1) {
    const each = everyUpload[member % everyUpload.length] ?? uploadNamed('document')
    const { send } = await each.prepare(platform.db)
    // Half of them do not say how long they are.
    const held = heldFile(nothing, member % 2 === 0 ? 8 * mebibyte : undefined)
    sent.push({ ...held, outcome: outcomeOf(send(platform, held.file)) })
    expect(countUploadBytesInFlight()).toBeLessThanOrEqual(64 * mebibyte)
  }
  const begun = () => sent.filter(({ read }) => read.mock.calls.length > 0)
  await expect.poll(() => begun().length).toBeGreaterThan(5)
  for (const { arrive } of sent) arrive()
  const outcomes = await Promise.all(sent.map(({ outcome }) => outcome))
  expect(outcomes.filter((outcome) => outcome === 'busy').length).toBeGreaterThan(10)
  for (const [index, outcome] of outcomes.entries())
    expect(sent[index]?.read).toHaveBeenCalledTimes(outcome === 'busy' ? 0 : 1)
})

// spec: hold.4.2
test('an avatar does not wait for the documents of 40 members', { timeout: 60_000 }, async () => {
  const photograph = await sharp({ create: { width: 2_400, height: 1_800, channels: 3, background: '#567' } })
    .jpeg()
    .toBuffer()
  let documents = 0
  const sent: Promise<void>[] = []
  for (let member = 0; member < 40; member += 1) {
    const { send } = await uploadNamed('document').prepare(platform.db)
    const file = { ...uploadOf(photograph, { name: 'photograph.jpg' }), bodyBytes: 8 * mebibyte }
    sent.push(
      outcomeOf(send(platform, file)).then((outcome) => {
        if (outcome === 'stored') documents += 1
      }),
    )
  }
  const before = documents
  const { send } = await uploadNamed('avatar').prepare(platform.db)
  expect(await outcomeOf(send(platform, uploadOf(photograph)))).toBe('stored')
  expect(documents - before).toBeLessThan(6)
  await Promise.all(sent)
  expect(documents).toBeGreaterThan(0)
})

// spec: hold.4.3
test.each(everyUpload)('a member has two uploads under way, whichever processes they are in: $name', async (each) => {
  const { send } = await each.prepare(platform.db)
  const [first, second, third] = Array.from({ length: 3 }, () => heldFile(Buffer.from('nothing'), 10))
  if (!first || !second || !third) throw new Error('there are three')
  const sent = [first, second].map(({ file }) => outcomeOf(send(platform, file)))
  await expect.poll(() => second.read).toHaveBeenCalled()
  await expect.poll(() => first.read).toHaveBeenCalled()
  expect(await outcomeOf(send(platform, third.file))).toBe('busy: own')
  expect(third.read).not.toHaveBeenCalled()
  // The processes of the first two died, and some minutes passed.
  await platform.db.execute(sql`UPDATE upload_places SET expires_at = now()`)
  const late = outcomeOf(send(platform, third.file))
  await expect.poll(() => third.read).toHaveBeenCalled()
  for (const { arrive } of [first, second, third]) arrive()
  expect(await Promise.all([...sent, late])).toEqual(['refused', 'refused', 'refused'])
})

// spec: hold.4.4
test('the room that a member reserved is free for others some minutes after their process died', async () => {
  const { db } = platform
  const list = { name: 'pictures of a business', maximum: 1, count: async () => 0 }
  const [one, other] = [
    await takeMemberUploadSlot(db, await createOwner(db)),
    await takeMemberUploadSlot(db, await createOwner(db)),
  ]
  expect([await one?.reserve(list), await other?.reserve(list)]).toEqual([true, false])
  await db.execute(sql`UPDATE upload_places SET expires_at = expires_at - interval '7 minutes'`)
  expect(await other?.reserve(list)).toBe(true)
  for (const place of [one, other]) await place?.release()
})

// spec: hold.4.4
test.each(everyUpload.filter(({ maximum }) => maximum !== null))(
  'the last room of a list is reserved before anything is decoded, and not for ever: $name',
  async ({ prepare, maximum }) => {
    const { send } = await prepare(platform.db)
    const photograph = await photographWithPlace(90, 90)
    const file = () => uploadOf(photograph, { name: 'photograph.jpg' })
    for (let stored = 1; stored < (maximum ?? 0); stored += 1)
      expect(await outcomeOf(send(platform, file()))).toBe('stored')
    let goOn = () => {}
    let isStoring = false
    const storing = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const slow = {
      ...platform,
      storage: {
        ...platform.storage,
        put: async (...put: Parameters<Platform['storage']['put']>) => {
          isStoring = true
          await storing
          return platform.storage.put(...put)
        },
      },
    }
    const last = outcomeOf(send(slow, file()))
    await expect.poll(() => isStoring).toBe(true)
    // It is in memory until it is kept.
    expect(countUploadBytesInFlight()).toBeGreaterThanOrEqual(mebibyte)
    const put = vi.fn()
    const strict = { ...platform, storage: { ...platform.storage, put } }
    expect(await outcomeOf(send(strict, file()))).toBe('refused')
    expect(put).not.toHaveBeenCalled()
    // The process of the last one died, and some minutes passed: its room is another's. It itself then finds none.
    await platform.db.execute(sql`UPDATE upload_places SET expires_at = now()`)
    expect(await outcomeOf(send(platform, file()))).toBe('stored')
    goOn()
    expect(await last).toBe('refused')
  },
)

// spec: hold.4.5
test.each(everyUpload)('an upload whose connection stops half way gives its place back: $name', async (each) => {
  const { send } = await each.prepare(platform.db)
  const head = '--xyz\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nbytes'
  const headers = { 'Content-Type': 'multipart/form-data; boundary=xyz' }
  const bodyOf = (goOn: (controller: ReadableStreamDefaultController<Uint8Array>) => void) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(Buffer.from(head))
        goOn(controller)
      },
    })
  const post = (body: ReadableStream<Uint8Array>) =>
    incomingFileOfForm(
      new Request('http://muster.example/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit),
      'file',
      { ...slowUploadLimits, silenceMs: 100, wholeMs: 400 },
    )
  // It falls silent.
  await expect(send(platform, post(bodyOf(() => {})))).rejects.toThrow('stopped coming')
  // It breaks off.
  const broken = post(
    bodyOf((controller) => controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))),
  )
  await expect(send(platform, broken).then(({ outcome }) => outcome)).resolves.toBe('refused')
  // It trickles.
  const trickle = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      controller.enqueue(Buffer.from(head))
    },
  })
  await expect(send(platform, post(trickle))).rejects.toThrow('stopped coming')
})

// spec: hold.4.11
test('the places of a member who leaves go with them', async () => {
  const { actor, send } = await uploadNamed('document').prepare(platform.db)
  const { file, arrive, read } = heldFile(Buffer.from('nothing'), 10)
  const sent = outcomeOf(send(platform, file))
  await expect.poll(() => read).toHaveBeenCalled()
  expect(await platform.db.$count(uploadPlaces)).toBe(1)
  await platform.db.transaction((transaction) => unsafeEraseMember(platform, transaction, actor.userId))
  expect(await platform.db.$count(uploadPlaces)).toBe(0)
  arrive()
  expect(await sent).toBe('refused')
})

test('a body is read no further than what it has a place for, whatever length it says', async () => {
  const { send } = await uploadNamed('document').prepare(platform.db)
  const read = vi.fn(async (): ReturnType<IncomingFile['read']> => ({ outcome: 'too-large', name: 'a.jpg' }))
  expect(await outcomeOf(send(platform, { bodyBytes: 1, read }))).toBe('refused')
  expect(read).toHaveBeenCalledWith(mebibyte)
})

// spec: hold.4.6
test('who must wait is told how long: a script tries again, a browser shows a page', async () => {
  const context = new RouterContextProvider()
  context.set(platformContext, platform)
  const answer = (isOwn: boolean, accept: string) =>
    respondToUpload<{ outcome: 'stored' }>(
      { request: new Request('http://muster.example/', { method: 'POST', headers: { Accept: accept } }), context },
      {
        page: '/profile',
        upload: () => Promise.reject(new UploadsBusyError(isOwn)),
        message: () => ({ title: 'not this' }),
      },
    )
  const script = await answer(false, 'application/json')
  expect([script.status, script.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(await script.json()).toMatchObject({ again: true, waitSeconds: 5, toast: { title: 'Wait a moment' } })
  const browser = await answer(true, 'text/html')
  expect([browser.status, browser.headers.get('Retry-After')]).toEqual([429, '5'])
  const page = await browser.text()
  expect(page).toContain('<h1>Wait a moment</h1>')
  // Not every browser still has the file.
  expect(page).toContain('You may have to choose your file again.')
})

/** Drafts and listings share the files of their pictures: one of each bucket is enough for every run. */
const wideUploads = everyUpload.filter(
  ({ bucket }, index) =>
    process.env.TEST_FULL === 'true' || everyUpload.findIndex((each) => each.bucket === bucket) === index,
)

// spec: hold.3.3
test.each(wideUploads)('a wide picture is taken from two members at once: $name', { timeout: 30_000 }, async (each) => {
  const wide = await sharp({ create: { width: 16_383, height: 1, channels: 3, background: '#369' } })
    .png()
    .toBuffer()
  const two = [await each.prepare(platform.db), await each.prepare(platform.db)]
  const sent = two.map(({ send }) => outcomeOf(send(platform, uploadOf(wide, { name: 'wide.png' }))))
  expect(await Promise.all(sent)).toEqual(['stored', 'stored'])
})

// spec: hold.4.7
test('every route that reads files is among them, and the host lets its body through', () => {
  const routes = readFileSync('app/routes.ts', 'utf8')
  const reading = readdirSync('app/routes', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|server)\.tsx?$/.test(file))
    .filter((file) =>
      /incomingFileOfForm\(|acceptBusinessPictureUpload\(|parseFormData/.test(
        readFileSync(join('app/routes', file), 'utf8'),
      ),
    )
    .map((file) => new RegExp(`route\\('([^']+)', 'routes/${file}'`).exec(routes)?.[1])
  expect(new Set(everyUpload.map(({ route }) => route))).toEqual(new Set(reading))
  expect(uploadRoutePatterns).toEqual(new Set(reading.map((route) => `/${route}`)))
})
