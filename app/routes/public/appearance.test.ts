import { expect, test } from 'vitest'
import type { Platform } from '#app/platform/.server/platform.ts'
import { contextFor } from '#tests/call-route.ts'
import { action } from './appearance.ts'

async function choose(origin: string, form: Record<string, string>): Promise<Response> {
  const request = new Request(`${origin}/appearance`, { method: 'POST', body: new URLSearchParams(form) })
  const platform = { publicUrl: origin } as Platform
  return (await action({ request, context: contextFor(platform, request) } as never)) as Response
}

test('a choice leads back, and its cookie is for TLS alone where the visitor came over it', async () => {
  const form = { appearance: 'dark', returnTo: '/verification' }
  const answer = await choose('https://muster.example', form)
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/verification'])
  expect(answer.headers.get('Set-Cookie')).toMatch(/^appearance=ImRhcmsi; .*HttpOnly; Secure; SameSite=Lax$/)
  expect((await choose('http://localhost:3000', form)).headers.get('Set-Cookie')).toMatch(/HttpOnly; SameSite=Lax$/)
})

test('a form that names no page leads home', async () => {
  const answer = await choose('http://localhost:3000', { appearance: 'dark' })
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/'])
})
