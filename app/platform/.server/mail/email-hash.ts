import type { SigningSecret } from '../security/secret.ts'

/** Marks that are stored have as many. */
const emailHashBytes = 15

/** What stands for an email address where the address itself is not stored. */
export function keyedEmailHash(secret: SigningSecret, email: string): string {
  return keyedEmailHashesOfAllSecrets(secret, email)[0] ?? ''
}

/** The same, and what stood for it under the secrets before. */
export function keyedEmailHashesOfAllSecrets(secret: SigningSecret, email: string): string[] {
  const hashes = secret.hashes(`undeliverable:${email.trim().toLowerCase()}`)
  return hashes.map((hash) => hash.slice(0, (emailHashBytes * 4) / 3))
}
