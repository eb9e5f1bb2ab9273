import { beforeEach, describe, expect } from 'vitest'
import { avatarMaxBytes } from '#app/features/profile/model.ts'
import { getOwnProfile } from '#app/features/profile/service.server.ts'
import { parseFlashCookie } from '#app/lib/cookies.server.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { contextFor } from '#tests/call-route.ts'
import { createMember } from '#tests/factories/members.ts'
import { signInMember } from '#tests/member-session.ts'
import { notPictures, photographWithPlace, pictureBomb } from '#tests/pictures.ts'
import { platform, test } from '#tests/platform-test.ts'
import type { Browser } from '#tests/visitors.ts'
import { action, loader } from './avatar.ts'

const address = 'http://muster.example/profile/avatar'
const invalidType = { title: 'Invalid file type', description: 'Please upload an image file', bad: true }
const tooLarge = { title: 'File too large', description: 'Please upload an image smaller than 5MB', bad: true }

let browser: Browser
let actor: Actor

beforeEach(async () => {
  const { userId } = await createMember(platform.db)
  const signedIn = await signInMember(platform, userId)
  browser = signedIn.browser
  actor = signedIn.actor
})

/** Sends a body to the route as the browser would, and gives its answer. */
async function post(body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(address, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: browser.headers,
  } as RequestInit)
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
  return action({ request, context: contextFor(platform, request) } as never)
}

function picture(bytes: Uint8Array, name = 'me.png', type = 'image/png'): FormData {
  const form = new FormData()
  form.set('avatar', new File([bytes as Uint8Array<ArrayBuffer>], name, { type }))
  return form
}

/** What a script is told. */
async function told(body: BodyInit, headers: Record<string, string> = {}) {
  const answer = await post(body, { Accept: 'application/json', ...headers })
  const { toast } = (await answer.json()) as { toast: object }
  return { status: answer.status, toast }
}

const hasAvatar = async () => (await getOwnProfile(platform, actor))?.avatarKey !== null

describe('a picture', () => {
  // spec: 205.3
  test('becomes the avatar; a form is led back to the profile, which says so', async () => {
    const answer = await post(picture(await photographWithPlace(), 'me.jpg', 'image/jpeg'))
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/profile'])
    expect(await parseFlashCookie(answer.headers.get('Set-Cookie'))).toEqual({
      title: 'Success',
      description: 'Avatar updated successfully',
    })
    expect(await hasAvatar()).toBe(true)
  })

  test('becomes the avatar; a script is told', async () => {
    expect(await told(picture(await photographWithPlace()))).toEqual({
      status: 200,
      toast: { title: 'Success', description: 'Avatar updated successfully' },
    })
    expect(await hasAvatar()).toBe(true)
  })

  test('is judged by its bytes, not by its name or announced type', async () => {
    expect((await told(picture(await photographWithPlace(), 'page.html', 'text/html'))).status).toBe(200)
  })
})

describe('what is refused', () => {
  test('says why to a form too', async () => {
    const answer = await post(picture(Buffer.from('<p>no picture</p>')))
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/profile'])
    expect(await parseFlashCookie(answer.headers.get('Set-Cookie'))).toEqual(invalidType)
  })

  // spec: 127.1, 186.1
  test('is whatever is no picture', async () => {
    for (const [name, bytes] of await notPictures()) {
      expect(await told(picture(bytes)), name).toEqual({ status: 400, toast: invalidType })
    }
    expect(await hasAvatar()).toBe(false)
  })

  test('is a picture of too many pixels', async () => {
    expect(await told(picture(pictureBomb()))).toEqual({
      status: 400,
      toast: {
        ...tooLarge,
        description: 'The image has too many pixels for us to read. Upload a copy of 6,000 by 4,000 pixels or smaller.',
      },
    })
    expect(await hasAvatar()).toBe(false)
  })

  test('is a form without a file, and a body that is no form', async () => {
    const empty = new FormData()
    empty.set('avatar', 'a text')
    const other = new FormData()
    other.set('picture', new File([new Uint8Array(await photographWithPlace())], 'me.jpg'))
    for (const body of [empty, other, new URLSearchParams({ avatar: 'a text' }), new URLSearchParams()]) {
      expect(await told(body)).toEqual({ status: 400, toast: invalidType })
    }
    expect(await told('{}', { 'Content-Type': 'application/json' })).toEqual({ status: 400, toast: invalidType })
    expect(await hasAvatar()).toBe(false)
  })

  test('is a body that ends before it is whole', async () => {
    const whole = Buffer.from(await new Response(picture(await photographWithPlace())).arrayBuffer())
    const boundary = whole.subarray(2, whole.indexOf('\r\n')).toString()
    const half = whole.subarray(0, whole.length / 2)
    expect(await told(half, { 'Content-Type': `multipart/form-data; boundary=${boundary}` })).toEqual({
      status: 400,
      toast: invalidType,
    })
    expect(await hasAvatar()).toBe(false)
  })

  // spec: 127.1, 186.1, 211.1
  test.each([
    ['announced as little', '100'],
    ['announced not at all', null],
  ])('is more than 5MB, %s: what arrives is counted', async (_, length) => {
    let sent = 0
    const part = new Uint8Array(2 ** 20)
    const boundary = 'xyz'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="avatar"; filename="me.png"\r\n\r\n`
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(head)),
      pull: (controller) => {
        sent += part.length
        controller.enqueue(part)
      },
    })
    const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
    const answer = await told(endless, length ? { ...headers, 'Content-Length': length } : headers)
    expect(answer).toEqual({ status: 400, toast: tooLarge })
    expect(sent).toBeGreaterThan(avatarMaxBytes)
    // Nor is it waited for without end.
    expect(sent).toBeLessThan(110 * 2 ** 20)
    expect(await hasAvatar()).toBe(false)
  })

  test('is the thirty-first within an hour, before a byte of it is read', async () => {
    const nothing = () => post(picture(Buffer.alloc(0)))
    for (let sent = 0; sent < 30; sent += 1) await nothing()
    const { status, toast } = await told(picture(await photographWithPlace()))
    expect(status).toBe(429)
    expect(toast).toMatchObject({ title: 'Upload failed', bad: true })
    expect(toast).toHaveProperty('description', expect.stringMatching(/^Too many uploads\. Wait \d+ minutes? and/))
    expect(await hasAvatar()).toBe(false)
  })
})

// spec: 183.1
test('a failure of ours says so, and is logged', async () => {
  const errors: unknown[] = []
  const broken = {
    ...platform,
    storage: { ...platform.storage, put: () => Promise.reject(new Error('the disk is full')) },
    log: Object.assign(Object.create(platform.log), { error: (about: unknown) => errors.push(about) }),
  }
  const request = new Request(address, {
    method: 'POST',
    body: picture(await photographWithPlace()),
    headers: browser.headers,
  })
  const answer = (await action({ request, context: contextFor(broken, request) } as never)) as Response
  expect(await parseFlashCookie(answer.headers.get('Set-Cookie'))).toMatchObject({ title: 'Upload failed', bad: true })
  expect(errors).toHaveLength(1)
})

test('whoever is signed out is led to sign in, and their picture is not read', async () => {
  const request = new Request(address, { method: 'POST', body: picture(await photographWithPlace()) })
  const answer = await action({ request, context: contextFor(platform, request) } as never).catch((thrown) => thrown)
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/auth?returnTo=%2Fprofile%2Favatar'])
  expect(request.bodyUsed).toBe(false)
})

test('opened by itself, the address leads to the profile', () => {
  expect(loader().headers.get('Location')).toBe('/profile')
})
