import { expect } from 'vitest'
import { parseFlashCookie } from '#app/lib/cookies.server.ts'
import { contextFor } from '#tests/call-route.ts'
import { createBusiness, createOwner } from '#tests/factories/businesses.ts'
import { signInMember } from '#tests/member-session.ts'
import { platform, test } from '#tests/platform-test.ts'
import { action } from './visibility.ts'

const url = 'http://muster.example/my-business/visibility'

async function send(userId: string | null, fields: Record<string, string>, accept = 'application/json') {
  const browser = userId && (await signInMember(platform, userId)).browser
  const body = new URLSearchParams(fields)
  const request = new Request(url, { method: 'POST', body, ...(browser && { headers: browser.headers }) })
  request.headers.set('Accept', accept)
  request.headers.set('Content-Type', 'application/x-www-form-urlencoded')
  return (await action({ request, context: contextFor(platform, request) } as never)) as Response
}

// spec: 205.5
test.each([
  [{}, 'true', 'Business Activated', 'Your business is now visible in the directory'],
  [{}, 'false', 'Business Deactivated', 'Your business has been hidden from the directory'],
  [
    { status: null },
    'true',
    'Business Activated',
    'Your business will be visible in the directory once you are verified',
  ],
] as const)('an owner %j who switches to %s sees %s', async (owner, isActive, title, description) => {
  const userId = await createOwner(platform.db, owner)
  await createBusiness(platform.db, { profileId: userId, isActive: isActive !== 'true' })
  const answer = await send(userId, { isActive })
  expect([answer.status, await answer.json()]).toEqual([200, { toast: { title, description } }])
})

test('a form is redirected to the page it came from, and to no other site', async () => {
  const userId = await createOwner(platform.db)
  await createBusiness(platform.db, { profileId: userId })
  const answer = await send(userId, { isActive: 'false', page: '/dashboard' }, 'text/html')
  expect(answer.headers.get('Location')).toBe('/dashboard')
  expect(await parseFlashCookie(answer.headers.get('Set-Cookie'))).toMatchObject({ title: 'Business Deactivated' })
  const elsewhere = await send(userId, { isActive: 'true', page: 'https://evil.example' }, 'text/html')
  expect(elsewhere.headers.get('Location')).toBe('/')
})

test('a member without a business gets an error', async () => {
  const userId = await createOwner(platform.db)
  const answer = await send(userId, { isActive: 'true' })
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ toast: { title: 'Error', bad: true } })
})

test('invalid values are refused, and visitors are redirected to sign in', async () => {
  const userId = await createOwner(platform.db)
  await expect(send(userId, { isActive: 'perhaps' })).rejects.toMatchObject({ init: { status: 400 } })
  await expect(send(null, { isActive: 'true' })).rejects.toMatchObject({ status: 302 })
})
