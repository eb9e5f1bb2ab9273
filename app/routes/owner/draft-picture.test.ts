import sharp from 'sharp'
import { beforeEach, expect } from 'vitest'
import { getOwnBusinessMedia } from '#app/features/businesses/media-service.server.ts'
import { businessGalleryMaximum } from '#app/features/businesses/model.ts'
import { parseFlashCookie } from '#app/lib/cookies.server.ts'
import { requestCounts } from '#app/platform/.server/database/tables.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { contextFor } from '#tests/call-route.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createMember } from '#tests/factories/members.ts'
import { signInMember } from '#tests/member-session.ts'
import { pictureBomb } from '#tests/pictures.ts'
import { platform as opened, test } from '#tests/platform-test.ts'
import { type RecordingStorage, recordStorage } from '#tests/recording-storage.ts'
import { type Browser, openBrowser } from '#tests/visitors.ts'
import { action, loader } from './draft-picture.ts'

const url = 'http://muster.example/business-onboarding/picture'
const page = '/business-onboarding?step=media'
const failed = {
  title: 'Upload failed',
  description: 'The picture could not be saved. Try again in a moment.',
  bad: true,
}

let platform: Platform
let storage: RecordingStorage
let browser: Browser
let actor: Actor

test.beforeAll(async () => {
  storage = recordStorage(opened.storage)
  platform = { ...opened, storage }
})
beforeEach(async () => {
  storage.breakAfter(null)
  const { userId } = await createMember(platform.db)
  const signedIn = await signInMember(platform, userId)
  browser = signedIn.browser
  actor = signedIn.actor
})

/** Posts a body to the route as a browser does. */
async function post(kind: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  const init = { method: 'POST', body, duplex: 'half', headers: browser.headers } as RequestInit
  const request = new Request(`${url}?kind=${kind}`, init)
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
  return action({ request, context: contextFor(platform, request) } as never)
}

const draw = (width = 40) =>
  sharp({ create: { width, height: 30, channels: 3, background: '#369' } })
    .png()
    .toBuffer()

function picture(bytes: Uint8Array, name = 'me.png'): FormData {
  const form = new FormData()
  form.set('picture', new File([bytes as Uint8Array<ArrayBuffer>], name, { type: 'image/png' }))
  return form
}

/** Posts a body as a script does, and returns the JSON response. */
async function postByScript(kind: string, body: BodyInit, headers: Record<string, string> = {}) {
  const answer = await post(kind, body, { Accept: 'application/json', ...headers })
  return { status: answer.status, ...((await answer.json()) as { toast: object; again: boolean }) }
}

const storedPictures = async () => {
  const media = await getOwnBusinessMedia(platform, actor, 'draft')
  return { logo: Boolean(media?.logo), gallery: media?.gallery.length ?? 0 }
}

test('a logo and a gallery picture are stored with the draft, and a script gets JSON', async () => {
  expect(await postByScript('logo', picture(await draw()))).toEqual({
    status: 200,
    again: false,
    toast: { title: 'Logo uploaded successfully' },
  })
  expect(await postByScript('gallery', picture(await draw()))).toEqual({
    status: 200,
    again: false,
    toast: { title: 'Images uploaded successfully' },
  })
  expect(await storedPictures()).toEqual({ logo: true, gallery: 1 })
})

test('a form is redirected to the step, which shows the result', async () => {
  const taken = await post('logo', picture(await draw()))
  expect([taken.status, taken.headers.get('Location')]).toEqual([302, page])
  expect(await parseFlashCookie(taken.headers.get('Set-Cookie'))).toEqual({ title: 'Logo uploaded successfully' })
  const refused = await post('gallery', picture(Buffer.from('<p>no picture</p>'), 'page.html'))
  expect(refused.headers.get('Location')).toBe(page)
  expect(await parseFlashCookie(refused.headers.get('Set-Cookie'))).toEqual({
    title: 'Invalid file type',
    description: 'page.html is not an image',
    bad: true,
  })
})

test.each([
  ['logo', 'Invalid file type', 'Please upload an image file'],
  ['gallery', 'Invalid file type', 'fake.png is not an image'],
])('a file that is not a picture is refused for the %s', async (kind, title, description) => {
  expect(await postByScript(kind, picture(Buffer.from('hello'), 'fake.png'))).toEqual({
    status: 400,
    again: false,
    toast: { title, description, bad: true },
  })
})

test.each([
  ['logo', 'Logo must be under 5MB'],
  ['gallery', 'big.png is over 5MB'],
])('a file for the %s that is too large is refused with its name', async (kind, description) => {
  let sent = 0
  const part = new Uint8Array(2 ** 20)
  const boundary = 'xyz'
  const endless = new ReadableStream<Uint8Array>({
    start: (controller) =>
      controller.enqueue(
        Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="picture"; filename="big.png"\r\n\r\n`),
      ),
    pull: (controller) => {
      sent += part.length
      controller.enqueue(part)
    },
  })
  const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}`, 'Content-Length': '100' }
  expect(await postByScript(kind, endless, headers)).toEqual({
    status: 400,
    again: false,
    toast: { title: 'File too large', description, bad: true },
  })
  expect(sent).toBeLessThan(110 * 2 ** 20)
})

test('a picture of too many pixels is refused', async () => {
  expect(await postByScript('gallery', picture(pictureBomb(), 'bomb.png'))).toMatchObject({
    status: 400,
    toast: {
      title: 'File too large',
      description: 'bomb.png has too many pixels for us to read. Upload a copy of 6,000 by 4,000 pixels or smaller.',
    },
  })
})

// spec: 123.1
test('eleven pictures at once make ten', async () => {
  const bytes = await draw()
  const answers = await Promise.all(
    Array.from({ length: businessGalleryMaximum + 1 }, async () => {
      for (;;) {
        const answer = await postByScript('gallery', picture(bytes))
        if (answer.status !== 429 && answer.status !== 503) return answer
        // As the browser's uploader does.
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(businessGalleryMaximum)
  expect(answers.find(({ status }) => status !== 200)).toEqual({
    status: 400,
    again: false,
    toast: { title: 'Too many images', description: 'Maximum 10 gallery images allowed', bad: true },
  })
  expect(await storedPictures()).toEqual({ logo: false, gallery: businessGalleryMaximum })
})

test('a failure of the storage is reported, and can be retried', async () => {
  storage.breakAfter(1)
  expect(await postByScript('gallery', picture(await draw()))).toEqual({ status: 503, again: true, toast: failed })
  expect(await storedPictures()).toEqual({ logo: false, gallery: 0 })
})

test('the hundred and first within an hour has to wait', async () => {
  const body = new URLSearchParams()
  await postByScript('logo', body)
  await platform.db.update(requestCounts).set({ count: 99 })
  expect((await postByScript('logo', body)).status).not.toBe(429)
  const { status, again, toast } = await postByScript('logo', picture(await draw()))
  expect([status, again]).toEqual([429, true])
  expect(toast).toMatchObject({ title: 'Upload failed', description: expect.stringMatching(/^Too many pictures/) })
})

test('a member with a business has no draft', async () => {
  await createBusiness(platform.db, { profileId: actor.userId })
  expect(await postByScript('logo', picture(await draw()))).toEqual({ status: 404, again: false, toast: failed })
})

test('visitors and unknown kinds are refused', async () => {
  await expect(post('banner', picture(await draw()))).rejects.toMatchObject({ init: { status: 400 } })
  browser = openBrowser()
  await expect(post('logo', picture(await draw()))).rejects.toMatchObject({ status: 302 })
  expect(loader().headers.get('Location')).toBe(page)
})
