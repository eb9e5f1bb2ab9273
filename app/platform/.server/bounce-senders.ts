import { createHmac, timingSafeEqual } from 'node:crypto'
import { base32 } from '@better-auth/utils/base32'
import { emailHash, emailHashBytes } from './email-hash.ts'
import type { Secret } from './secret.ts'

/** The mailbox to which mail servers report what they could not deliver. */
export interface BounceMailbox {
  /** Its IMAP server, with user, password and, as the path, a folder other than INBOX. */
  imapUrl: string
  /** Its address, to which each email adds a token of its own. */
  from: string
}

/** What the envelope sender of an email says about it: to which address it was sent, as its keyed hash, and when. */
export interface SentTo {
  emailHash: string
  sentAt: Date
}

const timeBytes = 6
const signatureBytes = 10
const tokenLength = Math.ceil(((timeBytes + emailHashBytes + signatureBytes) * 8) / 5)

/** The longest name before the @ that leaves room for '+' and a token in the 64 characters that mail servers take (RFC 5321). */
export const bounceNameMax = 64 - 1 - tokenLength

/** Reports about older emails are not believed: no mail server tries for so long. */
const oldestDays = 30

/**
 * Makes the envelope sender of one email, to which mail servers send their reports about it. Its token is signed, so that only who
 * got the email can report about it, and is lower case throughout, as some servers write addresses so.
 * @param bounceFrom the address of the mailbox for reports
 */
export function bounceSenderOf(secret: Secret, bounceFrom: string, recipient: string, sentAt = new Date()): string {
  const said = Buffer.concat([Buffer.alloc(timeBytes), Buffer.from(emailHash(secret, recipient), 'base64url')])
  said.writeUIntBE(sentAt.getTime(), 0, timeBytes)
  const token = base32.encode(Buffer.concat([said, signatureOf(secret.newest, said)]), { padding: false }).toLowerCase()
  return bounceFrom.replace('@', `+${token}@`)
}

/** Reads the first envelope sender of ours in the header of a report; null if there is none, or it is forged or too old. */
export function readBounceSender(secret: Secret, bounceFrom: string, header: string, now = new Date()): SentTo | null {
  const [name = '', domain = ''] = bounceFrom.split('@').map((part) => RegExp.escape(part))
  const [, token] = new RegExp(`\\b${name}\\+([a-z2-7]{${tokenLength}})@${domain}(?![\\w.-])`, 'i').exec(header) ?? []
  if (!token) return null
  const bytes = Buffer.from(base32.decode(token.toUpperCase()))
  const said = bytes.subarray(0, timeBytes + emailHashBytes)
  const signature = bytes.subarray(said.length)
  if (!secret.all.some((one) => isSignature(one, said, signature))) return null
  const sentAt = new Date(said.readUIntBE(0, timeBytes))
  if (now.getTime() - sentAt.getTime() > oldestDays * 86_400_000) return null
  return { emailHash: said.subarray(timeBytes).toString('base64url'), sentAt }
}

function isSignature(secret: string, said: Buffer, signature: Buffer): boolean {
  return signature.length === signatureBytes && timingSafeEqual(signature, signatureOf(secret, said))
}

function signatureOf(secret: string, said: Buffer): Buffer {
  return createHmac('sha256', secret).update('bounce:').update(said).digest().subarray(0, signatureBytes)
}
