import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from 'vitest'
import { type Actor, NotAllowed, SignInRequired } from '#app/platform/.server/security/actor.ts'
import {
  listRouteImports,
  listServiceFunctions,
  readReasons,
  type ServiceFunction,
  writePermissions,
} from '../scripts/write-permissions.ts'
import { createStaff } from './factories/cases.ts'
import { createMember } from './factories/members.ts'
import { db, platform, test } from './platform-test.ts'

const functions = listServiceFunctions()
const reasons = readReasons()
const keyOf = ({ file, name }: Pick<ServiceFunction, 'file' | 'name'>) => `${file} ${name}`

// spec: policy.1
test('every function of a service asks a policy, or docs/permissions.yaml says why not', () => {
  expect(functions.length).toBeGreaterThan(450)
  const silent = functions.filter(({ asks }) => asks.length === 0).map(keyOf)
  expect(silent.filter((key) => !reasons.has(key))).toEqual([])
  expect([...reasons.keys()].filter((key) => !silent.includes(key))).toEqual([])
})

// spec: policy.1
test('no route imports what only services and jobs may call', () => {
  const imported = listRouteImports()
  const inner = [...reasons].filter(([, reason]) => reason === 'by services' || reason === 'by job')
  expect(imported.size).toBeGreaterThan(300)
  expect(inner.filter(([key]) => imported.has(key))).toEqual([])
})

// spec: policy.2
test('nothing but policies looks at roles', () => {
  const looks = [
    /import [^}]*\b(isAdmin|isStaff)\b[^}]*\} from '[^']*security\/actor\.ts'/,
    /\b(actor|who|admin|staff|known|owner|now)\??\.(role|isStaff)\b/,
    /\{[^}]*\b(role|isStaff)\b[^}]*\} = (actor|who|require)/,
  ]
  const files = globSync('{app,server,worker}/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.|policy\.server\.ts$|security\/actor\.ts$/.test(file),
  )
  expect(files.length).toBeGreaterThan(900)
  expect(
    files.filter((file) => {
      const code = readFileSync(file, 'utf8')
      return looks.some((look) => look.test(code))
    }),
  ).toEqual([])
})

// spec: policy.3
test('docs/permissions.md says what policies and services say', async () => {
  expect(readFileSync('docs/permissions.md', 'utf8')).toBe(await writePermissions())
})

/** Whether a function lets somebody in. What it makes of its empty arguments does not matter. */
async function letsIn({ file, name, parameters, actorAt }: ServiceFunction, actor: Actor | null): Promise<boolean> {
  const service = await import(/* @vite-ignore */ resolve('app/features', file))
  const given = parameters.map((parameter, at) => {
    if (at === actorAt) return actor
    if (/^(db|transaction)$/.test(parameter)) return db
    if (at === 0) return platform
    return /id$/i.test(parameter) ? randomUUID() : {}
  })
  try {
    await service[name](...given)
  } catch (error) {
    if (error instanceof NotAllowed || error instanceof SignInRequired) return false
  }
  return true
}

const callers = ['stranger', 'member', 'reviewer', 'admin'] as const

// spec: policy.3
test('whoever is not on the page of permissions is refused, by every function that asks who calls', async () => {
  const member = await createMember(db)
  const actors: Record<(typeof callers)[number], Actor | null> = {
    stranger: null,
    member: { userId: member.userId, sessionId: 'a session', email: member.email, role: 'Member', isStaff: false },
    reviewer: await createStaff(db, 'Reviewer'),
    admin: await createStaff(db, 'Admin'),
  }
  const rows = readFileSync('docs/permissions.md', 'utf8').matchAll(/^\| `(\S+)` \| `(\w+)` \| (.+?) \|/gm)
  const page = new Map([...rows].map(([, file, name, who = '']) => [`${file}service.server.ts ${name}`, who]))
  const asking = functions.filter(({ gates }) => gates.length > 0)
  expect(asking.length).toBeGreaterThan(140)
  const found: Record<string, string[]> = {}
  const said: Record<string, string[]> = {}
  for (const each of asking) {
    const who = page.get(keyOf(each)) ?? ''
    said[keyOf(each)] = callers.slice(1).filter((caller) => who === 'whoever is signed in' || who.includes(caller))
    found[keyOf(each)] = []
    for (const caller of callers) if (await letsIn(each, actors[caller])) found[keyOf(each)]?.push(caller)
  }
  expect(found).toEqual(said)
})
