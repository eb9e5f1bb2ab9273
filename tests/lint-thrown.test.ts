import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findThrownPromises } from '../scripts/lint-thrown.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-lint-'))
  writeFileSync(
    join(folder, 'responses.ts'),
    `import { other } from './others.ts'
     export async function later() { return new Response() }
     export function annotated(): Promise<Response> { return later() }
     export const handedOn = () => later()
     export function atOnce(): Response { return new Response() }
     export const alsoAtOnce = () => new Response()
     export const fromElsewhere = () => other()`,
  )
  writeFileSync(join(folder, 'others.ts'), 'export const other = async () => new Response()')
})
afterAll(() => rmSync(folder, { recursive: true }))

const names = 'later, annotated, handedOn, atOnce, alsoAtOnce, fromElsewhere'
const check = (line: string) =>
  findThrownPromises(
    join(folder, 'route.ts'),
    `import { redirect } from 'react-router'
     import { ${names} } from './responses.ts'
     import { unheardOf } from 'a-package'
     interface Options { make: () => Error, load: () => Promise<Error> }
     async function loader(x: boolean, { make, load }: Options) { ${line} }`,
  )

// spec: hold.17.4
test.each([
  'throw later()',
  'throw annotated()',
  'throw handedOn()',
  'throw fromElsewhere()',
  'throw load()',
  'throw x ? redirect("/") : later()',
  'throw (x && later()) as unknown',
  'throw (x, later())!',
  'const answer = later(); throw answer',
  'let answer; answer = x ? redirect("/") : later(); throw answer',
  'throw unheardOf()',
  'throw later().then((answer) => answer)',
  'throw Promise.resolve(new Response())',
  'throw new Promise(() => {})',
  'const give = (answer: Promise<Response>) => { throw answer }',
  'throw (async () => new Response())()',
  'throw import("./responses.ts")',
])('%s is refused', (line) => {
  expect(check(line)).toEqual([expect.stringMatching(/route\.ts:5: throws .+, which may be a promise: await it$/)])
})

test.each([
  'throw new Error("x")',
  'throw await later()',
  'throw x ? redirect("/") : await later()',
  'throw atOnce()',
  'throw alsoAtOnce()',
  'throw make()',
  'const answer = await later(); throw answer',
  'try { await later() } catch (error) { throw error }',
  'throw Object.assign(new Error("x"), { code: "y" })',
])('%s is not', (line) => {
  expect(check(line)).toEqual([])
})
