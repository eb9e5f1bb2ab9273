import * as crypto from 'better-auth/crypto'
import { ConcurrencyLimit } from '#app/platform/.server/concurrency-limit.ts'

/**
 * Hashes under way at a time. Node's pool of four threads computes them, and reads files and looks names up besides: were
 * it full of hashes, a crowd signing in would keep every other visitor from their pictures.
 */
const hashes = new ConcurrencyLimit(2)

/** The hash that is stored of a password. */
export function hashPassword(password: string): Promise<string> {
  return hashes.take(() => crypto.hashPassword(password))
}

/** Whether a password is the one a hash was made of. */
export function verifyPassword(pair: { hash: string; password: string }): Promise<boolean> {
  return hashes.take(() => crypto.verifyPassword(pair))
}
