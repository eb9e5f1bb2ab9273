import { createHmac } from 'node:crypto'

/** So short that it fits into the envelope sender of an email, see bounce-senders.ts. */
export const emailHashBytes = 15

/** What stands for an email address where the address itself is not stored. */
export function emailHash(secret: string, email: string): string {
  const hash = createHmac('sha256', secret).update(`undeliverable:${email.trim().toLowerCase()}`).digest()
  return hash.subarray(0, emailHashBytes).toString('base64url')
}
