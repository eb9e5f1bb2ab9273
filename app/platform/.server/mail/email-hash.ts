import type { Secret } from '../security/secret.ts'

/** Marks that are stored have as many. */
const emailHashBytes = 15

/** What stands for an email address where the address itself is not stored. */
export function emailHash(secret: Secret, email: string): string {
  return emailHashes(secret, email)[0] ?? ''
}

/** The same, and what stood for it under the secrets before. */
export function emailHashes(secret: Secret, email: string): string[] {
  const hashes = secret.hashes(`undeliverable:${email.trim().toLowerCase()}`)
  return hashes.map((hash) => hash.slice(0, (emailHashBytes * 4) / 3))
}
