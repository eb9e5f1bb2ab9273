import { createCookie } from 'react-router'
import { z } from 'zod'
import { cookieNames } from './cookies.ts'

const schema = z.array(z.uuid()).max(100)

/** Days that a visitor's shortlist is kept after its last change. */
const shortlistDays = 90

/** Signed, so that only lists that we wrote are read. */
const cookieOf = (secret: string) =>
  createCookie(cookieNames.shortlist, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    maxAge: shortlistDays * 60 * 60 * 24,
    secrets: [secret],
  })

/** The ids on a visitor's shortlist; none for a cookie that we did not sign. */
export async function readShortlistCookie(header: string | null, secret: string): Promise<string[]> {
  return schema.safeParse(await cookieOf(secret).parse(header)).data ?? []
}

/** The `Set-Cookie` value that stores a visitor's shortlist; an empty one deletes it. */
export function setShortlistCookie(
  ids: string[],
  { secret, secure }: { secret: string; secure: boolean },
): Promise<string> {
  return cookieOf(secret).serialize(ids, { secure, ...(ids.length === 0 && { maxAge: 0 }) })
}
