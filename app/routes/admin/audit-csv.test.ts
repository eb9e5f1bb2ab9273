import { expect } from 'vitest'
import { auditEvents } from '#app/platform/.server/database/tables.ts'
import { contextFor } from '#tests/call-route.ts'
import { createMember } from '#tests/factories/members.ts'
import { signInMember } from '#tests/member-session.ts'
import { platform, test } from '#tests/platform-test.ts'
import { loader } from './audit-csv.ts'

async function ask(method: string, search: string): Promise<Response> {
  const { userId } = await createMember(platform.db, { role: 'Admin' })
  const { browser } = await signInMember(platform, userId)
  const request = new Request(`http://muster.example/admin/audit.csv${search}`, { method, headers: browser.headers })
  const args = { request, context: contextFor(platform, request), params: {} }
  return loader(args as unknown as Parameters<typeof loader>[0])
}

const countTaken = () => platform.db.$count(auditEvents)

test('a file is handed out as one, and written down', async () => {
  const answer = await ask('GET', '')
  expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="muster-audit.csv"')
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
  expect(await answer.text()).toContain('audit.exported')
  expect(await countTaken()).toBe(1)
})

test('whoever asks for the head alone, or for what cannot be, takes nothing along', async () => {
  const before = await countTaken()
  const head = await ask('HEAD', '')
  expect([head.status, await head.text()]).toEqual([200, ''])
  const wrong = await ask('GET', '?from=never')
  expect([wrong.status, wrong.headers.get('Location')]).toEqual([302, '/admin/audit?from=never'])
  expect(await countTaken()).toBe(before)
})
