import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { accounts, users } from '#app/features/account/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import {
  type MilitaryRelationshipType,
  militaryRelationshipTypes,
  type VerificationStatus,
  verificationStatuses,
} from '#app/features/reference/rules.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Role } from '#app/platform/.server/security/actor.ts'

const roles: Role[] = ['Member', 'Reviewer', 'Admin']

/** The password of every member made here. */
export const memberPassword = 'correct horse battery'

/** A hash is slow to make on purpose; one does for all. */
let memberPasswordHash: Promise<string> | undefined

interface MemberOptions {
  email?: string
  firstName?: string
  lastName?: string
  displayName?: string | null
  mobile?: string | null
  avatarKey?: string | null
  relationship?: MilitaryRelationshipType | null
  status?: VerificationStatus | null
  role?: Role
  /** False for a user without a profile. */
  profile?: boolean
  /** Whether the sign-in asks for a code; staff's does, unless told. The app itself is nobody's. */
  secondFactor?: boolean
  /** False for somebody who has yet to follow the link that confirms the address. */
  confirmed?: boolean
}

export interface TestMember {
  userId: string
  email: string
}

/** Somebody who has registered, confirmed the address and can sign in with {@link memberPassword}. */
export async function createMember(db: Database, options: MemberOptions = {}): Promise<TestMember> {
  const { firstName = 'Jo', lastName = 'Sample', relationship = 'Veteran', status = null, role = 'Member' } = options
  const userId = randomUUID()
  const email = options.email ?? `member-${userId}@sample.example`
  const emailVerified = options.confirmed ?? true
  const twoFactorEnabled = options.secondFactor ?? role !== 'Member'
  const name = `${firstName} ${lastName}`
  await db.insert(users).values({ id: userId, name, email, emailVerified, twoFactorEnabled })
  memberPasswordHash ??= hashPassword(memberPassword)
  await db
    .insert(accounts)
    .values({ userId, accountId: userId, providerId: 'credential', password: await memberPasswordHash })
  if (options.profile !== false) {
    await db.insert(profiles).values({
      id: userId,
      firstName,
      lastName,
      displayName: options.displayName ?? null,
      personalEmail: email,
      personalMobile: options.mobile === undefined ? '+447700900123' : options.mobile,
      avatarBucketUrl: options.avatarKey ?? null,
      militaryRelationshipTypeId: idOf(militaryRelationshipTypes, relationship),
      verificationStatusId: idOf(verificationStatuses, status),
      userTypeId: roles.indexOf(role) + 1,
    })
  }
  return { userId, email }
}

/** Lookups have the ids of their order; see db/migrations. */
function idOf(names: readonly string[], name: string | null): number | null {
  return name ? names.indexOf(name) + 1 : null
}
