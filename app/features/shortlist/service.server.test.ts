import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect } from 'vitest'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { createBusiness, createOwner } from '#tests/factories/businesses.ts'
import { platform, test } from '#tests/platform-test.ts'
import { shortlistMaximum } from './model.ts'
import { collectPersonalData, describePersonalData, erasePersonalData } from './personal-data-service.server.ts'
import { parseShortlistSlugs, shortlistWithBusinessIdsAdded } from './rules.ts'
import {
  changeShortlist,
  getShortlistedBusinessIds,
  getShortlistedBusinessSlugs,
  getShownShortlist,
} from './service.server.ts'

beforeEach(async () => {
  await emptyTables(platform.db, 'users', 'businesses')
  platform.directoryCache.clear()
})

const visitor = (cookieIds: string[] = []) => ({ actor: null, cookieIds })
const member = async (cookieIds: string[] = []) => {
  const actor: Actor = { userId: await createOwner(platform.db), role: 'Member' } as Actor
  return { actor, cookieIds }
}

/** Creates so many listed businesses; slugs in the order of creation. */
async function businesses(count: number) {
  const made = []
  for (let number = 0; number < count; number += 1) {
    made.push(await createBusiness(platform.db, { name: `Firm ${number}`, city: 'Leeds', postcode: 'LS1 4DY' }))
  }
  return made
}

describe('a visitor', () => {
  test('saves and removes businesses in a list that the cookie keeps', async () => {
    const [one, two] = await businesses(2)
    const first = await changeShortlist(platform, visitor(), 'add', [one?.businessSlug ?? ''])
    expect(first).toEqual({ outcome: 'added', added: 1, cookieIds: [one?.id] })
    const second = await changeShortlist(platform, visitor(first.cookieIds), 'add', [two?.businessSlug ?? ''])
    expect(second.cookieIds).toEqual([one?.id, two?.id])
    // Saving it again changes nothing.
    const again = await changeShortlist(platform, visitor(second.cookieIds), 'add', [two?.businessSlug ?? ''])
    expect(again.cookieIds).toEqual(second.cookieIds)
    const removed = await changeShortlist(platform, visitor(second.cookieIds), 'remove', [one?.businessSlug ?? ''])
    expect(removed).toEqual({ outcome: 'removed', added: 0, cookieIds: [two?.id] })
    expect((await changeShortlist(platform, visitor(removed.cookieIds), 'clear', [])).cookieIds).toEqual([])
  })

  test('saves thirty at most, and loses none by trying another', async () => {
    const made = await businesses(shortlistMaximum + 1)
    const slugs = made.map(({ businessSlug }) => businessSlug)
    const full = await changeShortlist(platform, visitor(), 'add', slugs)
    expect(full).toMatchObject({ outcome: 'added', added: shortlistMaximum })
    const more = await changeShortlist(platform, visitor(full.cookieIds), 'add', slugs.slice(-1))
    expect(more).toEqual({ outcome: 'full', added: 0, cookieIds: full.cookieIds })
  })

  test('cannot save what is not listed, or what does not exist', async () => {
    const hidden = await createBusiness(platform.db, { name: 'Hidden', isActive: false })
    const unverified = await createBusiness(platform.db, { name: 'New', owner: { status: 'Pending' } })
    for (const slug of [hidden.businessSlug, unverified.businessSlug, 'no-such-firm']) {
      expect(await changeShortlist(platform, visitor(), 'add', [slug])).toEqual({
        outcome: 'gone',
        added: 0,
        cookieIds: [],
      })
    }
  })

  test('sees nothing of forged ids and hidden businesses', async () => {
    const hidden = await createBusiness(platform.db, { name: 'Hidden', isActive: false })
    const [listed] = await businesses(1)
    const ids = [randomUUID(), 'not an id', "'; DROP TABLE x", hidden.id, listed?.id ?? '']
    const shown = await getShownShortlist(platform, visitor(ids), '')
    expect(shown.businesses.map(({ name }) => name)).toEqual(['Firm 0'])
    expect(shown.gone).toBe(2)
    expect(await getShortlistedBusinessSlugs(platform, visitor(ids))).toEqual([listed?.businessSlug])
  })
})

