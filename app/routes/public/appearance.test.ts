import { expect, test } from 'vitest'
import { action } from './appearance.ts'

const choose = (origin: string, form: Record<string, string>) =>
  action({
    request: new Request(`${origin}/appearance`, { method: 'POST', body: new URLSearchParams(form) }),
  } as Parameters<typeof action>[0]) as Promise<Response>

test('a choice leads back, and its cookie is for TLS alone where the visitor came over it', async () => {
  const form = { appearance: 'dark', returnTo: '/verification' }
  const answer = await choose('https://muster.example', form)
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/verification'])
  expect(answer.headers.get('Set-Cookie')).toMatch(/^appearance=dark; .*HttpOnly; SameSite=Lax; Secure$/)
  expect((await choose('http://localhost:3000', form)).headers.get('Set-Cookie')).toMatch(/SameSite=Lax$/)
})
