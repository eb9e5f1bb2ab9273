import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { findProfile, findUserRole } from '#app/features/profile/queries.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { platform, test } from '#tests/platform-test.ts'
import { signIn } from '#tests/sign-in.ts'
import {
  demoOwnerEmail,
  describeDemoAccounts,
  sampleNumberOfDemoOwnersBusiness,
  shutDemoAccounts,
  writeDemoAccounts,
} from './accounts.ts'
import { makeDemoBusinesses } from './businesses.ts'
import { writeSampleBusinesses } from './sample-writer.ts'

const visitor = { headers: new Headers(), clientIp: '127.0.0.1' }
const tryToSignIn = (email: string) => signIn(platform, visitor, { email, password: 'muster-demo' })

// spec: 140.3, 166.1
test('the demo has a member, an owner, a reviewer and an admin, until real people come', async () => {
  expect(await describeDemoAccounts(platform)).toBe('')
  await platform.db.transaction(async (transaction) => {
    const samples = makeDemoBusinesses().map((business, number) => ({
      number,
      business:
        number === sampleNumberOfDemoOwnersBusiness
          ? { ...business, owner: { ...business.owner, email: demoOwnerEmail } }
          : business,
      logo: null,
      gallery: [],
    }))
    await writeSampleBusinesses(transaction, 'demo', samples)
    await writeDemoAccounts(transaction)
  })
  const [listed] = await queryRows(platform.db, sql`SELECT count(*)::int AS count FROM public_businesses_view`)
  expect(listed).toEqual({ count: 340 })

  expect(await describeDemoAccounts(platform)).toBe(
    `To try it out, log in with the password muster-demo as
  member@sample.example   Member
  owner@sample.example    Owner
  reviewer@sample.example Reviewer
  admin@sample.example    Admin
`,
  )
  const found: Record<string, unknown> = {}
  for (const who of ['member', 'owner', 'reviewer', 'admin']) {
    const result = await tryToSignIn(`${who}@sample.example`)
    if (result.outcome !== 'signed-in') throw new Error(`${who}: ${result.outcome}`)
    const { verificationStatus, businessId } = (await findProfile(platform.db, result.userId)) ?? {}
    found[who] = {
      ...(await findUserRole(platform.db, result.userId)),
      verificationStatus,
      ownsOne: businessId !== null,
    }
  }
  const plain = { isStaff: false, isSuspended: false, verificationStatus: null, ownsOne: false }
  expect(found).toEqual({
    member: { ...plain, role: 'Member' },
    owner: { role: 'Member', isStaff: false, isSuspended: false, verificationStatus: 'Verified', ownsOne: true },
    reviewer: { ...plain, role: 'Reviewer', isStaff: true },
    admin: { ...plain, role: 'Admin', isStaff: true },
  })

  expect(await shutDemoAccounts(platform)).toBe(4)
  expect(await shutDemoAccounts(platform)).toBe(0)
  expect(await tryToSignIn('admin@sample.example')).toMatchObject({ outcome: 'refused' })
  expect(await queryRows(platform.db, sql`SELECT id FROM sessions`)).toEqual([])
  expect(await describeDemoAccounts(platform)).toBe('')
})
