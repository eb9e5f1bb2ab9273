import { randomBytes, randomUUID } from 'node:crypto'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { findPasswordHash, findUserByEmail } from './queries.server.ts'

/**
 * Issues what every refused sign-in sends back to have the confirmation email sent again. After the right password of an account to be
 * confirmed it is a short-lived proof of it. It looks alike after any other, takes as many queries, and proves nothing.
 */
export async function issueConfirmationResendProof(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  email: string,
  isPasswordRight: boolean,
): Promise<string> {
  const user = await findUserByEmail(db, email)
  const hash = await findPasswordHash(db, user?.id ?? randomUUID())
  const until = Date.now() + 15 * 60_000
  const nothing = randomBytes(32).toString('base64url')
  const proof = secret.sign(proofText(user?.id ?? '', until, hash ?? nothing))
  return `${until}.${isPasswordRight ? proof : nothing}`
}

/** Whether this is a proof of `issueConfirmationResendProof` that has not expired. */
export function isConfirmationResendProofValid(
  secret: SigningSecret,
  userId: string,
  hash: string,
  resend: string,
): boolean {
  const [, until, signature] = /^(\d{13})\.([\w-]{43})$/.exec(resend) ?? []
  if (!until || !signature || Number(until) < Date.now()) return false
  return secret.verifies(proofText(userId, Number(until), hash), signature)
}

function proofText(userId: string, until: number, hash: string): string {
  return `resend:${userId}:${until}:${hash}`
}
