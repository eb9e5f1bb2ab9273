import * as crypto from 'better-auth/crypto'

/**
 * Hashes under way at a time. Node's pool of four threads computes them, and reads files and looks names up besides: were
 * it full of hashes, a crowd signing in would keep every other visitor from their pictures.
 */
const atOnce = 2

let underWay = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
  if (underWay === atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else underWay += 1
  try {
    return await act()
  } finally {
    // Whoever is next takes the place over.
    const next = waiting.shift()
    if (next) next()
    else underWay -= 1
  }
}

/** The hash that is stored of a password. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => crypto.hashPassword(password))
}

/** Whether a password is the one a hash was made of. */
export function verifyPassword(pair: { hash: string; password: string }): Promise<boolean> {
  return inTurn(() => crypto.verifyPassword(pair))
}
