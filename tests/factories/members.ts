import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { accounts, users } from '#app/features/account/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import type { Database } from '#app/platform/.server/database.ts'

export const password = 'a password for tests'

let hash: Promise<string> | undefined

interface MemberWishes {
  email?: string
  /** Whether the address is confirmed; true unless said otherwise. */
  confirmed?: boolean
}

export interface TestMember {
  id: string
  email: string
  password: string
}

/** Somebody with an account and a profile, whose password is `password`. */
export async function createMember(db: Database, wishes: MemberWishes = {}): Promise<TestMember> {
  const id = randomUUID()
  const email = wishes.email ?? `member-${id}@sample.example`
  hash ??= hashPassword(password)
  await db.insert(users).values({ id, name: 'Sam Sample', email, emailVerified: wishes.confirmed ?? true })
  await db.insert(accounts).values({ userId: id, accountId: id, providerId: 'credential', password: await hash })
  await db.insert(profiles).values({
    id,
    firstName: 'Sam',
    lastName: 'Sample',
    personalEmail: email,
    personalMobile: '07700900123',
    militaryRelationshipTypeId: 1,
  })
  return { id, email, password }
}
