import { createMiddleware } from 'hono/factory'
import { beganBefore } from '../app/features/account/service.server.ts'
import { cookieNames, hostPrefix, parseCookies } from '../app/lib/cookies.ts'
import { findCookiesPrefixedAt } from '../app/platform/.server/installation.ts'
import type { Platform } from '../app/platform/.server/platform.ts'

/** What a cookie was called on https before it had the prefix, where losing it would lose something. */
const oldNames = new Map<string, string>([
  [`__Secure-${cookieNames.session}`, cookieNames.session],
  ...[
    cookieNames.cart,
    cookieNames.device,
    cookieNames.heldBusiness,
    cookieNames.heldVerification,
    cookieNames.choice,
    cookieNames.appearance,
  ].map((name) => [name, name] as const),
])

/** For how long the old names count: as long as a session or a cart lasts that nobody comes back to. */
const oldNameDays = 30

/**
 * Gives every cookie the prefix `__Host-` on its way to a browser, and takes it off on the way back, so that only the routes'
 * names are known behind this. Of what comes without the prefix, which a sibling domain may have set, only the old names
 * are taken for a while. For sites on https alone: elsewhere browsers refuse the prefix.
 */
export function prefixCookies({ db }: Pick<Platform, 'db'>) {
  let prefixedAt: Date | null = null

  /** Which of the cookies with old names count. */
  async function acceptOld(old: Map<string, string>): Promise<Map<string, string>> {
    prefixedAt ??= await findCookiesPrefixedAt(db)
    if (!prefixedAt || Date.now() > prefixedAt.getTime() + oldNameDays * 24 * 3_600_000) return new Map()
    const session = old.get(cookieNames.session)
    // Were it taken whenever it began, a sibling domain could sign a visitor in to an account of its own.
    if (session !== undefined && !(await beganBefore(db, session, prefixedAt))) old.delete(cookieNames.session)
    return old
  }

  return createMiddleware(async (context, next) => {
    const { headers } = context.req.raw
    const { present, old } = readPairs(headers.get('Cookie'))
    const accepted = old.size > 0 ? await acceptOld(old) : old
    const cookies = [...present, ...accepted].map((pair) => pair.join('='))
    if (cookies.length > 0) headers.set('Cookie', cookies.join('; '))
    else headers.delete('Cookie')
    await next()

    const answered = context.res.headers.getSetCookie()
    const session = accepted.get(cookieNames.session)
    if (session !== undefined && !answered.some((cookie) => cookie.startsWith(`${cookieNames.session}=`))) {
      answered.push(
        `${cookieNames.session}=${session}; Max-Age=${oldNameDays * 24 * 3_600}; Path=/; HttpOnly; SameSite=Lax`,
      )
    }
    context.res.headers.delete('Set-Cookie')
    for (const cookie of answered) {
      const secure = /; *Secure\b/i.test(cookie) ? '' : '; Secure'
      context.res.headers.append('Set-Cookie', `${hostPrefix}${cookie}${secure}`)
    }
    for (const [oldName, name] of oldNames) {
      if (!accepted.has(name) || !answered.some((cookie) => cookie.startsWith(`${name}=`))) continue
      context.res.headers.append('Set-Cookie', `${oldName}=; Max-Age=0; Path=/; Secure`)
    }
  })
}

/** The cookies of a request by the names that the routes know: those with the prefix, and old ones for which there is none. */
function readPairs(header: string | null): { present: Map<string, string>; old: Map<string, string> } {
  const present = new Map<string, string>()
  const old = new Map<string, string>()
  for (const [name, value] of parseCookies(header)) {
    const oldName = oldNames.get(name)
    if (name.startsWith(hostPrefix)) present.set(name.slice(hostPrefix.length), value)
    else if (oldName && !old.has(oldName)) old.set(oldName, value)
  }
  for (const name of present.keys()) old.delete(name)
  return { present, old }
}
