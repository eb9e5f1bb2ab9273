import { redirect } from 'react-router'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Platform } from '#app/platform/.server/platform.ts'
import { ActionNotAllowedError } from '#app/platform/.server/security/actor.ts'
import { defineForm, makeHandlerOfForms, type RefuseFormFunction, readFormData } from './define-form.server.ts'

const log = { error: vi.fn() }
const sent = { platform: { log } as unknown as Platform }
const schema = z.object({ name: z.string().min(2, 'The name is too short'), password: z.string() })
const failed = { title: 'Not saved', description: 'Try again.', bad: true }

const nameForm = defineForm({
  name: 'profile',
  schema,
  secrets: ['password'],
  explain: (messages) => ({ title: 'Check', description: messages.join(), bad: true }),
  failed,
  handle: (_: typeof sent, { name }, refuse: RefuseFormFunction) => {
    if (name === 'taken') return refuse({ title: 'Taken', bad: true }, { status: 409, errors: { name: ['Taken'] } })
    if (name === 'lost') throw Object.assign(new Error('closed'), { code: '57P01' })
    if (name === 'broken') throw new Error('broken')
    if (name === 'forbidden') throw new ActionNotAllowedError()
    return redirect(`/${name}`)
  },
})
const handle = makeHandlerOfForms([nameForm])

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ form: 'profile', password: 'a secret', ...fields }))
    form.set(name, value)
  return form
}

test('an accepted form is handled', async () => {
  expect(((await handle(sent, formOf({ name: 'fern' }))) as Response).headers.get('Location')).toBe('/fern')
})

test.each([
  ['x', 400, { name: ['The name is too short'] }, { title: 'Check', description: 'The name is too short' }],
  ['taken', 409, { name: ['Taken'] }, { title: 'Taken' }],
  ['broken', 500, { '': ['Try again.'] }, failed],
  ['lost', 503, { '': ['Try again.'] }, failed],
])('the form with the name %j is shown again with what was typed and no secret', async (name, status, error, toast) => {
  const answer = await handle(sent, formOf({ name }))
  if (answer instanceof Response) throw new Error('it was accepted')
  expect(answer.init?.status).toBe(status)
  expect(answer.data).toMatchObject({ form: 'profile', toast, result: { initialValue: { name }, error } })
  expect(JSON.stringify(answer.data)).not.toContain('a secret')
})

test('only what failed on our side is logged', async () => {
  log.error.mockClear()
  await handle(sent, formOf({ name: 'taken' }))
  expect(log.error).not.toHaveBeenCalled()
  await handle(sent, formOf({ name: 'broken' }))
  expect(log.error).toHaveBeenCalledWith({ form: 'profile', error: new Error('broken') }, 'a form could not be handled')
})

test('who may not do something is told so by the error boundary', async () => {
  await expect(handle(sent, formOf({ name: 'forbidden' }))).rejects.toThrow(ActionNotAllowedError)
})

test.each(['other', 'constructor', ''])('a form called %j is a bad request', async (form) => {
  await expect(async () => handle(sent, formOf({ form }))).rejects.toMatchObject({ init: { status: 400 } })
})

test('a request without a form is a bad request', async () => {
  const request = new Request('http://muster.example/', { method: 'POST', body: '{}' })
  await expect(readFormData(request)).rejects.toMatchObject({ init: { status: 400 } })
})

test('a form of a route without a page answers a script in JSON and a browser with a page', async () => {
  const form = defineForm({
    name: 'visibility',
    failed,
    page: () => '/settings',
    handle: (_: typeof sent & { request: Request }) => Promise.reject(new Error('broken')),
  })
  const post = (headers: HeadersInit) => new Request('http://muster.example/switch', { method: 'POST', headers })
  const scripted = (await form.handle(
    { ...sent, request: post({ Accept: 'application/json' }) },
    formOf({}),
  )) as Response
  expect([scripted.status, await scripted.json()]).toMatchObject([500, { toast: failed }])
  const plain = (await form.handle({ ...sent, request: post({}) }, formOf({}))) as Response
  expect([plain.status, plain.headers.get('Location')]).toEqual([302, '/settings'])
})