describe('a member', () => {
  test('has a list of their own, which what they saved before signing in joins', async () => {
    const [one, two] = await businesses(2)
    const owner = await member([one?.id ?? ''])
    expect(await getShortlistedBusinessIds(platform, owner)).toEqual([one?.id])
    const change = await changeShortlist(platform, owner, 'add', [two?.businessSlug ?? ''])
    expect(change.cookieIds).toEqual([])
    // The cookie is gone now, and the list is kept.
    expect(await getShortlistedBusinessIds(platform, { ...owner, cookieIds: [] })).toEqual([one?.id, two?.id])
    await changeShortlist(platform, { ...owner, cookieIds: [] }, 'remove', [one?.businessSlug ?? ''])
    expect(await getShortlistedBusinessIds(platform, { ...owner, cookieIds: [] })).toEqual([two?.id])
  })

  test('pressing Save twice at once saves once', async () => {
    const [one] = await businesses(1)
    const owner = await member()
    await Promise.all([1, 2, 3].map(() => changeShortlist(platform, owner, 'add', [one?.businessSlug ?? ''])))
    expect(await getShortlistedBusinessIds(platform, owner)).toEqual([one?.id])
  })

  test('gets it with their data, and it goes with their account', async () => {
    const [one] = await businesses(1)
    const owner = await member()
    const { userId } = owner.actor
    expect(await describePersonalData(platform.db, userId)).toEqual([])
    await changeShortlist(platform, owner, 'add', [one?.businessSlug ?? ''])
    expect(await describePersonalData(platform.db, userId)).toEqual(['your shortlist of 1 business'])
    const { records } = await collectPersonalData(platform.db, userId)
    expect(records.shortlist).toMatchObject([{ name: 'Firm 0', slug: one?.businessSlug }])
    await erasePersonalData(platform.db, userId)
    expect(await getShortlistedBusinessIds(platform, owner)).toEqual([])
  })
})

describe('a shared list', () => {
  test('shows listed businesses in its order, with distances where a place is given', async () => {
    const made = await businesses(2)
    const slugs = made.map(({ businessSlug }) => businessSlug).toReversed()
    const shown = await getShownShortlist(platform, { slugs: [...slugs, 'gone'] }, 'York')
    expect(shown.businesses.map(({ slug }) => slug)).toEqual(slugs)
    expect(shown.gone).toBe(1)
    expect(shown.businesses[0]?.miles).toBeGreaterThan(15)
    expect(shown.businesses[0]?.miles).toBeLessThan(30)
  })

  test('says so where a place is not known', async () => {
    const [one] = await businesses(1)
    const slugs = [one?.businessSlug ?? '']
    expect((await getShownShortlist(platform, { slugs }, 'Xqzzyv')).placeProblem).toMatch(/do not know that place/)
    expect((await getShownShortlist(platform, { slugs }, 'Kent')).placeProblem).toMatch(
      /cannot measure distances from a county/,
    )
  })
})

describe('the rules', () => {
  test('an address gives distinct slugs, thirty at most', () => {
    expect(parseShortlistSlugs('a,b,,a, c ')).toEqual(['a', 'b', 'c'])
    expect(parseShortlistSlugs("x'--,<b>,A,\u0000,ok")).toEqual(['ok'])
    expect(parseShortlistSlugs(null)).toEqual([])
    expect(parseShortlistSlugs(Array.from({ length: 50 }, (_, index) => `s${index}`).join(','))).toHaveLength(
      shortlistMaximum,
    )
  })

  test('a list repeats nothing', () => {
    expect(shortlistWithBusinessIdsAdded(['a'], ['a', 'b'])).toEqual({ list: ['a', 'b'], added: 1, isFull: false })
  })
})
