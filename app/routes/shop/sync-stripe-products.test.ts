import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseFlashCookie } from '#app/lib/cookies.server.ts'
import { openPaymentProvider } from '#app/platform/.server/payment/stripe.ts'
import type { Platform, PlatformHandle } from '#app/platform/.server/platform.ts'
import { type StripeSimulator, startStripeSimulator } from '#simulators/stripe.ts'
import { contextFor } from '#tests/call-route.ts'
import { createMember } from '#tests/factories/members.ts'
import { createProduct } from '#tests/factories/products.ts'
import { signInMember } from '#tests/member-session.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { action } from './sync-stripe-products.ts'

let open: PlatformHandle
let platform: Platform
let stripe: StripeSimulator
beforeAll(async () => {
  stripe = await startStripeSimulator()
  const { url, secretKey, webhookSecret } = stripe
  const payments = openPaymentProvider({ url, secretKey, webhookSecret, tax: false }, { retries: 0 })
  open = await openTestPlatform({ shop: { paymentProvider: payments, isDemo: true } })
  platform = open.platform
  await createProduct(platform.db)
})
afterAll(async () => {
  await stripe.stop()
  await open.close()
})

async function call(role: 'Member' | 'Reviewer' | 'Admin' | null, body: BodyInit | null = null): Promise<Response> {
  const request = new Request('http://muster.example/functions/v1/sync-stripe-products', { method: 'POST', body })
  if (role) {
    const { userId } = await createMember(platform.db, { role })
    const { browser } = await signInMember(platform, userId)
    for (const [name, value] of browser.headers) if (name !== 'content-type') request.headers.set(name, value)
  }
  const answer = await action({ request, context: contextFor(platform, request) } as never)
  return answer as Response
}

const told = async (answer: Response) => ({ status: answer.status, body: await answer.json() })

// spec: 172.1
test('the function answers counts to admins and an error to everybody else', async () => {
  expect(await told(await call(null))).toEqual({ status: 401, body: { error: 'Log in first.' } })
  const refused = { status: 403, body: { error: 'Only admins may do this.' } }
  expect(await told(await call('Member'))).toEqual(refused)
  expect(await told(await call('Reviewer'))).toEqual(refused)
  expect(stripe.requests).toEqual([])
  expect(await told(await call('Admin'))).toEqual({
    status: 200,
    body: { success: true, synced_count: 1, existing_count: 0 },
  })
  stripe.failNext('error')
  expect(await told(await call('Admin'))).toEqual({
    status: 502,
    body: { error: 'Stripe cannot be reached. Try again later.' },
  })
})

// spec: 197.1
test('the button of the shop leads back to it, with the counts in the toast', async () => {
  const answer = await call('Admin', new URLSearchParams())
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/shop'])
  expect(await parseFlashCookie(answer.headers.get('Set-Cookie'))).toMatchObject({
    title: 'Products synced successfully!',
  })
  stripe.failNext('too-many')
  expect(await parseFlashCookie((await call('Admin', new URLSearchParams())).headers.get('Set-Cookie'))).toEqual({
    title: 'Sync failed',
    description: 'There were too many requests to Stripe. Try again in a minute.',
    bad: true,
  })
})
