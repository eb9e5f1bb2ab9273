import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { confirmUser, enrolUser, sendConfirmationAgain } from '#app/features/account/enrolment-service.server.ts'
import { hashPassword } from '#app/features/account/password-service.server.ts'
import { openSession, type Visitor } from '#app/features/account/service.server.ts'
import { getRelationshipTypes } from '#app/features/reference/service.server.ts'
import { countRequest, type Limit } from '#app/platform/.server/limits.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { findProfile, insertProfile, isSuspended, updateProfile } from './queries.server.ts'
import type { Registration } from './schema.ts'

export type RegistrationResult =
  /** Whether or not the address was known already. */
  { outcome: 'done' } | { outcome: 'no-such-relationship' } | { outcome: 'limited'; minutes: number }

const registrationsByAddress: Limit = { name: 'register-address', requests: 30, windowSeconds: 3_600 }
const registrationsByAccount: Limit = { name: 'register-account', requests: 5, windowSeconds: 3_600 }
const confirmationsByAddress: Limit = { name: 'confirm-address', requests: 10, windowSeconds: 3_600 }

/**
 * Registers somebody: user, profile and the mail to confirm the address, all or none. The answer is the same for an address
 * that is known, and takes as long. An imported owner's profile stays as it is until its owner follows the link.
 */
export async function register(
  platform: Platform,
  visitor: Visitor,
  registration: Registration,
): Promise<RegistrationResult> {
  const { db, secret } = platform
  const { firstName, lastName, personalEmail, personalMobile, militaryRelationshipTypeId } = registration
  const count = await countRequest(db, secret, registrationsByAddress, visitor.clientAddress)
  if (!count.allowed) return { outcome: 'limited', minutes: count.minutes }
  const relationships = await getRelationshipTypes(platform)
  if (!relationships.some(({ id }) => id === militaryRelationshipTypeId)) return { outcome: 'no-such-relationship' }
  // Hashed before the transaction: it takes long, and the embedded database can do nothing else meanwhile.
  const passwordHash = await hashPassword(registration.password)
  // Whoever keeps registering one address sends its owner five mails an hour, and learns nothing from the sixth.
  const ofAccount = await countRequest(db, secret, registrationsByAccount, personalEmail)
  if (!ofAccount.allowed) return { outcome: 'done' }
  const profile = { firstName, lastName, personalEmail, personalMobile, militaryRelationshipTypeId }
  await db.transaction(async (transaction) => {
    const userId = await enrolUser(transaction, platform, {
      name: `${firstName} ${lastName}`,
      email: personalEmail,
      passwordHash,
      remembered: profile,
      submission: registration.submission ?? randomUUID(),
    })
    if (userId) await insertProfile(transaction, userId, profile)
  })
  return { outcome: 'done' }
}

const rememberedSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  personalEmail: z.string(),
  personalMobile: z.string(),
  militaryRelationshipTypeId: z.number(),
})

/**
 * Follows a confirmation link: the address is confirmed, the profile is the registration's own (an imported owner claims
 * theirs), and a session opens, but for somebody who is suspended. Null when the link was used or has run out. Returns the
 * session's cookies.
 */
export async function confirmRegistration(
  platform: Platform,
  visitor: Visitor,
  token: string,
): Promise<{ outcome: 'confirmed'; cookies: string[] } | { outcome: 'shut-out' } | null> {
  const userId = await platform.db.transaction(async (transaction) => {
    const confirmed = await confirmUser(transaction, platform, token)
    if (!confirmed) return null
    const told = rememberedSchema.safeParse(confirmed.remembered).data
    const profile = told && (await findProfile(transaction, confirmed.userId))
    if (told && !profile) await insertProfile(transaction, confirmed.userId, told)
    if (told && profile) {
      const { firstName, lastName, personalMobile, militaryRelationshipTypeId } = told
      await updateProfile(transaction, confirmed.userId, {
        firstName,
        lastName,
        personalMobile,
        // What a reviewer has looked at is not changed by registering.
        ...(profile.verificationStatus === null ? { militaryRelationshipTypeId } : {}),
      })
    }
    return confirmed.userId
  })
  if (!userId) return null
  if (await isSuspended(platform.db, userId)) return { outcome: 'shut-out' }
  return { outcome: 'confirmed', cookies: await openSession(platform, visitor, userId) }
}

/** Sends the confirmation mail again, for the proof that a sign-in with the right password gave. */
export async function resendConfirmation(
  platform: Platform,
  visitor: Visitor,
  proof: string,
): Promise<{ outcome: 'done' | 'expired' } | { outcome: 'limited'; minutes: number }> {
  const count = await countRequest(platform.db, platform.secret, confirmationsByAddress, visitor.clientAddress)
  if (!count.allowed) return { outcome: 'limited', minutes: count.minutes }
  return { outcome: (await sendConfirmationAgain(platform, proof)) ? 'done' : 'expired' }
}
