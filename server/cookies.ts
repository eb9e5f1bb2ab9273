import { createMiddleware } from 'hono/factory'
import { hasSessionOfCookieBegunBefore } from '../app/features/account/service.server.ts'
import { cookieNames, hostCookiePrefix, parseCookieHeader } from '../app/lib/cookies.ts'
import { findCookiesPrefixedAt } from '../app/platform/.server/installation.ts'
import type { Platform } from '../app/platform/.server/platform.ts'

/** Cookie names on https before the `__Host-` prefix was introduced, for the cookies whose loss users would notice. */
const oldNames = new Map<string, string>([
  [`__Secure-${cookieNames.session}`, cookieNames.session],
  ...[
    cookieNames.cart,
    cookieNames.device,
    cookieNames.pendingBusiness,
    cookieNames.pendingVerification,
    cookieNames.choice,
    cookieNames.appearance,
  ].map((name) => [name, name] as const),
])

/** How long the old names are accepted: the lifetime of an unused session or cart. */
const oldNameDays = 30

/**
 * Adds the prefix `__Host-` to every cookie sent to a browser and removes it from those that come back, so that the routes only
 * see plain names. A cookie without the prefix may have been set by a sibling domain, so only the old names are accepted, and
 * only for {@link oldNameDays}. For sites on https alone: browsers refuse the prefix elsewhere.
 */
export function prefixHostCookies({ db }: Pick<Platform, 'db'>) {
  let prefixedAt: Date | null = null

  /** Filters the cookies with old names down to those that are still accepted. */
  async function acceptOld(old: Map<string, string>): Promise<Map<string, string>> {
    prefixedAt ??= await findCookiesPrefixedAt(db)
    if (!prefixedAt || Date.now() > prefixedAt.getTime() + oldNameDays * 24 * 3_600_000) return new Map()
    const session = old.get(cookieNames.session)
    // An old session cookie counts only for a session that began before the prefix: otherwise a sibling domain could sign a
    // visitor in to an account of its own.
    if (session !== undefined && !(await hasSessionOfCookieBegunBefore(db, session, prefixedAt)))
      old.delete(cookieNames.session)
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
      context.res.headers.append('Set-Cookie', `${hostCookiePrefix}${cookie}${secure}`)
    }
    for (const [oldName, name] of oldNames) {
      if (!accepted.has(name) || !answered.some((cookie) => cookie.startsWith(`${name}=`))) continue
      context.res.headers.append('Set-Cookie', `${oldName}=; Max-Age=0; Path=/; Secure`)
    }
  })
}

/** The request's cookies under their plain names: those with the prefix, and old ones that have no prefixed counterpart. */
function readPairs(header: string | null): { present: Map<string, string>; old: Map<string, string> } {
  const present = new Map<string, string>()
  const old = new Map<string, string>()
  for (const [name, value] of parseCookieHeader(header)) {
    const oldName = oldNames.get(name)
    if (name.startsWith(hostCookiePrefix)) present.set(name.slice(hostCookiePrefix.length), value)
    else if (oldName && !old.has(oldName)) old.set(oldName, value)
  }
  for (const name of present.keys()) old.delete(name)
  return { present, old }
}
