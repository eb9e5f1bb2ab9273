import { type ScryptOptions, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import * as crypto from 'better-auth/crypto'
import pLimit from 'p-limit'
import type { SigningSecret } from '#app/platform/.server/security/secret.ts'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/**
 * The most hashes at a time. They use Node's pool of four threads, which also reads files and resolves names: many sign-ins at once must
 * not block everything else.
 */
const limitHashes = pLimit(2)

/** What Better Auth's hash costs, too. */
const cost: ScryptOptions = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }

/** Hashes a password for storage. */
export function hashPassword(password: string): Promise<string> {
  return limitHashes(() => crypto.hashPassword(password))
}

/** Whether a password matches a hash. */
export function verifyPassword(pair: { hash: string; password: string }): Promise<boolean> {
  return limitHashes(() => crypto.verifyPassword(pair))
}

/**
 * An idempotency key for a form with a password: the same for the same text with the same password. It is as slow to make as a
 * hash to be stored: whoever has it, and the secret, must not find the password faster than from that.
 */
export function derivePasswordFormIdempotencyKey(
  secret: SigningSecret,
  text: string,
  password: string,
): Promise<string> {
  const salt = Buffer.from(secret.sign(text), 'base64url')
  return limitHashes(async () => (await derive(password.normalize('NFKC'), salt, 32, cost)).toString('base64url'))
}
