import { createCookie } from 'react-router'
import { z } from 'zod'
import { cookieNames } from './cookies.ts'
import { serializeShortlistMarks } from './saved-marks.ts'

const schema = z.array(z.uuid()).max(100)

/** Days that a visitor's shortlist is kept after its last change. */
const shortlistDays = 90

const options = { path: '/', sameSite: 'lax', maxAge: shortlistDays * 60 * 60 * 24 } as const

/** Signed with the first of these secrets, so that only lists that we wrote are read. */
const cookieOf = (secrets: readonly string[]) =>
  createCookie(cookieNames.shortlist, { ...options, httpOnly: true, secrets: [...secrets] })

/** The ids on a visitor's shortlist; none for a cookie that we did not sign. */
export async function parseShortlistCookie(header: string | null, secrets: readonly string[]): Promise<string[]> {
  return schema.safeParse(await cookieOf(secrets).parse(header)).data ?? []
}

/**
 * The `Set-Cookie` values that store a visitor's shortlist, and the marks that a script shows; an empty one deletes them.
 * @param slugs of those that are listed
 */
export async function serializeShortlistCookies(
  { ids, slugs }: { ids: string[]; slugs: string[] },
  { secrets, secure }: { secrets: readonly string[]; secure: boolean },
): Promise<string[]> {
  const gone = { maxAge: 0 }
  const isEmpty = ids.length === 0
  return [
    await cookieOf(secrets).serialize(ids, { secure, ...(isEmpty && gone) }),
    writePlain(cookieNames.marks, serializeShortlistMarks(slugs), {
      secure,
      maxAge: slugs.length === 0 ? 0 : options.maxAge,
    }),
    ...(isEmpty ? [writePlain(cookieNames.showsMarks, '', { secure, maxAge: 0 })] : []),
  ]
}

/** A cookie that scripts read as it is. */
function writePlain(name: string, value: string, { secure, maxAge }: { secure: boolean; maxAge: number }): string {
  return `${name}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`
}
