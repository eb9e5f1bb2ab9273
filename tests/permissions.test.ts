import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from 'vitest'
import { getBusinessPagePreviewForAdmin, getOwnBusinessPage } from '#app/features/directory/page-service.server.ts'
import { mergeCartAndGetCheckoutView } from '#app/features/orders/checkout/description-service.server.ts'
import { placeOrderFromCart } from '#app/features/orders/checkout/service.server.ts'
import { emptyCartView } from '#app/features/shop/cart/model.ts'
import { changeCart, mergeAndGetCart } from '#app/features/shop/cart/service.server.ts'
import {
  insertShortlistedBusinesses,
  listShortlistedBusinessIdsOfMember,
} from '#app/features/shortlist/queries.server.ts'
import {
  changeShortlist,
  getShortlistedBusinessSlugs,
  getShownShortlist,
} from '#app/features/shortlist/service.server.ts'
import { getOwnBusinessSlug } from '#app/features/visits/service.server.ts'
import { ActionNotAllowedError, type Actor, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import {
  listRouteImports,
  listServiceFunctions,
  readReasons,
  type ServiceFunction,
  writePermissions,
} from '../scripts/write-permissions.ts'
import { createBusiness } from './factories/businesses.ts'
import { createStaff } from './factories/cases.ts'
import { createMember, type TestMember } from './factories/members.ts'
import { createProduct } from './factories/products.ts'
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
  const files = globSync(['{app,server,worker,commands,demo}/**/*.{ts,tsx}', 'app/platform/.server/**/*.ts']).filter(
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
    if (error instanceof ActionNotAllowedError || error instanceof SignInRequiredError) return false
  }
  return true
}

const callers = ['stranger', 'member', 'owner', 'reviewer', 'admin'] as const
type Actors = Record<(typeof callers)[number], Actor | null>

const actorOf = ({ userId, email }: TestMember): Actor => ({
  userId,
  sessionId: 'a session',
  email,
  role: 'Member',
  isStaff: false,
})

/** One of each who may call, the owner with a listed business. */
async function createActors(): Promise<{ actors: Actors; slug: string; ownerId: string; businessId: string }> {
  const owner = await createMember(db, { status: 'Verified' })
  const { id, businessSlug } = await createBusiness(db, { profileId: owner.userId })
  const actors = {
    stranger: null,
    member: actorOf(await createMember(db)),
    owner: actorOf(owner),
    reviewer: await createStaff(db, 'Reviewer'),
    admin: await createStaff(db, 'Admin'),
  }
  return { actors, slug: businessSlug, ownerId: owner.userId, businessId: id }
}

// spec: policy.3
test('whoever is not on the page of permissions is refused, by every function that asks who calls', async () => {
  const { actors } = await createActors()
  const rows = readFileSync('docs/permissions.md', 'utf8').matchAll(/^\| `(\S+)` \| `(\w+)` \| (.+?) \|/gm)
  const page = new Map([...rows].map(([, file, name, who = '']) => [`${file}service.server.ts ${name}`, who]))
  const asking = functions.filter(({ gates }) => gates.length > 0)
  expect(asking.length).toBeGreaterThan(140)
  const found: Record<string, string[]> = {}
  const said: Record<string, string[]> = {}
  for (const each of asking) {
    const who = page.get(keyOf(each)) ?? ''
    said[keyOf(each)] = callers.slice(1).filter((caller) => who === 'everyone who is signed in' || who.includes(caller))
    found[keyOf(each)] = []
    for (const caller of callers) if (await letsIn(each, actors[caller])) found[keyOf(each)]?.push(caller)
  }
  expect(found).toEqual(said)
})

// spec: policy.3
test("a stranger has none of the rows that are others' own", async () => {
  const { actors, slug, ownerId, businessId } = await createActors()
  const product = await createProduct(db)
  const [variant] = product.syncVariants
  const nobody = { actor: null, token: null, clientIp: '192.0.2.1', cookieIds: [] }
  const theirs = { ...nobody, actor: actors.owner }
  const add = { change: 'add' as const, productId: product.id, variantId: variant?.id, quantity: 1 }
  expect((await changeCart(platform, theirs, add)).cart.itemCount).toBe(1)
  await insertShortlistedBusinesses(db, ownerId, [businessId])
  const itemId = `${product.id}-${variant?.id}`
  const shipping = { id: 'STANDARD', shownAmount: 499 }
  const checkout = { checkout: randomUUID(), country: 'GB', shipping, subtotal: 1_999 }
  const simulated = { ...platform, shop: { ...platform.shop, paymentProvider: {} as never } }
  const calls: Record<string, [call: (as: typeof nobody | typeof theirs) => Promise<unknown>, nothing: unknown]> = {
    'directory/page-service.server.ts getOwnBusinessPage': [
      ({ actor }) => getOwnBusinessPage(platform, actor, slug),
      null,
    ],
    'orders/checkout/service.server.ts placeOrderFromCart': [
      (as) => placeOrderFromCart(simulated, as, checkout),
      { outcome: 'empty' },
    ],
    'orders/checkout/description-service.server.ts mergeCartAndGetCheckoutView': [
      async (as) => (await mergeCartAndGetCheckoutView(platform, as, 'GB')).lines,
      [],
    ],
    'shop/cart/service.server.ts mergeAndGetCart': [(as) => mergeAndGetCart(platform, as), emptyCartView],
    'shop/cart/service.server.ts changeCart': [
      async (as) => (await changeCart(platform, as, { change: 'update', itemId, quantity: 2 })).cart,
      emptyCartView,
    ],
    'shortlist/service.server.ts getShortlistedBusinessSlugs': [(as) => getShortlistedBusinessSlugs(platform, as), []],
    'shortlist/service.server.ts getShownShortlist': [
      async (as) => (await getShownShortlist(platform, as, '')).businesses,
      [],
    ],
    'shortlist/service.server.ts changeShortlist': [
      async (as) => {
        await changeShortlist(platform, as, 'remove', [slug])
        return listShortlistedBusinessIdsOfMember(db, ownerId)
      },
      [businessId],
    ],
    'visits/service.server.ts getOwnBusinessSlug': [({ actor }) => getOwnBusinessSlug(platform, actor), null],
  }
  expect(Object.keys(calls).sort()).toEqual(
    [...reasons]
      .filter(([, why]) => why === 'own rows')
      .map(([key]) => key)
      .sort(),
  )
  for (const [key, [call, nothing]] of Object.entries(calls)) expect(await call(nobody), key).toEqual(nothing)
  // Whose rows they are gets more, so that each call could have found something.
  for (const [key, [call, nothing]] of Object.entries(calls)) expect(await call(theirs), key).not.toEqual(nothing)
})

// spec: policy.3
test('the page of a business that is not listed opens to admins alone', async () => {
  const { actors } = await createActors()
  const { businessSlug } = await createBusiness(db, { isActive: false })
  const opens = callers.map(
    async (caller) => (await getBusinessPagePreviewForAdmin(platform, actors[caller], businessSlug)) !== null,
  )
  expect(await Promise.all(opens)).toEqual(callers.map((caller) => caller === 'admin'))
})
