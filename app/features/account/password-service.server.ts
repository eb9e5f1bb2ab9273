import * as crypto from 'better-auth/crypto'
import pLimit from 'p-limit'

/**
 * The most hashes at a time. They use Node's pool of four threads, which also reads files and resolves names: many sign-ins at
 * once must not block everything else.
 */
const limitHashes = pLimit(2)

/** Hashes a password for storage. */
export function hashPassword(password: string): Promise<string> {
  return limitHashes(() => crypto.hashPassword(password))
}

/** Whether a password matches a hash. */
export function verifyPassword(pair: { hash: string; password: string }): Promise<boolean> {
  return limitHashes(() => crypto.verifyPassword(pair))
}
