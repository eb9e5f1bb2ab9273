import { createHmac, timingSafeEqual } from 'node:crypto'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { sendAlreadyMember, sendConfirmation, sendWelcome } from './job-kinds.ts'
import {
  findPasswordHash,
  findUser,
  findUserByEmail,
  insertUser,
  updateUser,
  writePasswordHash,
} from './queries.server.ts'
import { issueToken, redeemToken } from './tokens.server.ts'

interface Applicant {
  name: string
  email: string
  passwordHash: string
  /** What a later room wants to know again once the address is confirmed. */
  remembered: Record<string, unknown>
  /** Of one form sent twice; a second mail for the same one is not sent. */
  submission: string
}

/**
 * Enters somebody who registers, and sends the mail that confirms the address. Returns the new user's id; null when there
 * is one already: an imported owner or somebody still to confirm gets the mail too, a member is told that they are one.
 *
 * The link itself carries what it makes true: whoever registers an address that is not theirs gains nothing when its owner
 * registers later, as the owner's link sets the owner's password.
 */
export async function enrolUser(
  transaction: Database,
  platform: Platform,
  applicant: Applicant,
): Promise<string | null> {
  const { name, email, passwordHash, remembered, submission } = applicant
  const added = await insertUser(transaction, { name, email })
  const user = added ?? (await findUserByEmail(transaction, email))
  if (!user) throw new Error('the user went while registering')
  if (user.emailVerified) {
    const today = new Date().toISOString().slice(0, 10)
    await platform.jobs.enqueue(transaction, sendAlreadyMember, { userId: user.id }, { event: `${user.id}:${today}` })
    return null
  }
  await writePasswordHash(transaction, user.id, passwordHash)
  await sendLink(transaction, platform, user.id, { passwordHash, remembered, name }, `${user.id}:${submission}`)
  return added ? user.id : null
}

/** Confirms the address a link was sent to; null when the link was used, has run out or is none of ours. */
export async function confirmUser(
  transaction: Database,
  platform: Platform,
  token: string,
): Promise<{ userId: string; remembered: Record<string, unknown> | null } | null> {
  const redeemed = await redeemToken(transaction, platform.secret, 'confirm', token)
  if (!redeemed) return null
  const { passwordHash, remembered, name } = redeemed.value as {
    passwordHash?: string
    remembered?: Record<string, unknown>
    name?: string
  }
  const { userId } = redeemed
  if (passwordHash) await writePasswordHash(transaction, userId, passwordHash)
  await updateUser(transaction, userId, { emailVerified: true, ...(name ? { name } : {}) })
  await platform.jobs.enqueue(transaction, sendWelcome, { userId }, { event: userId })
  return { userId, remembered: remembered ?? null }
}

/** A short-lived proof that the right password was given, with which the confirmation mail can be sent again. */
export async function offerConfirmation(platform: Platform, email: string): Promise<string | null> {
  const user = await findUserByEmail(platform.db, email)
  const hash = user && (await findPasswordHash(platform.db, user.id))
  if (!user || !hash) return null
  const until = Date.now() + 15 * 60_000
  return `${user.id}.${until}.${signProof(platform.secret, user.id, until, hash)}`
}

/** Sends the confirmation mail again to whom `offerConfirmation` gave the proof; false when it proves nothing any more. */
export async function sendConfirmationAgain(platform: Platform, proof: string): Promise<boolean> {
  const [, userId, until, signature] = /^([\da-f-]{36})\.(\d{13})\.([\w-]{43})$/.exec(proof) ?? []
  if (!userId || !isUuid(userId) || !until || !signature || Number(until) < Date.now()) return false
  return platform.db.transaction(async (transaction) => {
    const user = await findUser(transaction, userId)
    const passwordHash = await findPasswordHash(transaction, userId)
    if (!user || user.emailVerified || !passwordHash) return false
    const wanted = signProof(platform.secret, userId, Number(until), passwordHash)
    if (!timingSafeEqual(Buffer.from(wanted), Buffer.from(signature))) return false
    await sendLink(transaction, platform, userId, { passwordHash }, signature)
    return true
  })
}

async function sendLink(
  transaction: Database,
  { jobs }: Platform,
  userId: string,
  value: Record<string, unknown>,
  event: string,
): Promise<void> {
  const tokenId = await issueToken(transaction, 'confirm', { userId, value })
  await jobs.enqueue(transaction, sendConfirmation, { userId, tokenId }, { event })
}

function signProof(secret: string, userId: string, until: number, hash: string): string {
  return createHmac('sha256', secret).update(`resend:${userId}:${until}:${hash}`).digest('base64url')
}
