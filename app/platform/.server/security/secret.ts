import { createHmac, timingSafeEqual } from 'node:crypto'

/** What SECRET holds, newest first: the newest signs, and all of them verify, so that it can be changed while the site runs. */
export class SigningSecret {
  readonly all: readonly string[]
  readonly newest: string

  constructor(...all: [string, ...string[]]) {
    this.all = all
    this.newest = all[0]
  }

  /** The signature of a text, or a hash of it that cannot be guessed, in base64url. */
  sign(text: string): string {
    return hmacOf(this.newest, text).toString('base64url')
  }

  /** Whether a signature is ours: of the newest secret, or of one before. */
  verifies(text: string, signature: string): boolean {
    return this.hashes(text).some((hash) => isSame(Buffer.from(hash), Buffer.from(signature)))
  }

  /** What `sign` gives, and what it gave with each secret before: for finding what is stored under it. */
  hashes(text: string): string[] {
    return this.all.map((secret) => hmacOf(secret, text).toString('base64url'))
  }
}

function hmacOf(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The fewest characters of a secret. */
const secretMinLength = 32

/**
 * Reads one secret or several, newest first, with commas or white space between them. A text none of whose parts is long enough is one
 * secret, as a passphrase may have spaces; null where only some are, or a secret is there twice.
 */
export function parseSecrets(text: string): [string, ...string[]] | null {
  const [first = '', ...others] = text.split(/[\s,]+/).filter(Boolean)
  const parts: [string, ...string[]] = [first, ...others]
  const isLong = (part: string) => part.length >= secretMinLength
  if (parts.every(isLong)) return new Set(parts).size === parts.length ? parts : null
  return !parts.some(isLong) && isLong(text.trim()) ? [text.trim()] : null
}
