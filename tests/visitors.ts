import { randomInt } from 'node:crypto'
import type { RequestSender } from '#app/features/account/service.server.ts'

/** A test browser: it keeps cookies and has its own IP address. */
export interface Browser extends RequestSender {
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

export const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
export const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** An IP address that no other visitor of the tests is likely to have. */
export function anyIpAddress(): string {
  return `2001:db8:${[1, 2, 3].map(() => randomInt(65_536).toString(16)).join(':')}::1`
}
