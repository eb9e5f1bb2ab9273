import { randomInt } from 'node:crypto'
import type { Visitor } from '#app/features/account/service.server.ts'

/** A browser of a test: it keeps the cookies it is given, as one does, and comes from an address of its own. */
export interface Browser extends Visitor {
  keep(cookies: string[]): void
  /** The value of one of its cookies; undefined for none. */
  cookie(name: string): string | undefined
}

interface Options {
  clientIp?: string
  userAgent?: string
}

export function openBrowser({ clientIp = anyIpAddress(), userAgent = firefox }: Options = {}): Browser {
  const jar = new Map<string, string>()
  const headers = new Headers({ 'User-Agent': userAgent })
  return {
    headers,
    clientIp,
    keep: (cookies) => {
      for (const cookie of cookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        if (value === '' || /;\s*Max-Age=0\b/i.test(cookie)) jar.delete(name)
        else jar.set(name, value)
      }
      headers.set('Cookie', [...jar].map((pair) => pair.join('=')).join('; '))
    },
    cookie: (name) => jar.get(name),
  }
}

export const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** An address that no other visitor of the tests is likely to have. */
export function anyIpAddress(): string {
  return `2001:db8:${[1, 2, 3].map(() => randomInt(65_536).toString(16)).join(':')}::1`
}
